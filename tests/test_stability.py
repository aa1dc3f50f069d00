"""Stability: what a method picks from other rows, and Nogueira, Sechidis and Brown's index."""

import json
import math
import pickle
from pathlib import Path as File
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from joblib import parallel_config
from numpy.typing import NDArray
from sklearn.datasets import load_diabetes

import natpick
from natpick.problem import Problem
from natpick.question import Question
from natpick.resampling.nogueira import nogueira
from natpick.sources import HalfPlane
from strategies import informative

Flags = NDArray[np.bool_]


def table(n: int = 200, p: int = 8) -> tuple[pd.DataFrame, NDArray[np.int64]]:
    codes, y = informative(n, p)
    return pd.DataFrame(codes, columns=[f"f{i}" for i in range(p)]), y


def found(**options: Any) -> natpick.Stability:
    return natpick.stability(*table(), **{"n_features": 3, "n_resamples": 8, **options})


def sets(seed: int, m: int, d: int, size: int | None = None) -> Flags:
    """Return m sets drawn from d features by chance, of one size or of any."""
    rng = np.random.default_rng(seed)
    if size is None:
        return rng.random((m, d)) < 0.4
    return np.argsort(rng.random((m, d)), axis=1) < size


# The index.


def by_definition(picked: Flags) -> float:
    """1 - mean over f of s_f**2 / (k/d (1 - k/d)), s_f**2 the unbiased variance of column f."""
    m, d = picked.shape
    k = sum(sum(row) for row in picked.tolist()) / m
    variances = []
    for f in range(d):
        share = sum(picked[:, f].tolist()) / m
        variances.append(m / (m - 1) * share * (1 - share))
    return 1 - (sum(variances) / d) / (k / d * (1 - k / d))


@given(st.integers(0, 2**32 - 1), st.integers(2, 12), st.integers(2, 9))
def test_the_index_is_its_definition(seed: int, m: int, d: int) -> None:
    picked = sets(seed, m, d)
    estimate = nogueira(picked)
    if not picked.any() or picked.all():
        assert estimate is None
    else:
        assert estimate is not None
        assert estimate.index == pytest.approx(by_definition(picked), abs=1e-12)
        assert estimate.low <= estimate.index <= estimate.high


def test_for_sets_of_one_size_it_is_kunchevas_mean_over_pairs() -> None:
    """(|A and B| d - k**2) / (k (d - k)), Kuncheva (2007), to which it then comes down."""
    picked = sets(1, 7, 10, 4)
    pairs = [
        (int((a & b).sum()) * 10 - 16) / (4 * 6)
        for i, a in enumerate(picked)
        for b in picked[i + 1 :]
    ]
    estimate = nogueira(picked)
    assert estimate is not None
    assert estimate.index == pytest.approx(sum(pairs) / len(pairs))


def test_the_interval_is_that_of_theorem_7() -> None:
    """1.959964 deviations each way, of variance 4/M**2 sum (phi_i - mean phi)**2."""
    picked = sets(2, 9, 6)
    m, d = picked.shape
    z = picked.astype(int).tolist()
    share = [sum(row[f] for row in z) / m for f in range(d)]
    k = sum(map(sum, z)) / m
    index, phi = by_definition(picked), []
    for row in z:
        size = sum(row)
        overlap = sum(row[f] * share[f] for f in range(d)) / d
        rest = index / 2 * (2 * k * size / d**2 - size / d - k / d + 1)
        phi.append((overlap - size * k / d**2 + rest) / (k / d * (1 - k / d)))
    mean = sum(phi) / m
    deviation = math.sqrt(4 / m**2 * sum((each - mean) ** 2 for each in phi))
    estimate = nogueira(picked)
    assert estimate is not None
    assert estimate.low == pytest.approx(index - 1.959963985 * deviation)
    assert estimate.high == pytest.approx(index + 1.959963985 * deviation)


def test_the_same_set_every_time_is_stable_without_doubt() -> None:
    estimate = nogueira(np.tile([True, False, True, False], (10, 1)))
    assert estimate is not None
    assert (estimate.index, estimate.low, estimate.high) == pytest.approx((1, 1, 1))


def test_sets_drawn_by_chance_have_no_stability_and_the_interval_covers_0_as_promised() -> None:
    """Of 300 times 95 in 100: 285, and three deviations, sqrt(300 * .95 * .05) = 3.8, less."""
    estimates = [nogueira(sets(seed, 40, 20, 6)) for seed in range(300)]
    indices = [e.index for e in estimates if e is not None]
    assert abs(float(np.mean(indices))) < 3 * np.std(indices) / math.sqrt(300)
    assert sum(e.low <= 0 <= e.high for e in estimates if e is not None) >= 285 - 3 * 3.8


# The selections.


def test_each_sample_is_drawn_by_its_own_seed_and_selected_from_alone() -> None:
    """A bootstrap within each class, by the generator of (seed, b): cut points are its own."""
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], [30, 20, 10])
    X = rng.normal(size=(60, 6)) + y[:, np.newaxis] * rng.random(6)
    result = natpick.stability(
        X, y, methods="cmim", n_features=2, n_resamples=4, random_state=9, cut="mdlp"
    )
    for b in range(4):
        draw = np.random.default_rng([9, b])
        rows = np.sort(
            np.concatenate(
                [draw.choice(np.flatnonzero(y == c), n) for c, n in enumerate([30, 20, 10])]
            )
        )
        alone = natpick.select(X[rows], y[rows], method="cmim", n_features=2, cut="mdlp")
        assert result.picks["cmim"][b] == tuple(alone.indices)


def test_half_of_the_rows_are_half_of_each_class_and_none_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, posed = [], Question.posed

    def watched(question: Question, X: Any, y: NDArray[Any], weights: Any) -> Problem:
        seen.append((X["row"].tolist(), y.tolist()))
        return posed(question, X, y, weights)

    monkeypatch.setattr(Question, "posed", watched)
    y = np.repeat(["a", "b", "c"], [21, 10, 1])
    X = pd.DataFrame({"row": range(32), "x": np.arange(32) % 4})
    natpick.stability(X, y, n_features=1, n_resamples=3, sample="half")
    for rows, labels in seen[1:]:
        assert len(set(rows)) == len(rows) == 11 + 5 + 1
        assert [labels.count(c) for c in "abc"] == [11, 5, 1]
    assert len({tuple(rows) for rows, _ in seen[1:]}) == 3


@pytest.mark.parametrize("sample", ["bootstrap", "half"])
def test_frequencies_are_shares_of_samples_and_sum_to_the_number_of_picks(sample: str) -> None:
    result = found(methods=["jmi", "mim"], sample=sample)
    for method, shares in result.frequency.items():
        assert sum(shares.values()) == pytest.approx(3)
        picks = [result.features[f] for each in result.picks[method] for f in each]
        assert shares == {name: picks.count(name) / 8 for name in shares}
    both = [sum(share[name] for share in result.frequency.values()) for name in shares]
    assert both == sorted(both, reverse=True)


def test_what_is_excluded_is_never_picked() -> None:
    assert found().frequency["jmi"]["f0"] > 0
    assert found(exclude=["f0"]).frequency["jmi"]["f0"] == 0


def test_the_index_is_told_of_every_prefix_for_one_selection() -> None:
    result = found()
    for k in (1, 2, 3):
        picked = np.zeros((8, 8), dtype=bool)
        for row, picks in zip(picked, result.picks["jmi"], strict=True):
            row[list(picks[:k])] = True
        assert result.along("jmi")[k - 1] == nogueira(picked)
    last = result.along("jmi")[-1]
    assert last is not None
    assert result.index["jmi"] == last.index
    assert result.interval["jmi"] == (last.low, last.high)


def test_signal_is_stable_and_noise_is_not() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(300) % 2
    noise = rng.normal(size=(300, 40))
    nothing = natpick.stability(noise, y, n_features=4, sample="half").index["jmi"]
    signal = noise.copy()
    signal[:, :4] += 1.5 * y[:, np.newaxis]
    everything = natpick.stability(signal, y, n_features=4, sample="half").index["jmi"]
    assert nothing is not None
    assert nothing < 0.5
    assert everything == pytest.approx(1)


def test_the_seed_decides_the_samples_and_the_number_of_jobs_nothing() -> None:
    one = found(random_state=3)
    assert one == found(random_state=3)
    with parallel_config("threading"):
        assert one == found(random_state=3, n_jobs=2)
    assert one != found(random_state=4)
    more = found(random_state=3, n_resamples=10)
    assert more.picks["jmi"][:8] == one.picks["jmi"]


def test_a_number_of_features_of_their_own_and_a_continuous_target_are_fine() -> None:
    codes, y = informative(400, 6)
    auto = natpick.stability(codes, y, n_features="auto", n_resamples=6)
    assert len({len(picks) for picks in auto.picks["jmi"]}) >= 1
    assert len(auto.along("jmi")) == max(map(len, auto.picks["jmi"]))
    numbers = natpick.stability(
        *load_diabetes(return_X_y=True, as_frame=True),
        estimator="gaussian",
        n_features=2,
        n_resamples=5,
    )
    assert numbers.frequency["jmi"]["s5"] == 1


def test_it_is_undefined_where_nothing_can_vary() -> None:
    all_of_them = found(n_features=8)
    assert all_of_them.index == {"jmi": None}
    assert all_of_them.interval == {"jmi": None}
    assert "undefined" in str(all_of_them)
    assert all_of_them.along("jmi")[6] is not None
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 2, (60, 3)), np.arange(60) % 2
    none = natpick.Stability(("a", "b"), {"jmi": ((), ())}, "half")
    assert none.index == {"jmi": None}
    assert none.along("jmi") == []
    none.plot()
    assert natpick.Stability.from_json(none.to_json()) == none
    assert len(natpick.stability(X, y, n_features="auto", n_resamples=2).picks["jmi"]) == 2


def test_it_survives_json_and_pickling(tmp_path: File) -> None:
    result, file = found(methods=["jmi", "cmim"]), tmp_path / "stability.json"
    text = result.to_json(file)
    assert natpick.Stability.from_json(text) == natpick.Stability.from_json(file) == result
    assert pickle.loads(pickle.dumps(result)) == result
    document = json.loads(text)
    assert document["index"] == result.index
    assert document["frequency"] == result.frequency
    with pytest.raises(ValueError, match="not 'natpick.stability/1'"):
        natpick.Stability.from_json(natpick.select(*table()).to_json())


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_the_frequencies_are_a_table_of_any_library(backend: Any) -> None:
    result = found(methods=["jmi", "cmim"])
    frame = result.to_frame(backend)
    columns = frame.to_dict("list") if backend == "pandas" else pa.table(frame).to_pydict()
    assert columns["feature"] == list(result.frequency["jmi"])
    assert columns["cmim"] == list(result.frequency["cmim"].values())


def test_as_text_it_tells_the_index_and_who_was_picked() -> None:
    picks = {"jmi": ((0, 1), (0, 2), (0, 1)), "mim": ((0, 1), (0, 1), (0, 1))}
    result = natpick.Stability(("a", "b", "c", "d"), picks, "half")
    assert repr(result) == "<Stability from 3 samples (half): jmi 0.33, mim 1.00>"
    lines = [line.split() for line in str(result).splitlines()]
    assert ["mim", "1.00", "1.00", "to", "1.00"] in lines
    assert lines[-3:] == [["a", "1.00", "1.00"], ["b", "0.67", "1.00"], ["c", "0.33", "0.00"]]
    many = natpick.Stability(
        tuple(f"f{i}" for i in range(30)), {"jmi": (tuple(range(25)), (26,))}, "half"
    )
    assert str(many).endswith("and 6 more")


def test_the_figure_has_a_bar_a_feature_and_a_band_a_method() -> None:
    result = found(methods=["jmi", "mim"])
    often, index = result.plot().axes
    picked = [
        name
        for name, share in result.frequency["jmi"].items()
        if share or result.frequency["mim"][name]
    ]
    assert [label.get_text() for label in often.get_yticklabels()] == picked
    widths = [bar.get_width() for bar in often.containers[1].patches]
    assert widths == [result.frequency["mim"][name] for name in picked]
    assert len(index.collections) == 2
    assert list(index.lines[0].get_ydata()) == [e.index for e in result.along("jmi") if e]


def test_what_has_no_stability_is_refused() -> None:
    X, y = table()
    with pytest.raises(TypeError, match="HalfPlane, whose rows cannot be drawn"):
        natpick.stability(HalfPlane(1.0, 1.0), None)
    with pytest.raises(ValueError, match="Unknown sample 'third'. Known: bootstrap, half"):
        natpick.stability(X, y, sample="third")
    with pytest.raises(ValueError, match="n_resamples=1 is not allowed; give a whole number from"):
        natpick.stability(X, y, n_resamples=1)
    with pytest.raises(ValueError, match="n_features=9 but X has 8 feature"):
        natpick.stability(X, y, n_features=9)
    once = pd.DataFrame({"a": [0] * 59 + [1]})
    with pytest.raises(ValueError, match="All 1 columns of X are constant") as raised:
        natpick.stability(once, [0, 1] * 30, n_resamples=9)
    assert "This was in sample" in raised.value.__notes__[0]
    with pytest.raises(ValueError, match="n_jobs=0 is not allowed"):
        natpick.stability(X, y, n_jobs=0)

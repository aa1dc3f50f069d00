"""Names that are made when asked for are the names, whatever is asked of them."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import natpick
from natpick.numbered import Numbered, fixed
from natpick.sources import Counts


def made(n: int) -> tuple[str, ...]:
    return tuple(f"x{i}" for i in range(n))


@given(
    n=st.integers(0, 120),
    place=st.integers(-130, 130),
    start=st.none() | st.integers(-130, 130),
    stop=st.none() | st.integers(-130, 130),
    step=st.sampled_from([None, 1, 2, -1]),
)
def test_they_are_a_sequence_of_the_names(
    n: int, place: int, start: int | None, stop: int | None, step: int | None
) -> None:
    names = Numbered(n)
    assert (len(names), list(names), hash(names)) == (n, list(made(n)), hash(made(n)))
    assert names[start:stop:step] == made(n)[start:stop:step]
    if -n <= place < n:
        assert names[place] == made(n)[place]
    else:
        with pytest.raises(IndexError):
            names[place]


@given(n=st.integers(0, 120), name=st.from_regex(r"\Ax?[0-9٣]{0,4}\Z") | st.text(max_size=3))
def test_they_know_their_places(n: int, name: str) -> None:
    names = Numbered(n)
    assert (name in names) == (name in made(n))
    if name in made(n):
        assert names.index(name) == made(n).index(name)
        assert names.count(name) == 1
    else:
        with pytest.raises(ValueError, match=f"is not one of the {n} names"):
            names.index(name)


def test_nothing_but_text_is_a_name_and_no_number_is_too_long() -> None:
    assert 1 not in Numbered(3)
    assert None not in Numbered(3)
    assert "x" + 10_000 * "9" not in Numbered(3)


def test_they_equal_the_tuple_of_the_names_and_each_other() -> None:
    assert Numbered(3) == made(3)
    assert made(3) == Numbered(3)
    assert Numbered(3) == Numbered(3)
    assert Numbered(3) not in (Numbered(2), made(2), list(made(3)), ("x0", "x1", "x3"))
    assert pickle.loads(pickle.dumps(Numbered(3))) == Numbered(3)
    assert repr(Numbered(3)) == "Numbered(3)"


def test_given_names_are_kept_as_a_tuple() -> None:
    assert fixed(["a", "b"]) == ("a", "b")
    assert isinstance(fixed(Numbered(2)), Numbered)


def test_a_selection_without_names_is_the_one_with_those_names() -> None:
    codes = np.random.default_rng(0).integers(0, 3, (50, 12)).astype(np.uint8)
    y = codes[:, 3] + codes[:, 7]
    without = natpick.select(Counts.from_codes(codes, y), n_features=4)
    named = natpick.select(Counts.from_codes(codes, y, names=made(12)), n_features=4)
    assert without == named
    assert without.to_json() == named.to_json()
    assert natpick.Selection.from_json(without.to_json()) == without
    longer = natpick.select(Counts.from_codes(codes, y), n_features=6, start=without)
    assert longer.names[:4] == without.names == [f"x{i}" for i in without.indices]
    with pytest.raises(ValueError, match="Unknown feature 'x12'"):
        natpick.select(Counts.from_codes(codes, y), must_keep=["x12"])

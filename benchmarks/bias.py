"""How far estimators of counted information are from a truth that is known, and what it costs.

Samples are drawn from exact distributions of a feature and a class. The first table has the mean
error of MI(C, X), and in brackets the mean absolute error, over seeded samples. The second has
how often a search picks a bit that tells of the class before noise of many levels.
"""

from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table

from natpick import forward
from natpick.sources import Counts, Joint
from natpick.sources.estimates import ESTIMATES

ROWS = 200
SAMPLES = 200
CLASSES = 3

SHARE = {"nothing": 0.0, "little": 0.3, "much": 0.8}
"""How often the feature is made from the class and not at random."""


def main() -> None:
    show("nats off, mean (absolute)", errors())
    show("real bit picked first, of 100", contests())


def distribution(levels: int, share: float) -> Joint:
    """Return a feature that is the class, cut finely, with probability ``share``, or random."""
    random = np.full((levels, CLASSES), 1 / (levels * CLASSES))
    made = np.zeros((levels, CLASSES))
    made[np.arange(levels), np.arange(levels) % CLASSES] = 1
    return Joint.from_array((1 - share) * random + share * made / made.sum())


def errors() -> Iterator[tuple[str, dict[str, str]]]:
    for levels in (3, 10, 50):
        for told, share in SHARE.items():
            joint = distribution(levels, share)
            truth = joint.mutual_information("C", "x0")
            samples = [joint.sample(ROWS, seed=seed) for seed in range(SAMPLES)]
            off = {
                name: np.array([relevance(s, name) - truth for s in samples]) for name in ESTIMATES
            }
            label = f"{levels} levels, {told} told ({truth:.3f})"
            yield label, {n: f"{e.mean():+.3f} ({abs(e).mean():.3f})" for n, e in off.items()}


def relevance(sample: dict[str, np.ndarray], estimator: str) -> float:
    codes = sample["x0"][:, np.newaxis]
    source = Counts.from_codes(codes, sample["C"], estimator=estimator)
    return float(source.univariate().relevance[0])


def contests() -> Iterator[tuple[str, dict[str, str]]]:
    for n in (200, 500, 1_000):
        wins = {name: sum(bit_wins(n, seed, name) for seed in range(100)) for name in ESTIMATES}
        yield f"{n} rows", {name: str(count) for name, count in wins.items()}


def bit_wins(n: int, seed: int, estimator: str) -> bool:
    """Return whether a bit right in 63 of 100 rows is picked before 50 levels of noise."""
    rng = np.random.default_rng([seed, n])
    y = rng.integers(0, 2, n)
    bit = np.where(rng.random(n) < 0.63, y, 1 - y)
    source = Counts.from_codes(np.c_[rng.integers(0, 50, n), bit], y, estimator=estimator)
    return next(forward(source, "jmi")).index == 1


def show(title: str, rows: Iterator[tuple[str, dict[str, str]]]) -> None:
    table = Table("", *ESTIMATES, title=title)
    for label, cells in rows:
        table.add_row(label, *cells.values())
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

"""Time every term of the half-plane setting, each by a source that knows nothing yet.

Terms are the entropy of every variable and pair of variables, what the features tell of each
other and of the class, alone and given the class, and the minimum Bayes risk of every set of
features, at k and k' drawn from 1e-3 to 1e3. A time is the least of three.
"""

import time
from collections.abc import Callable
from itertools import combinations

import numpy as np
from rich.console import Console
from rich.table import Table

from natpick.sources import HalfPlane

PLANES, REPEATS = 50, 3
FEATURES, C = HalfPlane.names, HalfPlane.target

Term = Callable[[HalfPlane], float]


def main() -> None:
    parameters = 10 ** np.random.default_rng(0).uniform(-3, 3, (PLANES, 2))
    table = Table("", "terms", "median", "slowest", title=f"Microseconds a term, {PLANES} planes")
    for name, terms in kinds().items():
        times = [1e6 * least(term, *pair.tolist()) for term in terms for pair in parameters]
        table.add_row(name, str(len(terms)), f"{np.median(times):.0f}", f"{max(times):.0f}")
    Console().print(table)


def kinds() -> dict[str, list[Term]]:
    """Return the terms by kind."""
    variables, pairs = (C, *FEATURES), list(combinations(FEATURES, 2))
    sets = [s for n in range(1, 5) for s in combinations(FEATURES, n)]
    several = [*((v,) for v in variables), *combinations(variables, 2)]
    return {
        "entropies": [lambda p, v=v: p.entropy(v) for v in several],
        "MI(C, X_i)": [lambda p, i=i: p.mutual_information(C, i) for i in FEATURES],
        "MI(X_i, X_s)": [lambda p, a=a, b=b: p.mutual_information(a, b) for a, b in pairs],
        "MI(X_i, X_s | C)": [lambda p, a=a, b=b: p.mutual_information(a, b, C) for a, b in pairs],
        "minimum Bayes risks": [lambda p, s=s: p.minimum_bayes_risk(s) for s in sets],
    }


def least(term: Term, k: float, k_prime: float) -> float:
    return min(seconds(term, HalfPlane(k, k_prime)) for _ in range(REPEATS))


def seconds(term: Term, plane: HalfPlane) -> float:
    start = time.perf_counter()
    term(plane)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

"""Time selections from sparse documents: words that are there or not, and words counted.

Word frequencies fall as those of a language do, by Zipf's law; the two classes of documents prefer
different ones of some words. Times are the least of several of a whole selection from the matrix:
codes, counts and search. Peak memory is what a process of its own holds beyond the matrix
(on Linux, whose kernel tells).
"""

import argparse
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
import scipy.sparse as sp
from growth_point import forget_peak, held, timed
from record import save
from rich.console import Console
from rich.table import Table

import natpick

METHODS = ("jmi", "cmim")
THREADS = (1, 2)
REPEATS = 3
LONG = 5.0
"""Seconds after which once is enough."""


@dataclass(frozen=True, slots=True)
class Documents:
    """How many documents there are, of how many words; how many words differ by class."""

    n_rows: int = 20_000
    n_columns: int = 100_000
    length: int = 120
    n_features: int = 50
    n_telling: int = 2_000
    counts: bool = False

    def make(self) -> tuple[sp.csr_array, np.ndarray]:
        """Return how often, or whether, each document has each word, and its class."""
        rng = np.random.default_rng(0)
        y = np.arange(self.n_rows) % 2
        usual = 1 / (np.arange(self.n_columns) + 10.0)
        lengths = rng.poisson(self.length, self.n_rows)
        words = np.empty(int(lengths.sum()), dtype=np.int64)
        documents = np.repeat(np.arange(self.n_rows), lengths)
        for c in (0, 1):
            weights = usual.copy()
            telling = rng.permutation(self.n_columns)[: self.n_telling]
            weights[telling] *= rng.uniform(1, 3, self.n_telling)
            mine = y[documents] == c
            drawn = rng.random(int(mine.sum())) * weights.sum()
            words[mine] = np.searchsorted(np.cumsum(weights), drawn)
        shape = (self.n_rows, self.n_columns)
        matrix = sp.coo_array((np.ones(len(words)), (documents, words)), shape=shape).tocsr()
        matrix.sum_duplicates()
        if not self.counts:
            matrix.data[:] = 1.0
        return matrix, y


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=0.05, help="factor on both (%(default)s)")
    parser.add_argument("--save", action="store_true", help="write the figures to results/")
    parser.add_argument("--point", help="measure one point, of a JSON object, in this process")
    asked = parser.parse_args()
    if asked.point:
        print(json.dumps(measured(**json.loads(asked.point))))
        return 0
    usual = Documents()
    rows, columns = (round(asked.scale * n) for n in (usual.n_rows, usual.n_columns))
    lines = [
        asked_of_process(asdict(Documents(n_rows=rows, n_columns=columns, counts=counts)), m, n)
        for counts in (False, True)
        for m in METHODS
        for n in THREADS
    ]
    show(lines)
    if asked.save:
        versions = {name: version(name) for name in ("natpick", "scipy")}
        save("sparse", versions, {"scale": asked.scale, "repeats": REPEATS, "lines": lines})
    return 0


def asked_of_process(documents: dict[str, Any], method: str, threads: int) -> dict[str, Any]:
    point = {"documents": documents, "method": method, "threads": threads}
    command = [sys.executable, __file__, "--point", json.dumps(point)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return point | json.loads(done.stdout)


def measured(documents: dict[str, Any], method: str, threads: int) -> dict[str, Any]:
    """Return the seconds of a selection, what it holds beyond the matrix, and the matrix's size."""
    of = Documents(**documents)
    matrix, y = of.make()

    def select() -> natpick.Selection:
        return natpick.select(
            matrix,
            y,
            method=method,
            n_features=of.n_features,
            explain=False,
            n_jobs=threads,
        )

    natpick.select(matrix[:100, :50], y[:100], method=method, n_features=2, explain=False)
    forget_peak()
    before = held("VmRSS")
    seconds = timed(select)
    peak = held("VmHWM")
    for _ in range(REPEATS - 1):
        if seconds < LONG:
            seconds = min(seconds, timed(select))
    stored = matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes
    return {
        "seconds": seconds,
        "bytes": max(0, peak - before),
        "stored": int(matrix.nnz),
        "bytes_of_matrix": int(stored),
    }


def show(lines: list[dict[str, Any]]) -> None:
    of = lines[0]["documents"]
    table = Table("words", "method", title=f"{of['n_rows']:,} x {of['n_columns']:,}")
    for heading in ("threads", "seconds", "MB beyond the matrix", "MB of the matrix", "stored"):
        table.add_column(heading, justify="right")
    for line in lines:
        table.add_row(
            *("counted" if line["documents"]["counts"] else "there or not", line["method"]),
            *(str(line["threads"]), f"{line['seconds']:.2f}", f"{line['bytes'] / 1e6:,.0f}"),
            *(f"{line['bytes_of_matrix'] / 1e6:,.0f}", f"{line['stored']:,}"),
        )
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())

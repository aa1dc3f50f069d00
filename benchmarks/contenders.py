"""Programs that select features, each in a process of its own, asked in turns."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from workloads import Codes

PEERS = Path(__file__).parent / "peers"
ONE, TWO = 1, 2


@dataclass(frozen=True, slots=True)
class Contender:
    """A program: its command, the methods it has, how many threads it can use, and for what.

    ``slow`` programs are run on the small workload only.
    """

    name: str
    command: tuple[str, ...]
    methods: tuple[str, ...]
    threads: tuple[int, ...] = (ONE,)
    slow: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The seconds of a selection, and the columns picked."""

    seconds: float
    picks: tuple[int, ...]


class Program:
    """A contender that runs, with a workload in its memory."""

    def __init__(self, contender: Contender, folder: str) -> None:
        command = [contender.command[0], contender.command[1], folder, *contender.command[2:]]
        self.contender = contender
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
        )
        self.version = self._line().removeprefix("ready ")

    def select(self, method: str, k: int, threads: int) -> Answer:
        """Return how long a selection takes, and what it picks."""
        assert self._process.stdin is not None
        print(method, k, threads, file=self._process.stdin, flush=True)
        seconds, *picks = self._line().split()
        return Answer(float(seconds), tuple(map(int, picks)))

    def _line(self) -> str:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            if line.startswith("ready ") or line[0].isdecimal():
                return line.strip()
        raise RuntimeError(f"{self.contender.name} ended with {self._process.wait()}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def environment() -> Mapping[str, str]:
    """Return the environment, with libraries that thread by themselves kept to one."""
    return os.environ | {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "1"}


def contenders(peers_python: Path | None) -> Iterator[Contender]:
    """Yield natpick, and every peer that is installed."""
    methods = ("mim", "jmi", "mrmr", "jmim", "cmim", "cmim-fleuret", "disr", "njmim")
    yield Contender("natpick", (sys.executable, str(PEERS / "ours.py")), methods, (ONE, TWO))
    if has_praznik():
        methods = ("mim", "jmi", "mrmr", "jmim", "cmim-fleuret", "disr", "njmim")
        yield Contender("praznik", ("Rscript", str(PEERS / "praznik.R")), methods, (ONE, TWO))
    if find_library("FSToolbox") and find_library("MIToolbox"):
        methods = ("mim", "jmi", "mrmr", "cmim-fleuret", "disr")
        yield Contender("FEAST", (sys.executable, str(PEERS / "feast.py")), methods)
    if peers_python is not None:
        for name, method in in_python(peers_python):
            command = (str(peers_python), str(PEERS / "in_python.py"), name)
            yield Contender(name, command, (method,), slow=True)


def has_praznik() -> bool:
    """Return whether R and praznik are there."""
    if shutil.which("Rscript") is None:
        return False
    asked = ["Rscript", "-e", "quit(status = !requireNamespace('praznik', quietly = TRUE))"]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


def in_python(python: Path) -> Sequence[tuple[str, str]]:
    """Return the peers in Python with their methods, in the environment of their own."""
    listing = (
        "from in_python import PEERS\nfor name, (method, _) in PEERS.items(): print(name, method)"
    )
    shown = subprocess.run(
        [python, "-c", listing], cwd=PEERS, check=True, capture_output=True, text=True
    )
    return [(name, method) for name, method in map(str.split, shown.stdout.splitlines())]


@contextmanager
def stored(codes: Codes, y: Codes) -> Iterator[str]:
    """Write a table to a folder, one column after another, and remove it in the end."""
    with tempfile.TemporaryDirectory() as folder:
        codes.T.tofile(Path(folder) / "codes.bin")
        y.tofile(Path(folder) / "y.bin")
        Path(folder, "shape.txt").write_text(f"{codes.shape[0]} {codes.shape[1]}\n", "ascii")
        yield folder

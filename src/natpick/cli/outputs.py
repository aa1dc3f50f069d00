"""The files that a result is written to, looked at before the work and written after it."""

import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import click

STDOUT = Path("-")


class Result(Protocol):
    """What can be written."""

    def to_json(self) -> str:
        """Return the result as JSON."""

    def report(self, path: Path, /) -> None:
        """Write the result as an HTML page."""


class Drawn(Protocol):
    """What can be written, and drawn."""

    def to_json(self) -> str:
        """Return the result as JSON."""

    def plot(self) -> Any:
        """Return a figure of matplotlib."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a result goes besides the terminal; None is nowhere."""

    json: Path | None = None
    report: Path | None = None
    figure: Path | None = None

    @property
    def owns_stdout(self) -> bool:
        """Whether JSON is printed, and so nothing else may be."""
        return self.json == STDOUT

    def check(self, source: Path | None = None) -> None:
        """Raise an error if a file can't be written, or is another one of those named."""
        files = {"--json": self.json, "--report": self.report, "--figure": self.figure}
        taken = {} if source is None else {source.resolve(): "the table that is read"}
        for option, path in files.items():
            if path is None or (option == "--json" and path == STDOUT):
                continue
            if path.resolve() in taken:
                raise click.UsageError(f"{option} {path} is {taken[path.resolve()]}; name another.")
            taken[path.resolve()] = f"also the file of {option}"
            _check_writable(option, path)

    def write(self, result: Result) -> None:
        """Write the files, then print JSON if that is asked for."""
        if self.report is not None:
            result.report(self.report)
            click.echo(f"Wrote {self.report}", err=True)
        if self.json is not None:
            write_json(self.json, result.to_json())

    def write_drawn(self, result: Drawn) -> None:
        """Write the figure, then JSON, or print that, as asked for."""
        if self.figure is not None:
            from natpick import document

            drawing = io.StringIO()
            result.plot().savefig(drawing, format="svg")
            document.write(self.figure, drawing.getvalue())
            click.echo(f"Wrote {self.figure}", err=True)
        if self.json is not None:
            write_json(self.json, result.to_json())


def write_json(path: Path, text: str) -> None:
    """Write JSON whole to a file, or print it in UTF-8."""
    if path == STDOUT:
        click.echo(text.encode(), nl=False)
        return
    from natpick import document

    document.write(path, text)
    click.echo(f"Wrote {path}", err=True)


def _check_writable(option: str, path: Path) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise ValueError(f"{option} {path}: there is no folder {folder}; make it first.")
    if path.exists() and not path.is_file():
        raise ValueError(f"{option} {path}: this is not a file that can be written; name another.")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{option} {path}: the folder {folder} may not be written to.")

"""What a command prints: parts with a blank line between them, for a terminal or a file."""

import sys

import click
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

UNBOUND = 10_000
"""The width of what is not a terminal: nothing is wrapped."""

NARROWEST = 72
"""Below this width a terminal wraps the lines itself."""


def show(*parts: RenderableType) -> None:
    """Print parts to stdout: wrapped and coloured for a terminal, plain and unwrapped else."""
    click.echo(_for_stdout(render(*parts)), nl=False)


def show_lines(text: str) -> None:
    """Print lines of text to stdout, as ``show`` does parts."""
    show(Text("\n".join(map(printable, text.splitlines()))))


def render(*parts: RenderableType) -> str:
    """Return parts as they are printed."""
    console = _console()
    with console.capture() as captured:
        for number, part in enumerate(parts):
            if number:
                console.print()
            console.print(part)
    text = captured.get()
    if console.is_terminal:
        return text
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


class FirstThatFits:
    """The first of several layouts that fits the width, or else the last."""

    def __init__(self, *layouts: RenderableType) -> None:
        self._layouts = layouts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = (x for x in self._layouts if natural_width(console, x) <= options.max_width)
        yield next(fitting, self._layouts[-1])


def natural_width(console: Console, part: RenderableType) -> int:
    """Return how wide a part is where nothing is wrapped."""
    return console.measure(part, options=console.options.update(max_width=UNBOUND)).maximum


def shown(name: str, style: str = "") -> Text:
    """Return a name as it is, but what can't be printed as an escape."""
    return Text(printable(name), style=style)


def printable(name: str) -> str:
    """Return a name with control characters as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def _console() -> Console:
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    console = Console(
        force_terminal=is_terminal,
        width=None if is_terminal else UNBOUND,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.width = max(console.width, NARROWEST)
    return console


def _for_stdout(text: str) -> str:
    """Return text with what the encoding of stdout lacks as escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)

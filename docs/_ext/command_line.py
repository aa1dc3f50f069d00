"""The command line: its reference, written from the commands, and examples that are run.

``natpick`` is a directive with a command's arguments; it shows the command and what it prints.
The command runs in a folder of its own, in which there is the table wine.csv.
"""

import inspect
import re
import shlex
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from docutils import nodes
from sklearn.datasets import load_wine
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import pages
from natpick.cli import main

WIDTH = 88
"""Letters that fit in a line of the page."""


def section(name: str, command: click.Command) -> Iterator[str]:
    """Yield what a command's own help says."""
    program = click.Context(main, info_name="natpick", **main.context_settings)
    ctx = click.Context(command, info_name=name, parent=program)
    yield from ("", f"### natpick {name}", "")
    yield from (inspect.cleandoc(command.help or ""), "")
    yield from ("```text", *command.get_usage(ctx).splitlines(), "```", "")
    for param in command.get_params(ctx):
        names, text = param.get_help_record(ctx) or ("", "")
        if text:
            yield from (f"`{names}`", f": {text}", "")
    if command.epilog:
        yield from ("```text", command.epilog, "```", "")


def write(app: Sphinx) -> None:
    """Write the reference of all commands."""
    lines = [line for name in main.commands for line in section(name, main.commands[name])]
    pages.write(Path(app.srcdir), "commands.md", lines)


class Natpick(SphinxDirective):
    """A command, and what it prints."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Run the command; an exit code other than 0 is an error of the page."""
        arguments = self.arguments[0]
        runner = CliRunner()
        with runner.isolated_filesystem():
            wine = load_wine(as_frame=True)
            names = dict(enumerate(wine.target_names))
            wine.data.assign(cultivar=wine.target.map(names)).to_csv("wine.csv", index=False)
            result = runner.invoke(main, shlex.split(arguments))
        if result.exit_code:
            raise self.error(f"natpick {arguments} ended with {result.exit_code}: {result.output}")
        lines = [f"$ natpick {arguments}", *map(wrapped, result.output.rstrip().splitlines())]
        text = "\n".join(lines)
        return [nodes.literal_block(text, text, language="text")]


def wrapped(line: str) -> str:
    """Return a line so that it fits the page, its second column, if it has one, hanging."""
    column = re.match(r"\S+( \S+)*  +", line)
    indent = " " * column.end() if column else ""
    fitted = textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)
    return line if len(line) <= WIDTH else "\n".join(fitted)


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the reference before anything is read, and add the directive."""
    app.connect("builder-inited", write)
    app.add_directive("natpick", Natpick)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

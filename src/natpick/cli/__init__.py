"""The command line: select, compare, path, stability, methods, demo, paper and atlas.

Exit codes: 0 done; 1 the input is at fault, with a message on stderr and nothing half written;
2 wrong usage; 130 interrupted.
"""

import click

from natpick import __version__
from natpick.cli.atlas import atlas
from natpick.cli.boundary import Boundary
from natpick.cli.comparison import compare
from natpick.cli.criteria import methods
from natpick.cli.demonstration import demo
from natpick.cli.path import path
from natpick.cli.publication import paper
from natpick.cli.selection import select
from natpick.cli.stability import stability

__all__ = ["main"]


@click.group(
    cls=Boundary,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="'natpick COMMAND --help' tells more of a command.",
)
@click.version_option(__version__, prog_name="natpick", message="%(prog)s %(version)s")
def main() -> None:
    """Pick features for a class by mutual information, in nats, and say why."""


for _command in (select, compare, path, stability, methods, demo, paper, atlas):
    main.add_command(_command)

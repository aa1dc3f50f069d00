"""The command ``natpick atlas``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from natpick.cli.options import FIGURE, JSON, all_named
from natpick.cli.outputs import Outputs
from natpick.cli.progress import Progress
from natpick.criterion import Criterion

if TYPE_CHECKING:
    from natpick.theory import Family


def _families(
    _ctx: click.Context, _param: click.Parameter, names: str | None
) -> "list[Family] | None":
    if names is None:
        return None
    from natpick.theory.failures.survey import family_of

    try:
        return [family_of(name.strip()) for name in names.split(",")]
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    short_help="See how often each method picks wrong.",
    epilog="Example: natpick atlas --size 2000 --methods mrmr,jmi,cmim --families copies",
)
@click.option(
    "--methods",
    callback=all_named,
    metavar="NAME,NAME,...",
    help="The methods; 'natpick methods' lists the names. [default: all]",
)
@click.option(
    "--families",
    callback=_families,
    metavar="NAME,NAME,...",
    help="The families: dense, sparse, noisy-xor, chains, copies, many-levels. [default: all]",
)
@click.option(
    "--size",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="How many distributions of each family.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="What the distributions are drawn by. The same seed gives the same atlas.",
)
@JSON
@FIGURE
def atlas(
    methods: tuple[Criterion, ...] | None,
    families: "list[Family] | None",
    size: int,
    seed: int,
    json_path: Path | None,
    figure: Path | None,
) -> None:
    """Walk the methods beside the ideal search over many random distributions.

    Tells how often and how badly each departs from it: wrong, redundant and irrelevant picks,
    and what three picks leave untold, in nats and in risk. The terms are exact, so what goes
    wrong is the method itself and no estimate. All families take about a minute.
    """
    from natpick import theory
    from natpick.theory.failures.families import FAMILIES
    from natpick.theory.failures.survey import blocks

    outputs = Outputs(json_path, figure=figure)
    outputs.check()
    total = blocks(size) * len(FAMILIES if families is None else families)
    with Progress("the families", total, doing="Walking") as progress:
        found = theory.atlas(
            size=size, methods=methods, families=families, seed=seed, on_block=progress.advance
        )
    outputs.write_drawn(found)
    if not outputs.owns_stdout:
        click.echo(str(found))

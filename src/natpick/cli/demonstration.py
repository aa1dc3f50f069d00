"""The command ``natpick demo``."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from natpick.cli.options import PATH
from natpick.cli.outputs import Outputs

if TYPE_CHECKING:
    from rich.console import RenderableType

    from natpick.comparison import Comparison
    from natpick.encode import Encoded
    from natpick.selection import Selection
    from natpick.sources import Counts

PICKS = 10

ABOUT = (
    "569 tumours of the breast, 212 malignant and 357 benign (Wisconsin Diagnostic Breast "
    "Cancer, 1995; ships with scikit-learn). The features are 10 properties of cell nuclei seen "
    "under the microscope, such as radius and smoothness: the mean over an image, its standard "
    "error, and the worst (largest) values. Which of the 30 tell most about the diagnosis, "
    "without repeating each other?"
)


@click.command(short_help="See features picked and explained.")
@click.option(
    "--report",
    "report_path",
    type=PATH,
    default="natpick-demo.html",
    show_default=True,
    metavar="FILE.html",
    help="Where the HTML page goes.",
)
def demo(report_path: Path) -> None:
    """Select and compare on an embedded data set, explain every pick, and write a report."""
    Outputs(report=report_path).check()
    tumours = _tumours()
    selection, comparison = _selected(tumours), _compared(tumours)
    selection.report(report_path)

    from natpick.cli.page import show

    show(*_page(selection, comparison, report_path.resolve()))


@dataclass(frozen=True, slots=True)
class _Tumours:
    """The data: their source of information, and how they became codes."""

    source: "Counts"
    encoded: "Encoded"


def _tumours() -> _Tumours:
    from sklearn.datasets import load_breast_cancer

    from natpick.encode import encode, encode_target
    from natpick.sources import Counts

    data = load_breast_cancer()
    target = encode_target(data.target, n_rows=len(data.data), name="diagnosis")
    encoded = encode(data.data)
    names = [str(name) for name in data.feature_names]
    return _Tumours(Counts(encoded.codes, target.codes, names), encoded)


def _selected(tumours: _Tumours) -> "Selection":
    from natpick import facade

    selection = facade.select(tumours.source, method="jmi", n_features=PICKS)
    encodings = {
        step.name: replace(tumours.encoded.encodings[step.index], name=step.name)
        for step in selection.steps
    }
    return replace(selection, rule=tumours.encoded.rule, encodings=encodings)


def _compared(tumours: _Tumours) -> "Comparison":
    from natpick import facade
    from natpick.criteria import CRITERIA

    rows = [row for row in CRITERIA.values() if row.representative]
    return facade.compare(tumours.source, methods=rows, n_features=PICKS)


def _page(selection: "Selection", comparison: "Comparison", report: Path) -> "list[RenderableType]":
    from rich.text import Text

    from natpick.cli.ledger import ledger, reasons
    from natpick.cli.prose import done, heading, in_common, notes
    from natpick.cli.ranking import ranking

    return [
        heading("The data"),
        Text(ABOUT),
        heading(f"{PICKS} of {len(selection.features)} features picked by jmi, in nats"),
        ledger(selection),
        Text(done(selection)),
        *notes(selection.notes),
        heading("Why each was picked"),
        reasons(selection),
        heading(f"{PICKS} features picked by each of {len(comparison)} methods"),
        *ranking(comparison),
        Text(in_common(comparison)),
        Text(f"The report of the {PICKS} picks, with pictures: {report}"),
        Text("Now with a table of yours: natpick select FILE --target COLUMN"),
    ]

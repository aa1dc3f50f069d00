"""Figures and a report of what the pages select, as a reader would get them."""

from pathlib import Path
from typing import Any

from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sphinx.application import Sphinx
from sphinx.config import Config

import natpick


def write(app: Sphinx, _config: Config) -> None:
    """Write the figures for the pages, and the report beside them."""
    folder = Path(app.srcdir) / "generated"
    (folder / "extra").mkdir(parents=True, exist_ok=True)
    X, y = load_wine(return_X_y=True, as_frame=True)
    selection = natpick.select(X, y, method="jmi", n_features=5)
    selection.plot().savefig(folder / "ledger.svg")
    model = make_pipeline(StandardScaler(), LogisticRegression())
    path = natpick.path(model, X, y, methods=["jmi", "cmim"], n_features=8)
    path.plot().savefig(folder / "path.svg")
    selection.report(folder / "extra" / "wine.html")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write them before it is checked that they are there."""
    app.connect("config-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

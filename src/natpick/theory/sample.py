"""What to know of statements about a sample."""

import numpy as np

from natpick.sources.protocol import SampleSource


def of_rows(source: SampleSource, statements: str) -> str:
    """Return that statements are of the rows at hand and not of where these come from."""
    n_rows = source.strata(np.empty(0, dtype=np.int64), 0).n_rows
    return (
        f"{statements} are those of the {n_rows} rows at hand, plug-in statements unless the "
        "source corrects its estimates; new rows may tell otherwise."
    )

"""Rows of a table and of its target are paired by their places, not by pandas' labels."""

from typing import Any


def check_paired(X: Any, other: Any, what: str) -> None:
    """Refuse two of pandas whose rows have the same labels in another order.

    Labels that are others, as after a reset of the index, say nothing of the order.
    """
    mine, theirs = _index(X), _index(other)
    if mine is None or theirs is None or len(mine) != len(theirs) or mine.equals(theirs):
        return
    if mine.is_unique and theirs.is_unique and theirs.isin(mine).all():
        place = int((mine != theirs).argmax())
        raise ValueError(
            f"X and {what} have the same rows in another order: row {place} is {mine[place]} in "
            f"X and {theirs[place]} in {what}. Rows are paired by their places; put them in one "
            f"order, as by {what}.loc[X.index], or pass {what}.to_numpy() if they are meant so."
        )


def _index(data: Any) -> Any:
    """Return the labels of the rows, None where there are none."""
    index = getattr(data, "index", None)
    return index if type(index).__module__.startswith("pandas") else None

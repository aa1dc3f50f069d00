"""Signatures that are short enough to read."""

import dataclasses
import inspect
from typing import Any

from numpy.typing import ArrayLike
from sphinx.application import Sphinx
from sphinx.util.typing import stringify_annotation

from natpick.terms import Floats, Indices

ALIASES = {"ArrayLike": ArrayLike, "Floats": Floats, "Indices": Indices}
LONG = {stringify_annotation(kind, "smart"): alias for alias, kind in ALIASES.items()}
"""Types as autodoc writes them, with all they stand for, and their names."""


def shorten(
    _app: Sphinx,
    _what: str,
    _name: str,
    documented: Any,
    _options: Any,
    parameters: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Return the names of aliases; a record's docstring says more than its signature."""
    if isinstance(documented, type) and dataclasses.is_dataclass(documented):
        return record(documented), None
    return with_aliases(parameters), with_aliases(returns)


def record(documented: Any) -> str:
    """Return the names of the fields, unless the docstring lists them."""
    if "Attributes\n-" in inspect.cleandoc(documented.__doc__ or ""):
        return ""
    return f"({', '.join(field.name for field in dataclasses.fields(documented))})"


def with_aliases(text: str | None) -> str | None:
    """Return a signature with the names of types that have one."""
    for long, alias in LONG.items():
        text = text.replace(long, alias) if text else text
    return text


def setup(app: Sphinx) -> dict[str, Any]:
    """Shorten all signatures."""
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

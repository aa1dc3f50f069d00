"""Documents on disk: written whole or not at all."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file whole: what was there before stays until all of it is on disk."""
    target = Path(path).resolve()  # the file that a link points to, not the link
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        temporary.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def dumps(document: dict[str, Any]) -> str:
    """Return a document as JSON that any reader takes: no NaN, no infinity."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def loads(source: str | os.PathLike[str], form: str) -> dict[str, Any]:
    """Return the document of a JSON text, or of a file's path, if it is of the form expected."""
    if isinstance(source, str) and source.lstrip().startswith(("{", "[")):
        text = source
    else:
        text = Path(source).read_text(encoding="utf-8")
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("form") != form:
        found = document.get("form") if isinstance(document, dict) else type(document).__name__
        raise ValueError(f"This JSON is {found!r}, not {form!r}; give what to_json wrote.")
    return document


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Documents on disk: written whole or not at all."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
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


def write_folder(folder: str | os.PathLike[str], files: Mapping[str, bytes]) -> None:
    """Write files into a folder, all of them or none.

    The folder is made if it is not there. What was there under the same names is replaced, and
    put back if anything fails.
    """
    check_folder(folder, files)
    place = Path(folder).resolve()
    made = [path for path in (place, *place.parents) if not path.exists()]
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place, prefix=".natpick.") as name:
            staging = Path(name)
            for file, content in files.items():
                (staging / file).write_bytes(content)
            _swap(staging, place, list(files))
    except BaseException:
        for path in made:
            with suppress(OSError):  # it was not made, or somebody else uses it by now
                path.rmdir()
        raise


def check_folder(folder: str | os.PathLike[str], files: Iterable[str]) -> None:
    """Raise an error if files of these names can't be written into a folder, or replaced."""
    place = Path(folder).resolve()
    there = next(path for path in (place, *place.parents) if path.exists())
    if not there.is_dir():
        raise ValueError(f"{there} is a file, not a folder; name another.")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(f"The folder {there} may not be written to; name another.")
    for file in files:
        if (place / file).is_dir():
            raise ValueError(f"{place / file} is a folder, not a file; name another place.")


def _swap(staging: Path, place: Path, files: list[str]) -> None:
    """Move files from one folder to another; if one can't be moved, undo all."""
    kept = staging / "kept"
    kept.mkdir()
    done: list[str] = []
    try:
        for file in files:
            done.append(file)
            if (place / file).exists():
                (place / file).replace(kept / file)
            (staging / file).replace(place / file)
    except BaseException:
        for file in done:
            if (kept / file).exists():
                (kept / file).replace(place / file)
            elif not (staging / file).exists():
                (place / file).unlink()
        raise


def dumps(document: dict[str, Any]) -> str:
    """Return a document as JSON that any reader takes: no NaN, no infinity."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def saved(document: dict[str, Any], path: str | os.PathLike[str] | None) -> str:
    """Return a document as JSON text, and write that to ``path`` if one is given."""
    text = dumps(document)
    if path is not None:
        write(path, text)
    return text


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
    return _Whole(document)


class _Whole(dict[str, Any]):
    """A document, all fields of which must be there."""

    def __missing__(self, field: str) -> Any:
        raise ValueError(f"This JSON has no {field!r}; give all of what to_json wrote.")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

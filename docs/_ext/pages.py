"""Pages written at build time."""

from pathlib import Path


def write(source: Path, name: str, lines: list[str]) -> None:
    """Write a page to ``generated``, unless it is there already, letter by letter."""
    page = source / "generated" / name
    text = "\n".join(lines) + "\n"
    page.parent.mkdir(exist_ok=True)
    if not page.is_file() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")

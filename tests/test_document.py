"""Files in a folder are written all or none."""

import json
import os
from pathlib import Path

import pytest

import natpick
from natpick import document

FILES = {"a.txt": b"new a", "b.bin": bytes(range(256)), "c.txt": b"new c"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_folder_is_made_with_the_folders_it_lies_in(tmp_path: Path) -> None:
    document.write_folder(tmp_path / "x" / "y", FILES)
    assert contents(tmp_path / "x" / "y") == FILES


def test_files_of_the_same_names_are_replaced_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "b.bin").write_bytes(b"old b")
    (tmp_path / "other").write_bytes(b"other")
    document.write_folder(tmp_path, FILES)
    assert contents(tmp_path) == {**FILES, "other": b"other"}
    assert len(list(tmp_path.iterdir())) == 4


def test_a_new_file_may_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    document.write_folder(tmp_path, FILES)
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("failing", [1, 2, 3, 4, 5])
def test_what_was_there_is_put_back_if_any_move_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """Three files come in and two go out: whichever of the five moves fails."""
    old = {"a.txt": b"old a", "c.txt": b"old c"}
    for name, content in old.items():
        (tmp_path / name).write_bytes(content)
    moves = []
    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        moves.append(target)
        if len(moves) == failing:
            raise OSError("the disk is full")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="the disk is full"):
        document.write_folder(tmp_path, FILES)
    assert contents(tmp_path) == old
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_was_made_goes_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: Path, _content: bytes) -> int:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="the disk is full"):
        document.write_folder(tmp_path / "x" / "y", FILES)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"x")
    for folder in (tmp_path / "x", tmp_path / "x" / "y"):
        with pytest.raises(ValueError, match="x is a file, not a folder; name another"):
            document.write_folder(folder, FILES)
    assert contents(tmp_path) == {"x": b"x"}


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.txt").mkdir()
    with pytest.raises(ValueError, match=r"c\.txt is a folder, not a file; name another place"):
        document.write_folder(tmp_path, FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["c.txt"]


def test_a_folder_that_may_not_be_written_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    for folder in (tmp_path, tmp_path / "new"):
        with pytest.raises(ValueError, match=f"{tmp_path} may not be written to; name another"):
            document.write_folder(folder, FILES)
    assert list(tmp_path.iterdir()) == []


def test_a_document_that_lacks_a_field_is_told_so() -> None:
    picks = natpick.select([[0, 1], [1, 1], [0, 0], [1, 0]], [0, 1, 0, 1], n_features=1)
    for field in set(picks.to_dict()) - {"form"}:
        some = {name: value for name, value in picks.to_dict().items() if name != field}
        with pytest.raises(ValueError, match=f"This JSON has no '{field}'; give all of what"):
            natpick.Selection.from_json(json.dumps(some))

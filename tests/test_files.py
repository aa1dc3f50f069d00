import gzip
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from natpick.encode import encode, read_table, table_names

TEXT = "a,b,c\n1,x,0.5\n2,,NaN\n"
ZIPPED = gzip.compress(b"a\n" + b"\n".join(b"%d" % (i * i) for i in range(9999)), mtime=0)
ROWS = {"a": [1, 2], "b": ["x", None], "c": [0.5, None]}


def rows(table: pa.Table) -> dict[str, list[Any]]:
    return {name: table.column(name).to_pylist() for name in table.column_names}


@pytest.mark.parametrize("name", ["t.csv", "T.CSV", "with.dots.csv"])
def test_csv_is_read_with_empty_fields_missing(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(TEXT)
    assert rows(read_table(path)) == ROWS
    assert rows(read_table(str(path))) == ROWS


def test_compressed_csv_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    assert rows(read_table(path)) == ROWS


def test_a_column_that_is_not_utf_8_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n1,\xe4\n2,x\n")
    with pytest.raises(ValueError, match=r"t\.csv: column 'b' is not text in UTF-8"):
        read_table(path)


def test_tsv_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(TEXT.replace(",", "\t"))
    assert rows(read_table(path)) == ROWS


@pytest.mark.parametrize("ending", ["parquet", "pq"])
def test_parquet_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t.{ending}"
    parquet.write_table(pa.table(ROWS), path)
    assert rows(read_table(path)) == ROWS


def test_quoted_fields_may_hold_line_breaks_and_commas(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + '"x\ny","1,5"\n' * 300_000)
    table = read_table(path)
    assert table.num_rows == 300_000
    assert set(table.column("a").to_pylist()) == {"x\ny"}
    assert set(table.column("b").to_pylist()) == {"1,5"}


def test_a_column_that_turns_from_whole_numbers_to_others_late_is_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a\n" + "1\n" * 1_000_000 + "0.5\n")
    assert read_table(path).column("a")[-1].as_py() == 0.5


def test_what_is_read_can_be_encoded(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    assert encode(read_table(path)).codes.tolist() == [[0, 0, 0], [1, 1, 1]]


def test_an_unknown_ending_is_an_error_that_lists_the_known(tmp_path: Path) -> None:
    for name in ("t.xlsx", "csv", "t.csv.zip", "t"):
        with pytest.raises(ValueError, match=r"\.csv, \.csv\.gz, \.tsv, \.parquet, \.pq"):
            read_table(tmp_path / name)


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.tsv", "t.parquet"])
def test_a_missing_file_is_said_to_be_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError, match=name):
        read_table(tmp_path / name)


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_directory_is_an_error_that_names_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(OSError, match=name):
        read_table(tmp_path / name)


def test_a_file_that_may_not_be_read_is_a_permission_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PermissionError, match=r"t\.csv"):
        read_table(path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", b"", "t.csv: the file is empty"),
        ("t.csv", b" \n\n", "t.csv: the file is empty"),
        ("t.tsv", b"", "t.tsv: the file is empty"),
        ("t.csv.gz", gzip.compress(b"", mtime=0), "t.csv.gz: the file is empty"),
        ("t.csv", b"a,a,b\n1,2,3\n", "t.csv: Column names must differ.* more than once: 'a'"),
        ("t.csv", b"a,b\n1,2,3\n", r"t.csv can't be read as \.csv: .*Expected 2 columns"),
        ("t.csv", ZIPPED, "t.csv: this is not text"),
        ("t.csv", "a,b\n1,2\n".encode("utf-16"), "t.csv: this is not text in UTF-8"),
        ("t.csv", "grün,b\n1,2\n".encode("latin-1"), r"t.csv can't be read as \.csv: .*utf-8"),
        ("t.csv", b"a;b\n1;2\n", "'a;b', as if its fields were separated by ';'"),
        ("t.tsv", b"a,b\n1,2\n", "'a,b', as if its fields were separated by ','"),
        ("t.csv.gz", TEXT.encode(), r"t.csv.gz: Not a gzipped file"),
        (
            "t.csv.gz",
            ZIPPED[: len(ZIPPED) // 2],
            r"t.csv.gz can't be read as \.csv\.gz",
        ),
        ("t.parquet", TEXT.encode(), r"t.parquet can't be read as \.parquet: .*[Pp]arquet"),
        ("t.pq", b"", r"t.pq can't be read as \.pq"),
    ],
    ids=lambda value: None if isinstance(value, str) else len(value),
)
def test_a_file_that_is_not_what_its_name_says_is_a_value_error(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_table(path)


def test_columns_without_a_name_are_called_by_their_places(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(",a,\n0,x,1\n1,y,0\n", encoding="utf-8")
    assert read_table(tmp_path / "t.csv").column_names == ["column 1", "a", "column 3"]


def test_a_damaged_parquet_file_is_a_value_error(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"a": list(range(10_000))}), path)
    content = path.read_bytes()
    path.write_bytes(content[:50] + bytes(len(content) - 1050) + content[-1000:])
    with pytest.raises(ValueError, match=r"t\.parquet"):
        read_table(path)


def test_a_csv_file_with_a_header_alone_is_a_table_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b\n")
    assert table_names(read_table(path)) == ("a", "b")
    with pytest.raises(ValueError, match=r"0 sample\(s\)"):
        encode(read_table(path))


def test_without_pyarrow_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "natpick\[files\]"'):
        read_table(path)

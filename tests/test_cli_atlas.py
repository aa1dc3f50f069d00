"""The command natpick atlas prints the atlas, and writes what it is asked to, whole."""

from pathlib import Path

import click
import pytest

from commands import run
from natpick.cli import main
from natpick.theory import Atlas, atlas
from natpick.theory.failures.families import FAMILIES

ASKED = ("--size", 4, "--seed", 2, "--methods", "mim,jmi", "--families", "sparse,noisy-xor")


def expected() -> Atlas:
    return atlas(size=4, seed=2, methods=["mim", "jmi"], families=["sparse", "noisy-xor"])


def test_it_prints_the_atlas() -> None:
    result = run("atlas", *ASKED)
    assert result.exit_code == 0
    assert result.stdout == f"{expected()}\n"
    assert result.stderr == ""


def test_it_writes_json_and_a_figure(tmp_path: Path) -> None:
    result = run("atlas", *ASKED, "--json", tmp_path / "a.json", "--figure", tmp_path / "a.svg")
    assert result.exit_code == 0
    assert Atlas.from_json(tmp_path / "a.json") == expected()
    assert (tmp_path / "a.svg").read_text("utf-8").rstrip().endswith("</svg>")
    assert result.stdout == f"{expected()}\n"


def test_json_on_stdout_is_all_there_is_on_it() -> None:
    assert run("atlas", *ASKED, "--json", "-").stdout == expected().to_json()


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--families", "cpies", "Unknown family 'cpies'. Did you mean 'copies'?"),
        ("--methods", "jmm", "Unknown method 'jmm'. Did you mean 'jmim'?"),
        ("--size", 0, "0 is not in the range"),
        ("--seed", "x", "'x' is not a valid integer"),
        ("--figure", "same", "--figure same is also the file of --json"),
    ],
)
def test_wrong_usage_is_told_before_the_work(option: str, value: object, message: str) -> None:
    result = run("atlas", "--json", "same", option, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())
    assert not Path("same").exists()


def test_a_figure_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    result = run("atlas", "--figure", tmp_path / "nowhere" / "a.svg")
    assert result.exit_code == 1
    assert "there is no folder" in result.stderr


def test_the_help_names_every_family() -> None:
    help_text = main.commands["atlas"].get_help(click.Context(main.commands["atlas"]))
    assert all(name in help_text for name in FAMILIES)

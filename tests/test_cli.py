import json
import math
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from sklearn.datasets import load_breast_cancer

import natpick
from commands import ROWS, N, row, run, write
from natpick.cli import main
from natpick.criterion import Drawback
from natpick.encode.cut_rules import CUT_RULES

ENTROPY = math.log(2)
"""H(class) of two classes of equal size, and so the relevance of the twins, which tell all."""

PART = math.log(2) + 0.75 * math.log(0.75) + 0.25 * math.log(0.25)
"""MI(class, part) = H(class) - H(class | part): part is right in 3 of 4 rows of each class."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "table.csv", ROWS)


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_select_prints_each_step_with_its_terms(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path / f"table{ending}", ROWS)
    result = run("select", path, "--target", "class", "--method", "mim", "-k", 3, "--bins", 2)
    assert result.exit_code == 0
    nats, part = f"{ENTROPY:.4f}", f"{PART:.4f}"
    zero = f"{0:.4f}"
    assert row(result.stdout, "1", "twin_a")[2:6] == [nats, nats, zero, zero]
    assert row(result.stdout, "1", "twin_a")[6:] == ["tie", "of", "2", "twin_b"]
    assert row(result.stdout, "3", "part")[2:] == [part, part, zero, zero, part, "size"]
    assert result.stderr == ""


def test_numbers_stand_below_the_right_end_of_their_header(table: Path) -> None:
    output = run("select", table, "--target", "class", "--method", "mifs", "-k", 4).stdout
    header, _, *steps = output.splitlines()[2:8]
    selection = natpick.select(table, "class", method="mifs", n_features=4)
    assert min(selection.scores) < 0 < max(selection.scores)
    end = header.index("score") + len("score")
    for line, score in zip(steps, selection.scores, strict=True):
        assert line[:end].endswith(f" {score:.4f}")


def test_select_says_what_was_done_and_what_to_beware_of(table: Path) -> None:
    output = run("select", table, "--target", "class", "--method", "mifs", "--beta", 0.5, "-k", 2)
    selection = natpick.select(
        table, "class", method=natpick.criterion("mifs", beta=0.5), n_features=2
    )
    assert f"'class' in {table.name}" in output.stdout
    assert f"mifs with beta = 0.5; {selection.stop_reason}" in output.stdout
    assert f"the target's entropy is {ENTROPY:.4f} nats" in output.stdout
    assert selection.rule[1:] in output.stdout
    assert selection.notes
    for note in selection.notes:
        assert f"Note: {note}" in output.stdout


def test_select_shows_where_the_numbers_picked_were_cut(table: Path) -> None:
    args = ("select", table, "--target", "class", "--keep", "size", "-k", 2)
    a, b, c = (ROWS["size"][N * j // 4 - 1] for j in (1, 2, 3))
    output = run(*args, "--bins", 4).stdout
    assert row(output, "size") == ["size", "4", f"{a},", f"{b},", f"{c}"]
    assert "cut at" not in run(*args, "--bins", N).stdout


@pytest.mark.parametrize(
    ("args", "cut"),
    [
        (["--cut", "width"], "width"),
        (["--cut", "mdlp"], "mdlp"),
        (["--edges", "size=1,2.5", "--edges", "part=0"], {"size": [1, 2.5], "part": [0]}),
        (["--edges", "size=1,2.5", "--cut", "width"], {"size": [1, 2.5], "*": "width"}),
    ],
)
def test_numbers_are_cut_as_asked(table: Path, args: list[str], cut: Any) -> None:
    for command, function in (("select", natpick.select), ("compare", natpick.compare)):
        result = run(command, table, "--target", "class", "--json", "-", *args)
        assert result.stdout == function(table, "class", cut=cut).to_json()


def test_every_rule_can_be_asked_for() -> None:
    assert f"[{'|'.join(CUT_RULES)}]" in run("select", "--help").stdout.replace("\n", "")


def test_features_kept_come_first_and_are_marked(table: Path) -> None:
    output = run("select", table, "--target", "class", "--keep", "size", "--keep", "part").stdout
    assert row(output, "1", "size")[-3:] == ["kept", "as", "asked"]
    assert row(output, "2", "part")[-3:] == ["kept", "as", "asked"]
    assert row(output, "3", "twin_a")[-1] == "twin_b"


def test_a_summary_is_printed_where_it_is_asked_for(table: Path) -> None:
    args = ("select", table, "--target", "class", "-k", 2)
    summary = natpick.select(table, "class", n_features=2).summary()
    output = run(*args, "--summary").stdout
    assert output.startswith(run(*args).stdout)
    told = output.removeprefix(run(*args).stdout)
    assert row(told, "1", "twin_a")[-2:] == ["fully", "relevant"]
    for remark in summary.remarks:
        assert f"Note: {remark}" in told


def test_an_account_of_many_columns_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    rows = {f"x{i}": [0, 0, 1, i % 2] for i in range(1_100)} | {"class": [0, 0, 1, 1]}
    file = write(tmp_path / "wide.csv", rows)
    select = ("select", file, "--target", "class", "--json", "-")
    assert json.loads(run(*select).stdout)["account"] is None
    assert json.loads(run(*select, "--explain").stdout)["account"] is not None
    compare = ("compare", file, "--target", "class", "--methods", "mim", "--json", "-", "--explain")
    assert json.loads(run(*compare).stdout)["selections"]["mim"]["account"] is not None


def test_json_on_stdout_is_the_selection_and_nothing_else(table: Path) -> None:
    result = run("select", table, "--target", "class", "--json", "-", "-k", 2)
    expected = natpick.select(table, "class", n_features=2)
    assert natpick.Selection.from_json(result.stdout) == expected
    assert json.loads(result.stdout) == expected.to_dict()
    assert result.stderr == ""


def test_files_are_written_beside_the_table(table: Path) -> None:
    folder = table.parent
    result = run(
        *("select", table, "--target", "class"),
        *("--json", folder / "picks.json", "--report", folder / "picks.html"),
    )
    expected = natpick.select(table, "class")
    assert (folder / "picks.json").read_text("utf-8") == expected.to_json()
    assert (folder / "picks.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert row(result.stdout, "1", "twin_a")
    assert result.stderr.splitlines() == [
        f"Wrote {folder / 'picks.html'}",
        f"Wrote {folder / 'picks.json'}",
    ]


def test_threads_change_nothing(table: Path) -> None:
    args = ("compare", table, "--target", "class", "--json", "-")
    assert run(*args, "--jobs", 1).stdout == run(*args, "--jobs", 3).stdout == run(*args).stdout


def test_compare_shows_the_step_of_every_method_and_who_agrees(table: Path) -> None:
    result = run("compare", table, "--target", "class", "--methods", "mim,mifs,jmi", "-k", 2)
    assert result.exit_code == 0
    comparison = natpick.compare(table, "class", methods=["mim", "mifs", "jmi"], n_features=2)
    assert row(result.stdout, "feature") == ["feature", "picked", "by", "mim", "mifs", "jmi"]
    for name, places in comparison.ranking().items():
        steps = [str(places.get(method, "-")) for method in comparison]
        assert row(result.stdout, name) == [name, str(len(places)), *steps]
    shares = comparison.agreement()["mim"]
    mean = (shares["mifs"] + shares["jmi"]) / 2
    assert row(result.stdout, "mim")[-2:] == [
        f"{max(shares['mifs'], shares['jmi']):.2f}",
        f"{mean:.2f}",
    ]
    assert "Every method picks twin_a." in result.stdout


def test_compare_says_of_which_methods_a_note_is_true(tmp_path: Path) -> None:
    path = write(tmp_path / "table.csv", {**ROWS, "flat": [1] * N})
    methods = ["mim", "mifs", "jmi"]
    args = ("compare", path, "--target", "class", "--methods", ",".join(methods), "-k", 3)
    comparison = natpick.compare(path, "class", methods=methods, n_features=3)
    flat = comparison["mim"].notes[-1]
    ties = next(note for note in comparison["mim"].notes if note.startswith("Equal scores"))
    same = [method for method in methods if ties in comparison[method].notes]
    assert all(flat in comparison[method].notes for method in methods)
    assert same != methods
    output = run(*args).stdout
    assert f"Note: {flat}\n" in output
    assert f"Note: {', '.join(same)}: {ties}\n" in output
    assert output.count(flat) == output.count(ties) == 1


def test_compare_takes_all_methods_unless_told_which(table: Path) -> None:
    result = run("compare", table, "--target", "class", "--json", "-")
    comparison = natpick.Comparison.from_json(result.stdout)
    assert comparison == natpick.compare(table, "class")
    assert comparison.methods == list(natpick.CRITERIA)
    assert result.stderr == ""


def test_compare_with_one_method_has_no_one_to_agree_with(table: Path) -> None:
    result = run("compare", table, "--target", "class", "--methods", "igfs", "-k", 1)
    assert result.exit_code == 0
    assert "each of 1 method " in result.stdout
    assert "agree" not in result.stdout


def test_compare_writes_its_report(table: Path) -> None:
    report = table.parent / "comparison.html"
    result = run("compare", table, "--target", "class", "--methods", "mim,jmi", "--report", report)
    assert result.exit_code == 0
    assert report.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_methods_lists_formula_drawbacks_and_use_of_all() -> None:
    output = run("methods").stdout
    lines = [line.strip() for line in output.splitlines()]
    for method in natpick.CRITERIA.values():
        assert f"{method.name} {method.formula}" in [" ".join(line.split()) for line in lines]
        drawbacks = lines[lines.index(method.when) - 1]
        assert drawbacks.startswith("Drawbacks: ")
        assert {d for d in Drawback if d.value in drawbacks} == method.drawbacks


@pytest.mark.parametrize("name", natpick.CRITERIA)
def test_methods_tells_all_of_one(name: str) -> None:
    output = run("methods", name).stdout
    method = natpick.CRITERIA[name]
    told = [method.name, method.title, *method.aliases, method.formula, method.latex]
    told += [drawback.value for drawback in method.drawbacks]
    told += [bound.value for bound in method.bounds]
    told += [method.reference, method.when, method.lazy or "no"]
    for fact in told:
        assert fact in output


def test_methods_knows_aliases() -> None:
    assert run("methods", "IGFS").stdout == run("methods", "jmi").stdout


@pytest.mark.parametrize("before", [["select", "--method"], ["methods"]])
def test_the_shell_completes_names_of_methods(before: list[str]) -> None:
    known = ShellComplete(main, {}, "natpick", "").get_completions(before, "cm")
    assert [item.value for item in known] == ["cmim", "cmim-fleuret", "cmi"]


def test_methods_as_json_holds_the_whole_table(tmp_path: Path) -> None:
    table = json.loads(run("methods", "--json", "-").stdout)
    assert [method["name"] for method in table["methods"]] == list(natpick.CRITERIA)
    assert {method["latex"] for method in table["methods"]} == {
        method.latex for method in natpick.CRITERIA.values()
    }
    run("methods", "jmi", "--json", tmp_path / "jmi.json")
    (jmi,) = json.loads((tmp_path / "jmi.json").read_text("utf-8"))["methods"]
    assert jmi["aliases"] == list(natpick.CRITERIA["jmi"].aliases)


def test_demo_selects_explains_compares_and_says_where_its_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("demo")
    assert result.exit_code == 0
    data = load_breast_cancer()
    selection = natpick.select(data.data, data.target, n_features=10)
    for n, step in enumerate(selection.steps, 1):
        name = data.feature_names[step.index].split()
        assert row(result.stdout, str(n), *name, f"{step.score:.4f}")
        assert row(result.stdout, str(n), *name, "was", "picked", "at", "step", f"{n}:")
    assert "Every method picks worst perimeter" in result.stdout
    assert str(tmp_path / "natpick-demo.html") in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["natpick-demo.html"]


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"natpick {natpick.__version__}\n"


def commands() -> list[click.Command]:
    return [main, *main.commands.values()]


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_command_and_option_has_help(command: click.Command) -> None:
    assert command.help
    with click.Context(command) as context:
        options = [p for p in command.get_params(context) if isinstance(p, click.Option)]
    assert options
    assert all(option.help for option in options)

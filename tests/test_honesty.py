"""What the project says of itself: names, docs, examples, imports and sizes of files."""

import ast
import doctest
import importlib
import inspect
import io
import pkgutil
import re
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from importlib.metadata import metadata
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import natpick
from natpick import CRITERIA

PACKAGE = Path(natpick.__file__).parent
ROOT = Path(__file__).parents[1]
MODULES = ["natpick", *(m.name for m in pkgutil.walk_packages(natpick.__path__, "natpick."))]
PUBLIC = [natpick, natpick.sources, natpick.theory]

CONTRACT = {
    natpick: {
        *("CRITERIA", "Criterion", "ForwardSelector", "Selection", "Step"),
        *("compare", "criterion", "forward", "select", "sources", "theory"),
    },
    natpick.sources: {"Counts", "HalfPlane", "InformationSource", "Joint", "JointSource"},
    natpick.theory: {"bounds", "feature_types", "minimum_bayes_risk", "objectives"},
}

LONGER_FILES = {
    "criteria.py": "one table, a row a method: its length is the number of methods",
}
LONGER_FUNCTIONS = {
    "cli/selection.select": "has a parameter for every option of the command",
    "cli/comparison.compare": "has a parameter for every option of the command",
    "cli/path.path": "has a parameter for every option of the command",
    "cli/stability.stability": "has a parameter for every option of the command",
    "facade.select": "has a parameter for every choice a user has",
    "facade.compare": "has a parameter for every choice a user has",
    "resampling/validation.path": "has a parameter for every choice a user has",
    "resampling/resamples.stability": "has a parameter for every choice a user has",
    "selector.fit": "hands on each parameter",
    "selector.__init__": "has a parameter for every choice a user has, and stores each",
}


def readme() -> str:
    """Return README.md, from the package's description where there is no source tree."""
    file = ROOT / "README.md"
    return file.read_text("utf-8") if file.exists() else str(metadata("natpick").get_payload())


def readme_methods() -> list[str]:
    """Return the names in the first column of README's table of methods."""
    table = re.search(r"(?m)^\| method \|.*\n\|[ -|]*\n((?:\|.*\n)+)", readme())
    assert table
    return [
        name for row in table[1].splitlines() for name in re.findall("`(.+?)`", row.split("|")[1])
    ]


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_public_names_are_sorted_complete_and_there(module: ModuleType) -> None:
    assert module.__all__ == sorted(module.__all__)
    assert CONTRACT[module] <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    own = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("natpick")
    }
    assert own <= set(module.__all__)


def test_what_is_public_is_what_is_listed() -> None:
    assert dir(natpick) == sorted([*natpick.__all__, "__version__"])
    with pytest.raises(AttributeError, match="module 'natpick' has no attribute 'selct'"):
        _ = natpick.selct


def public_objects() -> dict[str, object]:
    """Return every public class and function, and the public members of the classes."""
    objects: dict[str, object] = {}
    for module in PUBLIC:
        for name in module.__all__:
            value = getattr(module, name)
            if not (inspect.isclass(value) or inspect.isfunction(value)):
                continue
            objects[name] = value
            objects |= {
                f"{name}.{member}": part
                for member, part in vars(value).items()
                if not member.startswith("_")
                and isinstance(part, property | classmethod | staticmethod | type(readme))
            }
    return objects


@pytest.mark.parametrize("name", public_objects())
def test_every_public_object_has_a_docstring(name: str) -> None:
    assert inspect.getdoc(public_objects()[name])


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("_core")])
def test_examples_in_docstrings_are_right(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    "name", ["natpick.facade", "natpick.search", "natpick.criteria", "natpick.sources.joint"]
)
def test_what_users_call_first_has_an_example(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).attempted > 0


@pytest.mark.parametrize("imported", ["natpick", "natpick.cli"])
def test_importing_brings_in_nothing_heavy(imported: str) -> None:
    heavy = ["matplotlib", "pandas", "polars", "pyarrow", "rich", "scipy", "sklearn"]
    code = f"import sys, {imported}; print(*[m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("name", "module"), [("ForwardSelector", "sklearn"), ("theory", "natpick.theory")]
)
def test_what_few_need_is_imported_when_it_is_asked_for(name: str, module: str) -> None:
    code = f"import sys, natpick; natpick.{name}; print({module!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_readme_has_every_method_once_and_no_other() -> None:
    known = [name for row in CRITERIA.values() for name in (row.name, *row.aliases)]
    assert sorted(readme_methods()) == sorted(known)


def test_the_output_that_readme_shows_is_the_real_one() -> None:
    code, shown = re.search(
        r"```python\n(.*?)```\s+```text\n(.*?)```", readme(), re.DOTALL
    ).groups()
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == shown


def test_the_docs_read_every_method_from_the_table() -> None:
    """Nothing to read where the tests run against an installed wheel, without the source tree."""
    docs = ROOT / "docs"
    if docs.exists():
        page, writer = docs / "methods.md", docs / "_ext" / "methods.py"
        for part in ("overview", "drawbacks", "bounds", "sections"):
            assert f"generated/methods-{part}.md" in page.read_text("utf-8")
        assert "for row in CRITERIA.values() for line in section(row)" in writer.read_text("utf-8")


def layers() -> list[list[str]]:
    """Return the modules of each layer of import-linter's contract, top to bottom."""
    (contract,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    return [re.findall(r"natpick\.(\w+)", layer) for layer in contract["layers"]]


def test_contributing_tells_of_every_module_in_the_order_of_the_layers() -> None:
    """Nothing to read where the tests run against an installed wheel, without the source tree."""
    page = ROOT / "CONTRIBUTING.md"
    if not page.exists():
        return
    place = {module: n for n, layer in enumerate(layers()) for module in layer}
    own = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert set(place) == own - {"__init__", "__pycache__"} | {"_core"}
    rows = re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \|", page.read_text("utf-8"))
    told = [re.findall(r"`(\w+)`", row) for row in rows]
    assert sorted(name for row in told for name in row) == sorted(place)
    for above, below in pairwise(told):
        assert max(place[name] for name in above) <= min(place[name] for name in below)


def test_a_file_has_250_lines_at_most() -> None:
    longer = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > 250
    }
    assert longer == set(LONGER_FILES)


def test_a_function_has_30_lines_at_most_besides_its_docstring() -> None:
    longer = set()
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE).with_suffix("").as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and _lines(node) > 30:
                longer.add(f"{place}.{node.name}")
    assert longer == set(LONGER_FUNCTIONS)


def _lines(function: ast.FunctionDef) -> int:
    first = function.body[0]
    told = first.end_lineno - first.lineno + 1 if ast.get_docstring(function) else 0
    return function.end_lineno - function.lineno + 1 - told

"""Every option of select, wherever else it is: by the same name, default and type."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import click
import pytest

import natpick
from natpick.cli import main

TABLE = {"X", "y"}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "compare": natpick.compare,
    "path": natpick.path,
    "stability": natpick.stability,
}

SEVERAL = "it takes several, as methods"
RESULT = "it counts what is done, not the steps of one selection"
START = "a selection goes on from one of the same method and rows"

ABSENT: dict[str, dict[str, str]] = {
    "compare": {"method": SEVERAL, "start": START},
    "path": {
        "method": SEVERAL,
        "start": START,
        "on_step": RESULT,
        "stop": "the scores tell how many features to keep",
        "alpha": "it is of a stop",
    },
    "stability": {
        "method": SEVERAL,
        "start": START,
        "on_step": RESULT,
        "explain": "no selection is kept that could be explained",
    },
    "ForwardSelector": {
        "start": START,
        "on_step": "an estimator is cloned and pickled with its parameters",
    },
}
"""For each the options of select that it has not, and why."""

ADDED: dict[str, set[str]] = {
    "compare": {"methods"},
    "path": {"methods", "information", "cv", "scoring", "on_fold"},
    "stability": {"methods", "n_resamples", "sample", "on_sample"},
    "ForwardSelector": set(),
}
"""For each the options that select has not; in a path ``estimator`` is the model."""

OTHER_TYPES = {
    ("path", "n_features"): "the longest prefix, which is a number",
    ("path", "estimator"): "the model; information is estimated by information",
    ("ForwardSelector", "method"): "it may be given by its place",
}

NOT_ON_THE_COMMAND_LINE = {
    "start": "it is an object",
    "lazy": "the answer is the same",
    "on_step": "the bar is on it",
    "on_fold": "the bar is on it",
    "on_sample": "the bar is on it",
}

ONLY_ON_THE_COMMAND_LINE = {
    "file": "it is X",
    "targets": "it is y",
    "edges": "a mapping, which cut takes",
    "beta": "a parameter of some methods, which method takes",
    "summary": "what is printed",
    "json_path": "where the result goes",
    "report_path": "where the result goes",
    "figure": "where the result goes",
}

Parameters = dict[str, inspect.Parameter]


def options_of(function: Callable[..., Any]) -> Parameters:
    """Return the parameters of a function but for the table and its target."""
    parameters = inspect.signature(function).parameters
    return {name: p for name, p in parameters.items() if name not in TABLE | {"self"}}


def selector_options() -> Parameters:
    """Return what ForwardSelector takes when it is made or fitted."""
    made, fitted = natpick.ForwardSelector.__init__, natpick.ForwardSelector.fit
    return options_of(made) | options_of(fitted)


def taken() -> dict[str, Parameters]:
    functions = {name: options_of(function) for name, function in FUNCTIONS.items()}
    return functions | {"ForwardSelector": selector_options()}


@pytest.mark.parametrize("where", taken())
def test_what_select_takes_is_taken_by_the_same_name(where: str) -> None:
    select = options_of(natpick.select)
    there = taken()[where]
    assert set(select) - set(there) == set(ABSENT[where])
    assert set(there) - set(select) == ADDED[where]


@pytest.mark.parametrize("where", taken())
def test_an_option_has_the_same_default_and_type(where: str) -> None:
    select = options_of(natpick.select)
    for name, parameter in taken()[where].items():
        if name in select and (where, name) not in OTHER_TYPES:
            expected = select[name]
            assert (parameter.default, parameter.annotation) == (
                expected.default,
                expected.annotation,
            ), name


@pytest.mark.parametrize("where", ["select", *FUNCTIONS, "ForwardSelector"])
def test_an_option_is_described_where_it_is_taken(where: str) -> None:
    described = inspect.getdoc(getattr(natpick, where)) or ""
    sections = described.split("\nParameters\n")[1].split("\nReturns\n")[0]
    names = options_of(getattr(natpick, where))
    heads = [line for line in sections.splitlines() if line and not line.startswith(" ")]
    told = " ".join(heads).replace(",", " ").split()
    assert set(names) <= set(told)


def spellings(command: click.Command) -> dict[str, Iterable[str]]:
    """Return for each parameter of a command how it is spelt."""
    return {str(parameter.name): parameter.opts for parameter in command.params}


@pytest.mark.parametrize("name", ["select", *FUNCTIONS])
def test_a_command_takes_what_the_function_takes_by_the_same_name(name: str) -> None:
    """A command may have a shorter name beside it, such as --keep of --must-keep."""
    options = set(options_of(getattr(natpick, name)))
    command = spellings(main.commands[name])
    assert options - set(command) == options & set(NOT_ON_THE_COMMAND_LINE)
    assert set(command) - options == set(command) & set(ONLY_ON_THE_COMMAND_LINE)
    for option in options & set(command):
        assert f"--{option.replace('_', '-')}" in command[option]
    used = {name for other in ("select", *FUNCTIONS) for name in spellings(main.commands[other])}
    assert used >= set(ONLY_ON_THE_COMMAND_LINE)


UNLIKE = {
    "n_jobs": "a command on one table takes all cores",
    "explain": "a flag, by which nothing is ruled out",
    "cut": "it may be edges, which are another option",
    "groups": "a mapping, of as many groups as are given",
    "methods": "names become rows of the table",
    "method": "a name becomes a row of the table",
    "estimator": "in a path the model, of which the function knows no usual one",
}


@pytest.mark.parametrize("name", ["select", *FUNCTIONS])
def test_a_command_has_the_defaults_of_the_function(name: str) -> None:
    with main.commands[name].make_context(name, ["x.csv", "--target", "y"]) as ctx:
        given = {option: value for option, value in ctx.params.items() if option not in UNLIKE}
    options = options_of(getattr(natpick, name))
    shared = given.keys() & options.keys()
    assert {option: given[option] for option in shared} == {
        option: options[option].default for option in shared
    }

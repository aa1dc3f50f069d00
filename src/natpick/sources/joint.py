"""The source of an exact joint distribution of named discrete variables."""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.information import Probability
from natpick.sources import exact
from natpick.sources.atoms import applied, cells, checked_probabilities, coded, columns, masses
from natpick.sources.exact import Names
from natpick.terms import Floats, Indices, PairTerms, SetTerms, Univariate, Want

_P = Probability()


class Joint:
    """A probability mass function over a target and named features.

    Held as its atoms: the outcomes of positive probability. Make one with
    :meth:`from_table`, :meth:`from_function` or :meth:`from_array`.

    Attributes
    ----------
    names : tuple of str
        The features, in column order.
    target : str
        The target.
    outcomes : mapping from names to sequences
        The value of each variable in each atom.
    probabilities : array of shape (atoms,)
        The probability of each atom; they add up to 1.

    Examples
    --------
    Two fair coins, neither of which says anything about the target alone:

    >>> import natpick
    >>> joint = natpick.sources.Joint.from_function(
    ...     {"X": [-1, 1], "Y": [-1, 1]}, target=lambda X, Y: (X + Y) ** 2
    ... )
    >>> joint.mutual_information("C", "X")
    0.0
    >>> round(joint.mutual_information("C", "Y", given="X"), 6)
    0.693147
    """

    def __init__(
        self, outcomes: Mapping[str, Sequence[Any]], probabilities: Floats, target: str
    ) -> None:
        self.target = target
        self.names = tuple(name for name in outcomes if name != target)
        self.probabilities = probabilities
        self.outcomes: Mapping[str, Sequence[Any]] = dict(outcomes)
        self._codes = {name: coded(values) for name, values in outcomes.items()}

    @classmethod
    def from_table(cls, outcomes: Any, probabilities: ArrayLike, target: str = "C") -> "Joint":
        """Return the distribution of a table of outcomes, one row an outcome.

        Parameters
        ----------
        outcomes : mapping from names to sequences, or any table
            One column a variable. Outcomes that occur more than once are added up.
        probabilities : array of shape (rows,)
            The probability of each row: at least 0, adding up to 1.
        target : str
            The column to be explained; the others are the features.
        """
        variables = columns(outcomes)
        p = checked_probabilities(probabilities, variables)
        if target not in variables:
            raise ValueError(f"The target {target!r} is not among the variables {list(variables)}.")
        if len(variables) < 2:
            raise ValueError(f"{list(variables)} has no feature besides the target {target!r}.")
        ids = cells([coded(values) for values in variables.values()], len(p))
        merged = masses(ids, p)
        atoms = np.unique(ids, return_index=True)[1][merged > 0]
        rows = {name: [values[a] for a in atoms] for name, values in variables.items()}
        return cls(rows, merged[merged > 0], target)

    @classmethod
    def from_function(
        cls,
        variables: Mapping[str, Sequence[Any]],
        target: Callable[..., Any],
        *,
        probabilities: Mapping[str, ArrayLike] | None = None,
        features: Mapping[str, Callable[..., Any]] | None = None,
        target_name: str = "C",
    ) -> "Joint":
        """Return the distribution of a target that is a function of independent variables.

        Parameters
        ----------
        variables : mapping from names to values
            The independent variables, uniform over their values unless told otherwise.
        target : callable
            The target, from the variables it names as its arguments.
        probabilities : mapping from names to arrays, optional
            The probabilities of a variable's values.
        features : mapping from names to callables, optional
            More features, each a function of the variables it names.
        target_name : str
            What to call the target.
        """
        given = dict(probabilities or {})
        if unknown := sorted(set(given) - set(variables)):
            raise ValueError(
                f"Probabilities of unknown variables {unknown}; known are {list(variables)}."
            )
        marginals = [
            checked_probabilities(given.get(name, np.full(len(v), 1 / max(1, len(v)))), {name: v})
            for name, v in variables.items()
        ]
        rows = [
            dict(zip(variables, row, strict=True)) for row in itertools.product(*variables.values())
        ]
        made = {name: [row[name] for row in rows] for name in variables}
        for name, function in {**(features or {}), target_name: target}.items():
            if name in made:
                raise ValueError(f"{name!r} is the name of two variables; give each its own.")
            made[name] = applied(function, rows, name)
        p = np.array([math.prod(cell) for cell in itertools.product(*marginals)])
        return cls.from_table(made, p, target_name)

    @classmethod
    def from_array(
        cls, p: ArrayLike, names: Sequence[str] | None = None, target: str | None = None
    ) -> "Joint":
        """Return the distribution of an array with one axis a variable.

        Parameters
        ----------
        p : array
            ``p[x0, x1, ..., c]``: probabilities that add up to 1. Values are the positions.
        names : sequence of str, optional
            A name an axis; x0, x1, ..., C by default.
        target : str, optional
            The target's name; the last axis by default.
        """
        table = np.asarray(p, dtype=np.float64)
        axes = [f"x{i}" for i in range(table.ndim - 1)] + ["C"] if names is None else list(names)
        if len(axes) != table.ndim or len(set(axes)) != len(axes):
            raise ValueError(f"names={axes} do not name the {table.ndim} axes, each by its own.")
        positions = np.indices(table.shape).reshape(table.ndim, -1)
        outcomes = {name: x.tolist() for name, x in zip(axes, positions, strict=True)}
        return cls.from_table(outcomes, table.ravel(), axes[-1] if target is None else target)

    def marginal(self, features: Names) -> "Joint":
        """Return the distribution of the target and some of the features."""
        kept = [*self._features_of(features), self.target]
        return Joint.from_table(
            {name: self.outcomes[name] for name in kept}, self.probabilities, self.target
        )

    def condition(self, event: Mapping[str, Any]) -> "Joint":
        """Return the distribution of the other variables given the values of some features."""
        fixed = self._features_of(tuple(event))
        holds = [all(self.outcomes[f][a] == event[f] for f in fixed) for a in self._atoms()]
        p = self.probabilities * np.array(holds)
        if not p.any():
            raise ValueError(f"{dict(event)} has probability 0; nothing is left given that.")
        rest = {name: v for name, v in self.outcomes.items() if name not in fixed}
        return Joint.from_table(rest, p / p.sum(), self.target)

    def sample(self, n: int, *, seed: int = 0) -> dict[str, NDArray[Any]]:
        """Return n independent rows: a column of values for each variable, target included."""
        if n < 1:
            raise ValueError(f"n={n} rows were asked for; ask for at least 1.")
        drawn = np.random.default_rng(seed).choice(
            len(self.probabilities), size=n, p=self.probabilities
        )
        return {name: np.array(values)[drawn] for name, values in self.outcomes.items()}

    def entropy(self, names: Names, given: Names = ()) -> float:
        """Return H(names | given) in nats, exactly 0 where ``given`` determines ``names``."""
        if self.determines(given, names):
            return 0.0
        a, g = self._known(names), self._known(given)
        return _P.nats(_P.sum(self._marginal(g)) - _P.sum(self._marginal(a | g)))

    def mutual_information(self, a: Names, b: Names, given: Names = ()) -> float:
        """Return MI(a, b | given) in nats, each of them one name or several."""
        x, y, g = self._known(a), self._known(b), self._known(given)
        t = {key: _P.sum(self._marginal(key)) for key in (x | y | g, x | g, y | g, g)}
        value = _P.information((t[x | y | g] - t[x | g]) + (t[g] - t[y | g]), 0)
        return min(value, self.entropy(a, given), self.entropy(b, given))

    def minimum_bayes_risk(self, names: Names = ()) -> float:
        """Return 1 - sum over s of max over c of P(C = c, S = s): the least error of any rule."""
        features = self._features_of(names)
        s, c = self._cells(frozenset(features)), self._codes[self.target]
        table = np.zeros((int(s.max()) + 1, int(c.max()) + 1))
        np.add.at(table, (s, c), self.probabilities)
        return max(0.0, 1.0 - float(table.max(axis=1).sum()))

    def determines(self, given: Names, names: Names) -> bool:
        """Return whether ``names`` are a function of ``given``: H(names | given) = 0."""
        a, g = self._known(names), self._known(given)
        return self._marginal(g).size == self._marginal(a | g).size

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return exact.univariate(self)

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        return exact.pair_terms(self, s, candidates, want)

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S), and for each candidate H(X_i | S), MI(C, X_i | S), if S yields it."""
        return exact.set_terms(self, selected, candidates)

    def _atoms(self) -> range:
        return range(len(self.probabilities))

    def _known(self, names: Names) -> frozenset[str]:
        return exact.known(names, self._codes)

    def _features_of(self, names: Names) -> tuple[str, ...]:
        asked = self._known(names)
        if self.target in asked:
            raise ValueError(f"{self.target!r} is the target; name features: {list(self.names)}.")
        return tuple(name for name in self.names if name in asked)

    def _cells(self, names: frozenset[str]) -> NDArray[np.int64]:
        return cells([self._codes[name] for name in sorted(names)], len(self.probabilities))

    def _marginal(self, names: frozenset[str]) -> Floats:
        return masses(self._cells(names), self.probabilities)

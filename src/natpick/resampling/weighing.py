"""How a model and its scores heed what rows weigh."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np

from natpick.terms import Floats, Indices

WEIGHT = "sample_weight"
"""What scikit-learn calls the weights of rows."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """By which of their parameters a model's fit and a scorer take what rows weigh.

    Attributes
    ----------
    fit, score : the names of these parameters; none where they take no weights.
    notes : which of the two takes none.
    """

    fit: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: Any, scorer: Any, judged: Callable[..., Any]) -> "Weighing":
        """Return how weights reach a model and its scores.

        Where scikit-learn's metadata routing is enabled, as the two request it. Otherwise a fit
        gets them that has the parameter, a pipeline's last step included, and so does a score.

        Parameters
        ----------
        model : estimator of scikit-learn
        scorer : what is called with the model and rows.
        judged : what it calls in turn: the model's own score, or a metric.
        """
        import sklearn

        if sklearn.get_config()["enable_metadata_routing"]:
            fit, score = _routed(model, scorer)
        else:
            fit, score = _fitted(model), ((WEIGHT,) if _takes(judged) else ())
        name = type(model).__name__
        unweighted = f"{name} is fitted without the rows' weights: its fit takes no {WEIGHT}."
        plain = f"Scores are not weighted: what is scored takes no {WEIGHT}."
        notes = [said for said, taken in ((unweighted, fit), (plain, score)) if not taken]
        return cls(fit, score, tuple(notes))


def given_to(names: tuple[str, ...], weights: Floats | None, rows: Indices) -> dict[str, Floats]:
    """Return what some of the rows weigh, by the names of the parameters that take it."""
    return {} if weights is None else dict.fromkeys(names, weights[rows])


def _fitted(model: Any) -> tuple[str, ...]:
    from sklearn.pipeline import Pipeline
    from sklearn.utils.validation import has_fit_parameter

    if isinstance(model, Pipeline):
        name, last = model.steps[-1]
        return tuple(f"{name}__{parameter}" for parameter in _fitted(last))
    return (WEIGHT,) if has_fit_parameter(model, WEIGHT) else ()


def _takes(judged: Callable[..., Any]) -> bool:
    return WEIGHT in signature(judged).parameters


def _routed(model: Any, scorer: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what metadata routing makes of weights that a path itself takes."""
    from sklearn.utils.metadata_routing import (
        MetadataRequest,
        MetadataRouter,
        MethodMapping,
        process_routing,
    )

    own = MetadataRequest(owner="natpick.path")
    own.fit.add_request(param=WEIGHT, alias=True)
    router = MetadataRouter(owner="natpick.path").add_self_request(own)
    router.add(estimator=model, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
    router.add(scorer=scorer, method_mapping=MethodMapping().add(caller="fit", callee="score"))
    routed = process_routing(router, "fit", **{WEIGHT: np.ones(1)})
    return tuple(routed.estimator.fit), tuple(routed.scorer.score)

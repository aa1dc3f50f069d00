"""The table of criteria: one row a method, read by the search, the docs, the CLI and the tests.

Shorthands of the formulas: Xi is a candidate, Xs a selected feature, S all of them, C the
target. Adding a row here is all it takes to add a method; a user's own row, made with
:class:`~natpick.criterion.Criterion`, goes wherever a name goes.
"""

import difflib
import math
from collections.abc import Mapping
from dataclasses import replace
from numbers import Real
from types import MappingProxyType

import numpy as np

from natpick.criterion import (
    MAX,
    MAX_OF_EACH,
    MAX_OR_ZERO,
    SUM,
    TIE,
    Bound,
    Criterion,
    Drawback,
    Target,
    domination,
    reward,
)
from natpick.penalty import Pair, Penalty
from natpick.terms import Floats, Want


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return numerator / denominator, and 0 where the denominator is 0."""
    out = np.zeros(np.broadcast_shapes(np.shape(numerator), np.shape(denominator)))
    return np.divide(numerator, denominator, out=out, where=denominator > 0)


def nothing(p: Pair) -> Penalty:
    """Return 0."""
    return Penalty(np.zeros_like(p.relevance))


def redundancy(p: Pair) -> Penalty:
    """Return MI(Xi, Xs)."""
    return Penalty(p.redundancy)


def interaction(p: Pair) -> Penalty:
    """Return TMI(C, Xi, Xs) = MI(Xi, Xs) - MI(Xi, Xs | C)."""
    return Penalty(p.redundancy, p.class_redundancy)


def positive_interaction(p: Pair) -> Penalty:
    """Return max(0, MI(Xi, Xs) - MI(Xi, Xs | C))."""
    counts = p.redundancy - p.class_redundancy > TIE
    return Penalty(p.redundancy * counts, p.class_redundancy * counts)


def interaction_less_relevance(p: Pair) -> Penalty:
    """Return MI(Xi, Xs) - MI(Xi, Xs | C) - MI(C, Xs)."""
    return Penalty(p.redundancy, p.class_redundancy, p.selected_relevance)


def uncertainty_share(p: Pair) -> Penalty:
    """Return MI(C, Xs) / H(Xs) * MI(Xi, Xs)."""
    return Penalty(_ratio(p.selected_relevance, p.selected_entropy) * p.redundancy)


def normalized_redundancy(p: Pair) -> Penalty:
    """Return MI(Xi, Xs) / min(H(Xi), H(Xs))."""
    smaller = np.minimum(p.entropy, p.selected_entropy)
    return Penalty(_ratio(p.redundancy, smaller))


def symmetrical_relevance(p: Pair) -> Penalty:
    """Return -MI({Xi, Xs}, C) / H(Xi, Xs, C), with MI({Xi, Xs}, C) by the chain rule."""
    return Penalty(
        _ratio(p.redundancy, p.joint_entropy),
        _ratio(p.class_redundancy, p.joint_entropy),
        _ratio(p.relevance + p.selected_relevance, p.joint_entropy),
    )


def relevancy_less_interaction(p: Pair) -> Penalty:
    """Return -[MI(C, Xi | Xs) - TMI(C, Xi, Xs)], with MI(C, Xi | Xs) = MI(C, Xi) - TMI."""
    return Penalty(2 * p.redundancy, 2 * p.class_redundancy, p.relevance + 0 * p.redundancy)


def dynamic_change(p: Pair) -> Penalty:
    """Return -[MI(C, Xi | Xs) + MI(C, Xs | Xi) - MI(Xi, Xs)], both conditional ones by TMI."""
    relevances = p.relevance + p.selected_relevance
    return Penalty(3 * p.redundancy, 2 * p.class_redundancy, relevances)


_NONNEGATIVE = frozenset({Bound.LOWER_OF_PRIME})
_UPPER = frozenset({Bound.UPPER_OF_PRIME})
_WITHIN = _NONNEGATIVE | _UPPER
_BOTH = Want.REDUNDANCY | Want.CLASS_REDUNDANCY
_GROWING_SUM = "the penalties are >= 0, so a sum over fewer X_s is a smaller penalty"
_GROWING_MAX = "a maximum over fewer X_s is a smaller penalty"

_ROWS = (
    Criterion(
        name="mim",
        title="Mutual information maximization",
        formula="MI(C,Xi)",
        latex=r"\mathrm{MI}(C,X_i)",
        reference="Lewis (1992), Feature selection and feature extraction for text "
        "categorization, Speech and Natural Language Workshop",
        when="A quick ranking of single features. Picks copies of the same thing.",
        want=Want.NOTHING,
        penalty=nothing,
        fold=SUM,
        lazy="there is no penalty",
        drawbacks=frozenset({Drawback.REDUNDANCY_IGNORED}),
        bounds=_NONNEGATIVE,
        bounds_of_one=_NONNEGATIVE,
        representative=True,
    ),
    Criterion(
        name="mifs",
        title="Mutual information feature selection",
        formula="MI(C,Xi) - beta sum_s MI(Xi,Xs)",
        latex=r"\mathrm{MI}(C,X_i)-\beta\sum_{X_s\in S}\mathrm{MI}(X_i,X_s)",
        reference="Battiti (1994), Using mutual information for selecting features in "
        "supervised neural net learning, IEEE Trans. Neural Networks 5",
        when="Only to reproduce older work: the sum outgrows the relevance after a few picks.",
        want=Want.REDUNDANCY,
        penalty=redundancy,
        fold=SUM,
        takes_beta=True,
        lazy=_GROWING_SUM,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_OVERSCALED}),
        bounds_of_one=_UPPER,
        representative=True,
    ),
    Criterion(
        name="mrmr",
        title="Minimum redundancy, maximum relevance",
        formula="MI(C,Xi) - 1/|S| sum_s MI(Xi,Xs)",
        latex=r"\mathrm{MI}(C,X_i)-\frac{1}{|S|}\sum_{X_s\in S}\mathrm{MI}(X_i,X_s)",
        reference="Peng, Long and Ding (2005), Feature selection based on mutual information, "
        "IEEE Trans. Pattern Analysis and Machine Intelligence 27",
        when="A diverse set, where features do not act together. Blind to XOR.",
        want=Want.REDUNDANCY,
        penalty=redundancy,
        fold=SUM,
        mean=True,
        lazy=_GROWING_SUM,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_UNDERVALUED}),
        bounds_of_one=_UPPER,
        representative=True,
    ),
    Criterion(
        name="maxmifs",
        title="MIFS with the maximum",
        formula="MI(C,Xi) - max_s MI(Xi,Xs)",
        latex=r"\mathrm{MI}(C,X_i)-\max_{X_s\in S}\mathrm{MI}(X_i,X_s)",
        reference="Pascoal, Oliveira, Pacheco and Valadas (2017), Theoretical evaluation of "
        "feature selection methods based on mutual information, Neurocomputing 226",
        when="As mRMR, where a single close copy must count in full. Blind to XOR.",
        want=Want.REDUNDANCY,
        penalty=redundancy,
        fold=MAX_OR_ZERO,
        lazy=_GROWING_MAX,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_UNDERVALUED}),
        bounds_of_one=_UPPER,
        representative=True,
    ),
    Criterion(
        name="cife",
        title="Conditional infomax feature extraction",
        formula="MI(C,Xi) - sum_s [MI(Xi,Xs) - MI(Xi,Xs|C)]",
        latex=r"\mathrm{MI}(C,X_i)-\sum_{X_s\in S}"
        r"\left(\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)\right)",
        reference="Lin and Tang (2006), Conditional infomax learning, ECCV",
        when="One or two strongly complementary features. The sum drifts as S grows.",
        want=_BOTH,
        penalty=interaction,
        fold=SUM,
        drawbacks=frozenset({Drawback.REDUNDANCY_OVERSCALED}),
        bounds_of_one=_WITHIN,
        representative=True,
    ),
    Criterion(
        name="jmi",
        title="Joint mutual information",
        aliases=("igfs", "cmim-2"),
        formula="MI(C,Xi) - 1/|S| sum_s [MI(Xi,Xs) - MI(Xi,Xs|C)]",
        latex=r"\mathrm{MI}(C,X_i)-\frac{1}{|S|}\sum_{X_s\in S}"
        r"\left(\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)\right)",
        reference="Yang and Moody (1999), Data visualization and feature selection, NIPS 12; "
        "the same as IGFS (El Akadi et al. 2008) and CMIM-2 (Vergara and Estevez 2010)",
        when="The default: counts complementarity and stays on scale as S grows.",
        want=_BOTH,
        penalty=interaction,
        fold=SUM,
        mean=True,
        drawbacks=frozenset({Drawback.REDUNDANCY_UNDERVALUED}),
        bounds=_NONNEGATIVE,
        bounds_of_one=_WITHIN,
        representative=True,
    ),
    Criterion(
        name="cmim",
        title="Conditional mutual information maximization (the paper's and Brown's)",
        formula="MI(C,Xi) - max_s [MI(Xi,Xs) - MI(Xi,Xs|C)] = min_s MI(C,Xi|Xs)",
        latex=r"\mathrm{MI}(C,X_i)-\max_{X_s\in S}"
        r"\left\{\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)\right\}",
        reference="Fleuret (2004), Fast binary feature selection with conditional mutual "
        "information, JMLR 5, in the form of Brown et al. (2012), JMLR 13",
        when="A small set without copies: a feature repeated by one selected scores 0.",
        want=_BOTH,
        penalty=interaction,
        fold=MAX,
        lazy=_GROWING_MAX,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_PENALIZED, Drawback.REDUNDANCY_UNDERVALUED}),
        bounds=_NONNEGATIVE,
        bounds_of_one=_WITHIN,
        representative=True,
    ),
    Criterion(
        name="cmim-fleuret",
        title="Conditional mutual information maximization (Fleuret's, FEAST's, praznik's)",
        formula="MI(C,Xi) - max_s max(0, MI(Xi,Xs) - MI(Xi,Xs|C))",
        latex=r"\mathrm{MI}(C,X_i)-\max_{X_s\in S}"
        r"\max\left(0,\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)\right)",
        reference="Fleuret (2004), Fast binary feature selection with conditional mutual "
        "information, JMLR 5",
        when="To compare with FEAST and praznik: no credit for complementarity.",
        want=_BOTH,
        penalty=interaction,
        fold=MAX_OR_ZERO,
        lazy=_GROWING_MAX,
        drawbacks=frozenset(
            {
                Drawback.COMPLEMENTARITY_IGNORED,
                Drawback.COMPLEMENTARITY_PENALIZED,
                Drawback.REDUNDANCY_UNDERVALUED,
            }
        ),
        bounds=_NONNEGATIVE,
        bounds_of_one=_WITHIN,
    ),
    Criterion(
        name="jmim",
        title="Joint mutual information maximization",
        formula="MI(C,Xi) - max_s [MI(Xi,Xs) - MI(Xi,Xs|C) - MI(C,Xs)] = min_s MI({Xi,Xs},C)",
        latex=r"\mathrm{MI}(C,X_i)-\max_{X_s\in S}"
        r"\left\{\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)-\mathrm{MI}(C,X_s)\right\}",
        reference="Bennasar, Hicks and Setchi (2015), Feature selection using joint mutual "
        "information maximisation, Expert Systems with Applications 42",
        when="Rarely: the weakest selected feature decides.",
        want=_BOTH,
        penalty=interaction_less_relevance,
        fold=MAX,
        lazy=_GROWING_MAX,
        drawbacks=frozenset(
            {
                Drawback.COMPLEMENTARITY_PENALIZED,
                Drawback.REDUNDANCY_UNDERVALUED,
                Drawback.UNIMPORTANT_TERM,
            }
        ),
        target=Target.OF,
        bounds=frozenset({Bound.UPPER_OF}),
        bounds_of_one=frozenset({Bound.LOWER_OF, Bound.UPPER_OF}),
        representative=True,
    ),
    Criterion(
        name="icap",
        title="Interaction capping",
        formula="MI(C,Xi) - sum_s max(0, MI(Xi,Xs) - MI(Xi,Xs|C))",
        latex=r"\mathrm{MI}(C,X_i)-\sum_{X_s\in S}"
        r"\max\left(0,\mathrm{MI}(X_i,X_s)-\mathrm{MI}(X_i,X_s|C)\right)",
        reference="Jakulin (2005), Machine learning based on attribute interactions, PhD "
        "thesis, University of Ljubljana",
        when="As CIFE where complementarity must not be credited.",
        want=_BOTH,
        penalty=positive_interaction,
        fold=SUM,
        lazy=_GROWING_SUM,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_OVERSCALED}),
        bounds_of_one=_WITHIN,
    ),
    Criterion(
        name="mifs-u",
        title="MIFS under uniform information distribution",
        formula="MI(C,Xi) - beta sum_s MI(C,Xs) / H(Xs) MI(Xi,Xs)",
        latex=r"\mathrm{MI}(C,X_i)-\beta\sum_{X_s\in S}"
        r"\frac{\mathrm{MI}(C,X_s)}{H(X_s)}\mathrm{MI}(X_i,X_s)",
        reference="Kwak and Choi (2002), Input feature selection for classification problems, "
        "IEEE Trans. Neural Networks 13",
        when="As MIFS, with less weight on redundancy that is not about the target.",
        want=Want.REDUNDANCY,
        penalty=uncertainty_share,
        fold=SUM,
        takes_beta=True,
        lazy=_GROWING_SUM,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_OVERSCALED}),
    ),
    Criterion(
        name="nmifs",
        title="Normalized mutual information feature selection",
        formula="MI(C,Xi) - 1/|S| sum_s MI(Xi,Xs) / min(H(Xi), H(Xs))",
        latex=r"\mathrm{MI}(C,X_i)-\frac{1}{|S|}\sum_{X_s\in S}"
        r"\frac{\mathrm{MI}(X_i,X_s)}{\min\left(H(X_i),H(X_s)\right)}",
        reference="Estevez, Tesmer, Perez and Zurada (2009), Normalized mutual information "
        "feature selection, IEEE Trans. Neural Networks 20",
        when="As mRMR, for features of very different numbers of levels.",
        want=Want.REDUNDANCY,
        penalty=normalized_redundancy,
        fold=SUM,
        mean=True,
        lazy=_GROWING_SUM,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_UNDERVALUED}),
    ),
    Criterion(
        name="cfr",
        title="Composition of feature relevancy",
        formula="sum_s [MI(C,Xi|Xs) - TMI(C,Xi,Xs)]",
        latex=r"\sum_{X_s\in S}\left(\mathrm{MI}(C,X_i|X_s)-\mathrm{TMI}(C,X_i,X_s)\right)",
        reference="Gao, Hu, Zhang and He (2018), Feature selection considering the composition "
        "of feature relevancy, Pattern Recognition Letters 112",
        when="As JMI, with twice the weight on what features repeat and on what they tell "
        "together.",
        want=_BOTH,
        penalty=relevancy_less_interaction,
        fold=SUM,
        combine=reward,
        drawbacks=frozenset({Drawback.REDUNDANCY_UNDERVALUED, Drawback.REDUNDANCY_OVERSCALED}),
    ),
    Criterion(
        name="dcsf",
        title="Dynamic change of the selected feature with the class",
        formula="sum_s [MI(C,Xi|Xs) + MI(C,Xs|Xi) - MI(Xi,Xs)]",
        latex=r"\sum_{X_s\in S}\left(\mathrm{MI}(C,X_i|X_s)+\mathrm{MI}(C,X_s|X_i)"
        r"-\mathrm{MI}(X_i,X_s)\right)",
        reference="Gao, Hu and Zhang (2018), Class-specific mutual information variation for "
        "feature selection, Pattern Recognition 79",
        when="As CFR, with three times the weight on what features repeat.",
        want=_BOTH,
        penalty=dynamic_change,
        fold=SUM,
        combine=reward,
        drawbacks=frozenset({Drawback.REDUNDANCY_UNDERVALUED, Drawback.REDUNDANCY_OVERSCALED}),
    ),
    Criterion(
        name="dmim",
        title="Decomposed mutual information maximization",
        formula="MI(C,Xi) - max_s MI(Xi,Xs) + max_s MI(Xi,Xs|C)",
        latex=r"\mathrm{MI}(C,X_i)-\max_{X_s\in S}\mathrm{MI}(X_i,X_s)"
        r"+\max_{X_s\in S}\mathrm{MI}(X_i,X_s|C)",
        reference="Macedo, Valadas, Carrasquinha, Oliveira and Pacheco (2022), Feature "
        "selection using decomposed mutual information maximization, Neurocomputing 513",
        when="Where features act together: CMIM without its penalty on complementarity.",
        want=_BOTH,
        penalty=interaction,
        fold=MAX_OF_EACH,
        drawbacks=frozenset({Drawback.REDUNDANCY_UNDERVALUED}),
        bounds=_NONNEGATIVE,
        bounds_of_one=_WITHIN,
    ),
    Criterion(
        name="disr",
        title="Double input symmetrical relevance",
        formula="sum_s MI({Xi,Xs},C) / H(Xi,Xs,C)",
        latex=r"\sum_{X_s\in S}\frac{\mathrm{MI}(\{X_i,X_s\},C)}{H(X_i,X_s,C)}",
        reference="Meyer and Bontempi (2006), On the use of variable complementarity for "
        "feature selection in cancer classification, EvoWorkshops",
        when="As JMI, for features of very different numbers of levels.",
        want=Want.ALL,
        penalty=symmetrical_relevance,
        fold=SUM,
        combine=reward,
        drawbacks=frozenset({Drawback.REDUNDANCY_UNDERVALUED}),
        target=Target.OF,
    ),
    Criterion(
        name="njmim",
        title="Normalized joint mutual information maximization",
        formula="min_s MI({Xi,Xs},C) / H(Xi,Xs,C)",
        latex=r"\min_{X_s\in S}\frac{\mathrm{MI}(\{X_i,X_s\},C)}{H(X_i,X_s,C)}",
        reference="Bennasar, Hicks and Setchi (2015), Feature selection using joint mutual "
        "information maximisation, Expert Systems with Applications 42",
        when="Rarely: as JMIM, the weakest selected feature decides.",
        want=Want.ALL,
        penalty=symmetrical_relevance,
        fold=MAX,
        combine=reward,
        lazy="a minimum over fewer X_s is larger",
        drawbacks=frozenset(
            {
                Drawback.COMPLEMENTARITY_PENALIZED,
                Drawback.REDUNDANCY_UNDERVALUED,
                Drawback.UNIMPORTANT_TERM,
            }
        ),
        target=Target.OF,
    ),
    Criterion(
        name="mifs-nd",
        title="MIFS by domination counts",
        formula="#{j: MI(C,Xj) < MI(C,Xi)} - #{j: mean_s MI(Xj,Xs) < mean_s MI(Xi,Xs)}",
        latex=r"\#\{j:\mathrm{MI}(C,X_j)<\mathrm{MI}(C,X_i)\}-\#\{j:\overline{\mathrm{MI}}"
        r"(X_j,S)<\overline{\mathrm{MI}}(X_i,S)\},\ "
        r"\overline{\mathrm{MI}}(X_i,S)=\frac{1}{|S|}\sum_{X_s\in S}\mathrm{MI}(X_i,X_s)",
        reference="Hoque, Bhattacharyya and Kalita (2014), MIFS-ND: a mutual information-based "
        "feature selection method, Expert Systems with Applications 41",
        when="Only to reproduce work that used it: ranks forget by how much features differ.",
        want=Want.REDUNDANCY,
        penalty=redundancy,
        fold=SUM,
        mean=True,
        combine=domination,
        drawbacks=frozenset({Drawback.COMPLEMENTARITY_IGNORED, Drawback.REDUNDANCY_UNDERVALUED}),
    ),
    Criterion(
        name="cmi",
        title="Conditional mutual information, the target OF' itself",
        formula="MI(C,Xi|S)",
        latex=r"\mathrm{MI}(C,X_i|S)",
        reference="Brown, Pocock, Zhao and Lujan (2012), Conditional likelihood maximisation, "
        "JMLR 13",
        when="Exact distributions, or very many rows for few picks: S soon has as many cells "
        "as there are rows.",
        want=Want.NOTHING,
        penalty=nothing,
        fold=None,
        bounds=_WITHIN,
        bounds_of_one=_WITHIN,
    ),
)

CRITERIA: Mapping[str, Criterion] = MappingProxyType({row.name: row for row in _ROWS})
"""Every criterion by name, in the order of the paper."""

_NAMED = {name: row for row in _ROWS for name in (row.name, *row.aliases)}


def criterion(name: str | Criterion, *, beta: float | None = None) -> Criterion:
    """Return the criterion of a name, with its own parameters where it has some.

    Parameters
    ----------
    name : str or Criterion
        A name or alias of the table, in any case; a criterion is returned as it is.
    beta : float, optional
        For ``mifs`` and ``mifs-u``: the weight of the redundancy, 1 by default.

    Examples
    --------
    >>> import natpick
    >>> natpick.criterion("jmi").formula
    'MI(C,Xi) - 1/|S| sum_s [MI(Xi,Xs) - MI(Xi,Xs|C)]'
    >>> natpick.criterion("mifs", beta=0.7).parameters
    {'beta': 0.7}
    """
    row = name if isinstance(name, Criterion) else _lookup(name)
    if beta is None:
        return row
    if not row.takes_beta:
        raise ValueError(
            f"{row.name} has no parameter beta, but beta={beta!r} was given; "
            f"only {', '.join(r.name for r in _ROWS if r.takes_beta)} take it."
        )
    if isinstance(beta, bool) or not isinstance(beta, Real) or not 0 <= beta < math.inf:
        raise ValueError(f"beta={beta!r} is not allowed; it must be a finite number >= 0.")
    of_one = row.bounds_of_one if beta >= 1 else frozenset()  # a smaller penalty than MI(Xi,Xs)
    return replace(row, beta=float(beta), bounds_of_one=of_one)


def label(row: Criterion) -> str:
    """Return a row's name, with its parameters where they are not the usual ones."""
    usual = CRITERIA.get(row.name)
    if usual is None or row.parameters == usual.parameters:
        return row.name
    return f"{row.name}({', '.join(f'{name}={value:g}' for name, value in row.parameters.items())})"


def _lookup(name: str) -> Criterion:
    if not isinstance(name, str):
        raise TypeError(f"A method is a name or a Criterion, not {name!r}.")
    key = name.strip().lower().replace("_", "-")
    if key in _NAMED:
        return _NAMED[key]
    nearest = difflib.get_close_matches(key, _NAMED, n=1, cutoff=0.4)
    hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
    raise ValueError(f"Unknown method {name!r}.{hint} Known: {', '.join(_NAMED)}.")

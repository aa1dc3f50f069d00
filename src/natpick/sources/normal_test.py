"""Whether scores that are jointly normal tell more of a target than chance would."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from natpick.sources.blocks import blocks, permuted_within
from natpick.sources.chance import Chance, by_permutation, gamma_tail
from natpick.sources.normal_scores import normal_scores
from natpick.sources.strata import batch_sizes
from natpick.terms import Floats

FEWEST_LEFT = 3
"""So many more rows than features given there must be."""

FAR_FROM_NORMAL = 0.1
"""Scores whose fourth moment differs by more than this share are not taken for normal."""

ROUNDING = 1e-12
"""What rounding can make of a likelihood ratio, for each row."""

NEAR = 1e-3
"""A value within so many deviations of the mean is at it, where the saddlepoint is singular."""

NOTHING_LEFT = 1e-9
"""What is left of a column of scores is rounding where it is shorter by so much."""

HALVINGS = 60
"""They find the saddlepoint to the last bit."""


def regression_chance(unexplained: float, n_rows: int, n_given: int) -> Chance:
    """Test a partial correlation r, 1 - r^2 being unexplained, with k variables partialled out.

    r^2 of n independent normal rows follows a beta distribution of 1/2 and (n - k - 2) / 2: the
    t-test of a regression coefficient (Fisher 1924, Metron 3).
    """
    from scipy.special import betainc

    if n_rows - n_given < FEWEST_LEFT:
        return Chance(1.0, warning=_too_few(n_rows, n_given))
    share = min(max(unexplained, 0.0), 1.0)
    return Chance(float(betainc((n_rows - n_given - 2) / 2, 0.5, share)))


def classes_chance(
    left: Floats,
    scores: Floats,
    given: Floats,
    sizes: Floats,
    level: float,
    rng: np.random.Generator,
) -> Chance:
    """Test whether regression on S leaves less of X within the classes than overall by chance.

    Parameters
    ----------
    left : variances that regression on S leaves, overall and within each class.
    scores, given : those of X, shape (n,), and of S, shape (k, n), rows sorted by class.
    sizes : rows of each class.
    level, rng : as of :func:`natpick.sources.chance.by_permutation`.

    Notes
    -----
    Where scores of X are far from normal, as those of few levels are, or a class has no more rows
    than S has features, they are permuted among rows that are near each other in all of S.
    """
    n, n_given = int(sizes.sum()), len(given)
    if n - n_given < FEWEST_LEFT:
        return Chance(1.0, warning=_too_few(n, n_given))
    sizes = sizes.astype(np.float64)
    found = float(likelihood_ratio(left[:1] * n, left[np.newaxis, 1:] * sizes, sizes)[0])
    if sizes.min() - n_given >= 2 and _is_normal(scores):
        return Chance(ratio_tail(found, sizes, n_given))
    permuted = permuted_ratios(scores, given, sizes.astype(np.int64).tolist(), rng)
    return by_permutation(found - ROUNDING * n, permuted, level, gamma_tail)


def _too_few(n_rows: int, n_given: int) -> str:
    return f"{n_rows} rows are too few for a regression on {n_given} features"


def _is_normal(scores: Floats) -> bool:
    """Return whether the fourth moment is about that of scores without ties, of normal ranks."""

    def kurtosis(x: Floats) -> float:
        apart = (x - x.mean()) ** 2
        return float((apart**2).mean() / apart.mean() ** 2)

    usual = normal_scores(np.arange(len(scores), dtype=np.float64)[np.newaxis])[0]
    return abs(kurtosis(scores) / kurtosis(usual) - 1) < FAR_FROM_NORMAL


def likelihood_ratio(residual: Floats, residuals: Floats, sizes: Floats) -> Floats:
    """Return -sum n_c ln((R_c / n_c) / (R / n)) = 2 n MI(C, X | S).

    R is the sum of squares that regression on S leaves of X, R_c that which regression within
    the class leaves, along the last axis.
    """
    n = sizes.sum()
    ratio = (residuals / sizes) / (residual / n)[..., np.newaxis]
    statistic: Floats = -(sizes * np.log(np.maximum(ratio, sizes**-2.0))).sum(axis=-1)
    return statistic


def ratio_tail(statistic: float, sizes: Floats, n_given: int) -> float:
    """Return how probable such a likelihood ratio is where X is independent of C given S.

    With n_c rows of a class and k features given, the shares R_c / R of independent normal rows,
    with what is left of R, follow a Dirichlet distribution of (n_c - 1 - k) / 2 each, n - 1 - k in
    all, whatever S is. So the cumulants of -sum n_c ln(R_c / R) are known, and the tail by
    the saddlepoint of Lugannani and Rice (1980, Advances in Applied Probability 12). With many
    rows it is that of chi-square.
    """
    return _saddlepoint_tail(statistic, *_cumulants(sizes, n_given))


Cumulants = tuple[Callable[[float], float], Callable[[float, int], float], float]


def _cumulants(n_c: Floats, n_given: int) -> Cumulants:
    """Return K(t) = ln E exp(t G), its m-th derivatives, and the t that it exists below.

    With a Dirichlet distribution of a_c, a in all, K(t) = sum [n_c t ln(n_c / n) +
    ln Gamma(a_c - n_c t) - ln Gamma(a_c)] - ln Gamma(a - n t) + ln Gamma(a).
    """
    from scipy.special import gammaln, polygamma

    n = n_c.sum()
    a_c, a = (n_c - 1 - n_given) / 2, (n - 1 - n_given) / 2
    shift = float((n_c * np.log(n_c / n)).sum())

    def generating(t: float) -> float:
        each = gammaln(a_c - t * n_c) - gammaln(a_c)
        return float(t * shift + each.sum() - gammaln(a - t * n) + gammaln(a))

    def derivative(t: float, m: int) -> float:
        each = (-n_c) ** m * polygamma(m - 1, a_c - t * n_c)
        whole = (-n) ** m * polygamma(m - 1, a - t * n)
        return float(each.sum() - whole) + (shift if m == 1 else 0.0)

    return generating, derivative, float((a_c / n_c).min())


def _saddlepoint_tail(
    value: float,
    generating: Callable[[float], float],
    derivative: Callable[[float, int], float],
    end: float,
) -> float:
    from scipy.special import gammaincc, ndtr

    mean, variance = derivative(0.0, 1), derivative(0.0, 2)
    if value <= mean + NEAR * math.sqrt(variance):
        return float(gammaincc(mean**2 / variance, max(value, 0.0) * mean / variance))
    low, high = 0.0, end
    for _ in range(HALVINGS):  # the derivative rises from the mean without bound
        t = (low + high) / 2
        low, high = (t, high) if derivative(t, 1) < value else (low, t)
    w = math.sqrt(max(2 * (low * value - generating(low)), NEAR**2))
    u = low * math.sqrt(derivative(low, 2))
    density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
    return min(1.0, max(0.0, float(ndtr(-w)) + density * (1 / u - 1 / w)))


def permuted_ratios(
    scores: Floats, given: Floats, sizes: Sequence[int], rng: np.random.Generator
) -> Iterator[Floats]:
    """Yield likelihood ratios with X permuted within blocks of rows alike in S, in batches.

    ``scores`` of shape (n,) and ``given`` of shape (k, n) are of rows sorted by class.
    """
    ends = np.cumsum([0, *sizes]).tolist()
    parts = [slice(a, b) for a, b in pairwise(ends)]
    whole, within = _basis(given), [_basis(given[:, part]) for part in parts]
    weights = np.asarray(sizes, dtype=np.float64)
    for x in permuted_within(blocks(given), scores, rng, batch_sizes(len(scores))):
        residuals = [
            ((x[:, part] - _explained(x[:, part], basis)) ** 2).sum(axis=1)
            for part, basis in zip(parts, within, strict=True)
        ]
        residual = ((x - _explained(x, whole)) ** 2).sum(axis=1)
        yield likelihood_ratio(residual, np.stack(residuals, axis=-1), weights)


def _basis(given: Floats) -> Floats:
    """Return orthonormal rows that span a constant and what is given, by Gram and Schmidt."""
    rows: list[Floats] = []
    for vector in (np.ones(given.shape[1]), *given):
        left = vector
        for row in (*rows, *rows):  # twice is enough
            left = left - (left * row).sum() * row
        length = math.sqrt(float((left**2).sum()))
        if length > NOTHING_LEFT * math.sqrt(float((vector**2).sum())):
            rows.append(left / length)
    return np.stack(rows)


def _explained(x: Floats, basis: Floats) -> Floats:
    """Return what a basis explains of rows; summed without BLAS, so alike on any threads."""
    along = np.einsum("bn,kn->bk", x, basis)
    explained: Floats = np.einsum("bk,kn->bn", along, basis)
    return explained

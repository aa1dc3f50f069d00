"""Every criterion as it is printed, in plain loops over an exact distribution.

``J = TEXTBOOK[name]`` scores candidate ``i`` by ``J(joint, i, s, candidates)``, ``s`` being the
names selected so far, one at least, and ``candidates`` the names still open, ``i`` among them.
A ratio whose denominator is 0 has a numerator of 0 and counts as 0.
"""

from collections.abc import Callable, Sequence

from natpick.sources import Joint

Names = Sequence[str]
Score = Callable[[Joint, str, Names, Names], float]

TIE = 1e-12


def relevance(joint: Joint, i: str) -> float:
    return joint.mutual_information(joint.target, i)


def mi(joint: Joint, i: str, s: str) -> float:
    return joint.mutual_information(i, s)


def cmi(joint: Joint, i: str, s: str) -> float:
    return joint.mutual_information(i, s, given=joint.target)


def ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator > 0 else 0.0


def mim(joint: Joint, i: str, _selected: Names, _candidates: Names) -> float:
    """MI(C, Xi): Lewis (1992)."""
    return relevance(joint, i)


def mifs(joint: Joint, i: str, selected: Names, _candidates: Names, beta: float = 1.0) -> float:
    """MI(C, Xi) - beta sum MI(Xi, Xs): Battiti (1994)."""
    return relevance(joint, i) - beta * sum(mi(joint, i, s) for s in selected)


def mrmr(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - 1/|S| sum MI(Xi, Xs): Peng, Long and Ding (2005)."""
    return relevance(joint, i) - sum(mi(joint, i, s) for s in selected) / len(selected)


def maxmifs(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - max MI(Xi, Xs): Pascoal et al. (2017)."""
    return relevance(joint, i) - max(mi(joint, i, s) for s in selected)


def cife(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - sum (MI(Xi, Xs) - MI(Xi, Xs | C)): Lin and Tang (2006)."""
    return relevance(joint, i) - sum(mi(joint, i, s) - cmi(joint, i, s) for s in selected)


def jmi(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """1/|S| sum MI(C, Xi | Xs): Yang and Moody (1999), in the form of Vergara and Estevez."""
    given = [joint.mutual_information(joint.target, i, given=s) for s in selected]
    return sum(given) / len(selected)


def cmim(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Min MI(C, Xi | Xs): Brown et al. (2012)."""
    return min(joint.mutual_information(joint.target, i, given=s) for s in selected)


def cmim_fleuret(joint: Joint, i: str, selected: Names, candidates: Names) -> float:
    """Min(MI(C, Xi), min MI(C, Xi | Xs)): Fleuret (2004)."""
    return min(relevance(joint, i), cmim(joint, i, selected, candidates))


def jmim(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Min MI({Xi, Xs}, C): Bennasar, Hicks and Setchi (2015)."""
    return min(joint.mutual_information((i, s), joint.target) for s in selected)


def icap(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - sum max(0, MI(Xi, Xs) - MI(Xi, Xs | C)): Jakulin (2005)."""
    capped = [max(0.0, mi(joint, i, s) - cmi(joint, i, s)) for s in selected]
    return relevance(joint, i) - sum(capped)


def mifs_u(joint: Joint, i: str, selected: Names, _candidates: Names, beta: float = 1.0) -> float:
    """MI(C, Xi) - beta sum MI(C, Xs) / H(Xs) MI(Xi, Xs): Kwak and Choi (2002)."""
    shares = [ratio(relevance(joint, s), joint.entropy(s)) * mi(joint, i, s) for s in selected]
    return relevance(joint, i) - beta * sum(shares)


def nmifs(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - 1/|S| sum MI(Xi, Xs) / min(H(Xi), H(Xs)): Estevez et al. (2009)."""
    shares = [ratio(mi(joint, i, s), min(joint.entropy(i), joint.entropy(s))) for s in selected]
    return relevance(joint, i) - sum(shares) / len(selected)


def cfr(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Sum (MI(C, Xi | Xs) - TMI(C, Xi, Xs)): Gao, Hu, Zhang and He (2018)."""
    new = sum(joint.mutual_information(joint.target, i, given=s) for s in selected)
    return new - sum(mi(joint, i, s) - cmi(joint, i, s) for s in selected)


def dcsf(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Sum (MI(C, Xi | Xs) + MI(C, Xs | Xi) - MI(Xi, Xs)): Gao, Hu and Zhang (2018)."""
    new = sum(joint.mutual_information(joint.target, i, given=s) for s in selected)
    changed = sum(joint.mutual_information(joint.target, s, given=i) for s in selected)
    return new + changed - sum(mi(joint, i, s) for s in selected)


def dmim(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi) - max MI(Xi, Xs) + max MI(Xi, Xs | C): Macedo et al. (2022)."""
    most_repeated = max(mi(joint, i, s) for s in selected)
    return relevance(joint, i) - most_repeated + max(cmi(joint, i, s) for s in selected)


def symmetrical_relevance(joint: Joint, i: str, s: str) -> float:
    """MI({Xi, Xs}, C) / H(Xi, Xs, C)."""
    together = joint.mutual_information((i, s), joint.target)
    return ratio(together, joint.entropy((i, s, joint.target)))


def disr(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Sum MI({Xi, Xs}, C) / H(Xi, Xs, C): Meyer and Bontempi (2006)."""
    return sum(symmetrical_relevance(joint, i, s) for s in selected)


def njmim(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """Min MI({Xi, Xs}, C) / H(Xi, Xs, C): Bennasar, Hicks and Setchi (2015)."""
    return min(symmetrical_relevance(joint, i, s) for s in selected)


def mifs_nd(joint: Joint, i: str, selected: Names, candidates: Names) -> float:
    """How many candidates Xi dominates in relevance, less in how many it is dominated.

    #{j: MI(C, Xj) < MI(C, Xi)} - #{j: mean MI(Xj, Xs) < mean MI(Xi, Xs)}, less meaning by more
    than 1e-12: Hoque, Bhattacharyya and Kalita (2014).
    """

    def mean(j: str) -> float:
        return sum(mi(joint, j, s) for s in selected) / len(selected)

    dominates = [j for j in candidates if relevance(joint, j) < relevance(joint, i) - TIE]
    dominated = [j for j in candidates if mean(j) < mean(i) - TIE]
    return float(len(dominates) - len(dominated))


def target_of_prime(joint: Joint, i: str, selected: Names, _candidates: Names) -> float:
    """MI(C, Xi | S), the target OF'."""
    return joint.mutual_information(joint.target, i, given=selected)


TEXTBOOK: dict[str, Score] = {
    "mim": mim,
    "mifs": mifs,
    "mrmr": mrmr,
    "maxmifs": maxmifs,
    "cife": cife,
    "jmi": jmi,
    "cmim": cmim,
    "cmim-fleuret": cmim_fleuret,
    "jmim": jmim,
    "icap": icap,
    "mifs-u": mifs_u,
    "nmifs": nmifs,
    "cfr": cfr,
    "dcsf": dcsf,
    "dmim": dmim,
    "disr": disr,
    "njmim": njmim,
    "mifs-nd": mifs_nd,
    "cmi": target_of_prime,
}


def score(name: str, joint: Joint, i: str, selected: Names, candidates: Names) -> float:
    """Return J(Xi): MI(C, Xi) by every method while nothing is selected."""
    if not selected:
        return relevance(joint, i)
    return TEXTBOOK[name](joint, i, selected, candidates)

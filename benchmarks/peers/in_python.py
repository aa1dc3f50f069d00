"""The selections that install from the registry, each in its own way."""

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version

import numpy as np
from answering import Codes, answer, table


def mrmr_selection(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    """Not mutual information: the F statistic over the mean of absolute correlations."""
    import pandas as pd
    from mrmr import mrmr_classif

    frame = pd.DataFrame(codes.astype(np.float64), columns=list(map(str, range(codes.shape[1]))))
    return [int(j) for j in mrmr_classif(frame, pd.Series(y), K=k, show_progress=False)]


def fast_select(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    from fast_select import mRMR

    search = mRMR(n_features_to_select=k, method="MID", backend="cpu")
    return list(map(int, search.fit(codes.astype(np.int32), y.astype(np.int32)).top_features_))


def feature_engine(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    import pandas as pd
    from feature_engine.selection import MRMR

    frame = pd.DataFrame(codes.astype(np.float64), columns=list(map(str, range(codes.shape[1]))))
    search = MRMR(method="MID", max_features=k, discrete_features=True, random_state=0)
    dropped = set(search.fit(frame, pd.Series(y)).features_to_drop_)
    return [j for j in range(codes.shape[1]) if str(j) not in dropped]


def itmo_fs(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    from ITMO_FS.filters.multivariate import MultivariateFilter

    search = MultivariateFilter("JMI", n_features=k)
    search.fit(codes.astype(np.int64), y.astype(np.int64))
    return list(map(int, search.selected_features))


def skfeature(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    """Only its CMIM: with the others this package returns ranks instead of columns."""
    from skfeature.function.information_theoretical_based import CMIM

    picks = CMIM.cmim(codes.astype(np.int64), y, mode="index", n_selected_features=k)
    return list(map(int, picks))


def scikit_learn(codes: Codes, y: Codes, k: int) -> Sequence[int]:
    """Its only scores by mutual information are of one feature alone."""
    from sklearn.feature_selection import mutual_info_classif

    scores = mutual_info_classif(codes, y, discrete_features=True)
    return list(map(int, np.argsort(-scores, kind="stable")[:k]))


Peer = Callable[[Codes, Codes, int], Sequence[int]]
PEERS: dict[str, tuple[str, Peer]] = {
    "scikit-learn": ("mim", scikit_learn),
    "mrmr_selection": ("mrmr", mrmr_selection),
    "fast-select": ("mrmr", fast_select),
    "feature-engine": ("mrmr", feature_engine),
    "ITMO_FS": ("jmi", itmo_fs),
    "skfeature-chappers": ("cmim", skfeature),
}

if __name__ == "__main__":
    folder, name = sys.argv[1:]
    warnings.simplefilter("ignore")
    method, peer = PEERS[name]
    codes, y = table(folder)
    few = np.arange(min(len(y), 200))
    peer(codes[few][:, :5], y[few], 2)  # what is compiled or imported at the first call
    answer(version(name), {method: lambda k, _threads: peer(codes, y, k)})

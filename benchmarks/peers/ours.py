"""natpick, from codes to a finished selection: packing them counts. Nothing is kept to explain."""

import sys
from collections.abc import Sequence

from answering import Select, answer, table

import natpick
from natpick import CRITERIA
from natpick.sources import Counts

codes, y = table(sys.argv[1])


def selecting(method: str) -> Select:
    def select(k: int, threads: int) -> Sequence[int]:
        source = Counts.from_codes(codes, y, n_jobs=threads)
        return natpick.select(source, method=method, n_features=k, explain=False).indices

    return select


answer(natpick.__version__, {method: selecting(method) for method in CRITERIA})

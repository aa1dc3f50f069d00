"""FEAST, where its library is installed; its tables of 32-bit columns are made beforehand."""

import sys
from collections.abc import Sequence
from ctypes import CDLL, POINTER, RTLD_GLOBAL, c_double, c_uint, cast
from ctypes.util import find_library

import numpy as np
from answering import Select, answer, table

codes, y = table(sys.argv[1])
n, p = codes.shape
columns = np.ascontiguousarray(codes.T, dtype=np.uint32)
classes = y.astype(np.uint32)
Column = POINTER(c_uint)
pointers = (Column * p)(*[cast(int(columns[j].ctypes.data), Column) for j in range(p)])

CDLL(find_library("MIToolbox"), mode=RTLD_GLOBAL)
library = CDLL(find_library("FSToolbox"))
METHODS = {"mim": "MIM", "jmi": "JMI", "mrmr": "mRMR_D", "cmim-fleuret": "CMIM", "disr": "DISR"}


def selecting(name: str) -> Select:
    search = getattr(library, name)

    def select(k: int, _threads: int) -> Sequence[int]:
        picks, scores = (c_uint * k)(), (c_double * k)()
        search(k, n, p, pointers, cast(classes.ctypes.data, Column), picks, scores)
        return list(picks)

    return select


answer("2.0.0", {method: selecting(name) for method, name in METHODS.items()})

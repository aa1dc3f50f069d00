"""Columns of any table to small integer codes, with the cut points kept."""

from natpick.encode.classes import TargetBins
from natpick.encode.codes import encode
from natpick.encode.complete import complete
from natpick.encode.cutting import Cut, Cutting, cutting
from natpick.encode.encoding import Codes, Encoded, Encoding, Encodings
from natpick.encode.files import read_table
from natpick.encode.groups import GroupRows, Groups, members
from natpick.encode.measures import measure, measure_target
from natpick.encode.pairing import check_paired
from natpick.encode.recode import recode
from natpick.encode.set_aside import SetAsideWarning, told_aside
from natpick.encode.sparse import EncodedLists, encode_sparse
from natpick.encode.sparse_table import SparseTable
from natpick.encode.stored import is_sparse
from natpick.encode.table import (
    Table,
    are_columns,
    is_lazy,
    open_table,
    split_target,
    split_targets,
    table_names,
)
from natpick.encode.target import Target, encode_target
from natpick.encode.weights import Weights, weights_of

__all__ = [
    "Codes",
    "Cut",
    "Cutting",
    "Encoded",
    "EncodedLists",
    "Encoding",
    "Encodings",
    "GroupRows",
    "Groups",
    "SetAsideWarning",
    "SparseTable",
    "Table",
    "Target",
    "TargetBins",
    "Weights",
    "are_columns",
    "check_paired",
    "complete",
    "cutting",
    "encode",
    "encode_sparse",
    "encode_target",
    "is_lazy",
    "is_sparse",
    "measure",
    "measure_target",
    "members",
    "open_table",
    "read_table",
    "recode",
    "split_target",
    "split_targets",
    "table_names",
    "told_aside",
    "weights_of",
]

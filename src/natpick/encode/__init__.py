"""Columns of any table to small integer codes, with the cut points kept."""

from natpick.encode.codes import encode
from natpick.encode.cutting import Cut, Cutting, cutting
from natpick.encode.encoding import Codes, Encoded, Encoding
from natpick.encode.files import read_table
from natpick.encode.groups import Groups, encoding_of, join, members
from natpick.encode.measures import measure, measure_target
from natpick.encode.recode import recode
from natpick.encode.sparse import EncodedLists, encode_sparse
from natpick.encode.stored import is_sparse
from natpick.encode.table import split_target, table_names
from natpick.encode.target import Target, encode_target
from natpick.encode.weights import Weights, weights_of

__all__ = [
    "Codes",
    "Cut",
    "Cutting",
    "Encoded",
    "EncodedLists",
    "Encoding",
    "Groups",
    "Target",
    "Weights",
    "cutting",
    "encode",
    "encode_sparse",
    "encode_target",
    "encoding_of",
    "is_sparse",
    "join",
    "measure",
    "measure_target",
    "members",
    "read_table",
    "recode",
    "split_target",
    "table_names",
    "weights_of",
]

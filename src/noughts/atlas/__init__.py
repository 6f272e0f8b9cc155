"""The atlas: the values of boards, each with a certificate that anybody can check."""

from noughts.atlas.builder import build
from noughts.atlas.chart import picture
from noughts.atlas.coverage import boards, order, wide
from noughts.atlas.entry import Entry
from noughts.atlas.table import PROOFS, TABLE, check, find_entry, proof_name, read_table

__all__ = [
    "PROOFS",
    "TABLE",
    "Entry",
    "boards",
    "build",
    "check",
    "find_entry",
    "order",
    "picture",
    "proof_name",
    "read_table",
    "wide",
]

"""The state of an unfinished proof as bytes: a line of JSON, then the compressed table.

A checkpoint is trusted as much as the program that wrote it; to prove a value to somebody else,
write a certificate. The digest detects damage, not forgery.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, fields
from hashlib import sha256

from noughts.core.errors import NotationError

VERSION = 1

_KINDS = {"seed": int, "entries": int, "held": int, "nodes": int, "seconds": float}
_LONGEST_HEADER = 10_000  # bytes; a position of 64 squares takes a hundred


@dataclass(frozen=True, slots=True)
class Header:
    """What a checkpoint belongs to, and how far the proof had come."""

    position: str
    seed: int
    entries: int
    held: int  # questions that are answered
    nodes: int
    seconds: float


def pack(header: Header, table: memoryview) -> bytes:
    """The bytes of a checkpoint."""
    packed = zlib.compress(table, 1)
    parts = {"noughts checkpoint": VERSION, **asdict(header), "sha256": sha256(packed).hexdigest()}
    return json.dumps(parts).encode() + b"\n" + packed


def read_header(data: bytes) -> Header:
    """The header of a checkpoint; raises NotationError if it is damaged or not a checkpoint."""
    line, _, packed = data.partition(b"\n")
    try:
        parts = json.loads(line[:_LONGEST_HEADER])
        if parts["noughts checkpoint"] != VERSION or parts["sha256"] != sha256(packed).hexdigest():
            raise NotationError("this checkpoint is damaged, or of another version")
        found = {field.name: parts[field.name] for field in fields(Header)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("this is not a checkpoint of a proof") from error
    if any(type(found[name]) is not kind for name, kind in _KINDS.items()):
        raise NotationError("this checkpoint is damaged: its first line has a wrong number")
    return Header(**found)


def read_table(data: bytes, table: memoryview) -> None:
    """Fill a table from a checkpoint; raises NotationError if the sizes differ."""
    unpacker = zlib.decompressobj()
    try:
        words = unpacker.decompress(data.partition(b"\n")[2], table.nbytes + 1)
    except zlib.error as error:
        raise NotationError(f"this checkpoint cannot be unpacked: {error}") from error
    if len(words) != table.nbytes or not unpacker.eof:
        raise NotationError("this checkpoint does not have the size of the table")
    memoryview(table).cast("B")[:] = words

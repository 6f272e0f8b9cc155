"""The table of the atlas and its certificates, which are part of the package."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from lzma import LZMAError
from pathlib import Path

from noughts.atlas.coverage import wide
from noughts.atlas.entry import Entry
from noughts.core.errors import NotationError
from noughts.core.rules import Rules

PROOFS = Path(__file__).parent / "proofs"
POSITIONS = Path(__file__).parent / "positions"  # certificates of wins from positions
TABLE = "table.jsonl"


def proof_name(rules: Rules) -> str:
    """The file name of a board's certificate, without a colon, which not all systems allow.

    >>> proof_name(Rules.parse("7x7:5"))
    '7x7-5.xz'
    """
    return f"{rules.width}x{rules.height}-{rules.k}.xz"


def read_table(folder: Path = PROOFS) -> tuple[Entry, ...]:
    """The entries of the atlas in a folder; raises OSError, or NotationError for a damaged one."""
    path = folder / TABLE
    try:
        return tuple(map(Entry.parse, path.read_text(encoding="utf-8").splitlines()))
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"{path} is not a table of an atlas: {error}") from error


def find_entry(rules: Rules) -> Entry | None:
    """The entry for a board, turned if need be; None if there is none. Reads the table once.

    >>> find_entry(Rules.parse("5x6:4")).claim
    'x wins'
    """
    return _entries().get(wide(rules))


@cache
def _entries() -> dict[Rules, Entry]:
    return {entry.rules: entry for entry in read_table()}


def check(entry: Entry, folder: Path = PROOFS) -> None:
    """Check that the certificate of an entry proves what the entry says.

    Raises OSError if the file is missing, and NotationError with the reason if it proves something
    else or nothing. Takes about 20 µs per position.
    """
    from noughts.verify import Certificate  # noqa: PLC0415 - 6 ms that a game saves

    if entry.proof is None:
        return
    packed = (folder / proof_name(entry.rules)).read_bytes()
    if sha256(packed).hexdigest() != entry.proof.sha256:
        raise NotationError("the certificate is not the one in the table")
    try:
        checked = Certificate(packed)
    except (ValueError, LZMAError) as error:
        raise NotationError(f"the certificate is refused: {error}") from error
    found = (checked.claim, len(checked.seen), len(packed))
    if found != (f"{entry.rules} {entry.claim}", entry.proof.positions, entry.proof.size):
        raise NotationError(f"the certificate proves something else: {checked.claim}")

"""The table of the atlas: the boards it covers, and their certificates, part of the package."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from noughts.core import Rules
from noughts.core.checks import as_type, check_type
from noughts.core.errors import InvalidProof, NotationError, Unsolved
from noughts.solver.verdict import Limit, Value

PROOFS = Path(__file__).parent / "proofs"
POSITIONS = Path(__file__).parent / "positions"  # certificates of wins from positions
TABLE = "table.jsonl"

_VALUES = {"win": Value.WIN, "draw": Value.DRAW}
_KINDS = {"positions": int, "size": int, "nodes": int, "seconds": float, "sha256": str}
# `docs/notes/family-searches.md` says how these were found.
_FOUND_ELSEWHERE = tuple(Rules(width, 4, 4) for width in range(10, 14))


@dataclass(frozen=True, slots=True)
class Certified:
    """A value for X, who begins, with its certificate and the search that found it."""

    value: Value
    positions: int  # in the certificate, up to symmetry
    size: int  # bytes
    nodes: int
    seconds: float
    sha256: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A board and what is proved about it, if anything.

    >>> Entry.parse('{"board": "8x8:5", "value": null}')
    Entry(rules=Rules(width=8, height=8, k=5), proof=None)
    """

    rules: Rules
    proof: Certified | None

    @classmethod
    def parse(cls, line: str) -> Entry:
        """Read a line of the table, a JSON object; raises ValueError, KeyError or TypeError."""
        told = json.loads(line)
        rules = Rules.parse(str(told["board"]))
        if told["value"] is None:
            return cls(rules, None)
        figures = {name: told[name] for name in _KINDS}
        if any(type(figures[name]) is not kind for name, kind in _KINDS.items()):
            raise ValueError(f"{rules} has a wrong figure")
        return cls(rules, Certified(_VALUES[told["value"]], **figures))

    def __str__(self) -> str:
        if self.proof is None:
            return json.dumps({"board": str(self.rules), "value": None})
        value = self.proof.value.name.lower()
        return json.dumps({"board": str(self.rules), **asdict(self.proof), "value": value})

    @property
    def claim(self) -> str:
        """The value in words, as in certificates; "unknown" if nothing is proved."""
        if self.proof is None:
            return "unknown"
        return "x wins" if self.proof.value is Value.WIN else "draw"


def proof_name(rules: Rules | str) -> str:
    """Return the file name of a board's certificate, without a colon, which not all systems allow.

    >>> proof_name("7x7:5")
    '7x7-5.xz'
    """
    rules = as_type(rules, Rules, "the board")
    return f"{rules.width}x{rules.height}-{rules.k}.xz"


def read_table(folder: Path = PROOFS) -> tuple[Entry, ...]:
    """Return the entries in a folder; raises OSError, or NotationError for a damaged one."""
    check_type(folder, Path, "the folder")
    path = folder / TABLE
    try:
        return tuple(map(Entry.parse, path.read_text(encoding="utf-8").splitlines()))
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"{path} is not a table of an atlas: {error}") from error


def find_entry(rules: Rules | str) -> Entry | None:
    """Return the entry for a board, turned if need be; None if there is none. Reads the table once.

    >>> find_entry("5x6:4").claim
    'x wins'
    """
    return _entries().get(wide(rules))


@cache
def _entries() -> dict[Rules, Entry]:
    return {entry.rules: entry for entry in read_table()}


def check(entry: Entry, folder: Path = PROOFS) -> None:
    """Check that the certificate of an entry proves what the entry says.

    Raises OSError if the file is missing, and InvalidProof with the reason if it proves something
    else or nothing. Takes about 20 µs per position.
    """
    from noughts.solver.verification import verify  # 6 ms that a game saves

    check_type(entry, Entry, "the entry")
    check_type(folder, Path, "the folder")
    if entry.proof is None:
        return
    packed = (folder / proof_name(entry.rules)).read_bytes()
    if sha256(packed).hexdigest() != entry.proof.sha256:
        raise InvalidProof("the certificate is not the one in the table")
    checked = verify(packed)
    facts = (checked.claim, checked.positions, checked.size)
    if facts != (f"{entry.rules} {entry.claim}", entry.proof.positions, entry.proof.size):
        raise InvalidProof(f"the certificate proves something else: {checked.claim}")


def boards() -> tuple[Rules, ...]:
    """Return all boards up to 7×7, and larger ones where k is 4, 5 or 6.

    For k = 4 up to 8×8 and 13×4, for k = 5 up to 8×7, and for k = 6 up to 12×7, 11×8 and 9×9. The
    longer side is the width: turning a board does not change its value. Sorted by k, width and
    height.

    >>> len(boards()), str(boards()[-1])
    (170, '7x7:7')
    """
    return tuple(sorted({*boards_to_build(), *_FOUND_ELSEWHERE}, key=order))


def boards_to_build() -> tuple[Rules, ...]:
    """Return those of them that `prove` settles within minutes."""
    settled = {
        Rules(width, height, k)
        for width in range(1, 8)
        for height in range(1, width + 1)
        for k in range(1, width + 1)
    }
    settled |= {Rules(8, height, 4) for height in range(1, 9)} | {Rules(9, 4, 4)}
    settled |= {Rules(8, height, 5) for height in range(1, 8)}
    # Up to six rows, a theorem about families says the same.
    settled |= {Rules(width, 7, 6) for width in range(8, 13)}
    settled |= {Rules(width, 8, 6) for width in range(8, 12)} | {Rules(9, 9, 6)}
    return tuple(sorted(settled, key=order))


def wide(rules: Rules | str) -> Rules:
    """Return the board turned as in the atlas, with the longer side as the width."""
    rules = as_type(rules, Rules, "the board")
    return Rules(max(rules.width, rules.height), min(rules.width, rules.height), rules.k)


def order(rules: Rules | str) -> tuple[int, int, int]:
    """Return the key that sorts boards: k, width, height."""
    rules = as_type(rules, Rules, "the board")
    return rules.k, rules.width, rules.height


def build(rules: Rules | str, limit: Limit | None = None) -> tuple[Entry, bytes]:
    """Prove the value of a board and check the certificate; returns the entry and the certificate.

    If the limit runs out, the value is unknown and the certificate is empty.
    """
    from noughts.solver.prover import prove  # only to add to the atlas
    from noughts.solver.verification import verify

    rules = as_type(rules, Rules, "the board")
    try:
        proof = prove(rules, limit)
    except Unsolved:
        return Entry(rules, None), b""
    packed = proof.certificate
    checked = verify(packed)
    certified = Certified(
        proof.value,
        positions=checked.positions,
        size=checked.size,
        nodes=proof.nodes,
        seconds=round(proof.seconds, 3),
        sha256=checked.sha256,
    )
    return Entry(rules, certified), packed

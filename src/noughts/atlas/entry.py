"""What the atlas says of one board."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from noughts.core.rules import Rules
from noughts.solver.verdict import Value


@dataclass(frozen=True, slots=True)
class Certified:
    """A value for X, who begins, and its certificate: its size, and the search that found it."""

    value: Value
    positions: int  # in the certificate, up to symmetry
    size: int  # bytes
    nodes: int
    seconds: float
    sha256: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A board, and what is proved of it, if anything is.

    >>> Entry.parse('{"board": "8x8:5", "value": null}')
    Entry(rules=Rules(width=8, height=8, k=5), proof=None)
    """

    rules: Rules
    proof: Certified | None

    @classmethod
    def parse(cls, line: str) -> Entry:
        """Read a line of the table, an object in JSON; raises ValueError, KeyError or TypeError."""
        fields = json.loads(line)
        rules, value = Rules.parse(fields.pop("board")), fields.pop("value")
        return cls(rules, None if value is None else Certified(Value[value.upper()], **fields))

    def __str__(self) -> str:
        return json.dumps(self.fields())

    @property
    def claim(self) -> str:
        """The value in words, as certificates have them; "unknown" where nothing is proved."""
        if self.proof is None:
            return "unknown"
        return "x wins" if self.proof.value is Value.WIN else "draw"

    def fields(self) -> dict[str, Any]:
        """What there is to say, by name; the value is that for X, None where it is unknown."""
        if self.proof is None:
            return {"board": str(self.rules), "value": None}
        value = self.proof.value.name.lower()
        return {"board": str(self.rules), **asdict(self.proof), "value": value}

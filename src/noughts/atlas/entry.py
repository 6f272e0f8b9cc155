"""What the atlas says about one board."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from noughts.core.rules import Rules
from noughts.solver.verdict import Value

_VALUES = {"win": Value.WIN, "draw": Value.DRAW}
_KINDS = {"positions": int, "size": int, "nodes": int, "seconds": float, "sha256": str}


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
        return json.dumps(self.fields())

    @property
    def claim(self) -> str:
        """The value in words, as in certificates; "unknown" if nothing is proved."""
        if self.proof is None:
            return "unknown"
        return "x wins" if self.proof.value is Value.WIN else "draw"

    def fields(self) -> dict[str, Any]:
        """The fields by name; the value is for X, or None if unknown."""
        if self.proof is None:
            return {"board": str(self.rules), "value": None}
        value = self.proof.value.name.lower()
        return {"board": str(self.rules), **asdict(self.proof), "value": value}

"""`noughts certify`: the exact results of a player against every possible opponent."""

from __future__ import annotations

import json
from argparse import Namespace
from fractions import Fraction
from itertools import cycle

from noughts.arena import Certification, certify
from noughts.cli.parser import as_usage_error
from noughts.core import Mark
from noughts.core.errors import UnsupportedRules
from noughts.core.record import Record
from noughts.players import UnknownPlayer, player


def run_certify(arguments: Namespace) -> int:
    """Play every line, and print the report."""
    with as_usage_error(UnknownPlayer, UnsupportedRules):
        certification = certify(player(arguments.player), arguments.board)
    print(_as_json(certification) if arguments.json else _as_text(certification))
    return 0


def _as_text(certification: Certification) -> str:
    lines = [f"{certification.player} on {certification.rules}, X first"]
    for side in certification.sides:
        rows = [
            ("positions met", f"{side.positions:,}"),
            ("lines", f"{side.lines:,}"),
            ("lines lost", f"{side.lines_lost:,}"),
            ("wins missed", f"{side.wins_missed:,}"),
            ("choices that lose value", f"{side.thrown_away:,}"),
            ("loses to random", _probability(side.against_random.loss)),
            ("loses to the best opponent", _probability(side.worst_loss)),
        ]
        lines += ["", f"as {side.mark}", *(f"  {name:28}{figure}" for name, figure in rows)]
        if side.refutation is not None:
            turns = cycle((side.refutation.start.turn, side.refutation.start.turn.other))
            named = zip(turns, side.refutation.move_names, strict=False)
            moves = ", ".join(f"{turn} {name}" for turn, name in named)
            lines.append(f"  shortest loss: {moves}")
    lines.append("")
    for side in certification.sides:
        able = f"As {side.mark}, {certification.player}"
        if side.lines_lost:
            best, random = _often(side.worst_loss), _often(side.against_random.loss)
            said = (
                f"can be beaten: the best opponent wins {best}, one who moves at random {random}."
            )
        else:
            said = f"can't be beaten: it loses none of {side.lines:,} lines."
        lines.append(f"{able} {said}")
    return "\n".join(lines)


def _often(chance: Fraction) -> str:
    return "every game" if chance == 1 else f"{float(chance):.1%} of the games"


def _probability(fraction: Fraction) -> str:
    whole = fraction.denominator == 1
    return str(fraction) if whole else f"{float(fraction):.4f} = {fraction}"


def _as_json(certification: Certification) -> str:
    sides = {}
    for side in certification.sides:
        refutation = None
        if side.refutation is not None:
            names = {side.mark: certification.player, side.mark.other: "refuter"}
            record = Record(side.refutation, {mark: names[mark] for mark in Mark})
            refutation = json.loads(str(record))
        odds = side.against_random
        sides[side.mark.value] = {
            "positions": side.positions,
            "lines": {"lost": side.lines_lost, "drawn": side.lines_drawn, "won": side.lines_won},
            "wins_missed": side.wins_missed,
            "thrown_away": side.thrown_away,
            "against_random": {name: str(getattr(odds, name)) for name in ("loss", "draw", "win")},
            "worst_loss": str(side.worst_loss),
            "refutation": refutation,
        }
    report = {
        "player": certification.player,
        "rules": str(certification.rules),
        "first": certification.first.value,
        "sides": sides,
    }
    return json.dumps(report, indent=2)

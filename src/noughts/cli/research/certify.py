"""`noughts certify`: the exact results of a player against every possible opponent."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any

from noughts.cli.parser import Parser, readable
from noughts.core.errors import UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.players import UnknownPlayer, player

# The arena takes 10 ms to import, so only this command imports it.
if TYPE_CHECKING:
    from fractions import Fraction

    from noughts.arena import Certification, SideReport
    from noughts.core.game import Game


def add_certify(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument("player", help="a name that `noughts players` lists")
    parser.add_argument(
        "--board", type=readable(Rules.parse), default=Rules(), metavar="WxH:K", help="(3x3:3)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.arena import certify  # noqa: PLC0415

    try:
        certification = certify(player(arguments.player), arguments.board)
    except (UnknownPlayer, UnsupportedRules) as error:
        parser.error(str(error))
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
            lines.append(f"  shortest loss: {_moves(side.refutation)}")
    verdicts = [_verdict(certification.player, side) for side in certification.sides]
    return "\n".join([*lines, "", *verdicts])


def _moves(game: Game) -> str:
    sides = (game.start.turn, game.start.turn.other)
    named = zip(cycle(sides), game.move_names, strict=False)
    return ", ".join(f"{side} {name}" for side, name in named)


def _verdict(player: str, side: SideReport) -> str:
    """What the figures of a side come to."""
    if not side.lines_lost:
        return f"As {side.mark}, {player} can't be beaten: it loses none of {side.lines:,} lines."
    return (
        f"As {side.mark}, {player} can be beaten: the best opponent wins {_often(side.worst_loss)},"
        f" one who moves at random {_often(side.against_random.loss)}."
    )


def _often(chance: Fraction) -> str:
    return "every game" if chance == 1 else f"{float(chance):.1%} of the games"


def _probability(fraction: Fraction) -> str:
    whole = fraction.denominator == 1
    return str(fraction) if whole else f"{float(fraction):.4f} = {fraction}"


def _refutation(certification: Certification, side: SideReport) -> Record | None:
    if side.refutation is None:
        return None
    names = {side.mark: certification.player, side.mark.other: "refuter"}
    return Record(side.refutation, {mark: names[mark] for mark in Mark})


def _as_json(certification: Certification) -> str:
    report = {
        "player": certification.player,
        "rules": str(certification.rules),
        "first": certification.first.value,
        "sides": {side.mark.value: _side_data(certification, side) for side in certification.sides},
    }
    return json.dumps(report, indent=2)


def _side_data(certification: Certification, side: SideReport) -> dict[str, Any]:
    refutation = _refutation(certification, side)
    return {
        "positions": side.positions,
        "lines": {"lost": side.lines_lost, "drawn": side.lines_drawn, "won": side.lines_won},
        "wins_missed": side.wins_missed,
        "thrown_away": side.thrown_away,
        "against_random": {
            name: str(getattr(side.against_random, name)) for name in ("loss", "draw", "win")
        },
        "worst_loss": str(side.worst_loss),
        "refutation": None if refutation is None else json.loads(str(refutation)),
    }

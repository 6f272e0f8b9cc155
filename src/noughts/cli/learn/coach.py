"""`noughts hint`, `explain` and `review`: what moves are worth, and why."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from noughts.cli.full_screen import add_plain, is_wanted
from noughts.cli.parser import Parser, add_position, seconds, thinking
from noughts.cli.records import use_each_record, walk_through
from noughts.cli.streams import standard_console
from noughts.coach.advice import advise
from noughts.coach.explanation import Explanation, explain
from noughts.coach.forced import ForcedValue
from noughts.coach.reviews import Review, review, review_text
from noughts.coach.text import explanation_text
from noughts.core.errors import IllegalAction, IllegalMove, NotationError
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.record import Record
from noughts.core.text import printable
from noughts.players import player
from noughts.solver import Limit, MoveValue
from noughts.terminal.console import Console
from noughts.terminal.styles import STYLES

# Per move. Boards of up to 4×4 take far less; larger ones have no proof to wait for.
_LIMIT = Limit(seconds=10)


def add_hint(parser: Parser) -> None:
    """Declare `noughts hint`."""
    add_position(parser)
    parser.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help="the time to think where values are not proved (half a second)",
    )
    parser.set_defaults(run=partial(_hint, parser))


def add_explain(parser: Parser) -> None:
    """Declare `noughts explain`."""
    add_position(parser)
    parser.add_argument("move", help="such as b2")
    parser.set_defaults(run=partial(_explain, parser))


def add_review(parser: Parser) -> None:
    """Declare `noughts review`."""
    parser.add_argument("file", type=Path, help="a file of records, as --record writes it")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    add_plain(parser)
    parser.set_defaults(run=_review)


def _hint(parser: Parser, arguments: Namespace) -> int:
    try:
        position = arguments.position
        limit = thinking(position.rules, arguments.seconds)
        advice = advise(position, player("strongest", 0), _LIMIT, limit)
    except IllegalAction as error:
        parser.error(str(error))
    print(explanation_text(advice))
    return 0


def _explain(parser: Parser, arguments: Namespace) -> int:
    position = arguments.position
    try:
        move = STYLES["auto"](position.rules).read(arguments.move)
        explanation = explain(position, move, _LIMIT)
    except (NotationError, IllegalMove) as error:
        parser.error(str(error))
    print(explanation_text(explanation))
    return 0


def _review(arguments: Namespace) -> int:
    if not arguments.json and is_wanted(arguments):
        return walk_through(arguments.file, is_review=True)
    console = standard_console()  # which can print names that the output's encoding lacks
    show = _show_data if arguments.json else _show_text
    return use_each_record(arguments.file, partial(show, console))


def _show_data(console: Console, number: int, record: Record) -> None:
    who = {mark.value: record.players[mark] for mark in Mark}
    data = {"game": number, "rules": str(record.game.rules), "players": who}
    console.put(json.dumps(data | _review_data(review(record.game, _LIMIT))))


def _show_text(console: Console, number: int, record: Record) -> None:
    names = " against ".join(f"{printable(record.players[mark])} ({mark})" for mark in Mark)
    console.say(f"Game {number}: {names}\n{review_text(review(record.game, _LIMIT))}\n")


def _review_data(reviewed: Review) -> dict[str, Any]:
    turning_point = reviewed.turning_point
    return {
        "moves": [_move_data(explanation) for explanation in reviewed.explanations],
        "mistakes": [ply + 1 for ply in reviewed.mistakes],
        "turning_point": None if turning_point is None else turning_point + 1,
        "accuracy": {mark.value: _share(reviewed, mark) for mark in Mark},
    }


def _move_data(explanation: Explanation) -> dict[str, Any]:
    return {
        "side": explanation.position.turn.value,
        "move": square_name(explanation.position.rules.width, explanation.move),
        "best": _worth_data(explanation.best),
        "worth": _worth_data(explanation.worth),
        "keeps_value": explanation.keeps_value,
        "text": explanation_text(explanation),
    }


def _worth_data(worth: MoveValue | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    data = {"value": worth.value.name.lower(), "plies": worth.plies}
    return data | {"at_most": True} if isinstance(worth, ForcedValue) else data


def _share(reviewed: Review, mark: Mark) -> float | None:
    share = reviewed.accuracy(mark)
    return None if share is None else float(share)

"""`noughts explain` and `review`: what moves are worth, and why."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from typing import Any

from noughts.cli.parser import as_usage_error, thinking
from noughts.cli.records import use_each_record, walk_through
from noughts.cli.streams import is_full_screen_wanted, standard_console
from noughts.coach.explanation import explain, hint
from noughts.coach.forced import ForcedValue
from noughts.coach.reviews import review, review_text
from noughts.coach.text import explanation_text
from noughts.core import Mark
from noughts.core.errors import IllegalAction, IllegalMove, NotationError
from noughts.core.notation import read_square, square_name
from noughts.core.record import Record
from noughts.solver import Limit, MoveValue
from noughts.terminal.console import Console
from noughts.wording.language import gettext as _
from noughts.wording.text import printable

# Per move. Boards of up to 4×4 take far less; larger ones have no proof to wait for.
_LIMIT = Limit(seconds=10)


def run_explain(arguments: Namespace) -> int:
    """Print what a move is worth, or which is best, and why."""
    position, seconds = arguments.position, arguments.seconds
    rules = position.rules
    with as_usage_error(IllegalAction, IllegalMove, NotationError):
        if arguments.move is None:
            explanation = hint(position, _LIMIT, thinking(rules, seconds))
        else:
            move = read_square(rules.width, rules.height, arguments.move)
            limit = _LIMIT if seconds is None else Limit(seconds=seconds)
            explanation = explain(position, move, limit)
    print(explanation_text(explanation))
    return 0


def run_review(arguments: Namespace) -> int:
    """Review all games of a file; returns the exit code."""
    if not arguments.json and is_full_screen_wanted(arguments):
        return walk_through(arguments.file, is_review=True)
    console = standard_console()  # which can print names that the output's encoding lacks
    show = _show_data if arguments.json else _show_text
    return use_each_record(arguments.file, partial(show, console))


def _show_data(console: Console, number: int, record: Record) -> None:
    who = {mark.value: record.players[mark] for mark in Mark}
    reviewed = review(record.game, _LIMIT)
    turning_point = reviewed.turning_point
    accuracy = {mark.value: reviewed.accuracy(mark) for mark in Mark}
    data = {
        "game": number,
        "rules": str(record.game.rules),
        "players": who,
        "moves": [
            {
                "side": explanation.position.turn.value,
                "move": square_name(explanation.position.rules.width, explanation.move),
                "best": _worth_data(explanation.best),
                "worth": _worth_data(explanation.worth),
                "keeps_value": explanation.keeps_value,
                "text": explanation_text(explanation),
            }
            for explanation in reviewed.explanations
        ],
        "mistakes": [ply + 1 for ply in reviewed.mistakes],
        "turning_point": None if turning_point is None else turning_point + 1,
        "accuracy": {
            side: None if share is None else float(share) for side, share in accuracy.items()
        },
    }
    console.put(json.dumps(data))


def _show_text(console: Console, number: int, record: Record) -> None:
    x, o = (printable(record.players[mark]) for mark in Mark)
    title = _("Game {number}: {x} (X) against {o} (O)", number=number, x=x, o=o)
    console.say(f"{title}\n{review_text(review(record.game, _LIMIT))}\n")


def _worth_data(worth: MoveValue | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    data = {"value": worth.value.name.lower(), "plies": worth.plies}
    return data | {"at_most": True} if isinstance(worth, ForcedValue) else data

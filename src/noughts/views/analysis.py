"""A position as the coach sees it: the values of moves, a hint, the reasons for a move."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Literal

from noughts.coach import analysis as coach
from noughts.coach import text as coach_text
from noughts.coach.explanation import explain, hint
from noughts.coach.forced import ForcedValue, forced_values
from noughts.coach.outlook import Difference, outlook, outlook_text, square_texts
from noughts.coach.tactics import merits
from noughts.coach.text import Explanation
from noughts.core import Game, Move, Position
from noughts.core.errors import Unsolved
from noughts.solver import Limit, MoveValue, Value
from noughts.solver.exact import MOST_PROVED
from noughts.views.base import View
from noughts.views.board import BoardView, board_view
from noughts.wording.game_text import status_text
from noughts.wording.language import gettext as _
from noughts.wording.text import subjects_for

ValueWord = Literal["win", "draw", "loss"]

_THINKING = Limit(seconds=0.4)  # a hint comes well within a second
_VALUING = 0.8  # seconds for the values of all moves by force

_WORDS: dict[Value, ValueWord] = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
_DIFFERENCES = {
    Value.WIN: Difference.WINS,
    Value.DRAW: Difference.HOLDS,
    Value.LOSS: Difference.LOSES,
}


@dataclass(frozen=True, slots=True)
class MoveWorth(View):
    """The value of a free square for the side to move."""

    square: int
    name: str
    value: ValueWord
    plies: int | None
    text: str
    label: str
    is_best: bool
    at_most: bool = False  # the plies are a bound: a win by force may be quicker


@dataclass(frozen=True, slots=True)
class Values(View):
    """The values of moves, where proved; on large boards, of those that win or lose by force.

    In a game these are the moves that stand out from the others, or all if all are worth the same.
    """

    position: str
    is_proved: bool
    text: str
    moves: list[MoveWorth]


@dataclass(frozen=True, slots=True)
class Advice(View):
    """A recommended move, with its value and the reason, and the lines on the board that decide."""

    square: int
    name: str
    verdict: str
    text: str
    lines: list[list[int]]


@dataclass(frozen=True, slots=True)
class Analysis(View):
    """A position with its values and the explanation of every move."""

    board: BoardView
    status: str
    values: Values
    following: dict[int, str]


def suggest_move(position: Position, limit: Limit) -> Advice:
    """Return a move to make, with its reason; raises IllegalAction when the game is over."""
    return _advice(hint(position, limit, _THINKING))


def explain_move(position: Position, move: Move, limit: Limit) -> Advice:
    """Return the value of a move, with the reason; raises IllegalMove."""
    return _advice(explain(position, move, limit))


def reason_lines(position: Position, move: Move) -> list[list[Move]]:
    """Return the lines by which a move decides, if it does not win: its threats, or what it blocks.

    They follow from the board alone.
    """
    after = position.play_unchecked(move)
    reasons = () if after.is_over else tuple(merits(position, move, after))
    return [list(line) for line in coach_text.lines_shown(reasons)]


def _advice(explanation: Explanation) -> Advice:
    return Advice(
        square=explanation.move,
        name=explanation.position.name(explanation.move),
        verdict=coach_text.verdict_text(explanation),
        text=coach_text.explanation_text(explanation),
        lines=[list(line) for line in coach_text.lines_shown(explanation.said)],
    )


def evaluate(position: Position, limit: Limit) -> Values:
    """Return the value of every move, where proved.

    Where it is not, only the moves that win or lose by force are told.
    """
    worths: Mapping[Move, MoveValue]
    best: Collection[Move]
    proved = _proved(position, limit)
    if proved is not None:
        worths, best = proved.worths, proved.verdict.best
        text = coach_text.value_text(position, proved.verdict)
    else:
        worths = _forced(position, limit)
        best = [move for move, worth in worths.items() if worth.value is Value.WIN]
        text = coach_text.forced_text(position, worths)
    moves = []
    for move, worth in worths.items():
        short = long = coach_text.worth_text(worth)
        if isinstance(worth, ForcedValue):  # a bound is too long for a square
            short = coach_text.value_word(worth.value)
        label = _("{square}, empty, {value}", square=position.name(move), value=long)
        moves.append(move_worth(position, move, worth, short, label, is_best=move in best))
    return Values(position.url, is_proved=proved is not None, text=text, moves=moves)


def compare(position: Position, limit: Limit) -> Values:
    """Return the moves that make a difference for a player, or all, and a sentence about them.

    Where values are not proved, they are the moves that win or lose by force.
    """
    if position.is_over:
        return evaluate(position, limit)
    worths: Mapping[Move, MoveValue]
    best: Collection[Move]
    proved = _proved(position, limit)
    is_proved = proved is not None and proved.shows_best
    if proved is not None and is_proved:
        worths, ahead = proved.worths, outlook(position, proved.worths, limit.part(0.5))
        best = ahead.moves
        equal = dict.fromkeys(position.moves if ahead.is_all else (), _DIFFERENCES[ahead.value])
        differences = {**equal, **dict.fromkeys(best, ahead.difference)}
        text = outlook_text(ahead)
    else:
        worths = _forced(position, limit)
        differences = {move: _DIFFERENCES[worth.value] for move, worth in worths.items()}
        text = coach_text.forced_text(position, worths)
        best = worths
        if len(worths) == len(position.moves) and set(differences.values()) == {Difference.LOSES}:
            differences = {}  # where all lose by force, none stands out
    moves = []
    for move, difference in differences.items():
        short, label = square_texts(difference, position.name(move))
        is_best = move in best and difference not in (Difference.LOSES, Difference.MISSES)
        moves.append(move_worth(position, move, worths[move], short, label, is_best=is_best))
    return Values(position.url, is_proved=is_proved, text=text, moves=moves)


def _proved(position: Position, limit: Limit) -> coach.Analysis | None:
    """Return the analysis of a position, if it is proved."""
    if position.rules.size > MOST_PROVED and not position.is_over:
        return None
    with suppress(Unsolved):
        analysis = coach.analyse(position, limit, line=False)
        if analysis.worths or position.is_over:
            return analysis
    return None


def _forced(position: Position, limit: Limit) -> dict[Move, MoveValue]:
    """Return the moves that win or lose by force; of the others nothing is told."""
    seconds = inf if limit.seconds is None else limit.seconds
    return forced_values(position, limit if seconds < _VALUING else Limit(seconds=_VALUING))


def move_worth(
    position: Position, move: Move, worth: MoveValue, text: str, label: str, *, is_best: bool
) -> MoveWorth:
    """Return what a move is worth, with what is written in its square and read out."""
    return MoveWorth(
        square=move,
        name=position.name(move),
        value=_WORDS[worth.value],
        plies=worth.plies,
        text=text,
        label=label,
        is_best=is_best,
        at_most=isinstance(worth, ForcedValue),
    )


def analyse(position: Position, limit: Limit) -> Analysis:
    """Return a position, what it is worth, and where each move leads."""
    return Analysis(
        board=board_view(position),
        status=status_text(subjects_for([]), Game(position)),
        values=evaluate(position, limit),
        following={move: position.play_unchecked(move).url for move in position.moves},
    )

"""The coach's answers as the API shows them; each function is a job for the worker pool."""

from __future__ import annotations

from typing import Literal

from noughts.coach.advice import advise
from noughts.coach.explanation import Explanation, explain
from noughts.coach.reviews import Review, review
from noughts.coach.text import (
    accuracy_text,
    change_text,
    explanation_text,
    turning_point_text,
    value_text,
    verdict_text,
    worth_text,
)
from noughts.core.bits import Move
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.text import subjects_for
from noughts.online.games import text
from noughts.players import player
from noughts.solver import Limit, MoveValue, Value, Verdict, solve, values
from noughts.web.views.games import board_view, side
from noughts.web.views.schemas import Advice, Analysis, MoveWorth, ReviewedMove, ReviewView, Values

_VALUES: dict[Value, Literal["win", "draw", "loss"]] = {
    Value.WIN: "win",
    Value.DRAW: "draw",
    Value.LOSS: "loss",
}


def suggest_move(position: Position, limit: Limit) -> Advice:
    """A move to make, with its reason; raises IllegalAction when the game is over."""
    return _advice(advise(position, player("strongest"), limit))


def explain_move(position: Position, move: Move, limit: Limit) -> Advice:
    """What a move is worth, with the reason; raises IllegalMove."""
    return _advice(explain(position, move, limit))


def evaluate(position: Position, limit: Limit) -> Values:
    """The value of every move, where proved."""
    try:
        verdict, moves = solve(position, limit), values(position, limit)
    except Unsolved:
        text = f"What the moves are worth here is not proved: {position.rules} is not solved."
        return Values(position.url, is_proved=False, text=text, moves=[])
    worths = [_worth(position, move, value, verdict) for move, value in moves.items()]
    return Values(position.url, is_proved=True, text=value_text(position, verdict), moves=worths)


def analyse(position: Position, limit: Limit) -> Analysis:
    """A position, what it is worth, and where each move leads."""
    status = text.status_text(subjects_for([]), Game(position))
    following = {move: position.play_unchecked(move).url for move in position.moves}
    return Analysis(board_view(position), status, evaluate(position, limit), following)


def review_game(game: Game, limit: Limit) -> ReviewView:
    """A finished game, move by move; raises IllegalAction for one that goes on."""
    if game.ending is None:
        raise IllegalAction("the game goes on: it is reviewed when it is over")
    found = review(game, limit)
    positions = list(game.positions())
    return ReviewView(
        start=board_view(positions[0]),
        moves=[_reviewed(found, ply, after) for ply, after in enumerate(positions[1:])],
        turning_point=turning_point_text(found),
        accuracy={side(mark): accuracy_text(found, mark) for mark in Mark},
    )


def _advice(explanation: Explanation) -> Advice:
    return Advice(
        square=explanation.move,
        name=square_name(explanation.position.rules.width, explanation.move),
        verdict=verdict_text(explanation),
        text=explanation_text(explanation),
    )


def _worth(position: Position, move: Move, value: MoveValue, verdict: Verdict) -> MoveWorth:
    name, text = square_name(position.rules.width, move), worth_text(value)
    return MoveWorth(
        square=move,
        name=name,
        value=_VALUES[value.value],
        plies=value.plies,
        text=text,
        label=f"{name}, empty, {text}",
        is_best=move in verdict.best,
    )


def _reviewed(found: Review, ply: int, after: Position) -> ReviewedMove:
    explanation = found.explanations[ply]
    return ReviewedMove(
        ply=ply + 1,
        side=side(explanation.position.turn),
        square=explanation.move,
        name=square_name(after.rules.width, explanation.move),
        text=explanation_text(explanation),
        change=change_text(explanation),
        keeps_value=explanation.keeps_value,
        is_turning_point=ply == found.decided_by,
        after=board_view(after, explanation.move),
    )

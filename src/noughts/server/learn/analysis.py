"""The coach's answers as the API shows them; each function is a job for the worker pool."""

from __future__ import annotations

from math import inf
from typing import Literal

from litestar.di import NamedDependency

from noughts.atlas import solve, values
from noughts.coach.advice import advise
from noughts.coach.explanation import Explanation, explain
from noughts.coach.forced import ForcedValue, forced_values
from noughts.coach.outlook import Difference, outlook, outlook_text, square_label, square_text
from noughts.coach.reviews import (
    Review,
    accuracy_text,
    better_label,
    better_moves,
    better_text,
    change_text,
    judgement_text,
    review,
    turning_point_text,
)
from noughts.coach.text import explanation_text, verdict_text
from noughts.coach.values_text import forced_text, value_text, value_word, worth_text
from noughts.core.bits import Move
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.game import Game
from noughts.core.game_text import status_text
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.text import subjects_for
from noughts.language import gettext as _
from noughts.players import player
from noughts.server.learn.views import (
    Advice,
    Analysis,
    MoveWorth,
    ReviewedMove,
    ReviewView,
    Values,
    board_view,
    changed_labels,
    side,
)
from noughts.server.worker_pool import WorkerPool
from noughts.solver import Limit, MoveValue, Value, Verdict, can_solve
from noughts.solver.exact import MOST_PROVED

_THINKING = Limit(seconds=0.4)  # a hint comes well within a second
_VALUING = Limit(seconds=0.8)  # for the values of all moves by force

_REVIEWING = 4  # limits of a proof in a review: an explanation takes a quarter of one at most

_DIFFERENCES = {
    Value.WIN: Difference.WINS,
    Value.DRAW: Difference.HOLDS,
    Value.LOSS: Difference.LOSES,
}
_VALUES: dict[Value, Literal["win", "draw", "loss"]] = {
    Value.WIN: "win",
    Value.DRAW: "draw",
    Value.LOSS: "loss",
}


def suggest_move(position: Position, limit: Limit) -> Advice:
    """A move to make, with its reason; raises IllegalAction when the game is over."""
    return _advice(advise(position, player("strongest", 0), limit, _thinking(position)))


def _thinking(position: Position) -> Limit | None:
    """How long the search may take for a hint; where every value is proved, it is not needed."""
    return None if can_solve(position.rules) else _THINKING


def _seconds(limit: Limit) -> float:
    return inf if limit.seconds is None else limit.seconds


def explain_move(position: Position, move: Move, limit: Limit) -> Advice:
    """What a move is worth, with the reason; raises IllegalMove."""
    return _advice(explain(position, move, limit))


def evaluate(position: Position, limit: Limit) -> Values:
    """The value of every move, where proved; each of two questions takes half the limit at most.

    On boards too large for the prover only wins by force are found.
    """
    proved = _proved(position, limit)
    if proved is None:
        return _evaluate_by_force(position, limit)
    verdict, moves = proved
    worths = [_worth(position, move, value, move in verdict.best) for move, value in moves.items()]
    return Values(position.url, is_proved=True, text=value_text(position, verdict), moves=worths)


def _proved(position: Position, limit: Limit) -> tuple[Verdict, dict[Move, MoveValue]] | None:
    """A position and its moves, if both are proved; each question takes half the limit at most."""
    if position.rules.size > MOST_PROVED and not position.is_over:
        return None
    half = limit.part(0.5)
    try:
        return solve(position, half), values(position, half)
    except Unsolved:
        return None


def _evaluate_by_force(position: Position, limit: Limit) -> Values:
    """The moves that win or lose by force; of the others nothing is said."""
    moves = forced_values(position, min(limit, _VALUING, key=_seconds))
    worths = [
        _worth(position, move, value, value.value is Value.WIN) for move, value in moves.items()
    ]
    return Values(position.url, is_proved=False, text=forced_text(position, moves), moves=worths)


def compare(position: Position, limit: Limit) -> Values:
    """What makes a difference for somebody who plays: the moves that stand out, in a sentence."""
    if position.is_over:
        return evaluate(position, limit)
    proved = _proved(position, limit)
    if proved is None:
        return _compare_by_force(position, limit)
    verdict, worths = proved
    if verdict.value not in {worth.value for worth in worths.values()}:
        return _compare_by_force(position, limit)
    found = outlook(position, worths, limit.part(0.5))
    shown = [_standing_out(position, move, worths[move], found.difference) for move in found.moves]
    return Values(position.url, is_proved=True, text=outlook_text(found), moves=shown)


def _compare_by_force(position: Position, limit: Limit) -> Values:
    """The same where only what is won or lost by force is proved."""
    worths = forced_values(position, min(limit, _VALUING, key=_seconds))
    shown = [
        _standing_out(position, move, worth, _DIFFERENCES[worth.value])
        for move, worth in worths.items()
    ]
    is_lost = len(worths) == len(position.moves)
    shown = [] if is_lost and all(each.value == "loss" for each in shown) else shown
    return Values(position.url, is_proved=False, text=forced_text(position, worths), moves=shown)


def _standing_out(
    position: Position, move: Move, worth: MoveValue, difference: Difference
) -> MoveWorth:
    name = square_name(position.rules.width, move)
    return MoveWorth(
        square=move,
        name=name,
        value=_VALUES[worth.value],
        plies=worth.plies,
        text=square_text(difference),
        label=square_label(difference, name),
        is_best=difference not in (Difference.LOSES, Difference.MISSES),
        at_most=isinstance(worth, ForcedValue),
    )


def analyse(position: Position, limit: Limit) -> Analysis:
    """A position, what it is worth, and where each move leads."""
    status = status_text(subjects_for([]), Game(position))
    following = {move: position.play_unchecked(move).url for move in position.moves}
    return Analysis(board_view(position), status, evaluate(position, limit), following)


def review_game(game: Game, limit: Limit, you: Mark | None = None) -> ReviewView:
    """A finished game, move by move, for the side `you`; raises IllegalAction if it goes on."""
    if game.ending is None:
        raise IllegalAction(_("You can review the game once it's over"))
    each = _for_each_move(game, limit)
    found = review(game, each)
    return ReviewView(
        start=board_view(game.start),
        end=board_view(game.position, game.last_move),
        moves=[_reviewed(found, ply, you, each) for ply in range(len(game.moves))],
        turning_point=turning_point_text(found, you),
        turning_ply=None if found.decided_by is None else found.decided_by + 1,
        accuracy={side(mark): accuracy_text(found, mark, you) for mark in Mark},
    )


def _for_each_move(game: Game, limit: Limit) -> Limit:
    """The limit for each move of a review, so that all together keep to twice the limit at most."""
    if can_solve(game.rules) or limit.seconds is None or not game.moves:
        return limit
    return Limit(seconds=_REVIEWING * limit.seconds / len(game.moves))


def _advice(explanation: Explanation) -> Advice:
    return Advice(
        square=explanation.move,
        name=square_name(explanation.position.rules.width, explanation.move),
        verdict=verdict_text(explanation),
        text=explanation_text(explanation),
    )


def _worth(position: Position, move: Move, value: MoveValue, is_best: bool) -> MoveWorth:
    name, text = square_name(position.rules.width, move), worth_text(value)
    is_bound = isinstance(value, ForcedValue)
    return MoveWorth(
        square=move,
        name=name,
        value=_VALUES[value.value],
        plies=value.plies,
        text=value_word(value.value) if is_bound else text,  # a bound is too long for a square
        label=_("{square}, empty, {value}", square=name, value=text),
        is_best=is_best,
        at_most=is_bound,
    )


def _reviewed(found: Review, ply: int, you: Mark | None, limit: Limit) -> ReviewedMove:
    explanation = found.explanations[ply]
    mover, width = explanation.position.turn, explanation.position.rules.width
    last = tuple(each.move for each in found.explanations[max(ply - 1, 0) : ply + 1])
    better = better_moves(explanation, limit)
    return ReviewedMove(
        ply=ply + 1,
        side=side(mover),
        square=explanation.move,
        name=square_name(width, explanation.move),
        text=judgement_text(explanation, better, you),
        change=change_text(explanation),
        keeps_value=explanation.keeps_value,
        is_turning_point=ply == found.decided_by,
        better=[_better(explanation, move) for move in better.moves],
        labels=changed_labels(last, mover, width),
    )


def _better(explanation: Explanation, move: Move) -> MoveWorth:
    """A move that would have been right, and kept what the position was worth."""
    value = Value.DRAW if explanation.best is None else explanation.best.value
    name = square_name(explanation.position.rules.width, move)
    return MoveWorth(
        square=move,
        name=name,
        value=_VALUES[value],
        plies=None,
        text=better_text(value),
        label=better_label(value, name),
        is_best=True,
    )


PoolDep = NamedDependency[WorkerPool]

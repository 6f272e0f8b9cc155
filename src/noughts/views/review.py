"""A finished game, move by move, and the reason for its ending."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.coach import reviews
from noughts.coach.reviews import EndingReason, Review, better_moves, ending, review
from noughts.core import Game, Mark, Position
from noughts.core.errors import IllegalAction
from noughts.solver import Limit, MoveValue, Value, can_solve
from noughts.views.analysis import MoveWorth, move_worth
from noughts.views.base import View
from noughts.views.board import BoardView, Side, board_view, side, square_labels
from noughts.wording.language import gettext as _

_REVIEWING = 4  # limits of a proof in a review: an explanation takes a quarter of one at most


@dataclass(frozen=True, slots=True)
class ReviewedMove(View):
    """A move of a finished game, with its review."""

    ply: int
    side: Side
    square: int
    name: str
    text: str
    change: str
    keeps_value: bool | None
    is_turning_point: bool
    better: list[MoveWorth]  # the right squares where this was a mistake, as far as proved
    labels: dict[int, str]  # of the squares that are read out otherwise from this move on


@dataclass(frozen=True, slots=True)
class ReviewView(View):
    """The review of a game, move by move."""

    start: BoardView
    end: BoardView
    moves: list[ReviewedMove]
    turning_point: str
    turning_ply: int | None  # the move it names
    accuracy: dict[Side, str]


def review_game(game: Game, limit: Limit, you: Mark | None = None) -> ReviewView:
    """Return a finished game, move by move, for the side `you`.

    Raises IllegalAction if it goes on.
    """
    if game.ending is None:
        raise IllegalAction(_("You can review the game once it's over"))
    reviewed = review(game, _limit_of_each(game, limit))
    return ReviewView(
        start=board_view(game.start),
        end=board_view(game.position, game.last_move),
        moves=[_reviewed(reviewed, ply, you, limit) for ply in range(len(game.moves))],
        turning_point=reviews.turning_point_text(reviewed, you),
        turning_ply=None if reviewed.decided_by is None else reviewed.decided_by + 1,
        accuracy={side(mark): reviews.accuracy_text(reviewed, mark, you) for mark in Mark},
    )


def explain_ending(
    game: Game, limit: Limit, you: Mark | None, opponent: str | None
) -> EndingReason:
    """Explain to the side `you` why a game ended as it did; raises IllegalAction if it goes on."""
    return ending(game, you, opponent, _limit_of_each(game, limit))


def board_after(view: ReviewView, plies: int) -> BoardView:
    """Return the board of a reviewed game after its first `plies` moves; O(plies)."""
    moves = (move.square for move in view.moves[:plies])
    game = Game(Position.parse(view.start.position)).play(*moves)
    return board_view(game.position, game.last_move)


def _limit_of_each(game: Game, limit: Limit) -> Limit:
    """Return the limit of each move, so that all together keep to twice the limit at most."""
    if not game.moves or limit.seconds is None or can_solve(game.rules):
        return limit
    return Limit(seconds=_REVIEWING * limit.seconds / len(game.moves))


def _reviewed(reviewed: Review, ply: int, you: Mark | None, limit: Limit) -> ReviewedMove:
    explanation = reviewed.explanations[ply]
    position, move = explanation.position, explanation.move
    last = [shown.move for shown in reviewed.explanations[max(ply - 1, 0) : ply + 1]]
    better = better_moves(explanation, limit)
    # What would have been right, and kept what the position was worth.
    value = Value.DRAW if explanation.best is None else explanation.best.value
    worth, text = MoveValue(value, None), reviews.better_text(value)
    labels = {right: reviews.better_label(value, position.name(right)) for right in better.moves}
    return ReviewedMove(
        ply=ply + 1,
        side=side(position.turn),
        square=move,
        name=position.name(move),
        text=reviews.judgement_text(explanation, better, you),
        change=reviews.change_text(explanation),
        keeps_value=explanation.keeps_value,
        is_turning_point=ply == reviewed.decided_by,
        better=[
            move_worth(position, right, worth, text, label, is_best=True)
            for right, label in labels.items()
        ],
        labels=square_labels(position.play_unchecked(move), move, last),
    )

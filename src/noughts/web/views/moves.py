"""Boards after moves, and what pages say of moves that they are told of as events.

Most of what is sent in a game are moves. An ordinary one is the same text for everybody: a page
that has the game, and the words for moves, goes on from there by itself. That takes 1 us for both
players, where a view of the move for each took 9 (`benchmarks/frames.py`).
"""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.game_text import turn_text
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import Subjects, paragraph, taken
from noughts.language import current, remembered
from noughts.online.games import text
from noughts.web.views.games import board_view, last_label, square_label
from noughts.web.views.schemas import AfterMove, BoardView, MoveWords, ReviewView

_SQUARE = "{square}"


@remembered
def move_words(sides: tuple[Mark, ...], names: tuple[str, str] | None) -> MoveWords:
    """What the player of some sides, or a spectator, is told of moves between two people."""
    subjects = text.subjects_between_two(sides, names)
    return MoveWords(
        x=_after_move(subjects, Mark.X), o=_after_move(subjects, Mark.O), label=last_label()
    )


def _after_move(subjects: Subjects, mover: Mark) -> AfterMove:
    status = turn_text(subjects, mover.other)
    announcement = paragraph(taken(subjects[mover], _SQUARE), status)
    return AfterMove(status, text.turn_title(subjects, mover.other), announcement)


def board_after(review: ReviewView, plies: int) -> BoardView:
    """The board of a reviewed game after so many moves; O(plies)."""
    moves = (move.square for move in review.moves[:plies])
    game = Game(Position.parse(review.start.position)).play(*moves)
    return board_view(game.position, game.last_move)


@remembered
def changed_labels(moves: tuple[int, ...], mover: Mark, width: int) -> dict[int, str]:
    """What the last one or two moves change of how squares are read out; `mover` made the last."""
    marks, notes = (mover, mover.other), ("last", None)
    return {
        move: square_label(current(), width, move, mark is Mark.X, mark is Mark.O, note)
        for move, mark, note in zip(reversed(moves), marks, notes, strict=False)
    }

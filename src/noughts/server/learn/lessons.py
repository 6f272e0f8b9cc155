"""The lessons as the pages show them, and the positions to watch a search in."""

from __future__ import annotations

from msgspec import Struct

from noughts.coach import lessons
from noughts.coach.lessons import THEMES, Lesson
from noughts.coach.minimax import MOST_EMPTY
from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.language import ngettext
from noughts.server.learn.views import BoardView, board_view
from noughts.solver import Limit

# A small tree, a usual one, and two large ones, which are lessons too.
POSITIONS = (
    "ox._xxo_.o._x_3",
    ".xx_xo._o.._o_3",
    Lesson.BLOCK.position.url,
    Lesson.FORK.position.url,
)
_WON = "xoo_.x._..x_o_3"


class LessonView(Struct, frozen=True):
    """A lesson, without its answer."""

    id: str
    number: int
    title: str
    summary: str
    idea: str
    task: str
    moral: str
    theme: str  # of the puzzles to go on with
    board: BoardView
    can_watch: bool  # whether its tree is small enough to step through


class LessonResult(Struct, frozen=True):
    """What the coach says of a try."""

    is_right: bool
    text: str
    after: BoardView


class PositionChoice(Struct, frozen=True):
    """A position to step through."""

    position: str
    side: str
    text: str


def lesson(lesson: Lesson) -> LessonView:
    """A lesson, in the language in use."""
    position = lesson.position
    return LessonView(
        id=lesson.value,
        number=list(Lesson).index(lesson) + 1,
        title=lessons.title_text(lesson),
        summary=lessons.summary_text(lesson),
        idea=lessons.idea_text(lesson),
        task=lessons.task_text(lesson),
        moral=lessons.moral_text(lesson),
        theme=THEMES[lesson].value,
        board=board_view(position),
        can_watch=len(position.moves) <= MOST_EMPTY,
    )


def check(lesson: Lesson, square: Move, limit: Limit) -> LessonResult:
    """Whether a move is what the lesson is about, and why; raises IllegalMove."""
    checked = lessons.check(lesson, square, limit)
    after = board_view(lesson.position.play(square), square)
    return LessonResult(checked.is_right, checked.text, after)


def positions() -> list[PositionChoice]:
    """The positions offered to step through."""
    return [_choice(Position.parse(url)) for url in POSITIONS]


def _choice(position: Position) -> PositionChoice:
    free = ngettext("{count} square free", "{count} squares free", len(position.moves))
    return PositionChoice(position.url, str(position.turn), free)


def won() -> BoardView:
    """A game that X has won."""
    return board_view(Position.parse(_WON))

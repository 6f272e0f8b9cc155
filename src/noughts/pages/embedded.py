"""Pages for a frame in somebody else's page: a board, what is said of it, and a link to the whole.

Whoever frames a page can have its reader press what they do not see. So nothing that can be pressed
in one of these changes anything of anybody's: positions, puzzles and lessons can be played, since
their addresses hold all there is of them; a game can only be looked at, as by a stranger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode

from noughts.coach import lessons
from noughts.core import Game, Position, Rules
from noughts.pages.page import Page, state_of
from noughts.pages.puzzles import puzzle_query
from noughts.views.analysis import Analysis, MoveWorth
from noughts.views.board import BoardView, board_view
from noughts.views.game import SoloView
from noughts.views.lesson import LessonView
from noughts.views.puzzle import PuzzleResult, PuzzleView, boards
from noughts.wording.language import gettext as _
from noughts.wording.text import taken

FLAG = "embed"  # in the query of their addresses


def embedded(address: str) -> str:
    """Return the address of a page for a frame, by that of the whole one.

    >>> embedded("/puzzles"), embedded("/learn/win?step=2")
    ('/puzzles?embed', '/learn/win?step=2&embed')
    """
    return f"{address}{'&' if '?' in address else '?'}{FLAG}"


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page for the same frame."""

    text: str
    address: str
    is_main: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """A board and what is said of it; the `whole` page is at another address.

    The last of the `frames` stands, after the others were shown. While the board is open, a square
    is sent to the `address`. A `game` that goes on is asked for anew, after this version.
    """

    frames: Sequence[BoardView]
    whole: str
    status: str = ""
    text: str = ""
    is_right: bool | None = None  # what the text says of an answer
    links: Sequence[Link] = ()
    is_open: bool = False
    address: str = ""
    method: Literal["get", "post"] = "post"
    worths: Sequence[MoveWorth] = ()
    mistake: int | None = None
    lines: Sequence[Sequence[int]] = field(default_factory=list)  # that decide
    game: str = ""
    version: int = 0


def analysis_page(analysis: Analysis) -> Page:
    """Return a position on which both sides can be played."""
    board, values = analysis.board, analysis.values
    return _page(
        _("Analysis"),
        Framed(
            frames=[board],
            whole=f"/a/{board.position}",
            status=analysis.status,
            text=values.text,
            links=[Link(_("Start again"), "")],  # at the address of the frame
            is_open=board.turn is not None,
            address=embedded(f"/a?position={board.position}"),
            method="get",
            worths=values.moves,
        ),
    )


def puzzle_page(
    view: PuzzleView, theme: str | None = None, result: PuzzleResult | None = None
) -> Page:
    """Return a puzzle, perhaps drawn from a theme, and what an answer came to."""
    is_solved = result is not None and result.is_done
    text = result.text if result is not None else ""
    if result is not None and not result.is_right:
        other = _("Not that one – try another square.")
        text = f"{text} {other}"
    board = view.board.board if view.board.board in boards(theme) else str(Rules())
    chosen = {"board": board} if theme is None else {"board": board, "theme": theme}
    following = f"/puzzles/random?{urlencode(chosen)}"
    return _page(
        view.title,
        Framed(
            frames=[view.board] if result is None else _played(result),
            whole=f"/puzzles/{view.id}",
            status="" if is_solved else view.task if result is None else result.task,
            text=text,
            is_right=None if result is None else result.is_right,
            links=[Link(_("Next puzzle"), embedded(following), is_solved)],
            is_open=not is_solved,
            lines=result.lines if result is not None else [],
            address=embedded(f"/puzzles/{view.id}{puzzle_query(theme, result)}"),
        ),
    )


def _played(result: PuzzleResult) -> list[BoardView]:
    """Return what was played, and after a wrong square the board to try again on."""
    return result.frames if result.is_right else [result.board]


def lesson_page(view: LessonView) -> Page:
    """Return a position of a lesson, and what came of the learner's move."""
    is_wrong = view.text != "" and not view.is_right
    return _page(
        lessons.title_text(view.lesson),
        Framed(
            frames=view.frames or [view.board],
            whole=f"/learn/{view.lesson.value}?step={view.step}&seed={view.seed}",
            status="" if view.text else view.task,
            text=view.text,
            is_right=view.is_right if view.text else None,
            links=list(_lesson_links(view, is_wrong=is_wrong)),
            is_open=not is_wrong and not view.is_done,
            address=embedded(view.address),
            mistake=view.frames[0].last_move if is_wrong else None,
            lines=view.lines,
        ),
    )


def _lesson_links(view: LessonView, *, is_wrong: bool) -> Sequence[Link]:
    """Return where a learner goes on; after the last position to the next lesson."""
    following = view.lesson.following
    if is_wrong:
        return [Link(_("Try again"), embedded(view.address), is_main=True)]
    if view.is_done and view.step < lessons.STEPS:
        step = f"/learn/{view.lesson.value}?step={view.step + 1}&seed={view.seed}"
        return [Link(_("Next position"), embedded(step), is_main=True)]
    if view.is_done and following is not None:
        text = _("Next: {lesson}", lesson=lessons.title_text(following))
        return [Link(text, embedded(f"/learn/{following.value}"), is_main=True)]
    return []


def game_page(game: SoloView, ply: int | None = None) -> Page:
    """Return a game as a stranger sees it after a ply, else as it stands: only to step through."""
    last = len(game.moves)
    at = last if ply is None else min(ply, last)
    begun = Game(Position.parse(game.start))
    shown = begun.play(*game.moves[:at])
    if at == last:
        status = game.status
    elif at == 0:
        status = _("Before the first move.")
    else:
        mover = shown.position.turn.other
        status = taken(mover, game.moves[at - 1])
    steps = {
        _("First"): 0,
        _("Back"): max(at - 1, 0),
        _("Forward"): min(at + 1, last),
        _("Last"): None,  # however many moves there are by then
    }
    address = f"/g/{game.id}"
    follows = game.is_shared and game.ending is None and ply is None
    return _page(
        game.title,
        Framed(
            frames=[board_view(shown.position, shown.last_move)],
            whole=address,
            status=status,
            links=[
                Link(text, embedded(address if to is None else f"{address}?ply={to}"))
                for text, to in steps.items()
            ],
            game=game.id if follows else "",
            version=game.version,
        ),
    )


def _page(title: str, framed: Framed) -> Page:
    values = {"framed": framed, "state": state_of(framed), "is_embedded": True}
    return Page("embedded.html", title, values, picture="")

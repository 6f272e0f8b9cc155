"""The pages of puzzles."""

from __future__ import annotations

from urllib.parse import urlencode

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Template

from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.pages.forms import AnswerForm
from noughts.web.pages.page import page, redirect
from noughts.web.services import puzzles
from noughts.web.views.schemas import (
    PuzzleBoard,
    PuzzleLevel,
    PuzzleResult,
    PuzzleTheme,
    PuzzleView,
)


class PuzzlePages(Controller):
    """Puzzles: one a day, and any number of random ones of a theme, which their addresses keep."""

    include_in_schema = False

    @get("/puzzles")
    async def today(self, context: ContextDep) -> Template:
        return _puzzle_page(context, puzzles.daily())

    @get("/puzzles/random", opt=QUESTIONS)
    async def random(
        self,
        game_service: GamesDep,
        level: FromQuery[PuzzleLevel | None] = None,
        theme: FromQuery[PuzzleTheme | None] = None,
        board: FromQuery[PuzzleBoard] = "3x3:3",
    ) -> Redirect:
        drawn = await game_service.pool.run_coach(puzzles.drawn, level, theme, board)
        return redirect(f"/puzzles/{drawn.id}{_query(theme)}")

    @get("/puzzles/{puzzle:str}", opt=QUESTIONS)
    async def show(
        self,
        context: ContextDep,
        game_service: GamesDep,
        puzzle: FromPath[str],
        theme: FromQuery[PuzzleTheme | None] = None,
    ) -> Template:
        view = await game_service.pool.run_coach(puzzles.shown, puzzle)
        return _puzzle_page(context, view, theme)

    @post("/puzzles/{puzzle:str}", opt=QUESTIONS, status_code=200)
    async def answer(
        self,
        context: ContextDep,
        game_service: GamesDep,
        puzzle: FromPath[str],
        data: URLEncodedBody[AnswerForm],
        theme: FromQuery[PuzzleTheme | None] = None,
    ) -> Template:
        pool = game_service.pool
        result = await pool.run_coach(puzzles.answer, puzzle, data.square, pool.limit)
        view = await pool.run_coach(puzzles.shown, puzzle)
        return _puzzle_page(context, view, theme, result)


def _puzzle_page(
    context: RequestContext,
    view: PuzzleView,
    theme: str | None = None,
    result: PuzzleResult | None = None,
) -> Template:
    board = view.board.board
    return page(
        context,
        "puzzle.html",
        view.title,
        preview=view.board.position,
        puzzle=view,
        result=result,
        theme=theme,
        query=_query(theme),
        sets=puzzles.sets(board),
        boards=puzzles.boards(theme),
    )


def _query(theme: str | None) -> str:
    return "" if theme is None else f"?{urlencode({'theme': theme})}"

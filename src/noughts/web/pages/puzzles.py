"""The pages of puzzles."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Literal

from litestar import Controller, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Template

from noughts.coach.puzzle import Puzzle
from noughts.coach.puzzle_choice import puzzle_at, puzzle_of, random_puzzle
from noughts.web.middleware.dependencies import ContextDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.pages.forms import AnswerForm
from noughts.web.pages.page import page, redirect
from noughts.web.services import puzzles
from noughts.web.views.schemas import PuzzleResult


class PuzzlePages(Controller):
    """Puzzles: one a day, and any number of random ones."""

    include_in_schema = False

    @get("/puzzles")
    async def today(self, context: ContextDep) -> Template:
        return _puzzle_page(context, puzzle_of(puzzles.today()))

    @get("/puzzles/random", opt=QUESTIONS)
    async def random(
        self, level: Annotated[Literal["easy", "medium", "hard"] | None, QueryParameter()] = None
    ) -> Redirect:
        puzzle = random_puzzle(level, SystemRandom())
        return redirect(f"/puzzles/{puzzle.position.url}")

    @get("/puzzles/{puzzle:str}", opt=QUESTIONS)
    async def show(self, context: ContextDep, puzzle: FromPath[str]) -> Template:
        return _puzzle_page(context, puzzle_at(puzzle))

    @post("/puzzles/{puzzle:str}", opt=QUESTIONS, status_code=200)
    async def answer(
        self, context: ContextDep, puzzle: FromPath[str], data: URLEncodedBody[AnswerForm]
    ) -> Template:
        found = puzzle_at(puzzle)
        return _puzzle_page(context, found, puzzles.answer(found, data.square))


def _puzzle_page(
    context: RequestContext, puzzle: Puzzle, result: PuzzleResult | None = None
) -> Template:
    view = puzzles.view(puzzle)
    return page(context, "puzzle.html", view.title, puzzle=view, result=result)

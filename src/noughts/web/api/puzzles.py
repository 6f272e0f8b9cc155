"""The API of puzzles."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from noughts.web.api.parameters import (
    BoardText,
    Level,
    PositionText,
    ThemeName,
    post_problems,
    problems,
)
from noughts.web.middleware.dependencies import GamesDep
from noughts.web.middleware.rate_limits import QUESTIONS
from noughts.web.services import puzzles
from noughts.web.views.schemas import PuzzleAnswer, PuzzleResult, PuzzleView


class PuzzlesApi(Controller):
    """Puzzles: positions in which exactly one move does what is asked."""

    path = "/puzzles"
    tags = ("Puzzles",)

    @get("/today")
    async def today(self) -> PuzzleView:
        """The puzzle of the day (UTC), the same for everyone."""
        return puzzles.daily()

    @get("/random", responses=problems(429, 503), opt=QUESTIONS)
    async def random(
        self,
        game_service: GamesDep,
        level: Level = None,
        theme: ThemeName = None,
        board: BoardText = "3x3:3",
    ) -> PuzzleView:
        """Any puzzle of a level and theme."""
        return await game_service.pool.run_coach(puzzles.drawn, level, theme, board)

    @get("/{puzzle:str}", responses=problems(429, 503), opt=QUESTIONS)
    async def show(self, puzzle: PositionText, game_service: GamesDep) -> PuzzleView:
        """The puzzle that a position is."""
        return await game_service.pool.run_coach(puzzles.shown, puzzle)

    @post("/{puzzle:str}", responses=post_problems(422, 429, 503), status_code=200, opt=QUESTIONS)
    async def answer(
        self, puzzle: PositionText, game_service: GamesDep, data: JSONBody[PuzzleAnswer]
    ) -> PuzzleResult:
        """Whether a square is the answer, and why."""
        pool = game_service.pool
        return await pool.run_coach(puzzles.answer, puzzle, data.square, pool.limit)

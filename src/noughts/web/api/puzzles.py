"""The API of puzzles."""

from __future__ import annotations

from random import SystemRandom

from litestar import Controller, get, post
from litestar.params import JSONBody

from noughts.coach.puzzle_choice import puzzle_at, puzzle_of, random_puzzle
from noughts.web.api.parameters import Level, PositionText, post_problems, problems
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
        return puzzles.view(puzzle_of(puzzles.today()))

    @get("/random", responses=problems(429), opt=QUESTIONS)
    async def random(self, level: Level = None) -> PuzzleView:
        """Any puzzle."""
        return puzzles.view(random_puzzle(level, SystemRandom()))

    @get("/{puzzle:str}", responses=problems(429), opt=QUESTIONS)
    async def show(self, puzzle: PositionText) -> PuzzleView:
        """The puzzle that a position is."""
        return puzzles.view(puzzle_at(puzzle))

    @post("/{puzzle:str}", responses=post_problems(422, 429), status_code=200, opt=QUESTIONS)
    async def answer(self, puzzle: PositionText, data: JSONBody[PuzzleAnswer]) -> PuzzleResult:
        """Whether a square is the answer, and why."""
        return puzzles.answer(puzzle_at(puzzle), data.square)

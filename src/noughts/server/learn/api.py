"""The API of positions and puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from noughts.core import Position
from noughts.core.notation import LONGEST_POSITION
from noughts.pages.puzzles import PuzzleBoard, PuzzleLevel, PuzzleTheme
from noughts.server.http.api import PoolDep, post_problems, problems
from noughts.server.http.limits import QUESTIONS
from noughts.server.learn import puzzles
from noughts.server.learn.puzzles import PuzzleAnswer
from noughts.views.analysis import Advice, Analysis, analyse, explain_move
from noughts.views.puzzle import LONGEST_MOVES, PuzzleResult, PuzzleView, answer

PositionText = Annotated[
    str,
    PathParameter(
        max_length=LONGEST_POSITION,
        description="A position with `_` for `/` and spaces, as `x.o_.x._..o_x_3`.",
    ),
]
SquareNumber = Annotated[
    int, PathParameter(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]
Level = Annotated[PuzzleLevel | None, QueryParameter(description="How hard (any).")]
Theme = Annotated[PuzzleTheme | None, QueryParameter(description="What kind (any).")]
Moves = Annotated[
    str,
    QueryParameter(
        max_length=LONGEST_MOVES, description="The right moves before it, as `c3.b2` (none)."
    ),
]
Board = Annotated[
    PuzzleBoard, QueryParameter(description="The board; `only` is for `3x3:3` and `4x4:4`.")
]


class PositionsApi(Controller):
    """Any position: what it is worth, and why."""

    path = "/positions"
    tags = ("Positions",)

    @get("/{position:str}", responses=problems(429, 503), opt=QUESTIONS)
    async def analysis(self, position: PositionText, pool: PoolDep) -> Analysis:
        """Evaluate a position, and show where each move leads."""
        return await pool.run_coach(analyse, Position.parse(position), pool.limit)

    @get(
        "/{position:str}/moves/{square:int}", responses=problems(404, 422, 429, 503), opt=QUESTIONS
    )
    async def why(self, position: PositionText, square: SquareNumber, pool: PoolDep) -> Advice:
        """Explain the value of a move."""
        return await pool.run_coach(explain_move, Position.parse(position), square, pool.limit)


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
        self, pool: PoolDep, level: Level = None, theme: Theme = None, board: Board = "3x3:3"
    ) -> PuzzleView:
        """Any puzzle of a level and theme."""
        return await pool.run_coach(puzzles.drawn, level, theme, board)

    @get("/{puzzle:str}", responses=problems(429, 503), opt=QUESTIONS)
    async def show(self, puzzle: PositionText, pool: PoolDep) -> PuzzleView:
        """The puzzle that a position is."""
        return await pool.run_coach(puzzles.shown, puzzle)

    @post("/{puzzle:str}", responses=post_problems(422, 429, 503), status_code=200, opt=QUESTIONS)
    async def answer(
        self, puzzle: PositionText, pool: PoolDep, data: JSONBody[PuzzleAnswer], moves: Moves = ""
    ) -> PuzzleResult:
        """Judge a square as the answer, or after right ones before it, and say why."""
        return await pool.run_coach(answer, puzzle, data.square, pool.limit, moves)

"""The API, `/api/v1`: programs and the script of our own pages use the same one."""

from __future__ import annotations

from datetime import UTC, datetime
from random import SystemRandom
from typing import Annotated, Literal

from litestar import Controller, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from noughts.core.position import Position
from noughts.web import riddles
from noughts.web.desk import Desk
from noughts.web.identity import Visitor
from noughts.web.limits import GAMES, MOVES, QUESTIONS
from noughts.web.problems import MEDIA_TYPE, Problem
from noughts.web.schemas import (
    Act,
    Advice,
    Analysis,
    GameSummary,
    GameView,
    NewGame,
    PlayMove,
    PuzzleAnswer,
    PuzzleResult,
    PuzzleView,
    ReviewView,
    Values,
)

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="The id of a game.")]
PositionText = Annotated[
    str,
    PathParameter(
        max_length=800,
        description="A position with `_` for `/` and spaces, as `x.o_.x._..o_x_3`.",
    ),
]
SquareNumber = Annotated[
    int, PathParameter(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]
After = Annotated[
    int | None, QueryParameter(ge=1, le=1_000_000, description="Announce what came after this.")
]
Level = Annotated[
    Literal["easy", "medium", "hard"] | None, QueryParameter(description="How hard (any).")
]
Key = NamedDependency[str | None]


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(Problem, media_type=MEDIA_TYPE, description="What was wrong.")
        for status in (400, *statuses)
    }


def _post_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Also those of a post from elsewhere and of one that is too large."""
    return _problems(403, 413, *statuses)


class GamesApi(Controller):
    """Games: begin them, play them, ask the coach about them."""

    path = "/games"
    tags = ("Games",)

    @post(responses=_post_problems(429, 503), opt=GAMES)
    async def begin(
        self,
        data: JSONBody[NewGame],
        desk: NamedDependency[Desk],
        visitor: NamedDependency[Visitor],
    ) -> Response[GameView]:
        """Begin a game; where the computer starts, its move is made."""
        game = await desk.begin(data, visitor.key)
        return Response(game, status_code=HTTP_201_CREATED, cookies=visitor.cookies)

    @get(responses=_problems(503))
    async def listed(self, desk: NamedDependency[Desk], key: Key) -> list[GameSummary]:
        """The games you began last, latest first."""
        return await desk.listed(key)

    @get("/{game:str}", responses=_problems(404, 503))
    async def show(
        self, game: GameId, desk: NamedDependency[Desk], key: Key, after: After = None
    ) -> GameView:
        """A game as it is now, and what happened after a version you have seen."""
        return await desk.show(game, key, after)

    @post(
        "/{game:str}/moves",
        responses=_post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def play(
        self, game: GameId, data: JSONBody[PlayMove], desk: NamedDependency[Desk], key: Key
    ) -> GameView:
        """Take a square; the answer holds the computer's reply, unless it `is_thinking` still."""
        return await desk.play(game, key, data)

    @post(
        "/{game:str}/undo",
        responses=_post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def take_back(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[Desk], key: Key
    ) -> GameView:
        """Go back to the last time it was your turn."""
        return await desk.take_back(game, key, data)

    @post(
        "/{game:str}/resign",
        responses=_post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def resign(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[Desk], key: Key
    ) -> GameView:
        """Give the game up."""
        return await desk.resign(game, key, data)

    @post("/{game:str}/next", responses=_post_problems(404, 429, 503), opt=GAMES)
    async def begin_next(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[Desk], key: Key
    ) -> GameView:
        """Begin another game like this one, the other side starting; the score goes on."""
        return await desk.begin_next(game, key, data)

    @get("/{game:str}/hint", responses=_problems(404, 422, 429, 503), opt=QUESTIONS)
    async def hint(self, game: GameId, desk: NamedDependency[Desk]) -> Advice:
        """A move for the side to move, with its reason."""
        return await desk.hint(game)

    @get("/{game:str}/values", responses=_problems(404, 429, 503), opt=QUESTIONS)
    async def values(self, game: GameId, desk: NamedDependency[Desk]) -> Values:
        """What every move is worth, where that is proved."""
        return await desk.values(game)

    @get("/{game:str}/review", responses=_problems(404, 422, 429, 503), opt=QUESTIONS)
    async def review(self, game: GameId, desk: NamedDependency[Desk]) -> ReviewView:
        """A finished game looked over, move by move."""
        return await desk.review(game)


class PositionsApi(Controller):
    """Any position: what it is worth, and why."""

    path = "/positions"
    tags = ("Positions",)

    @get("/{position:str}", responses=_problems(429, 503), opt=QUESTIONS)
    async def analysis(self, position: PositionText, desk: NamedDependency[Desk]) -> Analysis:
        """What a position is worth, and where each move leads."""
        return await desk.analysis(Position.parse(position))

    @get(
        "/{position:str}/moves/{square:int}", responses=_problems(404, 422, 429, 503), opt=QUESTIONS
    )
    async def why(
        self, position: PositionText, square: SquareNumber, desk: NamedDependency[Desk]
    ) -> Advice:
        """What a move is worth, and the reason."""
        return await desk.why(Position.parse(position), square)


class PuzzlesApi(Controller):
    """Puzzles: positions in which exactly one move does what is asked."""

    path = "/puzzles"
    tags = ("Puzzles",)

    @get("/today")
    async def today(self) -> PuzzleView:
        """The puzzle of the day (UTC), the same for everyone."""
        day = datetime.now(UTC).date()
        return riddles.show(riddles.puzzle_of(day), day)

    @get("/random", responses=_problems(429), opt=QUESTIONS)
    async def random(self, level: Level = None) -> PuzzleView:
        """Any puzzle."""
        return riddles.show(riddles.random_puzzle(level, SystemRandom()), datetime.now(UTC).date())

    @get("/{puzzle:str}", responses=_problems(429), opt=QUESTIONS)
    async def show(self, puzzle: PositionText) -> PuzzleView:
        """The puzzle that a position is."""
        return riddles.show(riddles.puzzle_at(puzzle), datetime.now(UTC).date())

    @post(
        "/{puzzle:str}",
        responses=_post_problems(422, 429),
        status_code=HTTP_200_OK,
        opt=QUESTIONS,
    )
    async def answer(self, puzzle: PositionText, data: JSONBody[PuzzleAnswer]) -> PuzzleResult:
        """Whether a square is the answer, and why."""
        return riddles.answer(riddles.puzzle_at(puzzle), data.square)


api = Router("/api/v1", route_handlers=[GamesApi, PositionsApi, PuzzlesApi])

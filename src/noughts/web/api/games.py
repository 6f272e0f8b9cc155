"""The API, `/api/v1`: programs and the script of our own pages use the same one."""

from __future__ import annotations

from datetime import UTC, datetime
from random import SystemRandom

from litestar import Controller, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from noughts.core.position import Position
from noughts.web.api.parameters import (
    After,
    GameId,
    Key,
    Level,
    PositionText,
    RoundNumber,
    SquareNumber,
    post_problems,
    problems,
)
from noughts.web.api.rooms import RoomsApi
from noughts.web.api.sse import events, states
from noughts.web.api.websocket import watch
from noughts.web.middleware.identity import Visitor
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.services import puzzles
from noughts.web.services.games import GameService
from noughts.web.views.schemas import (
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
    Sitting,
    Values,
)


class GamesApi(Controller):
    """Games: begin them, play them, ask the coach about them."""

    path = "/games"
    tags = ("Games",)

    @post(responses=post_problems(422, 429, 503), opt=GAMES)
    async def begin(
        self,
        data: JSONBody[NewGame],
        desk: NamedDependency[GameService],
        visitor: NamedDependency[Visitor],
    ) -> Response[GameView]:
        """Begin a game; where the computer starts, its move is made."""
        game = await desk.begin(data, visitor.key)
        return Response(game, status_code=HTTP_201_CREATED, cookies=visitor.cookies)

    @get(responses=problems(503))
    async def listed(self, desk: NamedDependency[GameService], key: Key) -> list[GameSummary]:
        """The games you began last, latest first."""
        return await desk.listed(key)

    @get("/{game:str}", responses=problems(404, 503))
    async def show(
        self, game: GameId, desk: NamedDependency[GameService], key: Key, after: After = None
    ) -> GameView:
        """A game as it is now, and what happened after a version you have seen."""
        return await desk.show(game, key, after)

    @post(
        "/{game:str}/moves",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def play(
        self, game: GameId, data: JSONBody[PlayMove], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Take a square; the answer holds the computer's reply, unless it `is_thinking` still."""
        return await desk.play(game, key, data)

    @post(
        "/{game:str}/sit",
        responses=post_problems(404, 429, 503),
        status_code=HTTP_200_OK,
        opt=GAMES,
    )
    async def sit(
        self,
        game: GameId,
        data: JSONBody[Sitting],
        desk: NamedDependency[GameService],
        visitor: NamedDependency[Visitor],
    ) -> Response[GameView]:
        """Take the free seat of a game."""
        view = await desk.sit(game, visitor.key, data)
        return Response(view, status_code=HTTP_200_OK, cookies=visitor.cookies)

    @post(
        "/{game:str}/undo",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def take_back(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Go back to the last time it was your turn; between two, offer it or agree to it."""
        return await desk.act(game, key, "undo", data)

    @post(
        "/{game:str}/draw",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def draw(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Offer a draw, or agree to it."""
        return await desk.act(game, key, "draw", data)

    @post(
        "/{game:str}/resign",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def resign(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Give the game up."""
        return await desk.act(game, key, "resign", data)

    @post(
        "/{game:str}/decline",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def decline(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Decline what is offered, or withdraw what you offered."""
        return await desk.act(game, key, "decline", data)

    @post(
        "/{game:str}/claim",
        responses=post_problems(404, 409, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def claim(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Win because the other one, whose move it is, has left; somebody must be watching live."""
        return await desk.act(game, key, "claim", data)

    @post("/{game:str}/next", responses=post_problems(404, 409, 422, 429, 503), opt=GAMES)
    async def begin_next(
        self, game: GameId, data: JSONBody[Act], desk: NamedDependency[GameService], key: Key
    ) -> GameView:
        """Begin another game like this one, the other side starting; the score goes on.

        Between two, offer a rematch on swapped sides or agree to it; the series keeps its id.
        """
        return await desk.act(game, key, "next", data)

    @get("/{game:str}/hint", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def hint(self, game: GameId, desk: NamedDependency[GameService]) -> Advice:
        """A move for the side to move, with its reason."""
        return await desk.hint(game)

    @get("/{game:str}/values", responses=problems(404, 429, 503), opt=QUESTIONS)
    async def values(self, game: GameId, desk: NamedDependency[GameService]) -> Values:
        """What every move is worth, where that is proved."""
        return await desk.values(game)

    @get("/{game:str}/review", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def review(
        self, game: GameId, desk: NamedDependency[GameService], round_: RoundNumber = None
    ) -> ReviewView:
        """A finished game looked over, move by move."""
        return await desk.review(game, round_)


class PositionsApi(Controller):
    """Any position: what it is worth, and why."""

    path = "/positions"
    tags = ("Positions",)

    @get("/{position:str}", responses=problems(429, 503), opt=QUESTIONS)
    async def analysis(
        self, position: PositionText, desk: NamedDependency[GameService]
    ) -> Analysis:
        """What a position is worth, and where each move leads."""
        return await desk.analysis(Position.parse(position))

    @get(
        "/{position:str}/moves/{square:int}", responses=problems(404, 422, 429, 503), opt=QUESTIONS
    )
    async def why(
        self, position: PositionText, square: SquareNumber, desk: NamedDependency[GameService]
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
        return puzzles.show(puzzles.puzzle_of(day), day)

    @get("/random", responses=problems(429), opt=QUESTIONS)
    async def random(self, level: Level = None) -> PuzzleView:
        """Any puzzle."""
        return puzzles.show(puzzles.random_puzzle(level, SystemRandom()), datetime.now(UTC).date())

    @get("/{puzzle:str}", responses=problems(429), opt=QUESTIONS)
    async def show(self, puzzle: PositionText) -> PuzzleView:
        """The puzzle that a position is."""
        return puzzles.show(puzzles.puzzle_at(puzzle), datetime.now(UTC).date())

    @post(
        "/{puzzle:str}",
        responses=post_problems(422, 429),
        status_code=HTTP_200_OK,
        opt=QUESTIONS,
    )
    async def answer(self, puzzle: PositionText, data: JSONBody[PuzzleAnswer]) -> PuzzleResult:
        """Whether a square is the answer, and why."""
        return puzzles.answer(puzzles.puzzle_at(puzzle), data.square)


api = Router(
    "/api/v1", route_handlers=[GamesApi, PositionsApi, PuzzlesApi, RoomsApi, watch, events, states]
)

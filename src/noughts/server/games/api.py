"""The API of games, and their live streams: lines of JSON, for programs."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from noughts.coach.reviews import EndingReason
from noughts.server.games import types
from noughts.server.games.schemas import GameMessage, GameView, NewGame
from noughts.server.games.service import ServiceDep
from noughts.server.games.views import GameAudience
from noughts.server.http.api import describe, post_command, post_problems, problems
from noughts.server.http.limits import GAMES, QUESTIONS, LimitsDep
from noughts.server.live.streams import frames
from noughts.views.analysis import Advice, Values
from noughts.views.game import GameSummary
from noughts.views.review import ReviewView

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="The id of a game.")]
After = Annotated[
    int | None, QueryParameter(ge=1, le=1_000_000, description="Announce what came after this.")
]
Before = Annotated[
    str | None,
    QueryParameter(
        pattern="^[0-9a-f]{24}$", max_length=24, description="List those before this game."
    ),
]
RoundNumber = Annotated[
    int | None,
    QueryParameter(name="round", ge=1, le=10_000, description="Which game of a series (the last)."),
]


class GamesApi(Controller):
    """Games: begin and play them, and ask the coach about them."""

    path = "/games"
    tags = ("Games",)

    @post(responses=post_problems(422, 429, 503), opt=GAMES)
    async def begin(self, data: JSONBody[NewGame], service: ServiceDep) -> Response[GameView]:
        """Begin a game; if the computer starts, it moves at once."""
        service = service.identified()
        view = await service.view(await service.begin(data))
        return Response(view, status_code=201, cookies=service.context.cookies)

    @get(responses=problems(429, 503), opt=QUESTIONS)
    async def listed(self, service: ServiceDep, before: Before = None) -> list[GameSummary]:
        """The games you began or joined last, latest first; 30 at a time."""
        games, _more = await service.page_of_games(before)
        return games

    @get("/{game:str}", responses=problems(404, 503))
    async def show(self, game: GameId, service: ServiceDep, after: After = None) -> GameView:
        """A game as it is now, and what has happened since a version you have seen."""
        return await service.view(game, after)

    @post_command("/{game:str}/forget", responses=post_problems(429, 503), opt=QUESTIONS)
    async def forget(self, game: GameId, service: ServiceDep) -> list[GameSummary]:
        """Take a game off your list, which is returned; the game itself and your seat stay."""
        await service.forget(game)
        games, _more = await service.page_of_games(None)
        return games

    @post_command("/{game:str}/play", responses=post_problems(404, 409, 422, 429, 503))
    async def play(self, game: GameId, data: JSONBody[types.Play], service: ServiceDep) -> GameView:
        """Take a square; the response has the computer's reply, unless it still `is_thinking`."""
        return await service.execute_and_view(game, data)

    @post("/{game:str}/sit", responses=post_problems(404, 429, 503), status_code=200, opt=GAMES)
    async def sit(
        self, game: GameId, data: JSONBody[types.Sit], service: ServiceDep
    ) -> Response[GameView]:
        """Take the free seat of a game."""
        service = service.identified()
        view = await service.execute_and_view(game, data)
        return Response(view, status_code=200, cookies=service.context.cookies)

    @post("/{game:str}/rematch", responses=post_problems(404, 409, 422, 429, 503), opt=GAMES)
    async def rematch(
        self, game: GameId, data: JSONBody[types.Rematch], service: ServiceDep
    ) -> GameView:
        """Begin another game like this one, with the other side starting; the score goes on.

        Between two, offer a rematch on swapped sides or agree to it; the series keeps its id.
        """
        following = await service.rematch(game, data.command)
        if following is not None:
            return await service.view(following)
        return await service.execute_and_view(game, data)

    @post_command("/{game:str}/react", responses=post_problems(404, 429, 503))
    async def react(
        self, game: GameId, data: JSONBody[types.React], service: ServiceDep
    ) -> GameView:
        """Show the others a reaction, for a moment; at most one every two seconds."""
        await service.react(game, data)
        return await service.view(game)

    @post_command("/{game:str}/move-now", responses=post_problems(404, 429, 503))
    async def move_now(self, game: GameId, service: ServiceDep) -> GameView:
        """Let a computer that thinks for long move at once; the response may be from before."""
        return await service.move_now(game)

    @get("/{game:str}/hint", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def hint(self, game: GameId, service: ServiceDep) -> Advice:
        """A move for the side to move, with its reason."""
        return await service.hint(game)

    @get("/{game:str}/values", responses=problems(404, 429, 503), opt=QUESTIONS)
    async def values(self, game: GameId, service: ServiceDep) -> Values:
        """The moves that stand out from the others by their value, or all if all are equal."""
        return await service.values(game)

    @get("/{game:str}/ending", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def ending(
        self, game: GameId, service: ServiceDep, round_: RoundNumber = None
    ) -> EndingReason:
        """The reason why a finished game ended as it did, in a sentence, as far as it is proved."""
        return await service.ending(game, round_)

    @get("/{game:str}/review", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def review(
        self, game: GameId, service: ServiceDep, round_: RoundNumber = None
    ) -> ReviewView:
        """The review of a finished game, move by move."""
        return await service.review(game, round_)


def _action_handler(command: type[types.Action]) -> HTTPRouteHandler:
    async def act(game: GameId, data: Any, service: ServiceDep) -> GameView:
        return await service.execute_and_view(game, data)

    describe(act, command)
    return post_command(
        f"/games/{{game:str}}/{command.__struct_config__.tag}",
        responses=post_problems(404, 409, 422, 429, 503),
        tags=GamesApi.tags,
    )(act)


game_actions = [
    _action_handler(command)
    for command in get_args(types.Action)
    if command not in (types.Play, types.Rematch)  # which `GamesApi` handles
]


STREAMED = "/live-events$|/stream$"  # paths whose responses must not be buffered by compression
LINES = "application/x-ndjson"


@get(
    "/games/{game:str}/stream",
    tags=("Games",),
    responses={
        200: ResponseSpec(
            GameMessage,
            media_type=LINES,
            description="One message a line.",
            generate_examples=False,  # of random letters, and UNSET, which JSON has not
        ),
        **problems(404, 429, 503),
    },
)
async def stream(
    game: GameId,
    service: ServiceDep,
    limits: LimitsDep,
    changes: Annotated[
        bool, QueryParameter(description="Send with each event what it changes in the game.")
    ] = True,
) -> Stream:
    """A game, live, for programs without a WebSocket: the messages of one, each on its own line."""
    await service.games.find(game)  # raises UnknownGame before anything is sent
    limits.check_connections(service.context.address)
    sent = frames(
        limits,
        service.context.address,
        GameAudience(service.key, changes=changes),
        lambda subscriber: service.live.join(game, subscriber, None),
    )
    return Stream((f"{frame}\n" async for frame in sent), media_type=LINES)

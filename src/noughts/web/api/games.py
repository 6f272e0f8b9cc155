"""The API of games."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from noughts.online.games import Person, Play
from noughts.web.api.parameters import (
    After,
    GameId,
    RoundNumber,
    describe,
    post_command,
    post_problems,
    problems,
)
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.services.games import GameService
from noughts.web.views.schemas import (
    Act,
    Action,
    Advice,
    GameSummary,
    GameView,
    NewGame,
    PlayMove,
    ReviewView,
    Sitting,
    Values,
)


class GamesApi(Controller):
    """Games: begin and play them, and ask the coach about them."""

    path = "/games"
    tags = ("Games",)

    @post(responses=post_problems(422, 429, 503), opt=GAMES)
    async def begin(
        self, data: JSONBody[NewGame], game_service: GamesDep, context: ContextDep
    ) -> Response[GameView]:
        """Begin a game; if the computer starts, it moves at once."""
        context = context.identified()
        view = await game_service.view(await game_service.begin(data, context.key), context.key)
        return Response(view, status_code=201, cookies=context.cookies)

    @get(responses=problems(503))
    async def listed(self, game_service: GamesDep, context: ContextDep) -> list[GameSummary]:
        """The games you began or joined last, latest first."""
        return await game_service.list_games(context.key)

    @get("/{game:str}", responses=problems(404, 503))
    async def show(
        self, game: GameId, game_service: GamesDep, context: ContextDep, after: After = None
    ) -> GameView:
        """A game as it is now, and what has happened since a version you have seen."""
        return await game_service.view(game, context.key, after)

    @post("/{game:str}/forget", responses=post_problems(429, 503), status_code=200, opt=MOVES)
    async def forget(
        self, game: GameId, game_service: GamesDep, context: ContextDep
    ) -> list[GameSummary]:
        """Take a game off your list, which is returned; the game itself and your seat stay."""
        await game_service.forget(game, context.key)
        return await game_service.list_games(context.key)

    @post_command("/{game:str}/moves", responses=post_problems(404, 409, 422, 429, 503))
    async def play(
        self, game: GameId, data: JSONBody[PlayMove], game_service: GamesDep, context: ContextDep
    ) -> GameView:
        """Take a square; the response has the computer's reply, unless it still `is_thinking`."""
        command = Play(Person(context.key), data.version, data.square)
        return await game_service.execute_and_view(game, context.key, command, data.command)

    @post("/{game:str}/sit", responses=post_problems(404, 429, 503), status_code=200, opt=GAMES)
    async def sit(
        self, game: GameId, data: JSONBody[Sitting], game_service: GamesDep, context: ContextDep
    ) -> Response[GameView]:
        """Take the free seat of a game."""
        context = context.identified()
        command = await game_service.sit_command(game, context.key)
        view = await game_service.execute_and_view(game, context.key, command, data.command)
        return Response(view, status_code=200, cookies=context.cookies)

    @post("/{game:str}/next", responses=post_problems(404, 409, 422, 429, 503), opt=GAMES)
    async def begin_next(
        self, game: GameId, data: JSONBody[Act], game_service: GamesDep, context: ContextDep
    ) -> GameView:
        """Begin another game like this one, with the other side starting; the score goes on.

        Between two, offer a rematch on swapped sides or agree to it; the series keeps its id.
        """
        following = await game_service.begin_next(game, context.key, data.command)
        if following is not None:
            return await game_service.view(following, context.key)
        return await _act(game_service, game, context, "next", data)

    @post(
        "/{game:str}/move-now", responses=post_problems(404, 429, 503), status_code=200, opt=MOVES
    )
    async def move_now(self, game: GameId, game_service: GamesDep, context: ContextDep) -> GameView:
        """Let a computer that thinks for long move at once; the response may be from before."""
        return await game_service.move_now(game, context.key)

    @get("/{game:str}/hint", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def hint(self, game: GameId, game_service: GamesDep) -> Advice:
        """A move for the side to move, with its reason."""
        return await game_service.hint(game)

    @get("/{game:str}/values", responses=problems(404, 429, 503), opt=QUESTIONS)
    async def values(self, game: GameId, game_service: GamesDep) -> Values:
        """The moves that stand out from the others by their value; none if all are equal."""
        return await game_service.values(game)

    @get("/{game:str}/review", responses=problems(404, 422, 429, 503), opt=QUESTIONS)
    async def review(
        self,
        game: GameId,
        game_service: GamesDep,
        context: ContextDep,
        round_: RoundNumber = None,
    ) -> ReviewView:
        """The review of a finished game, move by move."""
        return await game_service.review(game, context.key, round_)


# The actions other than moves: path, name of the operation, description.
_ACTIONS: tuple[tuple[Action, str, str], ...] = (
    (
        "undo",
        "take_back",
        "Go back to your last turn; between two people, offer that or agree to it.",
    ),
    ("draw", "draw", "Offer a draw, or agree to it."),
    ("resign", "resign", "Resign the game."),
    ("decline", "decline", "Decline what is offered, or withdraw what you offered."),
    (
        "claim",
        "claim",
        "Claim the win because your opponent, who is to move, has left; needs a live connection.",
    ),
)


def _action_handler(action: Action, name: str, description: str) -> HTTPRouteHandler:
    async def handle(
        game: GameId, data: Any, game_service: GamesDep, context: ContextDep
    ) -> GameView:
        return await _act(game_service, game, context, action, data)

    describe(handle, name, description, Act)
    return post_command(
        f"/games/{{game:str}}/{action}",
        responses=post_problems(404, 409, 422, 429, 503),
        tags=GamesApi.tags,
    )(handle)


async def _act(
    game_service: GameService, id_: str, context: RequestContext, action: Action, act: Act
) -> GameView:
    command = game_service.action_command(id_, Person(context.key), action, act.version)
    return await game_service.execute_and_view(id_, context.key, command, act.command)


game_actions = [_action_handler(*action) for action in _ACTIONS]

"""The pages of games: they work without script and call the same services as the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast, get_args

from litestar import Controller, Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Template

from noughts.core.errors import NoughtsError
from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.online.games import Person, Play
from noughts.online.games.text import NAME
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.pages import options
from noughts.web.pages.forms import ActForm, BeginForm, MoveForm
from noughts.web.pages.page import page, redirect
from noughts.web.pages.qr_code import qr_code
from noughts.web.services.games import GameService
from noughts.web.views.games import board_view
from noughts.web.views.schemas import Action

Show = Literal["hint", "values"] | None


class GamePages(Controller):
    """The board, and forms for everything one can do in a game."""

    include_in_schema = False

    @get("/")
    async def home(self, game_service: GamesDep, context: ContextDep) -> Template:
        listed = await game_service.list_games(context.key)
        unfinished = next((game.id for game in listed if not game.is_over), None)
        return await _game_page(game_service, context, unfinished)

    @get("/g/{game:str}", opt=QUESTIONS)
    async def show(
        self,
        game: FromPath[str],
        game_service: GamesDep,
        context: ContextDep,
        show: Annotated[Show, QueryParameter()] = None,
    ) -> Template:
        return await _game_page(game_service, context, game, show=show)

    @post("/play", opt=GAMES)
    async def begin(
        self, data: URLEncodedBody[BeginForm], game_service: GamesDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            game = await game_service.begin(data.new_game(), context.key)
        except NoughtsError as error:
            return await _game_page(game_service, context, None, error=error)
        try:
            if data.square is not None:
                await _play_first(game_service, context.key, game, data.square)
        except NoughtsError as error:
            refused = await _game_page(game_service, context, game, error=error)
            refused.cookies = list(context.cookies)
            return refused
        return redirect(f"/g/{game}", context)

    @post("/g/{game:str}/move", opt=MOVES)
    async def move(
        self,
        game: FromPath[str],
        data: URLEncodedBody[MoveForm],
        game_service: GamesDep,
        context: ContextDep,
    ) -> Response[Any]:
        command = Play(Person(context.key), data.version, data.square)
        try:
            await game_service.execute(game, command, active=context.key)
        except NoughtsError as error:
            return await _game_page(game_service, context, game, error=error)
        return redirect(f"/g/{game}")

    @post([f"/g/{{game:str}}/{action}" for action in get_args(Action)], opt=MOVES)
    async def act(
        self,
        game: FromPath[str],
        data: URLEncodedBody[ActForm],
        game_service: GamesDep,
        context: ContextDep,
    ) -> Response[Any]:
        action = cast(Action, context.path.rsplit("/", 1)[1])
        try:
            following = (
                await game_service.begin_next(game, context.key) if action == "next" else None
            )
            if following is None:
                by = Person(context.key)
                command = game_service.action_command(game, by, action, data.version)
                await game_service.execute(game, command, active=context.key)
        except NoughtsError as error:
            return await _game_page(game_service, context, game, error=error)
        return redirect(f"/g/{following or game}")

    @post("/g/{game:str}/sit", opt=GAMES)
    async def sit(
        self, game: FromPath[str], game_service: GamesDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            command = await game_service.sit_command(game, context.key)
            await game_service.execute(game, command, active=context.key)
        except NoughtsError as error:
            return await _game_page(game_service, context, game, error=error)
        return redirect(f"/g/{game}", context)

    @get("/g/{game:str}/qr.svg", opt=QUESTIONS)
    async def code(
        self, context: ContextDep, game: FromPath[str], game_service: GamesDep
    ) -> Response[bytes]:
        await game_service.find(game)  # raises UnknownGame
        return Response(qr_code(f"{context.base_url}g/{game}"), media_type="image/svg+xml")

    @get("/g/{game:str}/review", opt=QUESTIONS)
    async def review(
        self,
        game: FromPath[str],
        game_service: GamesDep,
        context: ContextDep,
        ply: Annotated[int, QueryParameter(ge=0, le=676)] = 0,
        round_: Annotated[int | None, QueryParameter(name="round", ge=1, le=10_000)] = None,
    ) -> Template:
        view, review = (
            await game_service.view(game, context.key),
            await game_service.review(game, round_),
        )
        return page(context, "review.html", "Review", game=view, review=review, ply=ply)

    @get("/games")
    async def games(self, game_service: GamesDep, context: ContextDep) -> Template:
        listed = await game_service.list_games(context.key)
        return page(context, "games.html", "Your games", games=listed)

    @get("/help")
    async def help(self, context: ContextDep) -> Template:
        return page(context, "help.html", "Help", instructions=instructions(Rules()))


async def _play_first(game_service: GameService, key: str, id_: str, square: int) -> None:
    """Play the first move of a new game, if it is the visitor's turn."""
    game = await game_service.view(id_, key)
    if game.is_your_turn:
        command = Play(Person(key), game.version, square)
        await game_service.execute(id_, command, active=key)


async def _game_page(
    game_service: GameService,
    context: RequestContext,
    id_: str | None,
    *,
    error: NoughtsError | None = None,
    show: Show = None,
) -> Template:
    """The page of a game, or of a board before the first move, with an error from a form."""
    game = None if id_ is None else await game_service.view(id_, context.key)
    goes_on = game is not None and game.ending is None
    chosen = options.chosen(game)
    return page(
        context,
        "play.html",
        f"Your move · {NAME}" if game is None else game.title,
        error,
        game=game,
        board=board_view(Rules().start()) if game is None else game.board,
        chosen=chosen,
        address="" if game is None else f"{context.base_url}g/{game.id}",
        options=options.play_options(chosen.board, chosen.clock),
        hint=await game_service.hint(id_) if id_ and goes_on and show == "hint" else None,
        values=await game_service.values(id_) if id_ and show == "values" else None,
        games=await game_service.list_games(context.key),
        instructions=instructions(Rules() if game is None else Rules.parse(game.board.board)),
    )

"""The pages of games: they work without script and call the same services as the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast, get_args

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec.structs import replace

from noughts.core.errors import NoughtsError
from noughts.core.pictures.animation import animate
from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.language import gettext as _
from noughts.online.games import Person, Play
from noughts.online.games.text import game_name
from noughts.web.middleware.dependencies import ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.pages import options
from noughts.web.pages.first_screen import first_screen
from noughts.web.pages.forms import ActForm, BeginForm, MoveForm, RetryForm
from noughts.web.pages.page import page, redirect
from noughts.web.pages.qr_code import qr_code
from noughts.web.services.games import GameService
from noughts.web.views.games import board_view
from noughts.web.views.moves import board_after
from noughts.web.views.schemas import Action, GameView, NewGame

Show = Literal["hint", "values"] | None
_RECENT = 6  # games below the board
_LISTED = 100  # on the page of games


class GamePages(Controller):
    """The board, and forms for everything one can do in a game."""

    include_in_schema = False

    @get("/")
    async def home(
        self, request: Request[Any, Any, Any], game_service: GamesDep, context: ContextDep
    ) -> Template:
        """The game last begun while it goes on, else the first screen as somebody left it."""
        if "board" in request.query_params:
            return await _first_page(game_service, context, _asked(request).new_game())
        listed = await game_service.list_games(context.key, 1)
        if not listed:
            return await _first_page(game_service, context, NewGame())
        if not listed[0].is_over:
            return await _game_page(game_service, context, listed[0].id)
        last = await game_service.view(listed[0].id, context.key)
        return await _first_page(game_service, context, options.chosen(last))

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
        context, new = context.identified(), data.new_game()
        try:
            game = await game_service.begin(_with_a_level(new), context.key)
        except NoughtsError as error:
            return await _first_page(game_service, context, new, error)
        try:
            if (square := data.first_move()) is not None:
                await _play_first(game_service, context.key, game, square)
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

    @get("/g/{game:str}/animation.svg", opt=QUESTIONS)
    async def animation(self, game: FromPath[str], game_service: GamesDep) -> Response[str]:
        shared = await game_service.find(game)
        return Response(animate(shared.game), media_type="image/svg+xml")

    @get("/g/{game:str}/review", opt=QUESTIONS)
    async def review(
        self,
        game: FromPath[str],
        game_service: GamesDep,
        context: ContextDep,
        ply: Annotated[int | None, QueryParameter(ge=0, le=676)] = None,
        round_: Annotated[int | None, QueryParameter(name="round", ge=1, le=10_000)] = None,
    ) -> Template:
        view, review = (
            await game_service.view(game, context.key),
            await game_service.review(game, context.key, round_),
        )
        moves = len(review.moves)
        ply = min(review.turning_ply or moves if ply is None else ply, moves)
        return page(
            context,
            "review.html",
            _("Review"),
            game=view,
            review=review,
            board=board_after(review, ply),
            ply=ply,
            round=round_,
        )

    @post("/g/{game:str}/try", opt=GAMES)
    async def try_again(
        self,
        game: FromPath[str],
        data: URLEncodedBody[RetryForm],
        game_service: GamesDep,
        context: ContextDep,
    ) -> Response[Any]:
        context = context.identified()
        following = await game_service.try_again(game, context.key, data.ply, data.round)
        return redirect(f"/g/{following}", context)

    @get("/games")
    async def games(self, game_service: GamesDep, context: ContextDep) -> Template:
        listed = await game_service.list_games(context.key, _LISTED)
        return page(context, "games.html", _("Your games"), games=listed)

    @post("/games/{game:str}/forget", opt=MOVES)
    async def forget(
        self, game: FromPath[str], game_service: GamesDep, context: ContextDep
    ) -> Redirect:
        await game_service.forget(game, context.key)
        return redirect("/games")

    @get("/help")
    async def help(self, context: ContextDep) -> Template:
        return page(context, "help.html", _("Help"), instructions=instructions(Rules()))


async def _play_first(game_service: GameService, key: str, id_: str, square: int) -> None:
    """Play the first move of a new game, if it is the visitor's turn."""
    game = await game_service.view(id_, key)
    if game.is_your_turn:
        command = Play(Person(key), game.version, square)
        await game_service.execute(id_, command, active=key)


def _asked(request: Request[Any, Any, Any]) -> BeginForm:
    """The settings in the query of the first page; raises msgspec.ValidationError."""
    fields = {name: request.query_params[name] for name in request.query_params}
    return msgspec.convert(fields, BeginForm, strict=False)


def _with_a_level(new: NewGame) -> NewGame:
    """The settings of a form: without script it offers every level for every board."""
    return options.offered(new) if new.opponent in options.ALL_LEVELS else new


async def _first_page(
    game_service: GameService,
    context: RequestContext,
    new: NewGame,
    error: NoughtsError | None = None,
) -> Template:
    """The board before the first move, with an error from a form."""
    try:
        board = board_view(Rules.parse(new.board).start())
    except NoughtsError as refused:
        return await _first_page(
            game_service, context, replace(new, board=str(Rules())), error or refused
        )
    new = options.offered(new)
    first = first_screen(new)
    return await _play_page(
        game_service, context, game_name(), error, new, board=board, first=first, game=None
    )


async def _game_page(
    game_service: GameService,
    context: RequestContext,
    id_: str,
    *,
    error: NoughtsError | None = None,
    show: Show = None,
) -> Template:
    """The page of a game, with an error from a form."""
    game = await game_service.view(id_, context.key)
    goes_on = game.ending is None
    return await _play_page(
        game_service,
        context,
        game.title,
        error,
        options.offered(options.chosen(game)),
        board=game.board,
        first=None,
        game=game,
        hint=await game_service.hint(id_) if goes_on and show == "hint" else None,
        values=await game_service.values(id_) if show == "values" else None,
    )


async def _play_page(
    game_service: GameService,
    context: RequestContext,
    title: str,
    error: NoughtsError | None,
    chosen: NewGame,
    **values: Any,
) -> Template:
    """The page of a board, with the choices for the next game."""
    shown = {"hint": None, "values": None, **values}
    game: GameView | None = shown["game"]
    return page(
        context,
        "play.html",
        title,
        error,
        **({} if game is None else {"preview": game.board.position}),
        chosen=chosen,
        query=options.query(chosen),
        address="" if game is None else f"{context.base_url}g/{game.id}",
        options=options.play_options(chosen.board, chosen.clock, game_service.pool.longest),
        games=await game_service.list_games(context.key, _RECENT),
        instructions=instructions(Rules.parse(chosen.board)),
        **shown,
    )

"""The pages of games: they work without script and call the same services as the API."""

from __future__ import annotations

from contextlib import suppress
from itertools import dropwhile
from typing import Annotated, Any, Literal, get_args

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template
from msgspec import Meta, Struct
from msgspec.structs import replace

from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.server.games import new_game, text, types
from noughts.server.games.new_game import BeginForm, Fields, read_form
from noughts.server.games.schemas import GameView, NewGame
from noughts.server.games.service import GameService, ServiceDep
from noughts.server.games.types import Action, Play, React, Rematch, Sit
from noughts.server.http.identity import ContextDep
from noughts.server.http.limits import GAMES, MOVES, QUESTIONS
from noughts.server.http.pages import page, redirect, site_name
from noughts.server.http.qr import qr_code
from noughts.server.learn.pictures import board_picture
from noughts.server.worker_pool import Overloaded
from noughts.solver import can_solve
from noughts.views.board import board_view
from noughts.views.game import GameSummary
from noughts.views.review import board_after
from noughts.wording.language import gettext as _
from noughts.wording.pictures.animation import animate
from noughts.wording.text import instructions

GameId = FromPath[str]
# The last game on the page before; `$` alone would allow the end of a line after it.
Before = Annotated[str | None, QueryParameter(pattern="^[0-9a-f]{24}$", max_length=24)]

# The buttons of a game, by the last part of their address.
_COMMANDS = {str(action.__struct_config__.tag): action for action in (*get_args(Action), React)}

Aid = Literal["hint", "values"] | None
_RECENT = 6  # games below the board
_EXPECTED = 3_600  # seconds for which the page recalls that a friend is waited for


class RetryForm(Struct, frozen=True):
    """A move of a review from which to try again, in a game of a series."""

    ply: Annotated[int, Meta(ge=0, le=676)]
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class GamePages(Controller):
    """The board, and forms for everything you can do in a game."""

    include_in_schema = False

    @get("/")
    async def home(self, request: Request[Any, Any, Any], service: ServiceDep) -> Template:
        """Show the game last begun while it goes on, else the first screen as you left it."""
        if "board" in request.query_params:
            new = read_form(request.query_params, BeginForm).new_game()
        elif not (listed := await service.list_games(1)):
            new = NewGame()
        elif listed[0].is_over:
            new = new_game.settings_of(await service.view(listed[0].id))
        else:
            return await _game_page(service, listed[0].id)
        return await _first_page(service, new)

    @get("/g/{game:str}", opt=QUESTIONS)
    async def show(
        self, game: GameId, service: ServiceDep, show: FromQuery[Aid] = None
    ) -> Template:
        return await _game_page(service, game, show=show)

    @post("/play", opt=GAMES)
    async def begin(self, data: Fields, service: ServiceDep) -> Response[Any]:
        service, form = service.identified(), read_form(data, BeginForm)
        new = form.new_game()
        try:
            # Without script the form offers every level for every board.
            is_level = new.opponent in new_game.ALL_LEVELS
            game = await service.begin(new_game.offered(new) if is_level else new)
        except NoughtsError as error:
            return await _first_page(service, new, error)
        if form.square is not None and form.shown in ("", new.board):
            view = await service.view(game)
            if view.is_your_turn:
                return await _execute(service, game, Play(view.version, form.square))
        return redirect(f"/g/{game}", service.context)

    @post([f"/g/{{game:str}}/{name}" for name in _COMMANDS], opt=MOVES)
    async def act(self, game: GameId, data: Fields, service: ServiceDep) -> Response[Any]:
        command = read_form(data, _COMMANDS[service.context.path.rsplit("/", 1)[1]])
        return await _execute(service, game, command)

    @post("/g/{game:str}/sit", opt=GAMES)
    async def sit(self, game: GameId, data: Fields, service: ServiceDep) -> Response[Any]:
        return await _execute(service.identified(), game, read_form(data, Sit))

    @get("/g/{game:str}/qr.svg", opt=QUESTIONS)
    async def qr(self, game: GameId, service: ServiceDep) -> Response[bytes]:
        await service.games.find(game)  # raises UnknownGame
        address = f"{service.context.base_url}g/{game}"
        content = await service.pool.draw(qr_code, address)
        return Response(content, media_type="image/svg+xml")

    @get("/g/{game:str}/picture.png", opt=QUESTIONS)
    async def picture(self, game: GameId, service: ServiceDep) -> Response[bytes]:
        shared = await service.games.find(game)
        content = await service.pool.draw(
            board_picture, shared.game.position, text.result_text(shared)
        )
        return Response(content, media_type="image/png")

    @get("/g/{game:str}/animation.svg", opt=QUESTIONS)
    async def animation(self, game: GameId, service: ServiceDep) -> Response[str]:
        shared = await service.games.find(game)
        content = await service.pool.run_coach(animate, shared.game)
        return Response(content, media_type="image/svg+xml")

    @get("/g/{game:str}/review", opt=QUESTIONS)
    async def review(
        self,
        game: GameId,
        service: ServiceDep,
        ply: Annotated[int | None, QueryParameter(ge=0, le=676)] = None,
        round_: Annotated[int | None, QueryParameter(name="round", ge=1, le=10_000)] = None,
    ) -> Template:
        view = await service.view(game)
        review = await service.review(game, round_)
        moves = len(review.moves)
        ply = min(review.turning_ply or moves if ply is None else ply, moves)
        return page(
            service.context,
            "games/review.html",
            _("Review"),
            game=view,
            review=review,
            board=board_after(review, ply),
            ply=ply,
            round=round_,
        )

    @post("/g/{game:str}/try", opt=GAMES)
    async def try_again(self, game: GameId, data: Fields, service: ServiceDep) -> Response[Any]:
        service, form = service.identified(), read_form(data, RetryForm)
        following = await service.try_again(game, form.ply, form.round)
        return redirect(f"/g/{following}", service.context)

    @get("/games", opt=QUESTIONS)
    async def games(self, service: ServiceDep, before: Before = None) -> Template | Redirect:
        listed, more = await service.page_of_games(before)
        if before is not None and not listed:  # what was on this page has been deleted
            return redirect("/games")
        return page(
            service.context,
            "games/games.html",
            _("Your games"),
            games=listed,
            before=before,
            more=more,
        )

    @post("/games/{game:str}/forget", opt=MOVES)
    async def forget(self, game: GameId, service: ServiceDep, before: Before = None) -> Redirect:
        await service.forget(game)
        return redirect("/games" if before is None else f"/games?before={before}")

    @get("/help")
    async def help(self, context: ContextDep) -> Template:
        return page(context, "http/help.html", _("Help"), instructions=instructions(Rules()))


async def _execute(service: GameService, id_: str, command: Action | Sit | React) -> Response[Any]:
    """Execute the command of a form, and show the game after it, or why it was refused."""
    try:
        if isinstance(command, React):
            await service.react(id_, command)
        elif isinstance(command, Rematch) and (following := await service.rematch(id_)):
            id_ = following
        else:
            await service.execute(id_, command)
    except NoughtsError as error:
        return await _game_page(service, id_, error)
    return redirect(f"/g/{id_}", service.context)


async def _first_page(
    service: GameService, new: NewGame, error: NoughtsError | None = None
) -> Template:
    """Return the board before the first move, with an error from a form."""
    try:
        rules = Rules.parse(new.board)
    except NoughtsError as refused:
        rules, error = Rules(), error or refused
        new = replace(new, board=str(rules))
    return await _play_page(
        service,
        new,
        title=site_name(),
        error=error,
        board=board_view(rules.start()),
        first=new_game.first_screen(new_game.offered(new)),
        game=None,
        hint=None,
        values=None,
        why=None,
    )


async def _game_page(
    service: GameService, id_: str, error: NoughtsError | None = None, show: Aid = None
) -> Template:
    """Return the page of a game, with an error from a form."""
    game = await service.view(id_)
    asks_hint = show == "hint" and game.ending is None
    over, why = {}, None  # of a game that has ended
    if game.ending is not None:
        over["picture"] = f"{service.context.base_url}g/{id_}/picture.png"  # with the result
        if can_solve(Rules.parse(game.board.board)):  # elsewhere the script asks for the reason
            with suppress(Overloaded):
                why = await service.ending(game.id)
    return await _play_page(
        service,
        new_game.settings_of(game),
        title=game.title,
        error=error,
        board=game.board,
        preview=game.board.position,
        **over,
        game=game,
        address=f"{service.context.base_url}g/{id_}",
        hint=await service.hint(id_) if asks_hint else None,
        values=await service.values(id_) if show == "values" else None,
        why=why,
    )


async def _play_page(service: GameService, new: NewGame, **shown: Any) -> Template:
    """Return the page of a board, with the choices for the next game and the visitor's others."""
    game: GameView | None = shown["game"]
    listed = await service.list_games(_RECENT + 1)
    form = new_game.form_values(new, service.pool.longest)
    return page(
        service.context,
        "games/play.html",
        **form,
        line=new_game.settings_line(form["chosen"] if game is None else new),
        games=[other for other in listed if game is None or other.id != game.id][:_RECENT],
        waiting=_waiting(listed, game, service.games.log.now()),
        instructions=instructions(Rules.parse(form["chosen"].board)),
        **shown,
    )


def _waiting(listed: list[GameSummary], game: GameView | None, now: str) -> GameSummary | None:
    """Return the latest game that waits for a friend, begun before the one on the page."""
    if game is not None and game.is_shared:
        return None
    for other in dropwhile(lambda other: game is not None and other.id != game.id, listed):
        if other.is_waiting and types.seconds_between(other.began, now) < _EXPECTED:
            return other
    return None

"""The pages of games: they work without script and call the same services as the API."""

from __future__ import annotations

from contextlib import suppress
from itertools import dropwhile
from typing import Annotated, Any, Literal, get_args

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template

from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.pages import embedded, new_game
from noughts.pages import games as pages
from noughts.pages.games import Around, Told
from noughts.pages.new_game import NewGame
from noughts.server.games import text, types
from noughts.server.games.forms import BeginForm, Fields, RetryForm, read_form, request_of
from noughts.server.games.schemas import GameView
from noughts.server.games.service import GameService, ServiceDep
from noughts.server.games.types import Action, Play, React, Rematch, Sit
from noughts.server.http.identity import EMBEDDABLE, ContextDep
from noughts.server.http.limits import GAMES, MOVES, QUESTIONS
from noughts.server.http.pages import redirect, respond
from noughts.server.http.qr import qr_code
from noughts.server.learn.pictures import board_picture, game_film
from noughts.server.worker_pool import Overloaded
from noughts.solver import can_solve
from noughts.views.game import GameSummary
from noughts.wording.pictures.animation import animate

GameId = FromPath[str]
# The last game on the page before; `$` alone would allow the end of a line after it.
Before = Annotated[str | None, QueryParameter(pattern="^[0-9a-f]{24}$", max_length=24)]
Deleting = FromQuery[Literal["on"] | None]
Ply = Annotated[int | None, QueryParameter(ge=0, le=676)]

# The buttons of a game, by the last part of their address.
_COMMANDS = {str(action.__struct_config__.tag): action for action in (*get_args(Action), React)}

Aid = Literal["hint", "values"] | None
_EXPECTED = 3_600  # seconds for which the page recalls that a friend is waited for


class GamePages(Controller):
    """The board, and forms for everything you can do in a game."""

    include_in_schema = False

    @get("/")
    async def home(self, request: Request[Any, Any, Any], service: ServiceDep) -> Template:
        """Show the game last begun while it goes on, else the first screen as you left it."""
        if request.query_params.keys() & set(BeginForm.__struct_fields__):
            new = new_game.chosen(read_form(request.query_params, BeginForm))
        elif not (listed := await service.list_games(1)):
            new = NewGame()
        elif listed[0].is_over:
            new = new_game.settings_of(await service.view(listed[0].id))
        else:
            return await _game_page(service, listed[0].id)
        return await _first_page(service, new)

    @get("/g/{game:str}", opt=QUESTIONS | EMBEDDABLE)
    async def show(
        self, game: GameId, service: ServiceDep, show: FromQuery[Aid] = None, ply: Ply = None
    ) -> Template:
        if service.context.is_embedded:
            return respond(service.context, embedded.game_page(await service.view(game), ply))
        return await _game_page(service, game, show=show)

    @post("/play", opt=GAMES)
    async def begin(self, data: Fields, service: ServiceDep) -> Response[Any]:
        service, form = service.identified(), read_form(data, BeginForm)
        new = new_game.chosen(form)
        try:
            # Without script the form offers every level for every board.
            is_level = new.opponent in new_game.ALL_LEVELS
            begun = new_game.offered(new) if is_level else new
            game = await service.begin(request_of(begun))
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

    @get("/g/{game:str}/animation.gif", opt=QUESTIONS)
    async def film(self, game: GameId, service: ServiceDep) -> Response[bytes]:
        shared = await service.games.find(game)
        content = await service.pool.run_coach_once(game_film, shared.game)
        return Response(content, media_type="image/gif")

    @get("/g/{game:str}/review", opt=QUESTIONS)
    async def review(
        self,
        game: GameId,
        service: ServiceDep,
        ply: Ply = None,
        round_: Annotated[int | None, QueryParameter(name="round", ge=1, le=10_000)] = None,
    ) -> Template:
        view = await service.view(game)
        review = await service.review(game, round_)
        return respond(service.context, pages.review_page(view, review, ply, round_))

    @post("/g/{game:str}/try", opt=GAMES)
    async def try_again(self, game: GameId, data: Fields, service: ServiceDep) -> Response[Any]:
        service, form = service.identified(), read_form(data, RetryForm)
        following = await service.try_again(game, form.ply, form.round)
        return redirect(f"/g/{following}", service.context)

    @get("/games", opt=QUESTIONS)
    async def games(
        self, service: ServiceDep, before: Before = None, deleting: Deleting = None
    ) -> Template | Redirect:
        listed, more = await service.page_of_games(before)
        if before is not None and not listed:  # what was on this page has been deleted
            return redirect("/games")
        return respond(
            service.context, pages.list_page(listed, before, more, is_deleting=bool(deleting))
        )

    @post("/games/{game:str}/forget", opt=MOVES)
    async def forget(self, game: GameId, service: ServiceDep, before: Before = None) -> Redirect:
        await service.forget(game)
        return redirect(pages.deleting_address(before))

    @get("/help")
    async def help(self, context: ContextDep) -> Template:
        return respond(context, pages.help_page())


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
    return respond(service.context, pages.first_page(new, await _around(service), error))


async def _game_page(
    service: GameService, id_: str, error: NoughtsError | None = None, show: Aid = None
) -> Template:
    """Return the page of a game, with an error from a form."""
    game, why = await service.view(id_), None
    asks_hint = show == "hint" and game.ending is None
    # On larger boards the script asks for the reason.
    if game.ending is not None and can_solve(Rules.parse(game.board.board)):
        with suppress(Overloaded):
            why = await service.ending(game.id)
    told = Told(
        hint=await service.hint(id_) if asks_hint else None,
        values=await service.values(id_) if show == "values" else None,
        why=why,
    )
    around = await _around(service, game)
    return respond(service.context, pages.game_page(game, around, told, error))


async def _around(service: GameService, game: GameView | None = None) -> Around:
    """Return what is around a game, or the board before one."""
    listed = await service.list_games(pages.LISTED)
    waiting = _waiting(listed, game, service.games.log.now())
    return Around(listed, service.pool.longest, waiting)


def _waiting(listed: list[GameSummary], game: GameView | None, now: str) -> GameSummary | None:
    """Return the latest game that waits for a friend, begun before the one on the page."""
    if game is not None and game.is_shared:
        return None
    for other in dropwhile(lambda other: game is not None and other.id != game.id, listed):
        if other.is_waiting and types.seconds_between(other.began, now) < _EXPECTED:
            return other
    return None

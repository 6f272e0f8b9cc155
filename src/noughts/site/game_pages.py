"""The pages of games that a browser keeps; the addresses are those of a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

from noughts.coach.reviews import EndingReason
from noughts.core.errors import NoughtsError
from noughts.pages import embedded, new_game
from noughts.pages import games as pages
from noughts.pages.games import Around, Told
from noughts.pages.new_game import NewGame
from noughts.pages.page import Page
from noughts.site import games
from noughts.site.addresses import Route
from noughts.site.fields import Choice, Field, Fields, Text, Whole
from noughts.site.games import LIMIT, LocalGame, UnknownGame
from noughts.site.page_requests import File, PageRequest, Redirect, read_form
from noughts.site.routes import (
    CLOCK,
    COMMANDS,
    GAME_ID,
    LISTED,
    ROUND,
    SQUARE,
    NeedsServer,
    begin,
    forget,
    games_before,
)
from noughts.solver import can_solve
from noughts.views import analysis, review
from noughts.views.game import FRIEND, SoloView, solo_summary
from noughts.wording.game_text import result_text
from noughts.wording.language import gettext as _
from noughts.wording.pictures import film
from noughts.wording.pictures.animation import animate
from noughts.wording.pictures.card import board_card, card_svg
from noughts.wording.pictures.palette import PAPER
from noughts.wording.pictures.shapes import svg_of


class _ClockText(Fields):
    """A clock as a form has it: `game-180` for three minutes each."""

    def read(self, text: str) -> Any:
        per, _sign, seconds = text.partition("-")
        return {"per": per, "seconds": Whole(0, 0).read(seconds)} if text else None


_BEGIN = (
    Field("board", Text(1_000), default="3x3:3"),
    Field("width", Text(1_000), default=""),
    Field("height", Text(1_000), default=""),
    Field("k", Text(1_000), default=""),
    Field("shown", Text(1_000), default=""),
    Field("opponent", Text(1_000), default="medium"),
    Field("side", Choice(("x", "o", "lot")), default="x"),
    Field("first", Choice(("own", "other", "x", "o", "lot")), default="x"),
    Field("clock", _ClockText(CLOCK.fields), is_nullable=True),
    Field("seconds", Text(2, "^([1-9][0-9]?)?$"), default=""),
    Field("square", SQUARE),
)


def _chosen(form: Mapping[str, Any]) -> NewGame:
    clock = form["clock"] and SimpleNamespace(**form["clock"])
    return new_game.chosen(SimpleNamespace(**{**form, "clock": clock}))


def _home(request: PageRequest) -> Page:
    """Show the game last begun while it goes on, else the first screen as it was left."""
    if request.query.keys() & {field.name for field in _BEGIN}:
        new = _chosen(read_form(_BEGIN, request.query))
    elif (latest := next(request.listed(), None)) is None:
        new = NewGame()
    elif latest[1].game.ending is None:
        return _game_page(request, latest[0])
    else:
        new = new_game.settings_of(request.view(latest[1], id_=latest[0]))
    error = NeedsServer() if new.opponent == FRIEND else None
    return _first_page(request, new, error)


def _first_page(request: PageRequest, new: NewGame, error: NoughtsError | None) -> Page:
    """Show the first screen, on which no friend can be chosen."""
    if new.opponent == FRIEND:
        new = NewGame(new.board, NewGame().opponent, new.side, new.first)
    return pages.first_page(new, _around(request), error)


def _begin(request: PageRequest) -> Page | Redirect:
    form = request.read_form(_BEGIN)
    new, has_square = _chosen(form), form["square"] is not None
    if has_square:
        request.need_every_game()  # before the computer has moved, which would move again
    try:
        if new.opponent in new_game.ALL_LEVELS:
            new = new_game.offered(new)
        clock = form["clock"] if new.opponent == FRIEND else None
        request.body = {
            "board": new.board,
            "opponent": new.opponent,
            "side": new.side,
            "first": new.first,
            "clock": clock,
            "seconds": new.seconds,
            "command": None,
        }
        view = begin(request)
    except NoughtsError as error:
        return _first_page(request, new, error)
    if has_square and form["shown"] in ("", new.board):
        local = request.about(view.id, {}).find()  # after the computer's move, if it begins
        if request.view(local).is_your_turn:
            body = {"version": local.version, "square": form["square"], "command": None}
            return _execute(request, view.id, "play", body)
    return Redirect(f"/g/{view.id}")


def _show(request: PageRequest) -> Page:
    if request.is_embedded:
        solo = replace(request.find_now().solo, is_spectator=True)
        return embedded.game_page(SoloView.of(request.id, solo), request.values["ply"])
    return _game_page(request, request.id, show=request.values["show"])


def _act(request: PageRequest, kind: str) -> Page | Redirect:
    body = COMMANDS[kind].body
    assert body is not None
    return _execute(request, request.id, kind, request.read_form(body.fields))


def _execute(request: PageRequest, id_: str, kind: str, body: Mapping[str, Any]) -> Page | Redirect:
    """Execute a command, and lead to the game after it, or show why it was refused."""
    try:
        view = COMMANDS[kind].answer(request.about(id_, body))
    except NoughtsError as error:
        return _game_page(request, id_, error)
    return Redirect(f"/g/{view.id}")


def _game_page(
    request: PageRequest, id_: str, error: NoughtsError | None = None, show: str | None = None
) -> Page:
    if (local := request.look_up(id_)) is None:
        raise UnknownGame
    game, asks_hint = local.game, show == "hint" and local.game.ending is None
    has_reason = game.ending is not None and can_solve(game.rules)  # else the script asks for it
    told = Told(
        hint=analysis.suggest_move(game.position, LIMIT) if asks_hint else None,
        values=analysis.compare(game.position, LIMIT) if show == "values" else None,
        why=_reason(local) if has_reason else None,
    )
    return pages.game_page(request.view(local, id_=id_), _around(request), told, error)


def _reason(local: LocalGame) -> EndingReason:
    return review.explain_ending(local.game, LIMIT, local.only_side, local.computer)


def _around(request: PageRequest) -> Around:
    latest = islice(request.listed(), pages.LISTED)
    shown = [solo_summary(id_, local.solo, local.began) for id_, local in latest]
    return Around(shown, games.LONGEST)


def _review(request: PageRequest) -> Page:
    view, local = request.view(request.find_now()), request.round()
    shown = review.review_game(local.game, LIMIT, local.only_side)
    return pages.review_page(view, shown, request.values["ply"], request.values["round"])


def _try_again(request: PageRequest) -> Redirect:
    command = COMMANDS["try"]
    assert command.body is not None
    request.body = request.read_form(command.body.fields)
    return Redirect(f"/g/{command.answer(request).id}")


def _list(request: PageRequest) -> Page | Redirect:
    before = request.values["before"]
    found = list(islice(games_before(request, before), LISTED + 1))
    if before is not None and not found:  # what was on this page has been deleted
        return Redirect("/games")
    shown = [solo_summary(id_, local.solo, local.began) for id_, local in found[:LISTED]]
    more = shown[-1].id if len(found) > LISTED else None
    return pages.list_page(shown, before, more, is_deleting=bool(request.values["deleting"]))


def _forget(request: PageRequest) -> Redirect:
    forget(request)
    return Redirect(pages.deleting_address(request.values["before"]))


def _help(_request: PageRequest) -> Page:
    return pages.help_page()


def _rooms(_request: PageRequest) -> Page:
    return Page("games/rooms.html", _("Rooms"))


def _game_picture(request: PageRequest) -> File:
    local = request.find_now()
    result = result_text(local.game, local.people, local.computer)
    return File.svg(card_svg(board_card(local.game.position, result)))


def _animation(request: PageRequest) -> File:
    return File.svg(animate(request.find_now().game))


def _film(request: PageRequest) -> File:
    """Return a film as drawings, of which the page makes a GIF."""
    frames = [
        {"drawing": svg_of(frame.shapes, film.WIDTH, film.HEIGHT, ""), "seconds": frame.seconds}
        for frame in film.film_of(request.find_now().game)
    ]
    shown = {"width": film.WIDTH, "height": film.HEIGHT, "paper": PAPER, "frames": frames}
    return File(json.dumps(shown).encode(), "application/json")


_PLY = Field("ply", Whole(0, 676))
_ROUNDS = (_PLY, ROUND)
_SHOWN = (Field("show", Choice(("hint", "values"))), _PLY)
_BEFORE = (Field("before", GAME_ID),)
_ACTS = ("play", "undo", "draw", "rematch", "decline", "resign", "claim", "rename", "react", "sit")

ROUTES = (
    Route("GET", "", _home),
    Route("POST", "/play", _begin),
    Route("GET", "/g/{game}", _show, query=_SHOWN, is_embeddable=True),
    *(Route("POST", f"/g/{{game}}/{kind}", partial(_act, kind=kind)) for kind in _ACTS),
    Route("POST", "/g/{game}/try", _try_again),
    Route("GET", "/g/{game}/review", _review, query=_ROUNDS),
    Route("GET", "/g/{game}/picture.png", _game_picture),
    Route("GET", "/g/{game}/animation.svg", _animation),
    Route("GET", "/g/{game}/animation.gif", _film),
    Route("GET", "/games", _list, query=(*_BEFORE, Field("deleting", Choice(("on",))))),
    Route("POST", "/games/{game}/forget", _forget, query=_BEFORE),
    Route("GET", "/help", _help),
    *(Route("GET", path, _rooms) for path in ("/rooms", "/rooms/.+", "/join", "/r", "/r/.+")),
)

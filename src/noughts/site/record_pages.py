"""Games of a browser as records, to save in a file and to take from one."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from types import MappingProxyType

from noughts.core import Game, Mark, Termination
from noughts.core.errors import NotationError, NoughtsError
from noughts.core.record import Record
from noughts.players import check_supports, player
from noughts.site.addresses import Route
from noughts.site.fields import Field, Text
from noughts.site.games import Event, LocalGame
from noughts.site.page_requests import File, PageRequest, Redirect
from noughts.wording.language import gettext as _

# By an event of a game in a browser; what ends on the board needs none.
_ENDINGS = MappingProxyType({Termination.RESIGNATION: "resign", Termination.AGREEMENT: "draw"})
_MOST = 500_000  # bytes of a file: two thousand games, each of which takes some 8 ms in a page
_FILE = (Field("records", Text(2 * _MOST), is_required=True),)


class TooManyGames(NoughtsError):
    """A file that is too large to be opened at once."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self) -> None:
        super().__init__(_("A file of games may have half a million characters – split this one"))


def _save(request: PageRequest) -> File:
    """Return all games, the oldest first, a record a line."""
    records = [str(local.record()) for _id, local in request.listed()]
    content = "".join(f"{record}\n" for record in reversed(records))
    return File(content.encode(), "application/jsonl")


def _open(request: PageRequest) -> Redirect:
    """Keep the games of a file that are not here yet: all of them, or none; raises NoughtsError."""
    here, opened = {str(local.record()) for _id, local in request.listed()}, {}
    text = request.read_form(_FILE)["records"]
    if len(text.encode(errors="replace")) > _MOST:
        raise TooManyGames
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            local = _local(Record.parse(line), request.now)
        except NoughtsError as error:
            raise NotationError(
                _(
                    "Line {number} of these games can't be read: {reason}",
                    number=number,
                    reason=error,
                )
            ) from None
        if str(local.record()) not in here:
            opened[request.new_id(line)] = local
    # A game that was opened before, and has gone on since, stays as it is.
    request.changed |= {id_: local for id_, local in opened.items() if not request.kept.get(id_)}
    return Redirect("/games")


def _local(record: Record, now: str) -> LocalGame:
    """Return a game as a browser keeps it; raises NoughtsError."""
    game, began = record.game, record.started or now
    computers = {mark: name for mark in Mark if (name := _computer(record, mark))}
    (side, computer), *others = computers.items() or [(None, None)]
    if others:  # two programs, which somebody watched
        side = computer = None
    people = tuple(Mark) if side is None else (side.other,)
    events = tuple(_events(game, record.ended or began))
    return LocalGame(start=game.start, people=people, began=began, computer=computer, events=events)


def _computer(record: Record, mark: Mark) -> str | None:
    """Return the name of a computer player that has played a side, and could go on."""
    name = record.players[mark]
    try:
        check_supports(player(name), record.game.position.rules)
    except NoughtsError:
        return None
    return name


def _events(game: Game, at: str) -> Iterator[Event]:
    for move in game.moves:
        yield Event("play", move, at, None)
    ending = game.ending
    if ending is None or game.position.outcome is not None:
        return
    kind = _ENDINGS.get(ending.termination)
    if kind is None:
        raise NotationError(_("it ended in a way that no game in a browser does"))
    loser = None if ending.winner is None else ending.winner.other.value
    yield Event(kind, loser, at, None)


ROUTES = (
    Route("GET", "/games/games.jsonl", _save),
    Route("POST", "/games/open", _open, largest=4 * _MOST),  # as a form has it
)

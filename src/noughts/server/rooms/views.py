"""The views of rooms, for the API and the pages, and the spreadsheets that a host takes home."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Set
from enum import StrEnum
from io import StringIO
from math import ceil
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple

from noughts.core import Rules
from noughts.server.games.text import subjects
from noughts.server.games.types import ClockSetting, SharedGame
from noughts.server.games.views import clock_view
from noughts.server.ids import long_code, spaced
from noughts.server.rooms import text, tournaments
from noughts.server.rooms.standings import (
    StandingView,
    annulled,
    byes_of,
    counted_games,
    sort_key,
    standings,
)
from noughts.server.rooms.types import Naming, Number, Result, Room, Way
from noughts.views.board import won
from noughts.views.game import ClockView
from noughts.views.review import ReviewView
from noughts.wording.game_text import board_text, clock_text, status_text
from noughts.wording.language import decimal_sign
from noughts.wording.language import gettext as _


class Doing(StrEnum):
    """What a member does."""

    PLAYING = "playing"
    LOOKING = "looking"
    RESTING = "resting"
    HERE = "here"
    AWAY = "away"


class MemberView(Struct, frozen=True):
    """A member of a room."""

    number: int
    name: str
    is_typed: bool
    doing: Doing
    text: str


class RoomGame(Struct, frozen=True):
    """A game in a room; `tournament` and `round` are 0 in free play."""

    number: int
    id: str
    x: str
    o: str
    tournament: int
    round: int
    result: Result | None
    text: str


class ButtonView(Struct, frozen=True):
    """The one thing to do next; `game` is the id of the game it leads to, for `game`."""

    action: text.Button
    text: str
    game: str


class OwnPart(Struct, frozen=True):
    """The client's own part in a room; `state` is what its `status` says."""

    state: text.State
    button: ButtonView | None
    is_owner: bool
    member: int | None
    name: str
    game: str | None
    host_token: str
    opponent: str
    is_looking: bool
    can_join: bool
    can_look: bool
    is_resting: bool
    can_rest: bool


class RoomView(Struct, frozen=True):
    """A room as the client sees it; `recent` has the latest finished games, newest first.

    `long_code` opens the room also while wrong codes are tried at the server; a client who came by
    it, and has not joined yet, has it as the `code`.
    `longest` is the open game that began first, after two minutes. `seconds_left` is until an arena
    ends, and stands still while `is_paused`; `podium` has the first three places once it is over.
    `begin_text` says what the owner begins with the next round, if they can, and `begin_asks` what
    they are asked before, as `going` games of the last round still go on. For them alone are
    those who are `at_door`, to be let in, and those who were `removed`, who may be let back in.
    """

    code: str
    code_text: str
    long_code: str
    version: int
    title: str
    status: str
    board: str
    board_text: str
    way: Way
    way_text: str
    clock: ClockSetting | None
    clock_text: str
    first_move: int  # seconds for it; 0 for no limit
    naming: Naming
    is_closed: bool
    is_locked: bool
    is_paused: bool
    members: list[MemberView]
    at_door: list[MemberView]
    removed: list[MemberView]
    open: list[RoomGame]
    longest: RoomGame | None
    recent: list[RoomGame]
    games: int
    table: list[StandingView]
    round: int
    rounds: int
    seconds_left: int | None
    stage: text.Stage
    stage_text: str
    podium: list[StandingView]
    can_begin_round: bool
    begin_text: str
    begin_asks: str
    going: int
    can_pair: bool
    can_extend: bool
    can_end: bool
    you: OwnPart


class WallBoard(Struct, frozen=True):
    """A board on the wall, with its winning lines."""

    game: RoomGame
    position: str
    lines: list[list[int]]
    status: str
    clock: ClockView | None


class RoomChange(Struct, frozen=True, tag="changed"):
    """A notice that something changed; clients then fetch the room or its wall."""

    what: Literal["room", "people", "boards"]
    version: int


class ReviewedRecord(Struct, frozen=True):
    """A game with its review, or the reason why there is none."""

    number: int
    round: int
    record: dict[str, Any]
    review: ReviewView | None
    reason: str = ""


_RECENT = 20  # games
_ON_PODIUM = 5  # players


def room_view(
    code: str, room: Room, key: str, here: Set[str], now: str, host_token: str
) -> RoomView:
    """Return a room as the holder of a key sees it; `here` has the keys that are connected.

    The answer to the command that invites another host has the secret, `host_token`.
    """
    choices, clock = room.choices, room.choices.clock
    situation, stage = text.situation(room, key), text.stage(room)
    left, longest = tournaments.seconds_left(room, now), text.longest_game(room, now)
    members = _members(room, here, longest)
    removed = [member for member in members if room.members[member.number].is_removed]
    ended = [n for n, pairing in enumerate(room.pairings) if pairing.has_result]
    table = list(standings(room).values())
    current = None if choices.way is Way.FREE else room.tournament
    going = len(room.open_of_tournament)
    can_begin, is_host = tournaments.can_begin_round(room), room.is_host(key)
    return RoomView(
        code=code,
        code_text=spaced(code),
        long_code=long_code(code, room.proof),
        version=room.version,
        title=_("Room {code}", code=spaced(code)),
        status=situation.text,
        board=choices.board,
        board_text=board_text(Rules.parse(choices.board)),
        way=choices.way,
        way_text=text.way_text(room),
        clock=clock,
        clock_text="" if clock is None else clock_text(clock.per, clock.seconds),
        first_move=choices.first_move,
        naming=choices.naming,
        is_closed=room.is_closed,
        is_locked=room.is_locked,
        is_paused=room.is_paused,
        members=[members[number] for number in room.present],
        at_door=[members[number] for number in room.at_door] if is_host else [],
        removed=removed if is_host else [],
        open=[room_game(code, room, number) for number in room.open_pairings],
        longest=None if longest is None else room_game(code, room, longest),
        recent=[room_game(code, room, number) for number in ended[: -_RECENT - 1 : -1]],
        games=len(room.pairings),
        table=table,
        round=0 if current is None else current.round,
        rounds=0 if current is None else current.rounds,
        seconds_left=None if left is None else max(0, ceil(left)),
        stage=stage,
        stage_text=text.stage_text(room, stage),
        podium=_podium(table) if stage is text.Stage.OVER else [],
        can_begin_round=can_begin,
        begin_text=text.begin_text(room) if can_begin else "",
        begin_asks=tournaments.going_text(room) if can_begin and going else "",
        going=going,
        can_pair=tournaments.can_pair_all(room),
        can_extend=tournaments.can_extend(room),
        can_end=current is not None and not (room.is_over or room.is_closed),
        you=_own(code, room, key, situation, host_token),
    )


def room_game(code: str, room: Room, number: Number) -> RoomGame:
    """Return the view of a game in a room."""
    pairing = room.pairings[number]
    return RoomGame(
        number=number,
        id=room.game_id(code, number),
        x=room.name(pairing.x),
        o=room.name(pairing.o),
        tournament=pairing.tournament,
        round=pairing.round,
        result=pairing.result,
        text=text.pairing_text(room, number),
    )


def wall_board(game: RoomGame, shared: SharedGame, now: str) -> WallBoard:
    """Return the view of a board on the wall."""
    ended = shared.game.ending is not None and shared.round == 1
    status = game.text if ended else status_text(subjects(shared, None), shared.game)
    position = shared.game.position
    _squares, lines = won(position.outcome)
    return WallBoard(game, position.url, lines, status, clock_view(shared, now))


def _podium(table: list[StandingView]) -> list[StandingView]:
    """Return the first three places, without one that too many share, except the first."""
    places = [[line for line in table if line.place == place] for place in (1, 2, 3)]
    shown = places[0][:_ON_PODIUM]
    for shared in places[1:]:
        if len(shown) + len(shared) <= _ON_PODIUM:
            shown = shown + shared
    return shown


def by_name(members: Iterable[MemberView]) -> list[MemberView]:
    """Return members in the order of their names."""
    return sorted(members, key=lambda member: sort_key(member.name))


def _members(room: Room, here: Set[str], longest: Number | None) -> list[MemberView]:
    """Return all members, gone or not, by number."""
    playing, views = room.playing, []
    slow = () if longest is None else room.pairings[longest].members
    for number, member in enumerate(room.members):
        doing = Doing.HERE if member.key in here else Doing.AWAY
        doing_text = _("here") if member.key in here else _("away")
        if member.is_away:  # even in a game: the host goes to see why, since another child waits
            doing, doing_text = Doing.AWAY, _("away")
        elif number in playing:
            doing, doing_text = Doing.PLAYING, _("longest game") if number in slow else _("playing")
        elif member.is_resting:
            doing, doing_text = Doing.RESTING, _("taking a break")
        elif number in room.looking:
            doing, doing_text = Doing.LOOKING, _("looking for a game")
        views.append(MemberView(number, room.name(number), member.is_typed, doing, doing_text))
    return views


def _own(code: str, room: Room, key: str, situation: text.Situation, host_token: str) -> OwnPart:
    number = room.number_of(key)
    is_in, is_owner = number in room.present, room.is_host(key)
    game = None if situation.game is None else room.game_id(code, situation.game)
    pressed = situation.button
    is_free = number in room.idle and not (room.is_closed or room.is_paused)
    can_rest = room.current is not None and not (room.is_over or room.is_closed)
    is_resting = number in room.present and number not in room.active
    is_outside = situation.state in (text.State.OUTSIDE, text.State.GONE)
    may_join = not (is_in or room.is_closed) if is_owner else is_outside
    return OwnPart(
        state=situation.state,
        button=None if pressed is None else ButtonView(pressed, situation.label, game or ""),
        is_owner=is_owner,
        member=number if is_in else None,
        name=room.name(number) if is_in and number is not None else "",
        game=game,
        host_token=host_token,
        opponent=situation.opponent,
        is_looking=number in room.looking,
        can_join=may_join,
        can_look=is_free and (is_resting or room.choices.way is Way.FREE or room.is_arena_on),
        is_resting=is_resting,
        can_rest=number in room.idle and can_rest and not is_resting,
    )


_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the text for Latin-1


def table_sheet(room: Room) -> str:
    """Return the table as CSV, best first."""
    head = [_("Place"), _("Name"), _("Points"), _("Games")]
    head += [_("Won"), _("Drawn"), _("Lost"), _("Byes"), "Buchholz", "Sonneborn–Berger"]
    return _sheet(head, (astuple(line)[: len(head)] for line in standings(room).values()))


def results_sheet(room: Room) -> str:
    """Return all finished games as CSV, each with the points of both, and points without a game.

    Games of a round robin that are annulled have none.
    """
    current, out = room.tournament, annulled(room)
    head = [_("Game"), _("Round"), "X", "O", _("Points of X"), _("Points of O")]
    games, lines = zip(room.pairings, counted_games(room.pairings), strict=True), []
    for number, (game, of_both) in enumerate(games, 1):
        if of_both is not None:
            names, points = map(room.name, game.members), (counted.points for counted in of_both)
            is_last = current is not None and game.tournament == current.number
            is_annulled = is_last and not out.isdisjoint(game.members)
            lines.append((number, game.round or "", *names, *(() if is_annulled else points)))
    for at, member in byes_of(room):
        lines.append(("", at or "", room.name(member), _("bye"), 1.0, ""))
    return _sheet(head, lines)


def _sheet(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    sign, written = decimal_sign(), StringIO()
    writer = csv.writer(written, delimiter=";" if sign == "," else ",")
    writer.writerow(head)
    for line in lines:
        writer.writerow(_written(v, sign) if isinstance(v, float) else v for v in line)
    return _BYTE_ORDER_MARK + written.getvalue()


def _written(points: float, sign: str) -> str:
    """Return points, which come in quarters, without zeros that say nothing."""
    return f"{points:.2f}".rstrip("0").rstrip(".").replace(".", sign)

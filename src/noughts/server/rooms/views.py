"""The views of rooms, for the API and the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from math import ceil
from typing import Literal, cast

from msgspec import Struct

from noughts.core.game_text import board_text, status_text
from noughts.core.rules import Rules
from noughts.language import gettext as _
from noughts.server.games.schemas import ClockView
from noughts.server.games.text import clock_text, subjects
from noughts.server.games.types import ClockSetting, SharedGame
from noughts.server.games.views import clock_view
from noughts.server.log.ids import spaced
from noughts.server.rooms import text
from noughts.server.rooms.situations import (
    Button,
    Gone,
    Outside,
    Playing,
    Situation,
    button,
    situation,
    stage,
)
from noughts.server.rooms.tournaments import can_extend, can_pair_all, seconds_left, standings
from noughts.server.rooms.types import Naming, Number, Room, Way

State = Literal[
    "outside",
    "gone",
    "locked-out",
    "removed",
    "closed",
    "playing",
    "on-hold",
    "gathered",
    "idle",
    "resting",
    "waiting",
    "sitting-out",
    "finished-early",
    "came-late",
    "placed",
    "hosting",
]
Stage = Literal["empty", "gathering", "playing", "last-games", "on-hold", "over", "closed"]


class MemberView(Struct, frozen=True):
    """A member of a room."""

    number: int
    name: str
    is_typed: bool
    doing: Literal["playing", "looking", "here", "away"]
    text: str


class RoomGame(Struct, frozen=True):
    """A game in a room; `tournament` and `round` are 0 in free play."""

    number: int
    id: str
    x: str
    o: str
    tournament: int
    round: int
    result: Literal["x", "o", "draw", "void"] | None
    text: str


class StandingView(Struct, frozen=True):
    """A line of the table: a win or a bye is one point, a draw half a point."""

    place: int
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int


class ButtonView(Struct, frozen=True):
    """The one thing to do next; `game` is the id of the game it leads to, for `game`."""

    action: Button
    text: str
    game: str


class OwnPart(Struct, frozen=True):
    """The client's own part in a room; `state` is what its `status` says."""

    state: State
    button: ButtonView | None
    is_owner: bool
    member: int | None
    name: str
    game: str | None
    opponent: str
    is_looking: bool
    can_join: bool
    can_look: bool


class RoomView(Struct, frozen=True):
    """A room as the client sees it; `recent` has the latest finished games, newest first.

    `seconds_left` is until an arena ends, and stands still while `is_paused`; `podium` has the
    first three places once it is over. `begin_text` says what the owner begins with the next round,
    if they can; whoever they removed, and may let back in, is `removed` for them alone.
    """

    code: str
    version: int
    title: str
    status: str
    board: str
    board_text: str
    way: Way
    way_text: str
    clock: ClockSetting | None
    clock_text: str
    naming: Naming
    is_closed: bool
    is_locked: bool
    is_paused: bool
    members: list[MemberView]
    removed: list[MemberView]
    open: list[RoomGame]
    recent: list[RoomGame]
    games: int
    table: list[StandingView]
    round: int
    rounds: int
    seconds_left: int | None
    stage: Stage
    stage_text: str
    podium: list[StandingView]
    can_begin_round: bool
    begin_text: str
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


_RECENT = 20  # games
_ON_PODIUM = 5  # players

GameId = Callable[[Number], str]


def room_view(
    code: str, room: Room, key: str | None, here: Set[str], game_id: GameId, now: str
) -> RoomView:
    """A room as the holder of a key sees it; `here` has the keys of people who are connected."""
    choices, playing, table, clock = room.choices, room.playing, _table(room), _clock(room)
    found, shown, rounds = situation(room, key), stage(room, is_host=False), _rounds(room)
    return RoomView(
        code=code,
        version=room.version,
        title=_("Room {code}", code=spaced(code)),
        status=text.situation_text(room, found),
        board=choices.board,
        board_text=board_text(Rules.parse(choices.board)),
        way=choices.way,
        way_text=text.way_text(room),
        clock=clock,
        clock_text="" if clock is None else clock_text(clock.per, clock.seconds),
        naming=choices.naming,
        is_closed=room.is_closed,
        is_locked=room.is_locked,
        is_paused=room.is_paused,
        members=[_member(room, number, playing, here) for number in room.present],
        removed=[_member(room, n, playing, here) for n in _removed(room, key)],
        open=[room_game(room, number, game_id) for number in room.open_pairings],
        recent=[room_game(room, number, game_id) for number in _recent(room)],
        games=len(room.pairings),
        table=table,
        round=rounds[0],
        rounds=rounds[1],
        seconds_left=_seconds_left(room, now),
        stage=shown.stage,
        stage_text=text.situation_text(room, shown),
        podium=_podium(table) if shown.stage == "over" else [],
        can_begin_round=_can_begin_round(room),
        begin_text=text.begin_text(room) if _can_begin_round(room) else "",
        can_pair=can_pair_all(room),
        can_extend=can_extend(room),
        can_end=_can_end(room),
        you=_own(room, key, found, playing, game_id),
    )


def room_game(room: Room, number: Number, game_id: GameId) -> RoomGame:
    """The view of a game in a room."""
    pairing = room.pairings[number]
    x, o = room.members[pairing.x].name, room.members[pairing.o].name
    return RoomGame(
        number=number,
        id=game_id(number),
        x=x,
        o=o,
        tournament=pairing.tournament,
        round=pairing.round,
        result=pairing.result,
        text=text.pairing_text(room, number),
    )


def wall_board(game: RoomGame, shared: SharedGame, now: str) -> WallBoard:
    """The view of a board on the wall."""
    ended = shared.game.ending is not None and shared.round == 1
    status = game.text if ended else status_text(subjects(shared, None), shared.game)
    position = shared.game.position
    outcome = position.outcome
    lines = [] if outcome is None else [list(line) for line in outcome.lines]
    return WallBoard(game, position.url, lines, status, clock_view(shared, now))


def _removed(room: Room, key: str | None) -> list[Number]:
    """Whom the owner may let back in."""
    everybody = enumerate(room.members) if key == room.owner else ()
    return [number for number, member in everybody if member.is_removed]


def _table(room: Room) -> list[StandingView]:
    return [
        StandingView(
            place=each.place,
            name=room.members[each.member].name,
            points=each.points,
            played=each.played,
            won=each.won,
            drawn=each.drawn,
            lost=each.lost,
            byes=each.byes,
        )
        for each in standings(room)
    ]


def _recent(room: Room) -> list[Number]:
    """The latest games with a result, newest first."""
    ended = [n for n, each in enumerate(room.pairings) if each.result not in (None, "void")]
    return ended[: -_RECENT - 1 : -1]


def _rounds(room: Room) -> tuple[int, int]:
    """Which round is on, and how many there are; zeros in free play."""
    current = room.tournament
    if current is None or room.choices.way == "free":
        return 0, 0
    return current.round, current.rounds


def _seconds_left(room: Room, now: str) -> int | None:
    left = seconds_left(room, now)
    return None if left is None else max(0, ceil(left))


def _podium(table: list[StandingView]) -> list[StandingView]:
    """The first three places; a place that too many share is left out, except the first."""
    places = [[each for each in table if each.place == place] for place in (1, 2, 3)]
    shown = places[0][:_ON_PODIUM]
    for shared in places[1:]:
        if len(shown) + len(shared) <= _ON_PODIUM:
            shown = shown + shared
    return shown


def _clock(room: Room) -> ClockSetting | None:
    clock = room.choices.clock
    return None if clock is None else ClockSetting(clock.per, clock.seconds)


def _can_begin_round(room: Room) -> bool:
    """A new tournament is offered when all games of the last one have ended."""
    if room.choices.way == "free" or room.is_closed or room.is_paused or room.is_arena_on:
        return False
    current = room.tournament
    is_same = current is not None and current.way == room.choices.way
    is_ending = is_same and room.is_tournament_over and not room.is_round_over
    return len(room.present) > 1 and not is_ending


def _can_end(room: Room) -> bool:
    if room.choices.way == "free" or room.is_closed:
        return False
    return room.tournament is not None and not room.is_over


def _member(room: Room, number: Number, playing: Collection[Number], here: Set[str]) -> MemberView:
    member = room.members[number]
    if number in playing:
        return MemberView(number, member.name, member.is_typed, "playing", _("playing"))
    if number in room.looking:
        return MemberView(number, member.name, member.is_typed, "looking", _("looking for a game"))
    if member.key in here:
        return MemberView(number, member.name, member.is_typed, "here", _("here"))
    return MemberView(number, member.name, member.is_typed, "away", _("away"))


def _own(
    room: Room,
    key: str | None,
    found: Situation,
    playing: Collection[Number],
    game_id: GameId,
) -> OwnPart:
    number = room.number_of(key)
    is_in = number is not None and number in room.present
    game = found.pairing if isinstance(found, Playing) else None
    id_ = None if game is None else game_id(game)
    pressed = button(room, found)
    shown = None
    if pressed is not None:
        shown = ButtonView(pressed, text.button_text(room, pressed, found), id_ or "")
    is_free = is_in and number not in playing and not (room.is_closed or room.is_paused)
    return OwnPart(
        state=cast(State, found.__struct_config__.tag),
        button=shown,
        is_owner=key == room.owner,
        member=number if is_in else None,
        name=room.members[number].name if is_in and number is not None else "",
        game=id_,
        opponent=room.members[found.opponent].name if isinstance(found, Playing) else "",
        is_looking=number in room.looking,
        can_join=_can_join(room, key, is_in=is_in),
        can_look=is_free and (room.choices.way == "free" or room.is_arena_on),
    )


def _can_join(room: Room, key: str | None, *, is_in: bool) -> bool:
    if key == room.owner:
        return not (is_in or room.is_closed)
    return isinstance(situation(room, key), Outside | Gone)

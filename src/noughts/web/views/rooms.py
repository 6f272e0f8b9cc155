"""The views of rooms, for the API and the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set

from noughts.core.rules import Rules
from noughts.core.text import subjects_for
from noughts.online.games import SharedGame
from noughts.online.games.text import board_text, clock_text, status_text
from noughts.online.rooms import text
from noughts.online.rooms.codes import spaced
from noughts.online.rooms.standings import standings
from noughts.online.rooms.state import Number, Room
from noughts.web.views.games import clock_view
from noughts.web.views.room_schemas import (
    MemberView,
    OwnPart,
    RoomGame,
    RoomView,
    StandingView,
    WallBoard,
)
from noughts.web.views.schemas import ClockSetting

_RECENT = 20  # games

GameId = Callable[[Number], str]


def room_view(code: str, room: Room, key: str | None, here: Set[str], game_id: GameId) -> RoomView:
    """A room as the holder of a key sees it; `here` has the keys of people who are connected."""
    choices, tournament, playing = room.choices, room.tournament, room.playing
    ended = [n for n, each in enumerate(room.pairings) if each.result not in (None, "void")]
    own, clock = _own(room, key, playing, game_id), _clock(room)
    return RoomView(
        code=code,
        version=room.version,
        title=f"Room {spaced(code)}",
        status=_status(room, own),
        board=choices.board,
        board_text=board_text(Rules.parse(choices.board)),
        way=choices.way,
        clock=clock,
        clock_text="" if clock is None else clock_text(clock.per, clock.seconds),
        is_closed=room.is_closed,
        members=[_member(room, number, playing, here) for number in room.present],
        open=[room_game(room, number, game_id) for number in room.open_pairings],
        recent=[room_game(room, number, game_id) for number in ended[: -_RECENT - 1 : -1]],
        games=len(room.pairings),
        table=_table(room),
        round=0 if tournament is None or choices.way == "free" else tournament.round,
        rounds=0 if tournament is None or choices.way == "free" else tournament.rounds,
        can_begin_round=choices.way == "round-robin" and len(room.present) > 1,
        you=own,
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
    subjects = subjects_for([])
    ended = shared.game.ending is not None and shared.round == 1
    status = game.text if ended else status_text(subjects, shared.game)
    return WallBoard(game, shared.game.position.url, status, clock_view(shared, now))


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
        )
        for each in standings(room)
    ]


def _clock(room: Room) -> ClockSetting | None:
    clock = room.choices.clock
    return None if clock is None else ClockSetting(clock.per, clock.seconds)


def _member(room: Room, number: Number, playing: Collection[Number], here: Set[str]) -> MemberView:
    member = room.members[number]
    if number in playing:
        return MemberView(number, member.name, "playing", "playing")
    if number in room.looking:
        return MemberView(number, member.name, "looking", "looking for a game")
    if member.key in here:
        return MemberView(number, member.name, "here", "here")
    return MemberView(number, member.name, "away", "away")


def _own(room: Room, key: str | None, playing: Collection[Number], game_id: GameId) -> OwnPart:
    number = room.number_of(key)
    is_in = number is not None and number in room.present
    member = None if number is None or not is_in else room.members[number]
    games = [n for n in room.open_pairings if number in room.pairings[n].members]
    game = games[-1] if games else None
    is_removed = number is not None and room.members[number].is_removed
    is_free = is_in and number not in playing and not room.is_closed
    return OwnPart(
        is_owner=key == room.owner,
        member=number if is_in else None,
        name="" if member is None else member.name,
        game=None if game is None or not is_in else game_id(game),
        opponent="" if game is None or number is None else _opponent(room, game, number),
        is_looking=number in room.looking,
        can_join=not is_in and not is_removed and not room.is_closed,
        can_look=is_free and room.choices.way == "free",
    )


def _opponent(room: Room, game: Number, member: Number) -> str:
    pairing = room.pairings[game]
    return room.members[pairing.o if member == pairing.x else pairing.x].name


def _status(room: Room, own: OwnPart) -> str:
    """The status of the room for a person, in a sentence."""
    if own.game is not None:
        return f"You play {own.opponent}: your board is ready."
    if room.is_closed:
        return "The room is closed."
    if own.member is None and not own.can_join:
        return "The owner of the room has sent you away."
    if own.can_join and not own.is_owner:
        return text.members_text(room)
    if own.is_looking:
        return "You are next: your game begins when somebody else looks for one."
    if room.choices.way == "free":
        return f"{text.members_text(room)} {text.games_text(room)}"
    return text.round_text(room, is_playing=own.member is not None)

"""The state of a room, and of a person in it, in sentences for people.

`situation` decides the one sentence for members, the host and visitors, so that nobody is ever left
without a word, and the one button, if there is any, that is the thing to press.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import chain

from msgspec import Struct

from noughts.server.games.types import seconds_between
from noughts.server.rooms import tournaments
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.schedule import unplayed
from noughts.server.rooms.standings import standings
from noughts.server.rooms.tournaments import can_pair_all
from noughts.server.rooms.types import Naming, Number, Result, Room, Tournament, Way
from noughts.wording.grammar import addressing, agreeing, listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext
from noughts.wording.text import paragraph


class State(StrEnum):
    """Where a person stands in a room."""

    OUTSIDE = "outside"  # has the code, and has not joined
    GONE = "gone"
    LOCKED_OUT = "locked-out"  # came after the room was locked
    REMOVED = "removed"
    CLOSED = "closed"
    PLAYING = "playing"
    ON_HOLD = "on-hold"
    AT_DOOR = "at-the-door"  # until the host lets them in
    GATHERED = "gathered"  # is in, and the games have not begun
    IDLE = "idle"
    RESTING = "resting"  # from a tournament, until they say that they are back
    WAITING = "waiting"
    SITTING_OUT = "sitting-out"  # since the number of players is odd, or the opponent left
    FINISHED_EARLY = "finished-early"
    NEXT_UP = "next-up"  # gets a game of this round as soon as an opponent is free
    CAME_LATE = "came-late"
    PLACED = "placed"  # the tournament is over
    HOSTING = "hosting"  # and has no game to play


class Stage(StrEnum):
    """What goes on in a room as a whole."""

    EMPTY = "empty"
    GATHERING = "gathering"
    PLAYING = "playing"
    LAST_GAMES = "last-games"
    ON_HOLD = "on-hold"
    OVER = "over"
    CLOSED = "closed"


class Button(StrEnum):
    """What the one button does: the name of a form of the room, or of the page it leads to."""

    JOIN = "join"
    GAME = "game"
    LOOK = "look"
    PAIR_ALL = "pair-all"
    BEGIN_ROUND = "begin-round"
    RESUME = "resume"
    WALL = "wall"


class Situation(Struct, frozen=True):
    """The state of a person in a room: a sentence, the one button, and the game it leads to."""

    state: State
    text: str
    button: Button | None = None
    label: str = ""  # of the button
    game: Number | None = None
    opponent: str = ""


def situation(room: Room, key: str) -> Situation:
    """Return where the holder of a key stands."""
    number = room.number_of(key)
    own = "" if number is None else room.name(number)
    for game in reversed(room.open_pairings):
        x, o = room.pairings[game].members
        if number in (x, o):
            name = room.name(o if number == x else x)
            text = addressing("You're playing {name} – your board is ready", own, name=name)
            return Situation(
                State.PLAYING, text, Button.GAME, _("Next: {name} →", name=name), game, name
            )
    if room.is_host(key) and number not in room.looking:
        return _hosting(room)
    if number is not None and room.members[number].is_removed:
        return Situation(State.REMOVED, str(ShownOut()))
    if room.is_closed:
        return Situation(State.CLOSED, _("The room is closed"))
    if number in room.at_door:
        return Situation(State.AT_DOOR, addressing("The host lets you in soon", own))
    if number is not None:
        if not room.members[number].is_gone:
            return _between_games(room, number, own)
        text = addressing("You've left the room – come back any time, with the same name", own)
        return Situation(State.GONE, text, Button.JOIN, _("Come back"))
    if room.is_locked:
        return Situation(State.LOCKED_OUT, _("The room is locked – ask the host to let you in"))
    if room.choices.naming is Naming.TYPED:
        text = _("Type your first name and join")
    else:
        text = _("Join in – you get a name and play the others")
    return Situation(State.OUTSIDE, text, Button.JOIN, _("Join"))


def _between_games(room: Room, number: Number, own: str) -> Situation:
    current = room.current
    if current is not None and room.is_over:
        return _after(room, number, own, current)
    if room.choices.way is not Way.FREE and not room.members[number].is_active:
        text = addressing("You're taking a break – come back any time", own)
        if room.members[number].has_missed:
            text = addressing("You made no first move in time – press when you're back", own)
        return Situation(State.RESTING, text, Button.LOOK, _("I'm back"))
    if room.is_paused:
        return Situation(State.ON_HOLD, _("The host has paused the games – they go on soon"))
    if number in room.looking:
        if room.is_arena_on:
            text = addressing("Your next game starts as soon as another player is free", own)
        else:
            text = addressing(
                "Looking for a game – it begins as soon as another player looks for one", own
            )
        return Situation(State.WAITING, text)
    if room.choices.way is Way.FREE:
        text = addressing("You're in – ask for a game when you're ready", own)
        return Situation(State.IDLE, text, Button.LOOK, _("Find me a game"))
    if current is None:
        return Situation(
            State.GATHERED, addressing("You're in – the host starts the games soon", own)
        )
    if room.is_arena_on:  # in logs from before breaks were kept
        text = addressing("You're taking a break – come back any time", own)
        return Situation(State.RESTING, text, Button.LOOK, _("I'm back"))
    return _between_rounds(room, number, own, current)


def _between_rounds(room: Room, number: Number, own: str, current: Tournament) -> Situation:
    at, is_last = current.round, room.is_tournament_over
    games = [room.pairings[n] for n in room.round_pairings]
    due = [game for game in current.without_left(current.due) if number in game]
    if number in current.owed or due:
        if due and {*chain(*due)}.isdisjoint({*room.active} - {number}):
            return Situation(State.NEXT_UP, _waiting(room, current))
        text = addressing("Your next game starts as soon as your opponent is free", own)
        return Situation(State.NEXT_UP, text)
    if not at:
        return Situation(State.NEXT_UP, _waiting(room, current))
    is_done = any(number in game.members and game.result is not Result.VOID for game in games)
    if current.way is Way.ROUND_ROBIN and number in current.players:
        to_play = {*chain(*unplayed(current))}
        is_done, is_last = is_done or number not in to_play, number not in to_play
    if is_done and is_last:
        text = addressing("You've finished – the last games are still being played", own)
        if not room.open_of_tournament:
            text = paragraph(addressing("You've finished", own), _waiting(room, current))
        return Situation(State.FINISHED_EARLY, text)
    if is_done:
        text = paragraph(addressing("You've finished", own), _begins(room, current))
        return Situation(State.FINISHED_EARLY, text)
    if number in current.players:
        text = addressing("You sit out round {number}, the last one", own, number=at)
        if not is_last:
            text = addressing(
                "You sit out round {number} – you're in from round {next}",
                own,
                number=at,
                next=at + 1,
            )
        return Situation(State.SITTING_OUT, text)
    if is_last or current.way is not Way.SWISS:
        return Situation(State.CAME_LATE, _came_late(own))
    return Situation(State.CAME_LATE, addressing("You're in from round {next}", own, next=at + 1))


def _begins(room: Room, current: Tournament) -> str:
    """Return when the next round begins."""
    going = len(room.open_of_tournament)
    if not (going or current.owed):
        return _waiting(room, current)
    return ngettext(
        "Round {next} starts after {count} more game",
        "Round {next} starts after {count} more games",
        max(going, 1),
        next=current.round + 1,
    )


_MOST_NAMED = 3  # players


def _waiting(room: Room, current: Tournament) -> str:
    """Return what a tournament waits for while none of its games can begin."""
    missing = tournaments.missing(room)
    if not (missing or current.round):
        return _("The first round starts as soon as two players are free")
    if not missing:
        return _("Round {next} waits for another player", next=current.round + 1)
    names = listing(map(room.name, missing))
    if len(missing) > _MOST_NAMED:
        names = ngettext("{count} player", "{count} players", len(missing))
    if room.is_tournament_over:
        return _("The last games wait for {names}", names=names)
    return _("Round {next} waits for {names}", next=current.round + 1, names=names)


def _came_late(own: str) -> str:
    return addressing("You came after the start – you're in from the next tournament", own)


def _after(room: Room, number: Number, own: str, current: Tournament) -> Situation:
    """Return where a member stands when the tournament is over."""
    table = standings(room)
    line = table.get(number)
    if line is None and number in current.left:
        text = addressing("You left early, so your games count for nobody", own)
        return Situation(State.PLACED, text)
    if line is None:
        return Situation(State.CAME_LATE, _came_late(own))
    if not line.played + line.byes:  # a game that was called off is none
        return Situation(State.PLACED, _over(room))
    if line.place > 1:
        came = addressing(
            "You came {place} of {players}", own, place=_ordinal(line.place), players=len(table)
        )
        return Situation(State.PLACED, paragraph(came, _("Well played!")))
    if sum(standing.place == 1 for standing in table.values()) > 1:
        return Situation(State.PLACED, addressing("You share first place – congratulations!", own))
    return Situation(State.PLACED, addressing("You came first – congratulations!", own))


def _ordinal(number: int) -> str:
    """Return a place as the reader's language writes it, from the second on."""
    match 0 if number % 100 in (11, 12, 13) else number % 10:
        case 1:
            return pgettext("place", "{number}st", number=number)
        case 2:
            return pgettext("place", "{number}nd", number=number)
        case 3:
            return pgettext("place", "{number}rd", number=number)
    return pgettext("place", "{number}th", number=number)


def _hosting(room: Room) -> Situation:
    at = stage(room)
    text = stage_text(room, at)
    if at is Stage.EMPTY and not room.present:
        text = _("Nobody has joined yet – show the code on the wall")
    if at is Stage.ON_HOLD:
        return Situation(State.HOSTING, text, Button.RESUME, _("Go on with the games"))
    if at in (Stage.GATHERING, Stage.OVER) and tournaments.can_begin_round(room):
        return Situation(State.HOSTING, text, Button.BEGIN_ROUND, begin_text(room))
    if at in (Stage.GATHERING, Stage.PLAYING) and can_pair_all(room):
        return Situation(State.HOSTING, text, Button.PAIR_ALL, _("Pair everyone"))
    if at in (Stage.EMPTY, Stage.OVER):
        return Situation(State.HOSTING, text, Button.WALL, _("Show the wall"))
    return Situation(State.HOSTING, text)


def stage(room: Room) -> Stage:
    """Return what goes on in the room as a whole."""
    if room.is_closed:
        return Stage.CLOSED
    current = room.current
    if current is not None and room.is_over:
        return Stage.OVER
    if room.is_paused:
        return Stage.ON_HOLD
    if current is not None:
        return Stage.LAST_GAMES if current.is_ended else Stage.PLAYING
    if room.open_pairings:
        return Stage.PLAYING
    return Stage.GATHERING if len(room.present) > 1 else Stage.EMPTY


def stage_text(room: Room, at: Stage) -> str:
    """Return what the wall says at a stage."""
    playing, present, current = len(room.open_pairings), len(room.present), room.current
    games = _("No games right now")
    if playing:
        games = ngettext("{count} game in play", "{count} games in play", playing)
    match at:
        case Stage.CLOSED:
            return _("The room is closed")
        case Stage.ON_HOLD if not playing:
            return _("The games are paused")
        case Stage.ON_HOLD:  # their clocks run on, so the sentence counts them
            return ngettext(
                "The games are paused – {count} is still being played",
                "The games are paused – {count} are still being played",
                playing,
            )
        case Stage.OVER:
            return _over(room)
        case Stage.LAST_GAMES:
            return paragraph(_("The last games are being played"), games)
        case Stage.PLAYING:
            if current is None or current.way not in (Way.ROUND_ROBIN, Way.SWISS):
                return games
            if not (current.round and playing) and not current.is_ended:
                games = _waiting(room, current)
            if not current.round:
                return games
            return paragraph(
                _("Round {number} of {count}", number=current.round, count=current.rounds), games
            )
    if not present:
        return _("Nobody has joined yet")
    return ngettext("{count} player has joined", "{count} players have joined", present)


_LONG = 120  # seconds: most games on 3x3 take less than one minute


def longest_game(room: Room, now: str) -> Number | None:
    """Return the open game that has taken longest, if that is long."""
    first = next(iter(room.open_pairings), None)
    if first is None or seconds_between(room.pairings[first].began, now) < _LONG:
        return None
    return first


def _over(room: Room) -> str:
    winners = [standing.name for standing in standings(room).values() if standing.place == 1]
    if len(winners) == 1:
        return agreeing(
            "It's over – {name} came first", "It's over – {name} came first", winners[0]
        )
    return _("It's over – {count} players share first place", count=len(winners))


def begin_text(room: Room) -> str:
    """Return what the owner begins with the next round, or the first of a new tournament."""
    if not room.is_tournament_over:
        return _("Start the next round now")
    is_again = room.current is not None
    match room.choices.way:
        case Way.ROUND_ROBIN:
            return _("Start another round robin") if is_again else _("Start the round robin")
        case Way.SWISS:
            return _("Start another tournament") if is_again else _("Start the tournament")
    return _("Start another arena") if is_again else _("Start the arena")


def pairing_text(room: Room, number: Number) -> str:
    """Return a sentence on a game of a room: who plays in it, or how it ended."""
    pairing = room.pairings[number]
    x, o = room.name(pairing.x), room.name(pairing.o)
    match pairing.result:
        case Result.DRAW:
            return _("{one} and {other} drew", one=x, other=o)
        case Result.X:
            return agreeing("{name} beat {loser}", "{name} beat {loser}", x, loser=o)
        case Result.O:
            return agreeing("{name} beat {loser}", "{name} beat {loser}", o, loser=x)
        case Result.VOID:
            return _("{one} and {other} didn't finish", one=x, other=o)
    return agreeing("{name} plays {other}", "{name} play {other}", x, other=o)


def way_text(room: Room) -> str:
    """Return how games come about."""
    choices = room.choices
    match choices.way:
        case Way.FREE:
            return _("Free play – ask for a game whenever you like")
        case Way.ROUND_ROBIN:
            return _("Round robin – everyone plays everyone")
        case Way.SWISS:
            rounds = ngettext("{count} round", "{count} rounds", choices.rounds)
            return _("Swiss tournament – {rounds}", rounds=rounds)
    minutes = ngettext("{count} minute", "{count} minutes", choices.minutes)
    return _("Arena – {minutes}", minutes=minutes)

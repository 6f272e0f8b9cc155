"""The state of a room, and of a person in it, in sentences for people.

`situation` decides the one sentence for members, the host and visitors, so that nobody is ever left
without a word, and the one button, if there is any, that is the thing to press.
"""

from __future__ import annotations

from itertools import chain
from typing import Literal

from msgspec import Struct

from noughts.server.games.types import seconds_between
from noughts.server.rooms import tournaments
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.schedule import unplayed
from noughts.server.rooms.standings import standings
from noughts.server.rooms.tournaments import can_pair_all
from noughts.server.rooms.types import Number, Room, Tournament
from noughts.wording.grammar import addressing, agreeing, listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext
from noughts.wording.text import paragraph

State = Literal[
    "outside",  # has the code, and has not joined
    "gone",
    "locked-out",  # came after the room was locked
    "removed",
    "closed",
    "playing",
    "on-hold",
    "at-the-door",  # until the host lets them in
    "gathered",  # is in, and the games have not begun
    "idle",
    "resting",  # from a tournament, until they say that they are back
    "waiting",
    "sitting-out",  # since the number of players is odd, or the opponent left
    "finished-early",
    "next-up",  # gets a game of this round as soon as an opponent is free
    "came-late",
    "placed",  # the tournament is over
    "hosting",  # and has no game to play
]
Stage = Literal["empty", "gathering", "playing", "last-games", "on-hold", "over", "closed"]
# What the one button does: the name of a form of the room, or of the page it leads to.
Button = Literal["join", "game", "look", "pair-all", "begin-round", "resume", "wall"]


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
            return Situation("playing", text, "game", _("Next: {name} →", name=name), game, name)
    if room.is_host(key) and number not in room.looking:
        return _hosting(room)
    if number is not None and room.members[number].is_removed:
        return Situation("removed", str(ShownOut()))
    if room.is_closed:
        return Situation("closed", _("The room is closed"))
    if number in room.at_door:
        return Situation("at-the-door", addressing("The host lets you in soon", own))
    if number is not None:
        if not room.members[number].is_gone:
            return _between_games(room, number, own)
        text = addressing("You've left the room – come back any time, with the same name", own)
        return Situation("gone", text, "join", _("Come back"))
    if room.is_locked:
        return Situation("locked-out", _("The room is locked – ask the host to let you in"))
    if room.choices.naming == "typed":
        text = _("Type your first name and join")
    else:
        text = _("Join in – you get a name and play the others")
    return Situation("outside", text, "join", _("Join"))


def _between_games(room: Room, number: Number, own: str) -> Situation:
    current = room.current
    if current is not None and room.is_over:
        return _after(room, number, own, current)
    if room.choices.way != "free" and not room.members[number].is_active:
        text = addressing("You're taking a break – come back any time", own)
        if room.members[number].has_missed:
            text = addressing("You made no first move in time – press when you're back", own)
        return Situation("resting", text, "look", _("I'm back"))
    if room.is_paused:
        return Situation("on-hold", _("The host has paused the games – they go on soon"))
    if number in room.looking:
        if room.is_arena_on:
            text = addressing("Your next game starts as soon as another player is free", own)
        else:
            text = addressing(
                "Looking for a game – it begins as soon as another player looks for one", own
            )
        return Situation("waiting", text)
    if room.choices.way == "free":
        text = addressing("You're in – ask for a game when you're ready", own)
        return Situation("idle", text, "look", _("Find me a game"))
    if current is None:
        return Situation("gathered", addressing("You're in – the host starts the games soon", own))
    if room.is_arena_on:  # in logs from before breaks were kept
        text = addressing("You're taking a break – come back any time", own)
        return Situation("resting", text, "look", _("I'm back"))
    return _between_rounds(room, number, own, current)


def _between_rounds(room: Room, number: Number, own: str, current: Tournament) -> Situation:
    now, is_last = current.round, room.is_tournament_over
    games = [room.pairings[n] for n in room.round_pairings]
    due = [each for each in current.without_left(current.due) if number in each]
    if number in current.owed or due:
        if due and {*chain(*due)}.isdisjoint({*room.active} - {number}):
            return Situation("next-up", _waiting(room, current))
        text = addressing("Your next game starts as soon as your opponent is free", own)
        return Situation("next-up", text)
    if not now:
        return Situation("next-up", _waiting(room, current))
    is_done = any(number in each.members and each.result != "void" for each in games)
    if current.way == "round-robin" and number in current.players:
        to_play = {*chain(*unplayed(current))}
        is_done, is_last = is_done or number not in to_play, number not in to_play
    if is_done and is_last:
        text = addressing("You've finished – the last games are still being played", own)
        if not room.open_of_tournament:
            text = paragraph(addressing("You've finished", own), _waiting(room, current))
        return Situation("finished-early", text)
    if is_done:
        text = paragraph(addressing("You've finished", own), _begins(room, current))
        return Situation("finished-early", text)
    if number in current.players:
        text = addressing("You sit out round {number}, the last one", own, number=now)
        if not is_last:
            text = addressing(
                "You sit out round {number} – you're in from round {next}",
                own,
                number=now,
                next=now + 1,
            )
        return Situation("sitting-out", text)
    if is_last or current.way != "swiss":
        return Situation("came-late", _came_late(own))
    return Situation("came-late", addressing("You're in from round {next}", own, next=now + 1))


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
    """Return for whom a tournament waits, of which no game can begin."""
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
        return Situation("placed", text)
    if line is None:
        return Situation("came-late", _came_late(own))
    if not line.played + line.byes:  # a game that was called off is none
        return Situation("placed", _over(room))
    if line.place > 1:
        came = addressing(
            "You came {place} of {players}", own, place=_ordinal(line.place), players=len(table)
        )
        return Situation("placed", paragraph(came, _("Well played!")))
    if sum(each.place == 1 for each in table.values()) > 1:
        return Situation("placed", addressing("You share first place – congratulations!", own))
    return Situation("placed", addressing("You came first – congratulations!", own))


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
    if at == "empty" and not room.present:
        text = _("Nobody has joined yet – show the code on the wall")
    if at == "on-hold":
        return Situation("hosting", text, "resume", _("Go on with the games"))
    if at in ("gathering", "over") and tournaments.can_begin_round(room):
        return Situation("hosting", text, "begin-round", begin_text(room))
    if at in ("gathering", "playing") and can_pair_all(room):
        return Situation("hosting", text, "pair-all", _("Pair everyone"))
    if at in ("empty", "over"):
        return Situation("hosting", text, "wall", _("Show the wall"))
    return Situation("hosting", text)


def stage(room: Room) -> Stage:
    """Return what goes on in the room as a whole."""
    if room.is_closed:
        return "closed"
    current = room.current
    if current is not None and room.is_over:
        return "over"
    if room.is_paused:
        return "on-hold"
    if current is not None:
        return "last-games" if current.is_ended else "playing"
    if room.open_pairings:
        return "playing"
    return "gathering" if len(room.present) > 1 else "empty"


def stage_text(room: Room, at: Stage) -> str:
    """Return what the wall says at a stage."""
    playing, present, now = len(room.open_pairings), len(room.present), room.current
    games = _("No games right now")
    if playing:
        games = ngettext("{count} game in play", "{count} games in play", playing)
    match at:
        case "closed":
            return _("The room is closed")
        case "on-hold" if not playing:
            return _("The games are paused")
        case "on-hold":  # their clocks run on, so it is said that there are some
            return ngettext(
                "The games are paused – {count} is still being played",
                "The games are paused – {count} are still being played",
                playing,
            )
        case "over":
            return _over(room)
        case "last-games":
            return paragraph(_("The last games are being played"), games)
        case "playing":
            if now is None or now.way not in ("round-robin", "swiss"):
                return games
            if not (now.round and playing) and not now.is_ended:
                games = _waiting(room, now)
            if not now.round:
                return games
            return paragraph(
                _("Round {number} of {count}", number=now.round, count=now.rounds), games
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
    winners = [each.name for each in standings(room).values() if each.place == 1]
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
        case "round-robin":
            return _("Start another round robin") if is_again else _("Start the round robin")
        case "swiss":
            return _("Start another tournament") if is_again else _("Start the tournament")
    return _("Start another arena") if is_again else _("Start the arena")


def pairing_text(room: Room, number: Number) -> str:
    """Return a sentence on a game of a room: who plays whom, or how it ended."""
    pairing = room.pairings[number]
    x, o = room.name(pairing.x), room.name(pairing.o)
    match pairing.result:
        case "draw":
            return _("{one} and {other} drew", one=x, other=o)
        case "x":
            return agreeing("{name} beat {loser}", "{name} beat {loser}", x, loser=o)
        case "o":
            return agreeing("{name} beat {loser}", "{name} beat {loser}", o, loser=x)
        case "void":
            return _("{one} and {other} didn't finish", one=x, other=o)
    return agreeing("{name} plays {other}", "{name} play {other}", x, other=o)


def way_text(room: Room) -> str:
    """Return how games come about."""
    choices = room.choices
    match choices.way:
        case "free":
            return _("Free play – ask for a game whenever you like")
        case "round-robin":
            return _("Round robin – everyone plays everyone")
        case "swiss":
            rounds = ngettext("{count} round", "{count} rounds", choices.rounds)
            return _("Swiss tournament – {rounds}", rounds=rounds)
    minutes = ngettext("{count} minute", "{count} minutes", choices.minutes)
    return _("Arena – {minutes}", minutes=minutes)

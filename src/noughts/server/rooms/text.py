"""What is going on in a room, in sentences for people."""

from __future__ import annotations

from noughts.core.text import paragraph
from noughts.language import gettext as _
from noughts.language import ngettext
from noughts.server.rooms.decide import removed_text
from noughts.server.rooms.situations import (
    Button,
    CameLate,
    Closed,
    FinishedEarly,
    Gathered,
    Gone,
    Hosting,
    Idle,
    LockedOut,
    OnHold,
    Outside,
    Placed,
    Playing,
    Removed,
    Resting,
    SittingOut,
    Situation,
    Waiting,
)
from noughts.server.rooms.tournaments import standings
from noughts.server.rooms.types import Number, Room


def situation_text(room: Room, found: Situation) -> str:
    """The one sentence that says how it is, and what to do."""
    if isinstance(found, Outside | Gone | LockedOut | Removed | Closed):
        return _outside_text(room, found)
    match found:
        case Playing(opponent=opponent):
            name = room.members[opponent].name
            return _("You're playing {name} – your board is ready", name=name)
        case OnHold():
            return _("The host has paused the games – they go on soon")
        case Gathered():
            return _("You're in – the host starts the games soon")
        case Idle():
            return _("You're in – ask for a game when you're ready")
        case Resting():
            return _("You're taking a break – come back any time")
        case Waiting():
            return _waiting(room)
        case Hosting(stage="empty", is_host=True) if not room.present:
            return _("Nobody has joined yet – show the code on the wall")
        case Hosting(stage=stage):
            return _stage_text(room, stage)
        case Placed(place=None):
            return _over(room)
    return _between_rounds(found)


def _outside_text(room: Room, found: Outside | Gone | LockedOut | Removed | Closed) -> str:
    match found:
        case Outside() if room.choices.naming == "typed":
            return _("Type your first name and join")
        case Outside():
            return _("Join in – you get a name and play the others")
        case Gone():
            return _("You've left the room – come back any time, with the same name")
        case LockedOut():
            return _("The room is locked – ask the host to let you in")
        case Removed():
            return removed_text()
        case Closed():
            return _("The room is closed")


def _waiting(room: Room) -> str:
    if room.is_arena_on:
        return _("Your next game starts as soon as somebody is free")
    return _("Looking for a game – it begins as soon as somebody else looks for one")


def _between_rounds(found: SittingOut | FinishedEarly | CameLate | Placed) -> str:
    match found:
        case SittingOut(round=now, next=None):
            return _("You sit out round {number}, the last one", number=now)
        case SittingOut(round=now, next=following):
            return _("You sit out round {number} – you're in from round {next}",
                     number=now, next=following)  # fmt: skip
        case FinishedEarly(next=None):
            return _("You've finished – the last games are still being played")
        case FinishedEarly(next=following, games=games):
            return ngettext(
                "You've finished – round {next} starts after {count} more game",
                "You've finished – round {next} starts after {count} more games",
                games,
                next=following,
            )
        case CameLate(next=None):
            return _("You came after the start – you're in from the next tournament")
        case CameLate(next=following):
            return _("You're in from round {next}", next=following)
        case Placed(place=1, is_shared=True):
            return _("You share first place – congratulations!")
        case Placed(place=1):
            return _("You came first – congratulations!")
        case Placed(place=place, players=players):
            came = _("You came in place {place} of {count}", place=place, count=players)
            return paragraph(came, _("Well played!"))


def _stage_text(room: Room, stage: str) -> str:
    match stage:
        case "closed":
            return _("The room is closed")
        case "on-hold":
            return _paused_text(room)
        case "over":
            return _over(room)
        case "last-games":
            return paragraph(_("The last games are being played"), games_text(room))
        case "playing":
            return paragraph(round_text(room), games_text(room))
    return members_text(room)


def _paused_text(room: Room) -> str:
    """Clocks of games under way run on, so it is said that there are some."""
    if not room.open_pairings:
        return _("The games are paused")
    return ngettext(
        "The games are paused – {count} is still being played",
        "The games are paused – {count} are still being played",
        len(room.open_pairings),
    )


def _over(room: Room) -> str:
    winners = [room.members[each.member].name for each in standings(room) if each.place == 1]
    if len(winners) == 1:
        return _("It's over – {name} came first", name=winners[0])
    return _("It's over – {count} players share first place", count=len(winners))


def button_text(room: Room, pressed: Button, found: Situation) -> str:
    """What is written on the one button."""
    match pressed:
        case "join":
            return _("Come back") if isinstance(found, Gone) else _("Join")
        case "game":
            opponent = found.opponent if isinstance(found, Playing) else 0
            return _("Next: {name} →", name=room.members[opponent].name)
        case "look":
            return _("Play on") if isinstance(found, Resting) else _("Find me a game")
        case "pair-all":
            return _("Pair everyone")
        case "begin-round":
            return begin_text(room)
        case "resume":
            return _("Go on with the games")
        case "wall":
            return _("Show the wall")


def begin_text(room: Room) -> str:
    """What the owner begins with the next round, or with the first of a new tournament."""
    if not room.is_tournament_over:
        return _("Start the next round now")
    is_again = room.tournament is not None and room.tournament.way == room.choices.way
    match room.choices.way:
        case "round-robin":
            return _("Start another round robin") if is_again else _("Start the round robin")
        case "swiss":
            return _("Start another tournament") if is_again else _("Start the tournament")
    return _("Start another arena") if is_again else _("Start the arena")


def pairing_text(room: Room, number: Number) -> str:
    """A game of a room: who plays whom, or how it ended."""
    pairing = room.pairings[number]
    x, o = room.members[pairing.x].name, room.members[pairing.o].name
    match pairing.result:
        case "draw":
            return _("{one} and {other} drew", one=x, other=o)
        case "x":
            return _("{winner} beat {loser}", winner=x, loser=o)
        case "o":
            return _("{winner} beat {loser}", winner=o, loser=x)
        case "void":
            return _("{one} and {other} didn't finish", one=x, other=o)
    return _("{one} plays {other}", one=x, other=o)


def members_text(room: Room) -> str:
    """How many have joined."""
    count = len(room.present)
    if count == 0:
        return _("Nobody has joined yet")
    return ngettext("{count} player has joined", "{count} players have joined", count)


def games_text(room: Room) -> str:
    """How many games are being played."""
    count = len(room.open_pairings)
    if count == 0:
        return _("No games right now")
    return ngettext("{count} game in play", "{count} games in play", count)


def round_text(room: Room) -> str:
    """Which round is on; empty without rounds."""
    now = room.tournament
    if now is None or room.choices.way in ("free", "arena"):
        return ""
    return _("Round {number} of {count}", number=now.round, count=now.rounds)


def way_text(room: Room) -> str:
    """How games come about."""
    choices = room.choices
    match choices.way:
        case "free":
            return _("Free play – look for a game and get one")
        case "round-robin":
            return _("Round robin – everyone plays everyone")
        case "swiss":
            rounds = ngettext("{count} round", "{count} rounds", choices.rounds)
            return _("Swiss tournament – {rounds}", rounds=rounds)
    minutes = ngettext("{count} minute", "{count} minutes", choices.minutes)
    return _("Arena – {minutes}", minutes=minutes)

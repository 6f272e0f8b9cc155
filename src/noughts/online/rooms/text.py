"""What is going on in a room, in sentences for people."""

from __future__ import annotations

from noughts.core.grammar import numeral, sentence
from noughts.online.rooms.state import Number, Room


def pairing_text(room: Room, number: Number) -> str:
    """A game of a room: who plays whom, or how it ended."""
    pairing = room.pairings[number]
    x, o = room.members[pairing.x].name, room.members[pairing.o].name
    return {
        None: f"{x} plays {o}.",
        "draw": f"{x} and {o} drew.",
        "x": f"{x} won against {o}.",
        "o": f"{o} won against {x}.",
        "void": f"{x} and {o} did not finish.",
    }[pairing.result]


def members_text(room: Room) -> str:
    """How many have joined."""
    count = len(room.present)
    if count == 0:
        return "Nobody has joined yet."
    return sentence("one person has joined." if count == 1 else f"{numeral(count)} have joined.")


def games_text(room: Room) -> str:
    """How many games are under way."""
    count = len(room.open_pairings)
    if count == 0:
        return "No game is under way."
    return sentence(
        "one game is under way." if count == 1 else f"{numeral(count)} games are under way."
    )


def round_text(room: Room, *, is_playing: bool) -> str:
    """How far the round-robin is, to a member who plays in it or to a spectator."""
    now = room.tournament
    if now is None:
        return f"{members_text(room)} The round-robin has not begun."
    if room.is_tournament_over and room.is_round_over:
        return "The round-robin is over: see the table."
    rest = " You have no game in this round, or have ended it." if is_playing else ""
    return f"Round {now.round} of {now.rounds}: {games_text(room)}{rest}"

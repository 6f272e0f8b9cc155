"""The table of a room."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Number, Pairing, Room


class Standing(Struct, frozen=True):
    """A line of the table: a point a win or bye, half a point a draw; equals share a place."""

    member: Number
    place: int
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int  # rounds of a Swiss tournament without an opponent, or with one who left


def standings(room: Room) -> tuple[Standing, ...]:
    """The table, best first: by points, then wins, then names; O(games + members log members)."""
    tallies = _tallies(room)
    order = sorted(tallies, key=lambda each: (_rank(tallies[each]), room.members[each].name))
    ranks = [_rank(tallies[each]) for each in order]
    return tuple(
        _standing(each, tallies[each], ranks.index(_rank(tallies[each]))) for each in order
    )


def _tallies(room: Room) -> dict[Number, list[int]]:
    """Wins, draws, losses and byes of everybody present and everybody who played."""
    counted = room.counted
    is_free = not counted or counted[0].tournament == 0
    listed = room.present if is_free or room.tournament is None else room.tournament.players
    tallies = {member: [0, 0, 0, 0] for member in listed}
    for pairing in counted:
        if pairing.result not in (None, "void"):
            for member in pairing.members:
                tallies.setdefault(member, [0, 0, 0, 0])[_outcome(pairing, member)] += 1
    for byes in () if is_free or room.tournament is None else room.tournament.byes:
        for member in byes:
            tallies[member][3] += 1
    return tallies


def _outcome(pairing: Pairing, member: Number) -> int:
    """0 for a win, 1 for a draw, 2 for a loss."""
    if pairing.result == "draw":
        return 1
    winner = pairing.x if pairing.result == "x" else pairing.o
    return 0 if member == winner else 2


def _rank(tally: list[int]) -> tuple[int, int]:
    won, drawn, _lost, byes = tally
    return -2 * (won + byes) - drawn, -won


def _standing(member: Number, tally: list[int], before: int) -> Standing:
    won, drawn, lost, byes = tally
    points = won + byes + drawn / 2
    return Standing(member, before + 1, points, won + drawn + lost, won, drawn, lost, byes)

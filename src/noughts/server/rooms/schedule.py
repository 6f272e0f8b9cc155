"""The schedule of a round robin: the games of each round, also when a player comes late."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from noughts.server.rooms.types import Number, Sides, Tournament, Way


@lru_cache(maxsize=64)
def rounds(count: int) -> tuple[tuple[Sides, ...], ...]:
    """Return the rounds for players numbered from 0; with an odd count one rests in each round.

    All meet once, and each plays X as often as O, give or take one. The circle method: one player
    stays in place and the others rotate; O(count²).

    >>> rounds(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    """
    circle = count - 1 + count % 2  # the player who meets the place after an odd count rests
    schedule = []
    for number in range(circle):
        pairs = [(number, circle)]
        for step in range(1, (circle + 1) // 2):
            pairs.append(((number + step) % circle, (number - step) % circle))
        schedule.append(tuple(_by_parity(*pair) for pair in pairs if max(pair) < count))
    return tuple(schedule)


def _by_parity(one: int, other: int) -> Sides:
    """Return X and O by the parity of the pair, which gives each player X in half their games."""
    low, high = sorted((one, other))
    return (low, high) if (low + high) % 2 else (high, low)


def games_of_round(players: tuple[Number, ...], number: int) -> tuple[Sides, ...]:
    """Return the games of a round, counted from 1."""
    return tuple((players[x], players[o]) for x, o in rounds(len(players))[number - 1])


def round_of(players: tuple[Number, ...], game: Sides) -> int:
    """Return the round of a game, counted from 1; raises ValueError for one of no round."""
    places = tuple(map(players.index, game))
    return [places in games for games in rounds(len(players))].index(True) + 1


def with_latecomer(players: tuple[Number, ...], latecomer: Number) -> tuple[Number, ...]:
    """Return the players in an order that keeps the games of the first round, and their sides.

    The latecomer meets the player who rests in that round, or else rests in it.

    >>> games_of_round((0, 1, 2, 3), 1), games_of_round(with_latecomer((0, 1, 2, 3), 4), 1)
    (((0, 3), (1, 2)), ((0, 3), (1, 2)))
    """
    first = games_of_round(players, 1)
    return _in_order(first, [*_resting(players, first), latecomer])


def without(players: tuple[Number, ...], leaver: Number) -> tuple[Number, ...]:
    """Return the others in an order that keeps their games of the first round, and their sides.

    >>> games_of_round(without((0, 1, 2, 3, 4), 4), 1)
    ((2, 3), (0, 1))
    """
    others = tuple(player for player in players if player != leaver)
    first = tuple(game for game in games_of_round(players, 1) if leaver not in game)
    return _in_order(first, _resting(others, first))


def _resting(players: Iterable[Number], games: Iterable[Sides]) -> list[Number]:
    return [player for player in players if player not in chain(*games)]


def _in_order(games: tuple[Sides, ...], resting: list[Number]) -> tuple[Number, ...]:
    """Return players in the order whose first round has these games, and one of two who rest."""
    if len(resting) > 1:
        games, resting = (*games, (resting[0], resting[1])), []
    return (*resting, *(x for x, _ in games), *(o for _, o in reversed(games)))


def unplayed(current: Tournament) -> tuple[Sides, ...]:
    """Return the games of a round robin that have not begun, without those of players who left."""
    if current.way is not Way.ROUND_ROBIN:
        return ()
    return current.without_left((*current.due, *of_later_rounds(current)))


def of_later_rounds(current: Tournament) -> tuple[Sides, ...]:
    """Return the games of the rounds of a round robin that have not begun."""
    later = range(current.round + 1, current.rounds + 1)
    return tuple(chain(*(games_of_round(current.players, number) for number in later)))

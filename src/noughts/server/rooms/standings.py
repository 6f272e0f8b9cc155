"""The table: what each game brought, and who is ahead."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from noughts.server.rooms.schedule import unplayed
from noughts.server.rooms.types import Number, Pairing, Result, Room, Way

_WORTH = {Result.X: (1.0, 0.0), Result.O: (0.0, 1.0), Result.DRAW: (0.5, 0.5)}
_ON_FIRE = 2  # wins in a row, after which games of an arena count double, as on lichess


class StandingView(Struct, frozen=True, kw_only=True):
    """A line of the table: a win or a bye is one point, a draw half a point.

    In an arena a win is two points and a draw one, and twice that after two wins in a row.
    """

    place: int  # which equals share
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int  # rounds without an opponent, or with one who left
    buchholz: float  # the points of all opponents
    sonneborn_berger: float  # the points of those who were beaten, and half of those who drew
    is_on_fire: bool  # the next game of an arena counts double


class CountedGame(Struct, frozen=True):
    """The worth of a game to a member, and the points that it brought, which an arena raises."""

    opponent: Number
    worth: float
    points: float
    is_on_fire: bool  # after the game


def counted_games(
    games: Iterable[Pairing],
) -> Iterator[tuple[CountedGame, CountedGame] | None]:
    """Yield what each game brought X and O; None for one that does not count."""
    streaks = Counter[tuple[int, Number]]()  # of wins, by tournament and member
    for game in games:
        worths = None if game.result is None else _WORTH.get(game.result)
        if worths is None:
            yield None
            continue
        of_both = []
        for member, opponent, worth in zip(game.members, game.members[::-1], worths, strict=True):
            wins = streaks[game.tournament, member]
            factor = (4 if wins >= _ON_FIRE else 2) if game.is_of_arena else 1
            streaks[game.tournament, member] = wins = wins + 1 if worth == 1 else 0
            is_on_fire = game.is_of_arena and wins >= _ON_FIRE
            of_both.append(CountedGame(opponent, worth, factor * worth, is_on_fire))
        yield of_both[0], of_both[1]


def standings(room: Room) -> dict[Number, StandingView]:
    """Return the table, best first; O(games + members log members).

    It lists all who play in the tournament, or in free play all who are there or have played,
    without those removed by the owner and those whose games are annulled. Of equal points, more
    wins are ahead in free play and in an arena; in rounds Buchholz decides, then Sonneborn-Berger.
    For both a bye is a win against an opponent with one's own points, as in article 16 of FIDE's
    tie-break regulations (C.07). Equals have the same place, in the order of their names.
    """
    current = room.tournament if room.counted and room.counted[0].tournament else None
    out = annulled(room)
    counted = [game for game in room.counted if out.isdisjoint(game.members)]
    listed = room.present if current is None else current.players
    byes = Counter(n for _round, n in byes_of(room))
    games: defaultdict[Number, list[CountedGame]] = defaultdict(list)
    for game, of_both in zip(counted, counted_games(counted), strict=True):
        for member, own_game in zip(game.members, of_both or (), strict=False):
            games[member].append(own_game)
    shown = {*listed, *games}.difference(out)
    points = {n: byes[n] + sum(game.points for game in games[n]) for n in shown}
    lines = []
    for n, own in points.items():
        if room.members[n].is_removed:
            continue
        against = [(game.worth, points[game.opponent]) for game in games[n]]
        against += [(1.0, own)] * byes[n]
        results = Counter(game.worth for game in games[n])
        buchholz = sum(theirs for _worth, theirs in against)
        berger = sum(worth * theirs for worth, theirs in against)
        is_of_rounds = current is not None and current.way is not Way.ARENA
        rank = (own, buchholz, berger) if is_of_rounds else (own, results[1.0])
        line = StandingView(
            place=0,
            name=room.name(n),
            points=own,
            played=len(games[n]),
            won=results[1.0],
            drawn=results[0.5],
            lost=results[0.0],
            byes=byes[n],
            buchholz=buchholz,
            sonneborn_berger=berger,
            is_on_fire=bool(games[n]) and games[n][-1].is_on_fire,
        )
        lines.append((rank, n, line))
    lines.sort(key=lambda row: ([-part for part in row[0]], sort_key(row[2].name), row[1]))
    ranks = [rank for rank, *_ in lines]
    return {n: replace(line, place=ranks.index(rank) + 1) for rank, n, line in lines}


def annulled(room: Room) -> frozenset[Number]:
    """Return the players who left a round robin before half of their games, which do not count.

    FIDE's rule for a withdrawal from a round robin (General Regulations for Competitions, C.05).
    """
    current = room.tournament
    if current is None or not current.left or room.choices.way is Way.FREE:
        return frozenset()
    finished = (game for game in room.counted if game.result in _WORTH and not game.is_left)
    played = Counter(member for game in finished for member in game.members)
    return frozenset(n for n in current.left if 2 * played[n] < len(current.players) - 1)


def byes_of(room: Room) -> Iterator[tuple[int, Number]]:
    """Yield each point without a game: its round, and the member who got it.

    In a Swiss tournament the member sat out, or was left by an opponent; in a round robin, in round
    0, they would have met a player who left after half of their games.
    """
    current, out = room.tournament, annulled(room)
    if current is None or room.choices.way is Way.FREE:
        return
    for number, members in enumerate(current.byes, 1):
        yield from ((number, member) for member in members)
    for pair in unplayed(replace(current, left=())):
        here = {*pair}.difference(current.left)
        if len(here) == 1 and out.isdisjoint(pair):
            yield 0, here.pop()


def sort_key(name: str) -> tuple[str, str]:
    """Return the key to sort names by: accents and pictures of animals do not count.

    >>> sorted(["🐻 Bear", "🦊 Fox", "🐜 Ant", "Érik"], key=sort_key)
    ['🐜 Ant', '🐻 Bear', 'Érik', '🦊 Fox']
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = re.sub(r"^\W+", "", plain)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), name

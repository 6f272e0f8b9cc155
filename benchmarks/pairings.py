"""Sides simulated Swiss tournaments, beside the former way and other libraries.

The strengths of players are normally distributed. A game goes to the better by strength and as much
luck, and is drawn if that is less than a third apart. Each way of pairing plays tournaments of the
same players, without byes. A round is bad if a leader meets someone far below, or two meet again,
although all could meet somebody new, and no leader someone far below.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import combinations, count
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any
from unittest.mock import patch

import rustworkx

from _bench import ROUNDS, arguments_of, interleave, judged, print_machine, print_table, spread
from noughts.server.rooms import pairing
from noughts.server.rooms.pairing import Entrant
from noughts.server.rooms.types import Sides

SIZES = (12, 5), (24, 5), (24, 6), (30, 7)  # players and rounds
FAR = 2.5  # points between a leader and an opponent
CLASS, LARGEST = 40, 200  # players; no room has more
AT_MOST = 20  # milliseconds for a round of the largest, in which the server does nothing else


@dataclass(frozen=True)
class Game:
    """What a player had in a round."""

    opponent: int
    is_x: bool
    points: float
    lead: float  # points more than the opponent's, before


class Tournament:
    """The games of each player; of equals the first is ahead, as if by lot."""

    def __init__(self, players: int, rounds: int, random: Random) -> None:
        self.rounds, self.random = rounds, random
        self.strengths = [random.gauss(0, 1) for _ in range(players)]
        self.games: list[list[Game]] = [[] for _ in range(players)]
        self.points = [0.0] * players

    def entrants(self) -> list[Entrant]:
        """Return the players, best first, and what they have played."""
        entrants = []
        for number in sorted(range(len(self.games)), key=lambda number: -self.points[number]):
            met = Counter(game.opponent for game in self.games[number])
            surplus = sum(1 if game.is_x else -1 for game in self.games[number])
            entrants.append(Entrant(number, self.points[number], met, surplus))
        return entrants

    def play(self, pairs: Iterable[Sides]) -> None:
        """Play a round."""
        points = self.points.copy()
        for x, o in pairs:
            margin = self.strengths[x] - self.strengths[o] + self.random.gauss(0, 1)
            won = 0.5 if abs(margin) < 1 / 3 else float(margin > 0)
            lead = points[x] - points[o]
            self.games[x].append(Game(o, True, won, lead))
            self.games[o].append(Game(x, False, 1 - won, -lead))
            self.points[x] += won
            self.points[o] += 1 - won

    def is_far(self, pair: Sides) -> bool:
        """True if one of two is a leader, and the other far below."""
        high, low = sorted((self.points[number] for number in pair), reverse=True)
        return high == max(self.points) and high - low >= FAR

    def have_met(self, pair: Sides) -> bool:
        """True if two have met."""
        one, other = pair
        return any(game.opponent == other for game in self.games[one])

    def can_avoid(self, *faults: Callable[[Sides], bool]) -> bool:
        """True if all could be paired without these faults."""
        graph = rustworkx.PyGraph[int, None]()
        graph.add_nodes_from(range(len(self.games)))
        for pair in combinations(range(len(self.games)), 2):
            if not any(is_fault(pair) for is_fault in faults):
                graph.add_edge(*pair, None)
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True)
        return 2 * len(matched) == len(self.games)


Way = Callable[[Tournament], Iterable[Sides]]


def ours(now: Tournament) -> Iterable[Sides]:
    """Pair as the server does."""
    return pairing.swiss(now.entrants())[0]


def greedy(now: Tournament) -> Iterable[Sides]:
    """Pair as the server did before: with the one least met, then pairs exchange partners."""
    of = {entrant.number: entrant for entrant in now.entrants()}
    waiting, pairs = list(of), []
    while waiting:
        one = waiting.pop(0)
        other = min(waiting, key=lambda other: of[one].met[other])
        waiting.remove(other)
        pairs.append((one, other))
    for first, second in combinations(range(len(pairs)), 2):
        (a, b), (c, d) = pairs[first], pairs[second]
        ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        pairs[first], pairs[second] = min(
            ways, key=lambda way: sum(of[one].met[other] ** 2 for one, other in way)
        )
    return [pairing.sides(of[one], of[other]) for one, other in pairs]


class Networkx:
    """What we use of rustworkx, done by networkx."""

    class PyGraph:
        """A graph."""

        def __init__(self) -> None:
            self.graph: Any = import_module("networkx").Graph()
            self.add_nodes_from = self.graph.add_nodes_from
            self.add_edges_from = self.graph.add_weighted_edges_from

    @staticmethod
    def max_weight_matching(
        graph: PyGraph, *, max_cardinality: bool, weight_fn: Callable[[int], int]
    ) -> Iterable[Sides]:
        """Match as rustworkx does."""
        for _one, _other, edge in graph.graph.edges(data=True):
            edge["weight"] = weight_fn(edge["weight"])
        matched: Iterable[Sides] = import_module("networkx").max_weight_matching(
            graph.graph, maxcardinality=max_cardinality
        )
        return matched


def by_networkx(now: Tournament) -> Iterable[Sides]:
    """Pair by the same aims with another library."""
    with patch.object(pairing, "rustworkx", Networkx):
        return ours(now)


def by_py4swiss(now: Tournament) -> Iterable[Sides]:
    """Pair by FIDE's Dutch system."""
    sections, tokens = import_module("py4swiss.trf.sections"), {1: "1", 0.5: "=", 0: "0"}
    players = [
        sections.PlayerSection(
            code="001",
            starting_number=number + 1,
            points_times_ten=round(10 * now.points[number]),
            rank=number + 1,
            results=[
                {
                    "id": game.opponent + 1,
                    "color": "w" if game.is_x else "b",
                    "result": tokens[game.points],
                }
                for game in own
            ],
        )
        for number, own in enumerate(now.games)
    ]
    state = import_module("py4swiss.trf").ParsedTrf(
        player_sections=players, x_section=sections.XSection(number_of_rounds=now.rounds)
    )
    pairs = import_module("py4swiss.engines").DutchEngine.generate_pairings(state)
    return [(pair.white - 1, pair.black - 1) for pair in pairs]


def by_caissify(now: Tournament) -> Iterable[Sides]:
    """Pair by FIDE's Dutch system."""
    players = [
        {
            "id": number,
            "name": str(number),
            "score": now.points[number],
            "rating": 0,
            "starting_number": number + 1,
            "color_hist": ["white" if game.is_x else "black" for game in own],
            "float_history": [
                "down" if game.lead > 0 else "up" if game.lead < 0 else "none" for game in own
            ],
            "bye_count": 0,
        }
        for number, own in enumerate(now.games)
    ]
    met = {(number, game.opponent) for number, own in enumerate(now.games) for game in own}
    pairs = import_module("caissify_pairings").generate_pairings(
        "dutch", players, met, len(now.games[0]) + 1, now.rounds
    )
    return [(pair["white_id"], pair["black_id"]) for pair in pairs]


@dataclass(frozen=True)
class Outcome:
    """How a tournament went."""

    is_far: bool  # between a leader and an opponent
    needless: int  # rounds where that could be avoided
    again: int  # rounds where two met again, and that could be avoided
    surplus: int  # the most games that one had on one side more than on the other
    milliseconds: float  # a round


def tournaments(way: Way, players: int, rounds: int) -> Iterator[Outcome]:
    """Play one tournament after another."""
    for seed in count():
        now = Tournament(players, rounds, Random(seed))
        far, needless, again, milliseconds = 0, 0, 0, 0.0
        for _ in range(rounds):
            began = process_time()
            pairs = way(now)
            milliseconds += (process_time() - began) * 1_000
            if any(map(now.is_far, pairs)):
                far += 1
                needless += now.can_avoid(now.have_met, now.is_far)
            if any(map(now.have_met, pairs)):
                again += now.can_avoid(now.have_met)
            now.play(pairs)
        surplus = max(abs(entrant.surplus) for entrant in now.entrants())
        yield Outcome(far > 0, needless, again, surplus, milliseconds / rounds)


def sixth_round(way: Way, players: int) -> Callable[[], float]:
    """Return what pairs the sixth round of a tournament, and tells the milliseconds."""
    now = Tournament(players, 6, Random(1))
    for _ in range(5):
        now.play(ours(now))

    def measured() -> float:
        began = process_time()
        way(now)
        return (process_time() - began) * 1_000

    return measured


def main() -> None:
    """Measure and report."""
    parser = arguments_of("How well and how fast tournaments are paired.")
    parser.add_argument("--tournaments", type=int, default=100, help="of each size")
    options = parser.parse_args()
    peers: dict[str, Way] = {
        "networkx": by_networkx,
        "py4swiss": by_py4swiss,
        "caissify_pairings": by_caissify,
    }
    here = {name: way for name, way in peers.items() if find_spec(name)}
    if not here:
        sys.exit("no peer is installed here: run `make bench`")
    print_machine(*(f"{name} {version(name)}" for name in ("rustworkx", *here)))
    ways: dict[str, Way] = {"ours": ours, "before": greedy, **here}
    rows, verdicts = [], []
    for players, rounds in SIZES:
        size = f"{players} x {rounds}"
        samples = interleave(
            {name: partial(next, tournaments(way, players, rounds)) for name, way in ways.items()},
            2 if options.quick else options.tournaments,
        )
        rows += [row(f"{size}, {name}", outcomes) for name, outcomes in samples.items()]
        is_good = not any(outcome.needless or outcome.again for outcome in samples["ours"])
        verdicts.append(judged(f"{size}: nothing that could be avoided", reached=is_good))
    print_table(HEAD, rows)
    times = interleave(
        {
            f"{players} players, {name}": sixth_round(way, players)
            for players in (CLASS, LARGEST)
            for name, way in {"ours": ours, **here}.items()
            if name != "caissify_pairings" or players == CLASS
        },
        1 if options.quick else ROUNDS,
    )
    print_table(("the sixth round", "ms"), [(name, spread(ms, 1)) for name, ms in times.items()])
    longest = median(times[f"{LARGEST} players, ours"])
    verdicts.append(judged(f"{LARGEST} players in {AT_MOST} ms", reached=longest <= AT_MOST))
    print("\n".join(verdicts))


HEAD = "players x rounds", "leader far", "needlessly", "again", "surplus > 2", "ms a round"


def row(name: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return a line of the table."""
    return (
        name,
        f"{100 * fmean(outcome.is_far for outcome in outcomes):.0f} %",
        str(sum(outcome.needless for outcome in outcomes)),
        str(sum(outcome.again for outcome in outcomes)),
        f"{100 * fmean(outcome.surplus > 2 for outcome in outcomes):.0f} %",
        spread([outcome.milliseconds for outcome in outcomes], 1),
    )


if __name__ == "__main__":
    main()

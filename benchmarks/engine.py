"""Measure `strongest` on big boards in matches, with the targets beside the scores.

By hand: make bench-engine ARGS="--engine './another-engine'", which takes hours
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from math import isinf
from random import Random
from statistics import median

from _bench import arguments_of, judged, print_machine, print_table
from noughts import Limit, Position, Rules
from noughts.arena import Contender, Plan, Tally, play_pairs, random_opening
from noughts.core import squares
from noughts.kernels import DESCRIPTION
from noughts.players import Deterministic
from noughts.search import Engine

BIG = Rules(15, 15, 5)
OTHERS = tuple(map(Rules.parse, ("6x6:4", "9x9:5", "10x10:5", "19x19:6")))
MATCHES = ("classic", "line-counter", "tenth", "boards", "engine", "engine-boards", "speed")
SPEED, SPEED_AIM = 250_000, 500_000  # positions a second on one core
SEARCHES = 20  # of half a second, for the speed


class LineCounter(Deterministic):
    """A player by the lines through each empty square, ten times as many for every mark in one.

    A line in which both sides have a mark counts for nothing. It sees one move ahead.
    """

    def move(self, position: Position) -> int:
        own = position.marks(position.turn)
        other = position.marks(position.turn.other)
        worth = dict.fromkeys(position.moves, 0)
        for line in position.rules.line_masks:
            mine, theirs = (line & own).bit_count(), (line & other).bit_count()
            if not (mine and theirs):
                value = 2 * 10**mine if mine else 10**theirs  # the last mark before the last block
                for square in squares(line & position.empty):
                    worth[square] += value
        return max(worth, key=lambda square: worth[square])


@dataclass(frozen=True)
class Target:
    """A match, and the share of the points it must bring; without a player, of `strongest`."""

    kind: str
    opponent: Contender
    rules: Rules = BIG
    must: float | None = None
    aim: float | None = None
    player: Contender | None = None

    def verdict(self, tally: Tally) -> str:
        if self.must is None:
            return "no target"
        aim = None if self.aim is None else tally.share >= self.aim
        wanted = f"at least {self.must:.0%}" + ("" if self.aim is None else f", aim {self.aim:.0%}")
        return judged(wanted, reached=tally.share >= self.must, aim_reached=aim)


def targets(arguments: argparse.Namespace) -> Iterator[Target]:
    """Yield all matches; another engine has the target of the one that ours was measured against.

    Where five are a line, it also plays the line counter, to tell what can be expected there.
    """
    limit = Limit(seconds=arguments.seconds)
    counter = Contender("line counter", LineCounter, limit)
    yield Target("classic", Contender.named("classic", limit), BIG, 0.99, 1.0)
    yield Target("line-counter", counter, BIG, 0.99, 1.0)
    tenth = Contender.named("strongest", Limit(seconds=arguments.seconds / 10))
    tenth = replace(tenth, name="itself, a tenth of the time")
    yield Target("tenth", tenth, BIG, 0.75)
    for rules in arguments.board or OTHERS:
        yield Target("boards", counter, rules, 0.99)
    for command in arguments.engine:
        engine = Contender.engine(command, limit)
        yield Target("engine", engine, BIG, 0.2, 0.35)
        for rules in arguments.board or OTHERS:
            if rules.k == BIG.k:
                yield Target("engine-boards", counter, rules, player=engine)


def play(target: Target, arguments: argparse.Namespace) -> Tally:
    """Return the tally of a match; its progress goes to standard error."""
    ours = Contender.named("strongest", Limit(seconds=arguments.seconds))
    plan = Plan((target.player or ours, target.opponent), target.rules, arguments.seed)
    tally = Tally()
    with closing(play_pairs(plan, max(1, arguments.games // 2), arguments.jobs)) as pairs:
        for pair in pairs:
            tally = tally.add(pair)
            score = f"{tally.score.games} games, {tally.share:.1%}"
            print(f"\r{target.opponent.name}, {target.rules}: {score} ", end="", file=sys.stderr)
            sys.stderr.flush()
    print(file=sys.stderr)
    return tally


def row(target: Target, tally: Tally) -> list[str]:
    low, high = tally.interval
    score = tally.score
    return [
        target.player.name if target.player else "strongest",
        target.opponent.name,
        str(target.rules),
        *(f"{count:,}" for count in (score.games, score.wins, score.draws, score.losses)),
        f"{tally.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        elo_text(tally),
        *(f"{sum(conduct.faults.values())}" for conduct in tally.conduct),
        f"{tally.conduct[0].slowest:.2f} s",
    ]


def elo_text(tally: Tally) -> str:
    elo, low, high = tally.elo
    if isinf(elo):
        return f"over {low:+.0f}" if elo > 0 else f"under {high:+.0f}"
    return f"{elo:+.0f}"


def print_faults(tallies: dict[Target, Tally]) -> None:
    """Print illegal moves, time losses and crashes: ours in all matches must be none."""
    ours = [tally.conduct[0].faults for target, tally in tallies.items() if not target.player]
    faultless = not any(sum(faults.values()) for faults in ours)
    print(judged("no illegal move, time loss or crash of ours", reached=faultless))
    for target, tally in tallies.items():
        names = (target.player.name if target.player else "strongest", target.opponent.name)
        for name, conduct in zip(names, tally.conduct, strict=True):
            if conduct.faults:
                counts = ", ".join(fault.counted(n) for fault, n in conduct.faults.items())
                print(f"{name} on {target.rules}: {counts}; the first: {conduct.reason}")


def print_speed(arguments: argparse.Namespace) -> None:
    """Print positions a second, each search from an opening and with an empty table."""
    rates, depths = [], []
    for number in range(2 if arguments.quick else SEARCHES):
        opening = random_opening(BIG, Random(number))
        result = Engine(BIG).search(opening, Limit(seconds=arguments.seconds))
        if result.value is None:
            rates.append(result.nodes / result.seconds)
            depths.append(result.depth)
    if rates:
        text = f"{median(rates):,.0f} positions a second on {BIG}, depth {median(depths):g}"
        reached, aim = median(rates) >= SPEED, median(rates) >= SPEED_AIM
        wanted = f"{text}; at least {SPEED:,}, aim {SPEED_AIM:,}"
        print(judged(wanted, reached=reached, aim_reached=aim))


def main() -> None:
    parser = arguments_of(__doc__ or "")
    parser.add_argument("--games", type=int, default=20, help="a match; 200 say more (20)")
    parser.add_argument("--seconds", type=float, default=0.5, help="a move (0.5)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the openings (0)")
    parser.add_argument("--engine", action="append", default=[], help="another engine's command")
    parser.add_argument(
        "--board", type=Rules.parse, action="append", help="of --only boards or engine-boards"
    )
    parser.add_argument("--only", choices=MATCHES, action="append", help="these matches only")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.games, arguments.seconds = 2, 0.05
    chosen = arguments.only or MATCHES
    print_machine(DESCRIPTION)
    tallies = {
        target: play(target, arguments) for target in targets(arguments) if target.kind in chosen
    }
    if tallies:
        print(f"\n{arguments.seconds:g} s a move, random openings from both sides\n")
        print_table(
            ("player", "against", "board", "games", "won", "drawn", "lost", "share",
             "95 % interval", "Elo", "its faults", "their faults", "its slowest"),
            [row(target, tally) for target, tally in tallies.items()],
        )  # fmt: skip
        print()
        for target, tally in tallies.items():
            print(f"{target.opponent.name} on {target.rules}: {target.verdict(tally)}")
        print_faults(tallies)
    if "speed" in chosen:
        print_speed(arguments)


if __name__ == "__main__":
    main()

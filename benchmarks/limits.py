"""Count how often a player gives no move under a short limit, or gives it late.

Limits, boards, players and positions are drawn at random: a third of the boards have up to 16
squares, a third are in the atlas, and a third are any that there are. Time is that of the
processor, so that other work on the machine makes nothing late. In every fourth case all that is
kept between moves is forgotten first, certificates too, and the move is asked for as a manager of
Gomocup does, with `timeout_turn 0` if the limit is short; what START takes is no part of the limit.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random
from time import process_time

from _bench import arguments_of, judged, print_machine, print_table
from noughts import Limit, NoughtsError, Position, Rules, player
from noughts.atlas.strategy import strategy_of
from noughts.atlas.table import boards
from noughts.core.rules import LONGEST_SIDE
from noughts.engine import protocol
from noughts.engine.session import Session
from noughts.kernels import COMPILED, DESCRIPTION
from noughts.players import players_of
from noughts.search import engine
from noughts.solver.exact import can_solve, tables_of

SHORTEST, LONGEST = 0.001, 0.1  # seconds
GRACE = 0.05  # seconds: to set up a board of 26x26 for the first time takes up to 0.03
FAST = 0.01  # seconds, up to which a manager asks for a move as fast as possible
COLD = 4  # every so manieth case


def main() -> None:
    """Measure and report."""
    parser = arguments_of("How often a player gives no move within a short limit.")
    parser.add_argument("--choices", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not COMPILED:
        sys.exit("the kernels are not compiled here: the figures would say nothing")
    print_machine(DESCRIPTION)
    random = Random(options.seed)
    every = [
        Rules(width, height, k)
        for width in range(1, LONGEST_SIDE + 1)
        for height in range(1, LONGEST_SIDE + 1)
        for k in range(1, max(width, height) + 1)
    ]
    kinds = {
        "up to 16 squares": [rules for rules in every if can_solve(rules)],
        "the atlas": boards(),
        "any": every,
    }
    late: dict[tuple[str, str], list[float]] = defaultdict(list)
    failed: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number in range(200 if options.quick else options.choices):
        kind = random.choice([*kinds])
        rules = random.choice(kinds[kind])
        name = random.choice(players_of(rules))
        position = drawn(rules, random)
        seconds = SHORTEST * (LONGEST / SHORTEST) ** random.random()
        row = name, kind
        if number % COLD == 0:
            forget()
            row = name, f"{kind}, by Gomocup"
        try:
            ask = by_gomocup if number % COLD == 0 else directly
            late[row].append(ask(name, position, seconds) - seconds)
        except NoughtsError as error:
            failed[row].append(f"{name}, {seconds:.4f} s, {position}: {error}")
            late[row].append(0.0)
        if late[row][-1] > GRACE:
            failed[row].append(f"{name}, {seconds:.4f} s, {position}: {late[row][-1]:.3f} s late")
    report(late, failed)


def drawn(rules: Rules, random: Random) -> Position:
    """Return an unfinished position after random moves, the empty board in one case of five."""
    position = rules.start()
    for _ in range(0 if random.random() < 0.2 else random.randrange(rules.size)):
        after = position.play(random.choice(position.moves))
        if after.is_over:
            break
        position = after
    return position


def directly(name: str, position: Position, seconds: float) -> float:
    """Return the seconds that a player takes for a move."""
    asked = player(name, 1)
    began = process_time()
    move = asked.choose(position, Limit(seconds)).move
    took = process_time() - began
    position.play(move)
    return took


def by_gomocup(name: str, position: Position, seconds: float) -> float:
    """Return the seconds that a session takes from BEGIN or DONE to its move."""
    rules, session = position.rules, Session(player(name, 1), "1.0", position.rules.k)
    *before, last = protocol.write_board(position) if position.plies else ("BEGIN",)
    turn = f"INFO timeout_turn {round(1000 * seconds) if seconds > FAST else 0}"
    for line in (turn, f"RECTSTART {rules.width},{rules.height}", *before):
        for answer in session.answers(line):
            if answer != "OK":
                raise NoughtsError(answer)
    began = process_time()
    (answer,) = session.answers(last)
    took = process_time() - began
    if answer.startswith("ERROR"):
        raise NoughtsError(answer)
    return took


def forget() -> None:
    """Let go of all that is kept from move to move."""
    for kept in (strategy_of, tables_of, engine.quick_engine_for, engine._engine_of_process):
        kept.cache_clear()


def report(
    late: dict[tuple[str, str], list[float]], failed: dict[tuple[str, str], list[str]]
) -> None:
    """Print what failed, the delays, and the verdict."""
    for reason in (reason for reasons in failed.values() for reason in reasons):
        print(f"  {reason}", file=sys.stderr)
    rows = [
        (
            f"{name}, {kind}",
            f"{len(delays)}",
            f"{len(failed[name, kind])}",
            *(
                f"{1000 * sorted(delays)[int(share * (len(delays) - 1))]:.1f}"
                for share in (0.99, 1)
            ),
        )
        for (name, kind), delays in sorted(late.items())
    ]
    print_table(("player, boards", "choices", "failures", "late: 99 %, ms", "most, ms"), rows)
    failures, choices = (sum(map(len, counted.values())) for counted in (failed, late))
    print(judged(f"{failures} failures in {choices:,} choices, of 0", reached=not failures))


if __name__ == "__main__":
    main()

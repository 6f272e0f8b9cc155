"""Count how often `perfect` keeps the proved value in random games on every board of the atlas.

Both sides of a game move anywhere, and `perfect` is asked for its move in some of the positions.
The value before and after its move is proved again by another search: exactly on up to 16 squares,
elsewhere by the prover, with another seed and within a number of nodes. Positions whose value it
does not prove are counted, and left out of the share.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from _bench import arguments_of, judged, print_machine, print_table
from noughts import Limit, Mark, Position, Rules, Unsolved, Value, player, prove
from noughts.atlas import solve
from noughts.atlas.table import boards
from noughts.kernels import COMPILED, DESCRIPTION
from noughts.solver import can_solve

AT_LEAST = 99.0  # per cent of the checked moves keep the value
POSITIONS_A_GAME = 10
SEED = 1  # of the checking proofs; the player's are of seed 0
NODES = 100_000  # of a checking proof, two seconds


@dataclass
class Tally:
    """The counts of what `perfect` did on one board."""

    checked: int = 0
    kept: int = 0
    claimed: int = 0
    false_claims: int = 0
    skipped: int = 0
    slowest: float = 0.0
    losses: list[str] = field(default_factory=list)


def main() -> None:
    """Measure and report."""
    parser = arguments_of("How often perfect keeps the proved value on the boards of the atlas.")
    parser.add_argument("--games", type=int, default=2, help="random games a board")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--board", action="append", type=Rules.parse, help="only this board")
    options = parser.parse_args()
    if not COMPILED:
        sys.exit("the kernels are not compiled here: the figures would say nothing")
    print_machine(DESCRIPTION)
    chosen = options.board or boards()[:: 20 if options.quick else 1]
    tallies = {}
    for rules in chosen:
        tallies[str(rules)] = asked(rules, 1 if options.quick else options.games, options.seed)
        show_progress(rules, tallies[str(rules)])
    report(tallies)


def asked(rules: Rules, games: int, seed: int) -> Tally:
    """Ask for moves along random games on a board, and check them."""
    tally = Tally()
    for position in positions(rules, games, Random(f"{seed} {rules}")):
        began = perf_counter()
        choice = player("perfect").choose(position)
        tally.slowest = max(tally.slowest, perf_counter() - began)
        value = value_of(position)
        after = value_of(position.play(choice.move))
        if value is None or after is None:
            tally.skipped += 1
            continue
        tally.checked += 1
        tally.kept += -after is value
        if -after is not value:
            tally.losses.append(f"{position.notation}: {position.name(choice.move)}")
        if choice.verdict is not None:
            tally.claimed += 1
            tally.false_claims += choice.verdict.value is not value
    return tally


def positions(rules: Rules, games: int, random: Random) -> Iterator[Position]:
    """Yield positions spread over random games, begun by either side."""
    for number in range(games):
        position = rules.start(Mark.O if number % 2 else Mark.X)
        game = []
        while not position.is_over:
            game.append(position)
            position = position.play(random.choice(position.moves))
        yield from sorted(
            random.sample(game, min(POSITIONS_A_GAME, len(game))),
            key=lambda position: position.plies,
        )


def value_of(position: Position) -> Value | None:
    """Return the value for the side to move, found apart from the player; None beyond the nodes."""
    if position.is_over or can_solve(position.rules):
        return solve(position).value
    try:
        return prove(position, Limit(nodes=NODES), SEED).value
    except Unsolved:
        return None


def show_progress(rules: Rules, tally: Tally) -> None:
    """Say on standard error what a board gave."""
    shown = f"{rules}: {tally.kept} of {tally.checked} kept, {tally.skipped} not checked"
    print(f"{shown}, slowest {tally.slowest:.2f} s", file=sys.stderr)
    for loss in tally.losses:
        print(f"  not kept: {loss}", file=sys.stderr)


def report(tallies: dict[str, Tally]) -> None:
    """Print the totals by length of a line, and the verdict."""
    rows = []
    total: Counter[str] = Counter()
    for k in sorted({name.partition(":")[2] for name in tallies}):
        of_k = [tally for name, tally in tallies.items() if name.endswith(f":{k}")]
        sums = {
            name: sum(getattr(tally, name) for tally in of_k)
            for name in ("checked", "kept", "claimed", "false_claims", "skipped")
        }
        total.update(sums)
        slowest = f"{max(tally.slowest for tally in of_k):.2f}"
        rows.append((f"k = {k}", f"{len(of_k)}", *map(str, sums.values()), slowest))
    rows.append(("all", f"{len(tallies)}", *map(str, total.values()), ""))
    head = ("boards", "number", "checked", "kept", "claims", "false", "not checked", "slowest, s")
    print_table(head, rows)
    share = 100 * total["kept"] / max(1, total["checked"])
    print(judged(f"{share:.2f} % keep the value, of {AT_LEAST} %", reached=share >= AT_LEAST))
    print(judged("no false claim", reached=total["false_claims"] == 0))


if __name__ == "__main__":
    main()

"""Send what would make a server slow for everyone else, and print what that costs it.

One row a thing that was sent: what it came to, and what it must not exceed. Each is sent to a real
server on loopback by one address without a cookie. Times are processor time of the server's own
process, in which all players are answered; its workers' is not in them. Then everything that was
found from outside is tried again, and it fails if one figure is higher than it may be.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import httpx
import psutil

import _attacks
import _outside
from _bench import arguments_of, judged, print_machine, print_table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the servers of the tests

from noughts.pages.minimax import POSITIONS
from tests.server.attacks.big_boards import big_position
from tests.serving import Server, serving

ROUNDS = 5
EVENTS = 1_990  # of a game; ten more and it takes no move


@dataclass(frozen=True, slots=True)
class Attack:
    """What is sent, what must come of it, and the function that says what came of it."""

    sent: str
    must: str
    measure: Callable[[Server, int], str]


def big_boards(server: Server, count: int) -> str:
    """Ask for the analysis of boards that are all different, so that nothing is remembered."""
    return _cost(server, [f"/a/{big_position(seed).url}" for seed in range(count)])


def minimax(server: Server, count: int) -> str:
    """Ask for one page of a search, again and again."""
    return _cost(server, ["/learn/minimax"] * count)


def minimax_steps(server: Server, count: int) -> str:
    """Ask for the steps of the largest search that is offered."""
    query = f"position={POSITIONS[-1]}&pruning=off"
    return _cost(server, [f"/learn/minimax?{query}&step={25 * n}" for n in range(count)])


def minimax_tree(server: Server, count: int) -> str:
    """Ask for the file with all of its steps."""
    query = f"position={POSITIONS[-1]}&pruning=off&language=en"
    return _cost(server, [f"/learn/minimax/tree?{query}"] * count)


def tutorial(server: Server, count: int) -> str:
    """Ask for the longest page of the tutorial."""
    return _cost(server, ["/learn/tutorial/05_fork.py"] * count)


def events_after(server: Server, count: int) -> str:
    """Ask what has happened in a long game since versions all over it."""
    game = _long_game(server)
    return _cost(
        server,
        [f"/api/v1/games/{game}?after={Random(n).randrange(1, EVENTS)}" for n in range(count)],
    )


ATTACKS = (
    Attack("/a/ of 26x26 boards 30 % full", "20 ms, 250 kB", big_boards),
    Attack("/learn/minimax", "2 ms", minimax),
    Attack("/learn/minimax, its steps", "2 ms", minimax_steps),
    Attack("/learn/minimax/tree", "2 ms", minimax_tree),
    Attack("/learn/tutorial/05_fork.py", "2 ms", tutorial),
    Attack(f"/games/ID?after= of {EVENTS:,} events", "2 ms", events_after),
)


def _cost(server: Server, paths: Iterable[str]) -> str:
    """Return the processor time of a request, and the size of the largest page."""
    paths = list(paths)
    process = psutil.Process(server.process.pid)
    size, rounds = 0, []
    with httpx.Client(base_url=server.address, timeout=60) as client:
        client.get(paths[0])  # what is made on the first request is not what an attack repeats
        for number in range(ROUNDS):
            part = paths[number::ROUNDS]
            before = _spent(process)
            for path in part:
                answer = client.get(path).raise_for_status()
                size = max(size, len(answer.content))
            rounds.append((_spent(process) - before) / len(part))
    return f"{median(rounds) * 1_000:.1f} ms, {size / 1_000:.0f} kB"


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _long_game(server: Server) -> str:
    """Return the id of a game with as many events as there may be, most of them moves."""
    with httpx.Client(base_url=f"{server.address}api/v1/games") as client:
        game = client.post("", json={"board": "26x26:26", "opponent": None}).json()
        id_, version = str(game["id"]), game["version"]
        while version < EVENTS:
            square = {"square": len(game["moves"])} if len(game["moves"]) < 600 else {}
            path = f"{id_}/play" if square else f"{id_}/undo"
            answer = client.post(path, json={"version": version, **square}).raise_for_status()
            game, version = answer.json(), answer.json()["version"]
        return id_


def _outside_again() -> bool:
    """Print what was found from outside, as it is now; True if every figure is as it must be."""
    with tempfile.TemporaryDirectory() as folder:
        figures = [figure for measure in _outside.ROWS for figure in measure(Path(folder))]
    rows = [
        (
            figure.what,
            f"{figure.measured:.4g} {figure.unit}",
            judged(f"{figure.most} {figure.unit}".rstrip(), reached=figure.is_reached),
        )
        for figure in figures
    ]
    print_table(("what was found from outside", "measured", "must, at most"), rows)
    return all(figure.is_reached for figure in figures)


def main() -> None:
    """Send everything, and print the tables; a smoke test has the first alone."""
    quick = arguments_of(__doc__ or "").parse_args().quick
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder, "games.db")) as server:
            rows = [
                (attack.sent, attack.measure(server, ROUNDS if quick else 100), attack.must)
                for attack in ATTACKS
            ]
        with serving(Path(folder, "attacked.db"), *_attacks.FLAGS) as server:
            rows += [(sent, measure(server), must) for sent, must, measure in _attacks.ATTACKS]
            rows.append(("the log of all this", f"{_attacks.tracebacks(server)} tracebacks", "0"))
    print_table(("what was sent", "measured", "must, at most"), rows)
    if not quick:
        print()
        sys.exit(not _outside_again())


if __name__ == "__main__":
    main()

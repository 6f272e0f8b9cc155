"""Measure how long a newcomer waits for the first board, the first page, set-up and tests.

Every round clones the checkout as committed into a temporary folder and runs the README's commands
there. Wall-clock time from starting `make`: to the last line of the first board, to the last byte
of the page at `/`, or to the end of the command. `--tests` adds `make test`, `--ci` all of
`.ci/run`, each in a clone of its own. Packages come from the index, with no cache between rounds.
There is no peer: the targets are absolute. The yardstick is the seconds of a fixed piece of Python
work, with which to compare machines.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.request import urlopen

from _bench import arguments_of, judged, print_machine, print_table, spread

# Seconds that the project promises.
MOST = {
    "first board": 10,
    "first page": 10,
    "set-up for the tests": 60,
    "kernels": 25,
    "make test": 120,
    ".ci/run": 900,
}

_CHECKOUT = Path(__file__).resolve().parent.parent
_LAST_LINE = "7 | 8 | 9"
_MADE_BY_MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH", "VIRTUAL_ENV")
_NO_CACHE = {"PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}
_ENVIRONMENT = {
    **{key: text for key, text in os.environ.items() if key not in _MADE_BY_MAKE},
    **_NO_CACHE,
}


def main() -> None:
    """Measure and report."""
    parser = arguments_of("How long a fresh clone takes to play, serve and run its tests.")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="fresh clones (3)")
    parser.add_argument("--tests", action="store_true", help="run the tests of make test as well")
    parser.add_argument("--ci", action="store_true", help="run all of .ci/run as well")
    options = parser.parse_args()
    steps = [
        first_minute,
        set_up,
        *([tests] if options.tests else ()),
        *([ci] if options.ci else ()),
    ]
    print_machine()
    figures: dict[str, list[float]] = defaultdict(list)
    for _ in range(1 if options.quick else options.rounds):
        for step in steps:
            with clone() as folder:
                for name, seconds in step(folder).items():
                    figures[name].append(seconds)
            figures["yardstick"].append(yardstick())
    report(figures)


@contextmanager
def clone() -> Iterator[Path]:
    """Yield a clone of what is committed, for as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "noughts")
        subprocess.run(["git", "clone", "--quiet", _CHECKOUT, place], check=True)
        yield place


def first_minute(folder: Path) -> dict[str, float]:
    """Return the time of the two commands that people try first."""
    database = f"--database=sqlite:///{folder.parent}/games.db"
    return {
        "first board": until(folder, shows_board, "play"),
        "first page": until(folder, shows_page, "serve", f"ARGS=--port=0 {database}"),
    }


def set_up(folder: Path) -> dict[str, float]:
    """Return the time of everything that `make test` installs, and of the kernels alone."""
    whole = timed(folder, "make", ".venv/test")
    shutil.rmtree(folder / "build")
    (folder / ".venv" / "kernels").unlink()
    return {"set-up for the tests": whole, "kernels": timed(folder, "make", ".venv/kernels")}


def tests(folder: Path) -> dict[str, float]:
    """Return the time of the tests alone, once everything is installed."""
    timed(folder, "make", ".venv/test")
    return {"make test": timed(folder, "make", "test")}


def ci(folder: Path) -> dict[str, float]:
    """Return the time of everything that a change must pass, with its set-up."""
    return {".ci/run": timed(folder, ".ci/run")}


def yardstick() -> float:
    """Return the time of a fixed piece of work."""
    command = [sys.executable, str(_CHECKOUT / "tools" / "yardstick.py")]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def timed(folder: Path, *command: str) -> float:
    """Return the time a command takes; show its output if it fails."""
    start = perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False
    )
    seconds = perf_counter() - start
    if done.returncode:
        raise SystemExit(
            f"{' '.join(command)} failed:\n{done.stdout[-3_000:]}{done.stderr[-3_000:]}"
        )
    return seconds


def until(folder: Path, is_shown: Callable[[str], bool], *targets: str) -> float:
    """Return the time that make takes until a line of its output matches."""
    start = perf_counter()
    with subprocess.Popen(
        ["make", *targets],
        cwd=folder,
        env=_ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        if not any(map(is_shown, process.stdout)):
            raise SystemExit(f"make {targets[0]} ended without showing it")
        seconds = perf_counter() - start
        os.killpg(process.pid, signal.SIGINT)
    return seconds


def shows_board(line: str) -> bool:
    """True if this is the last line of a board."""
    return _LAST_LINE in line


def shows_page(line: str) -> bool:
    """True if a line names the server's address; its first page is then read to the end."""
    address = re.search(r"http://\S+/", line)
    if address is not None:
        with urlopen(address.group()) as page:
            page.read()
    return address is not None


def report(figures: dict[str, list[float]]) -> None:
    """Print the table, and whether each target was reached."""
    rows = [
        (
            name,
            spread(seconds, 2),
            judged(f"at most {MOST[name]} s", reached=median(seconds) <= MOST[name])
            if name in MOST
            else "",
        )
        for name, seconds in figures.items()
    ]
    print_table(("", "seconds: median (range)", "target"), rows)


if __name__ == "__main__":
    main()

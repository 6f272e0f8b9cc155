"""Time `noughts` to its first board, by lines and full, against `python3 -c pass`.

The checkout is installed, byte-compiled, into a fresh virtual environment in a temporary folder,
and its console script is run; the peer is that environment's interpreter. Wall-clock time from
starting the process. The peer is timed to its exit; the game to its first whole board, and in a
second row to its exit too, with empty input. The full screen is drawn in a pseudo-terminal, and
timed to the names of its keys, which come last. Other work on the machine only ever adds to a time,
so the best times are printed beside the medians.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from venv import EnvBuilder

from _bench import (
    ROUNDS,
    WARM_UPS,
    arguments_of,
    interleave,
    judged,
    print_machine,
    print_table,
    spread,
)

Command = Sequence[Path | str]

MOST_MS = 60
AIM_MS = 25
MOST_FULL_MS = 400

_CHECKOUT = Path(__file__).resolve().parent.parent
_BOARD = b"1  1 | 2 | 3\n  ---+---+---\n2  4 | 5 | 6\n  ---+---+---\n3  7 | 8 | 9\n"
_HEAVIEST = 15

_PASS = "python3 -c pass"
_FIRST_BOARD = "noughts play, to the first board"
_EXIT = "noughts play, to its exit"
_FULL = "noughts, to the first full screen"


def main() -> None:
    """Measure and report."""
    parser = arguments_of("Start-up of `noughts play` against `python3 -c pass`.")
    parser.add_argument(
        "--imports", action="store_true", help="list the heaviest imports of a start as well"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scripts = install(Path(folder) / "venv")
        measure(scripts, rounds=3 if options.quick else ROUNDS)
        if options.imports:
            print()
            print_imports(scripts)


def install(environment: Path) -> Path:
    """Install a copy of the checkout into a new environment; the folder of its scripts."""
    EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(environment)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    pip: Command = [scripts / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", "--compile", f"{_CHECKOUT}[screen]"], check=False)
    if done.returncode:
        sys.exit("the checkout could not be installed: see above")
    return scripts


def measure(scripts: Path, rounds: int) -> None:
    """Start each in turn, and print the comparison."""
    contenders = {
        _PASS: partial(time_to_exit, [scripts / "python", "-c", "pass"]),
        _FIRST_BOARD: partial(time_to_board, [scripts / "noughts", "play"]),
        _EXIT: partial(time_to_exit, [scripts / "noughts", "play"]),
    }
    if os.name != "nt":
        contenders[_FULL] = partial(time_to_full_screen, [scripts / "noughts"])
    print_machine()
    samples = interleave(contenders, rounds, WARM_UPS)
    more = median(samples[_FIRST_BOARD]) - median(samples[_PASS])
    rows = [
        (name, spread(figures, 1), *(_more(figures, samples[_PASS], of) for of in (median, min)))
        for name, figures in samples.items()
    ]
    head = f"ms, median of {rounds} (range)"
    print_table(("start-up", head, "more", "more, best to best"), rows)
    target = f"first board at +{more:.1f} ms; at most +{MOST_MS}, aim +{AIM_MS}"
    print(judged(target, reached=more <= MOST_MS, aim_reached=more <= AIM_MS))
    if _FULL in samples:
        full = median(samples[_FULL])
        target = f"full screen after {full:.0f} ms; at most {MOST_FULL_MS}"
        print(judged(target, reached=full <= MOST_FULL_MS))


def _more(figures: list[float], base: list[float], of: Callable[[list[float]], float]) -> str:
    return f"{of(figures) - of(base):+.1f}"


def time_to_exit(command: Command) -> float:
    """Return milliseconds from the start of a process, whose input is empty, to its exit."""
    begun = perf_counter()
    process = _start(command)
    process.communicate()
    return _since(begun, process)


def time_to_board(command: Command) -> float:
    """Return milliseconds from the start of a process to a whole board on its output."""
    begun = perf_counter()
    process = _start(command)
    assert process.stdout is not None
    shown = b""
    while _BOARD not in shown:
        part = os.read(process.stdout.fileno(), 65_536)
        if not part:
            sys.exit(f"no board in the output of {command}: {shown.decode(errors='replace')}")
        shown += part.replace(b"\r\n", b"\n")
    milliseconds = (perf_counter() - begun) * 1000
    process.communicate()
    _since(begun, process)
    return milliseconds


def time_to_full_screen(command: Command) -> float:
    """Return milliseconds from the start of a process to the last line of the full screen."""
    import pty  # not on Windows
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    environment = {**os.environ, "TERM": "xterm-256color"}
    begun = perf_counter()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown = b""
        while b"Quit" not in shown:
            shown += os.read(ours, 65_536)
        milliseconds = (perf_counter() - begun) * 1000
        process.kill()
    os.close(ours)
    return milliseconds


def _start(command: Command) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _since(begun: float, process: subprocess.Popen[bytes]) -> float:
    milliseconds = (perf_counter() - begun) * 1000
    if process.returncode:
        sys.exit(f"{process.args!r} failed with {process.returncode}")
    return milliseconds


def print_imports(scripts: Path) -> None:
    """Print the imports of one start that cost most, but for those of `python3 -c pass`."""
    base = {name for _, _, name in _imports(scripts, ["-c", "pass"])}
    imports = [
        row for row in _imports(scripts, ["-m", "noughts", "play"]) if row[2].strip() not in base
    ]
    imports.sort(reverse=True)
    rows = [
        (name, f"{alone / 1000:.1f}", f"{whole / 1000:.1f}")
        for whole, alone, name in imports[:_HEAVIEST]
    ]
    print_table(("the heaviest imports", "ms, itself", "with its own imports"), rows)
    total = sum(alone for _, alone, _ in imports) / 1000
    print(f"{len(imports)} modules, {total:.1f} ms in all, the tracing's own cost included")


def _imports(scripts: Path, arguments: list[str]) -> list[tuple[int, int, str]]:
    """Return the µs with and without the imports inside, and the name, of each import."""
    command: Command = [scripts / "python", "-X", "importtime", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    rows = []
    for line in done.stderr.decode().splitlines():
        alone, whole, name = line.removeprefix("import time:").split("|")
        if alone.strip().isdigit():
            rows.append((int(whole), int(alone), name.strip()))
    return rows


if __name__ == "__main__":
    main()

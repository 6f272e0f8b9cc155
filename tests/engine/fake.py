"""A program that speaks the protocol well, or fails in the way that its first argument names.

It takes the first free square in reading order. Failures happen at its second move, so that a game
has begun. It is run by path, and imports nothing of ours.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

HANG_SECONDS = 600


class Fake:
    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour
        self.width = self.height = 0
        self.taken: set[tuple[int, int]] = set()
        self.moves = 0

    def answer(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "END" and self.behaviour != "deaf":
            sys.exit(0)
        if word in ("START", "RECTSTART"):
            self.start(rest)
        elif word == "RESTART":
            self.taken.clear()
            say("UNKNOWN" if self.behaviour == "no-restart" else "OK")
        elif word == "BOARD":
            self.read_board()
            self.move()
        elif word == "TURN":
            self.take(rest)
            self.move()
        elif word == "PLAY":
            self.take(rest)
            say(rest)
        elif word == "BEGIN":
            self.move()

    def start(self, rest: str) -> None:
        if self.behaviour == "deaf":
            hang()
        if self.behaviour == "refuses":
            say("ERROR only 20x20 here")
            return
        width, _, height = rest.partition(",")
        self.width, self.height = int(width), int(height or width)
        say("OK - ready")

    def read_board(self) -> None:
        self.taken.clear()
        while (line := sys.stdin.readline().strip()) != "DONE":
            self.take(line.rpartition(",")[0])

    def take(self, square: str) -> None:
        x, y = map(int, square.split(","))
        self.taken.add((x, y))

    def move(self) -> None:
        self.moves += 1
        squares = ((x, y) for y in range(self.height) for x in range(self.width))
        x, y = next(square for square in squares if square not in self.taken)
        if self.moves == 2 and self.behaviour in FAILURES:
            FAILURES[self.behaviour](self)
        elif self.behaviour == "suggests":
            say(f"MESSAGE perhaps {x},{y}", f"SUGGEST {x},{y}")
        else:
            self.taken.add((x, y))
            say("MESSAGE thinking", "", "debug 1", f"{x},{y}")
            if self.behaviour == "talks":
                say(f"{x},{y}")


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def hang(_: object = None) -> None:
    """Do nothing for ever, even if asked to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(HANG_SECONDS)


def flood(_: object) -> None:
    """Say more than anybody can read."""
    while True:
        say(*["MESSAGE and another thing"] * 100)


def flood_without_lines(_: object) -> None:
    """Say more than anybody can read, all on one line."""
    while True:
        sys.stdout.write("x" * 100_000)


def crash(_: object) -> None:
    sys.exit(3)


def leave_a_child(_: object) -> None:
    """End, while a child holds the output open."""
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({HANG_SECONDS})"])
    sys.exit(4)


def close_output(_: object) -> None:
    os.close(1)
    hang()


FAILURES: dict[str, Callable[[Fake], object]] = {
    "hangs": hang,
    "floods": flood,
    "floods-one-line": flood_without_lines,
    "crashes": crash,
    "leaves-a-child": leave_a_child,
    "closes": close_output,
    "off-board": lambda fake: say(f"{fake.width},0"),
    "taken": lambda fake: say(",".join(map(str, next(iter(fake.taken))))),
    "nonsense": lambda _: say("I resign"),
    "huge": lambda _: say("9" * 5_000 + ",0"),
    "error": lambda _: say("ERROR out of ideas"),
    "bytes": lambda _: (sys.stdout.buffer.write(b"\xff\x00\x1b[2J\n"), sys.stdout.flush()),
}


if __name__ == "__main__":
    fake = Fake(sys.argv[1])
    for line in sys.stdin:
        fake.answer(line)

"""A lesson of thirty children in thirty browsers, against what a class can be asked to wait for.

Everybody joins by the code, and a Swiss tournament of five rounds on 3x3 is played by random taps,
while phones sleep, reload, lose their network, wander off and come back, three of them die, and the
host presses at random whatever the page has, but for what ends the event. All browsers and the
server share this machine, so that the seconds are those of the slowest class there can be. There
is no peer: the targets are absolute. The lesson counts only if its table adds up, from the moves of
all games, nobody is there twice and every page shows the podium.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from _bench import arguments_of, judged, print_machine, spread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the browsers of the tests

from tests.browser.browsers import CHROMIUM
from tests.browser.rooms.class_of_30 import Lesson, first_move, swiss
from tests.browser.rooms.recount import check_the_lesson
from tests.serving import serving

MOST_JOINING = 60  # seconds
MOST_FIRST_MOVE = 3  # seconds
MOST_TAPS = 3


def main() -> None:
    """Measure and report."""
    options = arguments_of("A class of thirty against its targets.").parse_args()
    count, rounds, times = (6, 3, 1) if options.quick else (30, 5, 5)
    with sync_playwright() as playwright:
        path = CHROMIUM.find(playwright)
    if path is None:
        sys.exit(f"noughts: {CHROMIUM.missing}")
    print_machine()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder, "games.db")) as server:
        moves = [asyncio.run(first_move(server.address, path)) for _ in range(times)]
        lesson = asyncio.run(swiss(server.address, path, count, rounds, seed=1, is_wrecked=True))
    report_first_moves(*zip(*moves, strict=True))
    report_lesson(lesson)
    check_the_lesson(lesson)
    print("the table adds up, and all pages show the same podium")


def report_first_moves(seconds: tuple[float, ...], taps: tuple[int, ...]) -> None:
    """Report the way from the QR code to the board."""
    print(f"from the QR code to the first move, seconds: {spread(seconds, 1)}")
    print(judged(f"at most {MOST_FIRST_MOVE}", reached=max(seconds) <= MOST_FIRST_MOVE))
    print(judged(f"taps: {max(taps)}, at most {MOST_TAPS}", reached=max(taps) <= MOST_TAPS))


def report_lesson(lesson: Lesson) -> None:
    """Report the way from the code to the podium."""
    games = lesson.records.splitlines()
    count = len(lesson.names) + lesson.mishaps["die"]
    late = sum('"termination":"time"' in game for game in games)
    text = f"{count} children joined in {lesson.joining:.0f} s, at most {MOST_JOINING}"
    print(judged(text, reached=lesson.joining <= MOST_JOINING))
    print(
        f"{len(games)} games, {late} of which the clock ended, by {lesson.taps} taps "
        f"in {lesson.playing:.0f} s, to the podium on all pages"
    )
    mishaps = ", ".join(f"{name} {times}" for name, times in sorted(lesson.mishaps.items()))
    print(f"what happened to the phones: {mishaps}; taps dropped: {lesson.dropped}")
    pressed = ", ".join(f"{name} {times}" for name, times in sorted(lesson.pressed.items()))
    print(f"what the host pressed: {pressed}")
    text = f"{lesson.states:,} states of pages with a sentence and at most one main button"
    print(judged(f"{text}; others: {len(lesson.faults)}", reached=not lesson.faults))


if __name__ == "__main__":
    main()

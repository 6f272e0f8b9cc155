"""`noughts learn`: the seven lessons."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from itertools import dropwhile

from noughts.cli.streams import is_full_screen_wanted, show_full_screen, standard_console
from noughts.coach.lessons import SEEDS, Lesson
from noughts.terminal.console import EndOfInput, coming_back
from noughts.terminal.learn import teach


def run_learn(arguments: Namespace) -> int:
    """Give the lessons from one on; returns the exit code."""
    first = Lesson(arguments.lesson)
    today = datetime.now(UTC).date().toordinal()
    seed = (today if arguments.seed is None else arguments.seed) % SEEDS
    if is_full_screen_wanted(arguments):
        from noughts.screen.learn import LessonScreen  # 200 ms

        return show_full_screen(LessonScreen(first, seed))
    console = standard_console(plain=arguments.plain, in_place=True)
    try:
        with coming_back(console):
            teach(console, dropwhile(lambda each: each is not first, Lesson), seed)
    except EndOfInput:
        console.say_goodbye()
    return 0

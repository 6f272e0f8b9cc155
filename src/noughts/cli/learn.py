"""`noughts learn`: the seven lessons, in line mode."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from itertools import dropwhile

from noughts.cli.streams import standard_console
from noughts.coach.lessons import SEEDS, Lesson
from noughts.terminal.console import EndOfInput, coming_back
from noughts.terminal.learn import teach


def run_learn(arguments: Namespace) -> int:
    """Give the lessons from one on; returns the exit code."""
    first = Lesson(arguments.lesson)
    seed = datetime.now(UTC).date().toordinal() if arguments.seed is None else arguments.seed
    console = standard_console(plain=arguments.plain, in_place=True)
    try:
        with coming_back(console):
            teach(console, dropwhile(lambda each: each is not first, Lesson), seed % SEEDS)
    except EndOfInput:
        console.say_goodbye()
    return 0

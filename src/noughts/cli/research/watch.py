"""Watching a match: its games on the full screen, and how it stands."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from multiprocessing.resource_tracker import ensure_running
from typing import TYPE_CHECKING

from noughts.cli.full_screen import INTERRUPTED, show
from noughts.cli.parser import one_line
from noughts.cli.research.match_report import figures
from noughts.core.mark import Mark

if TYPE_CHECKING:
    from noughts.arena import Pair, Plan, Sprt, Tally
    from noughts.screen.replay import Watched


def watch(
    plan: Plan, pairs: Generator[Pair, None, None], games: int, sprt: Sprt | None
) -> tuple[Tally, int]:
    """Play the match while somebody watches; returns the tally at its end, and the exit code."""
    from noughts.arena import Tally  # noqa: PLC0415
    from noughts.screen.replay import MatchScreen, Watched  # noqa: PLC0415 - 200 ms

    tally = Tally()

    def play() -> Iterator[Watched]:
        nonlocal tally
        with closing(pairs):
            for pair in pairs:
                tally = tally.add(pair)
                stand = tuple(figures(tally, games, sprt))
                for played, mark in zip(pair.games, pair.firsts, strict=True):
                    yield Watched(played.game, names_of(plan, mark), stand)
                if sprt is not None and sprt.accepted(tally.pairs) is not None:
                    return

    ensure_running()  # now: it hands on standard error, which is none while the screen is open
    screen = MatchScreen(plan.rules, play)
    code = show(screen)
    if screen.failure is not None:
        print(f"noughts: {one_line(str(screen.failure))}; the score so far:", file=sys.stderr)
        return tally, 1
    if not screen.is_over:
        print("noughts: interrupted; the score so far:", file=sys.stderr)
        return tally, code or INTERRUPTED
    return tally, code


def names_of(plan: Plan, mark: Mark) -> dict[Mark, str]:
    """Who plays which side, if the first contender has this one."""
    first, second = (contender.name for contender in plan.contenders)
    return {each: first if each is mark else second for each in Mark}

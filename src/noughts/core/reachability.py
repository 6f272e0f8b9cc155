"""Decides exactly, without playing, which positions a legal game can reach.

The sides' numbers of marks must fit alternate moves. At most one side has lines; it moved last, and
its last move lies on all of them, since it completed them all at once.
"""

from __future__ import annotations

from functools import reduce
from operator import and_

from noughts.core.errors import N_, InvalidPosition
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.rules import Rules


def check_reachable(rules: Rules, xs: int, os: int, turn: Mark) -> None:
    """Raise InvalidPosition, saying what is wrong, unless a legal game can lead here."""
    check_squares(rules, xs, os)
    x_count = xs.bit_count()
    o_count = os.bit_count()
    if abs(x_count - o_count) > 1:
        raise InvalidPosition(
            N_("{xs} X and {os} O: players take turns, so the counts differ by at most one"),
            xs=x_count,
            os=o_count,
        )
    if x_count != o_count:
        ahead = Mark.X if x_count > o_count else Mark.O
        if turn is ahead:
            raise InvalidPosition(
                N_("{xs} X and {os} O: {ahead} moved last, so it's {other}'s turn"),
                xs=x_count,
                os=o_count,
                ahead=ahead,
                other=ahead.other,
            )
    moved_last = os if turn is Mark.X else xs
    if rules.lines.has_line(xs) and rules.lines.has_line(os):
        raise InvalidPosition(N_("both X and O have a line – the game ends with the first"))
    if rules.lines.has_line(xs ^ os ^ moved_last):
        raise InvalidPosition(
            N_("{side} has a line, so the game is over and {side} moved last"), side=turn
        )
    if rules.lines.has_line(moved_last):
        completed = (line for line in rules.line_masks if line & moved_last == line)
        if not reduce(and_, completed):
            raise InvalidPosition(
                N_("no single move completes all the lines that {side} has"), side=turn.other
            )


def check_squares(rules: Rules, xs: int, os: int) -> None:
    """Raise InvalidPosition unless all marks are on the board, each on a square of its own.

    Kernels check nothing: what goes into one is checked here first, since positions that were
    played unchecked may hold anything.
    """
    if not (0 <= xs <= rules.full and 0 <= os <= rules.full):
        raise InvalidPosition(N_("a mark is off the board"))
    if xs & os:
        shared = (xs & os).bit_length() - 1
        raise InvalidPosition(
            N_("{square} holds both X and O"), square=square_name(rules.width, shared)
        )

"""Which positions a legal game can reach, decided exactly without playing.

The sides' numbers of marks must fit alternate moves. At most one side has lines; it moved last, and
its last move lies on all of them, since it completed them all at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core.errors import InvalidPosition
from noughts.core.mark import Mark
from noughts.core.notation import square_name

if TYPE_CHECKING:
    from noughts.core.rules import Rules


def check_reachable(rules: Rules, xs: int, os: int, turn: Mark) -> None:
    """Raise InvalidPosition, saying what is wrong, unless a legal game can lead here."""
    _check_squares(rules, xs, os)
    _check_counts(xs.bit_count(), os.bit_count(), turn)
    _check_lines(rules, xs, os, turn)


def _check_squares(rules: Rules, xs: int, os: int) -> None:
    if not (0 <= xs <= rules.full and 0 <= os <= rules.full):
        raise InvalidPosition(f"a mark lies off the {rules.width}x{rules.height} board")
    if xs & os:
        shared = (xs & os).bit_length() - 1
        raise InvalidPosition(f"{square_name(rules.width, shared)} holds both X and O")


def _check_counts(x_count: int, o_count: int, turn: Mark) -> None:
    if abs(x_count - o_count) > 1:
        raise InvalidPosition(
            f"{x_count} X and {o_count} O: players take turns, so the counts differ by at most one"
        )
    if x_count != o_count:
        ahead = Mark.X if x_count > o_count else Mark.O
        if turn is ahead:
            raise InvalidPosition(
                f"{x_count} X and {o_count} O: {ahead} moved last, so {ahead.other} is to move"
            )


def _check_lines(rules: Rules, xs: int, os: int, turn: Mark) -> None:
    moved_last = os if turn is Mark.X else xs
    if rules.lines.has_line(xs) and rules.lines.has_line(os):
        raise InvalidPosition("both X and O have a line: the game ends with the first")
    if rules.lines.has_line(xs ^ os ^ moved_last):
        raise InvalidPosition(f"{turn} has a line, so the game is over and {turn} moved last")
    if rules.lines.has_line(moved_last) and not _completed_at_once(rules, moved_last):
        raise InvalidPosition(f"no single move completes all the lines {turn.other} has")


def _completed_at_once(rules: Rules, bits: int) -> bool:
    common = bits
    for line in rules.line_masks:
        if line & bits == line:
            common &= line
    return common != 0

"""The shapes in a line, against the rules written down plainly."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from noughts.kernels.line_shapes import (
    FIVE,
    FOUR,
    OPEN_FOUR,
    THREE_CLOSED,
    THREE_HALF,
    THREE_OPEN,
    TWO_CLOSED,
    TWO_OPEN,
    LineShapes,
)


def code(side: str) -> int:
    """The code of a side of a square, nearest first: x an own mark, . empty, # blocked."""
    reach = side.split("#", maxsplit=1)[0]
    return sum(1 << place for place, mark in enumerate(reach) if mark == "x") | 1 << len(reach)


@cache
def fives(line: str, k: int) -> frozenset[int]:
    """Where one more mark in a line completes k in a row through its middle."""
    middle = len(line) // 2
    found = set()
    for first in range(max(0, middle - k + 1), min(middle, len(line) - k) + 1):
        window = line[first : first + k]
        if "#" not in window and window.count("x") == k - 1:
            found.add(first + window.index("."))
    return frozenset(found)


def with_mark(line: str, place: int) -> str:
    return f"{line[:place]}x{line[place + 1 :]}"


def has_five(line: str, k: int) -> bool:
    middle = len(line) // 2
    firsts = range(max(0, middle - k + 1), min(middle, len(line) - k) + 1)
    return any(line[first : first + k] == "x" * k for first in firsts)


def empties(line: str) -> list[int]:
    return [place for place, mark in enumerate(line) if mark == "."]


@pytest.mark.parametrize("k", [3, 4, 5])
def test_fives_fours_and_threes_are_what_the_words_say(k: int) -> None:
    shapes = LineShapes(k)
    for left, right in product(product("x.#", repeat=k - 1), repeat=2):
        line = "".join(reversed(left)) + "x" + "".join(right)
        shape = shapes.shape(code("".join(left)), code("".join(right)))
        assert (shape == FIVE) == has_five(line, k), line
        if shape == FIVE:
            continue
        assert (shape == OPEN_FOUR) == (len(fives(line, k)) > 1), line
        assert (shape == FOUR) == (len(fives(line, k)) == 1), line
        if fives(line, k):
            continue
        after = [with_mark(line, place) for place in empties(line)]
        ways = sum(len(fives(each, k)) > 1 for each in after)
        assert (shape == THREE_OPEN) == (ways > 1), line
        assert (shape == THREE_HALF) == (ways == 1), line
        if not ways:
            assert (shape == THREE_CLOSED) == any(fives(each, k) for each in after), line


def test_shapes_of_five_in_a_row_by_name() -> None:
    shapes = LineShapes(5)
    for left, right, expected in (
        ("x...", "....", TWO_OPEN),
        ("#...", "x...", TWO_CLOSED),
        ("x#..", "....", TWO_CLOSED),
        ("xx..", "....", THREE_OPEN),
        ("xx#.", "....", THREE_CLOSED),
        ("xxx.", "....", OPEN_FOUR),
        ("xxx#", "....", FOUR),
        ("xxxx", "....", FIVE),
        ("..#.", "xx.#", THREE_HALF),
    ):
        assert shapes.shape(code(left), code(right)) == expected, (left, right)

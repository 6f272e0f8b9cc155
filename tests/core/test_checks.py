"""Type checks of arguments."""

from __future__ import annotations

import numpy as np
import pytest

from noughts.core.checks import check_type, whole
from noughts.core.errors import WrongType
from noughts.core.position import Position
from noughts.core.rules import Rules


def test_a_value_of_the_kind_asked_for_passes() -> None:
    check_type(Rules(), Rules, "the board")
    check_type(True, int, "the number")


def test_another_is_refused_by_its_type_and_a_text_with_what_reads_it() -> None:
    with pytest.raises(WrongType, match=r"^the board is of type Rules, not NoneType$"):
        check_type(None, Rules, "the board")
    with pytest.raises(WrongType, match=r"of type Position, not str; Position\.parse reads a text"):
        check_type("xo./.../... x 3", Position, "the position")
    with pytest.raises(WrongType, match=r"^the text is of type str, not bytes$"):
        check_type(b"3x3:3", str, "the text")


@pytest.mark.parametrize("number", [7, np.int8(7), np.uint64(7)])
def test_an_integer_of_any_type_becomes_pythons_own(number: object) -> None:
    assert whole(number, "k") == 7
    assert type(whole(number, "k")) is int


@pytest.mark.parametrize("number", [True, np.True_, 3.0, np.float64(3), "3", b"3", None, 3j, [3]])
def test_what_is_no_integer_is_refused_in_one_line(number: object) -> None:
    kind = type(number).__name__
    with pytest.raises(WrongType, match=f"^k is an integer, not of type {kind}$"):
        whole(number, "k")

"""The tree of errors."""

from __future__ import annotations

import inspect
import pickle

import pytest

from noughts.core import errors
from noughts.core.errors import IllegalMove, NoughtsError, WrongType
from noughts.core.rules import Rules

ALL = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, Exception) and not issubclass(kind, Warning)
    if kind.__module__ == errors.__name__
]


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_error_is_a_noughts_error_and_drawn_in_the_tree(kind: type[Exception]) -> None:
    assert issubclass(kind, NoughtsError)
    assert f" {kind.__name__} " in f"{errors.__doc__}".replace("\n", " \n")


def test_a_rejected_value_is_a_value_error_too_but_work_given_up_is_not() -> None:
    no_value_error = {kind.__name__ for kind in ALL if not issubclass(kind, ValueError)}
    assert no_value_error == {
        "MissingExtra",
        "NoughtsError",
        "TooManyPositions",
        "Unsolved",
        "WrongType",
    }


def test_a_wrong_type_is_a_type_error() -> None:
    assert issubclass(WrongType, TypeError)


def test_an_illegal_move_tells_position_move_and_reason_even_after_pickling() -> None:
    position = Rules().start()
    error = pickle.loads(pickle.dumps(IllegalMove(position, 9, "off the board")))
    assert (error.position, error.move, error.reason) == (position, 9, "off the board")
    assert str(error) == "off the board"

"""The tree of errors, wrong types, and missing extras, which are reported in one sentence."""

from __future__ import annotations

import inspect
import pickle
import sys
from typing import Any

import pytest

from noughts.core import errors
from noughts.core.ending import Ending, Termination
from noughts.core.errors import IllegalMove, MissingExtra, NoughtsError, WrongType
from noughts.core.extras import extra, require_extra
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules

ALL = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, Exception) and not issubclass(kind, Warning)
    if kind.__module__ == errors.__name__
]


def test_every_error_is_a_noughts_error_and_drawn_in_the_tree() -> None:
    for kind in ALL:
        assert issubclass(kind, NoughtsError)
        assert f" {kind.__name__} " in f"{errors.__doc__}".replace("\n", " \n")


def test_a_rejected_value_is_a_value_error_too_but_work_given_up_is_not() -> None:
    no_value_error = {kind.__name__ for kind in ALL if not issubclass(kind, ValueError)}
    work_given_up = {"MissingExtra", "TooManyPositions", "Unsolved"}
    assert no_value_error == {"NoughtsError", "WrongType", *work_given_up}
    assert issubclass(WrongType, TypeError)


GAME = Game().play(4, 0)
NO_TEXTS = (None, 3, b"3x3:3", ["3x3:3"], Rules())


@pytest.mark.parametrize(
    ("make", "parts", "wrong"),
    [
        *((Rules.parse, (text,), r"a board's text is of type str, not .*") for text in NO_TEXTS),
        *((Position.parse, (text,), r"a position's text .* str, not .*") for text in NO_TEXTS),
        (Position, ("3x3:3", 0, 0, Mark.X), r"rules is .*, not str; Rules\.parse reads a text"),
        (Position, (None, 0, 0, Mark.X), "rules is of type Rules, not NoneType"),
        (Position, (Rules(), 0.0, 0, Mark.X), "the set of X's squares is an .* of type float"),
        (Position, (Rules(), 0, [], Mark.X), "the set of O's squares is an .* of type list"),
        (Position, (Rules(), 0, 0, "x"), "the side to move is of type Mark, not str"),
        (Ending, (Termination.RESIGNATION, "x"), "the winner is of type Mark, not str"),
        (Ending, ("line", Mark.X), "the termination is of type Termination, not str"),
        (Ending, (None,), "the termination is of type Termination, not NoneType"),
        (Game, (Rules().start(), (), "line"), "the ending is of type Ending, not str"),
        (Game, (Rules(),), "the start is of type Position, not Rules"),
        (GAME.end, (None,), "the ending is of type Ending, not NoneType"),
        (GAME.end, (Mark.X,), "the ending is of type Ending, not Mark"),
        (GAME.resign, ("x",), "the side that resigns is of type Mark, not str"),
    ],
)
def test_what_is_of_the_wrong_type_is_refused_at_once(make: Any, parts: Any, wrong: str) -> None:
    with pytest.raises(WrongType, match=f"^{wrong}$"):
        make(*parts)


def test_an_illegal_move_tells_position_move_and_reason_even_after_pickling() -> None:
    position = Rules().start()
    error = pickle.loads(pickle.dumps(IllegalMove(position, 9, "off the board")))
    assert (error.position, error.move, error.reason) == (position, 9, "off the board")
    assert str(error) == "off the board"


def test_a_module_that_is_missing_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = r'^nowhere is not installed: pip install "noughts\[web\]" brings it$'
    require_extra("web", "json", "sys")
    with pytest.raises(MissingExtra, match=sentence), extra("web"):
        import nowhere  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(MissingExtra, match=sentence):
        require_extra("web", "json", "nowhere")
    monkeypatch.setitem(sys.modules, "nowhere", None)  # may not be imported
    with pytest.raises(MissingExtra, match=sentence):
        require_extra("web", "nowhere")

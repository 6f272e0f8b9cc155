"""The tree of errors, wrong types, and missing extras, which are reported in one sentence."""

from __future__ import annotations

import inspect
import pickle
import sys

import pytest

from noughts.core import Rules, errors
from noughts.core.errors import IllegalMove, MissingExtra, NoughtsError, WrongType
from noughts.core.extras import extra, require_extra

ALL = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, Exception) and not issubclass(kind, Warning)
    if kind.__module__ == errors.__name__
]


def test_every_error_is_drawn_in_the_tree_and_a_rejected_value_is_a_value_error_too() -> None:
    for kind in ALL:
        assert issubclass(kind, NoughtsError)
        assert f" {kind.__name__} " in f"{errors.__doc__}".replace("\n", " \n")
    no_value_error = {kind.__name__ for kind in ALL if not issubclass(kind, ValueError)}
    work_given_up = {"MissingExtra", "TooManyPositions", "Unsolved"}
    assert no_value_error == {"NoughtsError", "WrongType", *work_given_up}
    assert issubclass(WrongType, TypeError)


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

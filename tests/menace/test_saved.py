from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Mark
from noughts.core.errors import NotationError
from noughts.menace import saved
from noughts.menace.machine import Machine, Scheme
from noughts.menace.training import train


@pytest.mark.parametrize("scheme", [Scheme(), Scheme(Mark.O, (8, 4, 2, 1), 5, 0, -2, False)])
def test_a_machine_comes_back_as_it_was(scheme: Scheme) -> None:
    *_, last = train(Machine.new(scheme), "random", 50, seed=1)
    assert saved.read(saved.text_of(last.machine)) == last.machine


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(saved.text_of(Machine.new())), **values})


def without_a_bead() -> str:
    data = json.loads(saved.text_of(Machine.new()))
    del data["boxes"]["xo./.../... x 3"]["c3"]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ": no JSON from line 1"),
        (saved.text_of(Machine.new())[:5_000], ": no JSON from line "),
        ("[]", ": a machine: expected an object, got list"),
        ("{}", ": its version is not 1"),
        ("[" * 50_000, ""),
        ("9" * 5_000, ""),
        (changed(version=2), ": its version is not 1"),
        (changed(side="z"), ""),
        (changed(first=[4, 3, 2]), ": the first beads are 4 numbers, not 3"),
        (changed(first=3), ""),
        (changed(win="3"), ": the beads for a win: expected an integer, got str"),
        (changed(shares=1), ": whether squares share beads: expected bool, got int"),
        (changed(side="o"), ": it has no 'x../.../... o 3'"),
        (changed(boxes={}), ": it has no '.../.../... x 3'"),
        (changed(lost=-1), ": the number of losses is 0 or more, not -1"),
        (without_a_bead(), ": it has no 'c3'"),
        (saved.text_of(Machine.new()).replace('"a1": 4', '"a1": -4', 1), ": the beads of a kind"),
        (saved.text_of(Machine.new()).replace('"a1": 4', '"a1": 4.5', 1), ": the beads of a kind"),
    ],
)
def test_what_is_no_machine_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        saved.read(text)
    assert str(caught.value).startswith(f"no machine of noughts{reason}")
    assert "\n" not in str(caught.value)


def test_a_long_text_is_not_read() -> None:
    with pytest.raises(NotationError, match=r"at most 1,000,000 characters$"):
        saved.read(" " * 1_000_001)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists))
def test_no_value_does_more_than_be_refused(value: object) -> None:
    for name in ("side", "first", "win", "shares", "won", "boxes"):
        if value != json.loads(saved.text_of(Machine.new()))[name]:
            text = changed(**{name: value})
            try:
                saved.read(text)
            except NotationError:
                continue
            assert name in ("win", "won", "shares")  # other numbers, or none shared

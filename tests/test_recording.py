"""The recording in the README matches the current output of the program."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from noughts.terminal.replay import cast
from noughts.wording.pictures.animation import animate
from tests.recording import TYPED, Piece, pieces, session, svg
from tests.records import records_in

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals"),
]


def test_the_recording_is_what_the_program_says() -> None:
    now = svg(pieces(session()))
    kept = (PICTURES / "terminal.svg").read_text(encoding="utf-8")
    assert now == kept, "record it again: make pictures"
    names = {"svg": "http://www.w3.org/2000/svg"}
    texts = [text.text or "" for text in ET.fromstring(now).iterfind(".//svg:text", names)]
    for line in TYPED:
        assert line.replace(" ", "") in "".join(texts).replace(" ", "")
    # It stands still where motion is unwelcome.
    style = now.split("<style>")[1].split("</style>")[0]
    before, _, after = style.partition("@media (prefers-reduced-motion: no-preference)")
    assert "animation" not in before
    assert after.count("animation:") == 2
    assert ".g { visibility: hidden }" in before
    assert "infinite" not in after


def test_the_films_of_games_are_what_the_program_writes() -> None:
    small, large = records_in(PICTURES / "games.jsonl")
    assert animate(large.game) == (PICTURES / "game.svg").read_text("utf-8"), "make pictures"
    assert cast(small) == (PICTURES / "game.cast").read_text("utf-8"), "make pictures"


def test_a_line_that_is_too_long_goes_on_below_and_is_seen_until_it_is_drawn_over() -> None:
    shown = pieces(iter([(0.0, "x" * 70 + "\r\n"), (1.0, "\x1b[36mX\x1b[0m")]))
    assert shown == [
        Piece(0.0, 0, 0, "x" * 60, ""),
        Piece(0.0, 1, 0, "x" * 10, ""),
        Piece(1.0, 2, 0, "X", "x"),
    ]
    shown = pieces(iter([(0.0, "a\r\nb\r\nc\r\n"), (2.0, "\x1b[2A\r\x1b[Jd")]))
    assert shown == [
        Piece(0.0, 0, 0, "a", ""),
        Piece(0.0, 1, 0, "b", "", until=2.0),
        Piece(0.0, 2, 0, "c", "", until=2.0),
        Piece(2.0, 1, 0, "d", ""),
    ]

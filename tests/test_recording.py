"""The recording in the README matches the current output of the program."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.recording import TYPED, Piece, pieces, session, svg

RECORDING = Path(__file__).parents[1] / "docs" / "pictures" / "terminal.svg"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals"),
]


def test_the_recording_is_what_the_program_says() -> None:
    now = svg(list(pieces(session())))
    assert now == RECORDING.read_text(encoding="utf-8"), "record it again: make pictures"


def test_the_recording_stands_still_where_motion_is_unwelcome() -> None:
    style = RECORDING.read_text(encoding="utf-8").split("<style>")[1].split("</style>")[0]
    before, _, after = style.partition("@media (prefers-reduced-motion: no-preference)")
    assert "animation" not in before
    assert after.count("animation:") == 2
    assert "infinite" not in after


def test_every_line_that_was_typed_is_in_the_picture() -> None:
    names = {"svg": "http://www.w3.org/2000/svg"}
    texts = [text.text or "" for text in ET.parse(RECORDING).iterfind(".//svg:text", names)]
    letters = "".join(texts)
    for line in TYPED:
        assert line.replace(" ", "") in letters.replace(" ", "")


def test_a_line_that_is_too_long_goes_on_below() -> None:
    shown = list(pieces(iter([(0.0, "x" * 70 + "\r\n"), (1.0, "\x1b[36mX\x1b[0m")])))
    assert shown == [
        Piece(0.0, 0, 0, "x" * 60, ""),
        Piece(0.0, 1, 0, "x" * 10, ""),
        Piece(1.0, 2, 0, "X", "x"),
    ]

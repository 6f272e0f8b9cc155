"""A sheet as PDF; it needs the extra `print`."""

from __future__ import annotations

import re
import zlib
from random import Random

import pytest

from noughts.coach.sheets import MOST_PUZZLES, Path, Words, choose_puzzles, pages, pdf_of
from noughts.language import use

pytest.importorskip("fpdf", reason="the extra print is not installed")


def contents(document: bytes) -> list[bytes]:
    """What is drawn on each page."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)
    drawn = [zlib.decompress(stream) for stream in streams if stream[:1] == b"x"]
    return [each for each in drawn if b" Tf" in each or b" c\n" in each or b" c " in each]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_document_has_two_pages_with_all_words_and_curves(language: str) -> None:
    with use(language):
        drawn = pages(choose_puzzles(MOST_PUZZLES, Random(1)))
    document = pdf_of(drawn, "Puzzles")
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    assert len(contents(document)) == 2
    for page, content in zip(drawn, contents(document), strict=True):
        words = [item.text for item in page if isinstance(item, Words)]
        assert content.count(b" Tj") == len(words)
        for text in words:
            escaped = re.sub(r"([()\\])", r"\\\1", text)
            assert f"({escaped})".encode("cp1252") in content
        curves = sum(len(item.stroke) // 3 for item in page if isinstance(item, Path))
        assert len(re.findall(rb"(?<=[\d.]) c\b", content)) == curves


def test_a_letter_that_the_fonts_lack_is_no_error() -> None:
    page = (Words("\u2603 \u2013 (x)", 10, 10, 4),)
    (content,) = contents(pdf_of([page], "\u2603"))
    assert b"(? \x96 \\(x\\))" in content

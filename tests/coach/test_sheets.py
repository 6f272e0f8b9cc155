"""Sheets: the puzzles are as asked for, and everything is on the pages, as SVG and as PDF."""

from __future__ import annotations

import re
import zlib
from functools import cache
from itertools import product
from random import Random
from xml.etree import ElementTree

import pytest

from noughts import NotationError, Rules, canonical
from noughts.coach import sheets
from noughts.coach.puzzle import BOARDS, LEVELS, Puzzle, Theme, puzzle_for, solution_text, task_text
from noughts.core import Mark
from noughts.wording.language import LANGUAGES, use
from noughts.wording.pictures import paper
from noughts.wording.pictures.palette import MARKS
from noughts.wording.pictures.pdf import pdf_of

COUNTS = [1, 6, 7, sheets.MOST_PUZZLES]
THEMES = tuple(Theme)


@cache
def chosen(count: int, rules: Rules = BOARDS[0]) -> tuple[Puzzle, ...]:
    return sheets.choose_puzzles(count, Random(count), rules=rules)


# --- the choice


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_puzzles_are_all_different_and_of_the_board(rules: Rules) -> None:
    puzzles = chosen(sheets.MOST_PUZZLES, rules)
    assert len({canonical(each.position) for each in puzzles}) == sheets.MOST_PUZZLES
    assert {each.position.rules for each in puzzles} == {rules}
    assert all(puzzle_for(each.position) == each for each in puzzles)


def test_level_theme_and_seed_decide_the_choice_of_which_there_may_be_too_few() -> None:
    for level in LEVELS:
        assert {each.level for each in sheets.choose_puzzles(5, Random(1), level)} == {level}
    only = sheets.choose_puzzles(8, Random(1), theme=Theme.ONLY)  # all there are
    assert {each.theme for each in only} == {Theme.ONLY}
    first, second, third = (sheets.choose_puzzles(6, Random(seed)) for seed in (1, 1, 2))
    assert first == second != third
    with pytest.raises(NotationError, match="there are only 8 such puzzles"):
        sheets.choose_puzzles(9, Random(1), theme=Theme.ONLY)
    with pytest.raises(NotationError, match="no such puzzle"):
        sheets.choose_puzzles(1, Random(1), theme=Theme.ONLY, rules=Rules(9, 9, 5))


# --- the pages


def text_of(page: paper.Page) -> str:
    return " ".join(item.text for item in page if isinstance(item, paper.Words))


def strokes_of(page: paper.Page, mark: Mark) -> int:
    return sum(isinstance(item, paper.Path) and item.colour == MARKS[mark] for item in page)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@pytest.mark.parametrize("count", COUNTS)
def test_tasks_are_on_the_first_page_and_answers_on_the_second(count: int, rules: Rules) -> None:
    puzzles = chosen(count, rules)
    asked, answered = sheets.pages(puzzles, "seed 7")
    for number, puzzle in enumerate(puzzles, 1):
        assert f"{number}." in text_of(asked)
        assert task_text(puzzle) in text_of(asked)
        assert solution_text(puzzle) not in text_of(asked)
        assert solution_text(puzzle) in text_of(answered)
    assert "seed 7" in text_of(asked)
    for mark, lines in ((Mark.X, 2), (Mark.O, 1)):
        there = sum(each.position.marks(mark).bit_count() for each in puzzles)
        moved = sum(each.position.turn is mark for each in puzzles)
        assert strokes_of(asked, mark) == there * lines
        assert strokes_of(answered, mark) == (there + moved) * lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_leaves_the_page_or_meets(language: str) -> None:
    for count, rules in product(COUNTS, BOARDS):
        with use(language):
            of_lesson = sheets.choose_puzzles(1, Random(1), theme=THEMES[count % 4])
            drawn = [*sheets.pages(chosen(count, rules)), *sheets.pages(of_lesson)]
        for page in drawn:
            for x, y in points_of(page):
                assert 0 < x < paper.WIDTH, (count, rules)
                assert 0 < y < paper.HEIGHT - 5, (count, rules)
            words = [each for each in page if isinstance(each, paper.Words)]
            letters = sorted({each.y for each in words if each.text == "a" and each.centred})
            for line in (each for each in words if not each.centred and len(each.text) > 3):
                assert all(abs(line.y - above_board) > 3 for above_board in letters), line


def points_of(page: paper.Page) -> list[tuple[float, float]]:
    """All points, and both ends of all words; a letter is about half as wide as it is high."""
    points = [point for item in page if isinstance(item, paper.Path) for point in item.stroke]
    for words in (item for item in page if isinstance(item, paper.Words)):
        points += [(words.x, words.y), (words.x + len(words.text) * words.size * 0.48, words.y)]
    return points


def test_a_picture_is_well_formed_and_has_every_word() -> None:
    for page in sheets.pages(chosen(sheets.MOST_PUZZLES), "<&>"):
        picture = ElementTree.fromstring(paper.svg_of(page))
        told = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert told == [item.text for item in page if isinstance(item, paper.Words)]
        paths = list(picture.iter("{http://www.w3.org/2000/svg}path"))
        assert len(paths) == sum(isinstance(item, paper.Path) for item in page)


# --- as PDF


def contents(document: bytes) -> list[bytes]:
    """What is drawn on each page."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)
    drawn = [zlib.decompress(stream) for stream in streams if stream[:1] == b"x"]
    return [each for each in drawn if b" Tf" in each or b" c\n" in each or b" c " in each]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_has_two_pages_with_all_words_and_curves(language: str) -> None:
    with use(language):
        drawn = sheets.pages(sheets.choose_puzzles(sheets.MOST_PUZZLES, Random(1)))
    document = pdf_of(drawn, "Puzzles")
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    assert len(contents(document)) == 2
    for page, content in zip(drawn, contents(document), strict=True):
        words = [item.text for item in page if isinstance(item, paper.Words)]
        assert content.count(b" Tj") == len(words)
        for text in words:
            escaped = re.sub(r"([()\\])", r"\\\1", text)
            assert f"({escaped})".encode("cp1252") in content
        curves = sum(len(item.stroke) // 3 for item in page if isinstance(item, paper.Path))
        assert len(re.findall(rb"(?<=[\d.]) c\b", content)) == curves


def test_a_letter_that_the_fonts_lack_is_no_error() -> None:
    page = (paper.Words("\u2603 \u2013 (x)", 10, 10, 4),)
    (content,) = contents(pdf_of([page], "\u2603"))
    assert b"(? \x96 \\(x\\))" in content

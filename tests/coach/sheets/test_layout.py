"""The pages of a sheet: everything is on them, nowhere else, and the answers only on the second."""

from __future__ import annotations

from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from noughts import Rules
from noughts.coach.puzzle import Puzzle
from noughts.coach.puzzle_choice import BOARDS
from noughts.coach.puzzle_text import solution_text, task_text
from noughts.coach.sheets import MOST_PUZZLES, Page, Path, Words, choose_puzzles, pages, svg_of
from noughts.coach.sheets.layout import HEIGHT, WIDTH
from noughts.core.mark import Mark
from noughts.core.pictures.palette import MARKS
from noughts.language import use

COUNTS = [1, 6, 7, MOST_PUZZLES]


@cache
def chosen(count: int, rules: Rules) -> tuple[Puzzle, ...]:
    return choose_puzzles(count, Random(count), rules=rules)


def text_of(page: Page) -> str:
    return " ".join(item.text for item in page if isinstance(item, Words))


def strokes_of(page: Page, mark: Mark) -> int:
    return sum(isinstance(item, Path) and item.colour == MARKS[mark] for item in page)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@pytest.mark.parametrize("count", COUNTS)
def test_tasks_are_on_the_first_page_and_answers_on_the_second(count: int, rules: Rules) -> None:
    puzzles = chosen(count, rules)
    asked, answered = pages(puzzles, "seed 7")
    for number, puzzle in enumerate(puzzles, 1):
        assert f"{number}." in text_of(asked)
        assert task_text(puzzle) in text_of(asked)
        assert solution_text(puzzle) not in text_of(asked)
        assert solution_text(puzzle) in text_of(answered)
    assert "seed 7" in text_of(asked)


@pytest.mark.parametrize("count", COUNTS)
def test_the_marks_are_those_of_the_positions_and_on_the_second_page_the_answers(
    count: int,
) -> None:
    puzzles = chosen(count, BOARDS[0])
    asked, answered = pages(puzzles)
    for mark, lines in ((Mark.X, 2), (Mark.O, 1)):
        there = sum(each.position.marks(mark).bit_count() for each in puzzles)
        moved = sum(each.position.turn is mark for each in puzzles)
        assert strokes_of(asked, mark) == there * lines
        assert strokes_of(answered, mark) == (there + moved) * lines


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("rules", BOARDS, ids=str)
@pytest.mark.parametrize("count", COUNTS)
def test_nothing_leaves_the_page_or_meets(count: int, rules: Rules, language: str) -> None:
    with use(language):
        drawn = pages(chosen(count, rules))
    for page in drawn:
        for x, y in points_of(page):
            assert 0 < x < WIDTH
            assert 0 < y < HEIGHT - 5
        words = [each for each in page if isinstance(each, Words)]
        letters = sorted({each.y for each in words if each.text == "a" and each.centred})
        for line in (each for each in words if not each.centred and len(each.text) > 3):
            assert all(abs(line.y - above_board) > 3 for above_board in letters), line


def points_of(page: Page) -> list[tuple[float, float]]:
    """All points, and both ends of all words; a letter is about half as wide as it is high."""
    points = [point for item in page if isinstance(item, Path) for point in item.stroke]
    for words in (item for item in page if isinstance(item, Words)):
        points += [(words.x, words.y), (words.x + len(words.text) * words.size * 0.48, words.y)]
    return points


@pytest.mark.parametrize("count", COUNTS)
def test_a_picture_is_well_formed_and_has_every_word(count: int) -> None:
    for page in pages(chosen(count, BOARDS[0]), "<&>"):
        picture = ElementTree.fromstring(svg_of(page))
        told = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert told == [item.text for item in page if isinstance(item, Words)]
        paths = list(picture.iter("{http://www.w3.org/2000/svg}path"))
        assert len(paths) == sum(isinstance(item, Path) for item in page)

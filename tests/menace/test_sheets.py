from __future__ import annotations

import pytest

from noughts.core import Mark
from noughts.menace import sheets
from noughts.menace.machine import Scheme
from noughts.wording.language import LANGUAGES, use
from noughts.wording.pictures import paper
from noughts.wording.pictures.palette import MARKS


def words(page: paper.Page) -> list[str]:
    return [item.text for item in page if isinstance(item, paper.Words)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", [Scheme(), Scheme(Mark.O, shares=False)])
def test_everything_is_on_the_paper(scheme: Scheme, language: str) -> None:
    with use(language):
        printed = sheets.pages(scheme, "a note")
    for page in printed:
        for item in page:
            if isinstance(item, paper.Words):
                wide = len(item.text) * item.size / paper.CHARACTERS
                left = item.x - wide / 2 if item.centred else item.x
                assert left >= 0, item
                assert left + wide <= paper.WIDTH, item
                assert 0 < item.y < paper.HEIGHT, item
            else:
                for x, y in item.stroke:
                    assert 0 <= x <= paper.WIDTH
                    assert 0 <= y <= paper.HEIGHT


def test_every_box_has_a_label_with_its_marks_and_the_numbers_of_its_beads() -> None:
    _first, *labels = sheets.pages(Scheme())
    boxes = Scheme().cabinet.boxes
    shown = [text for page in labels for text in words(page)]
    expected = [
        text
        for box in boxes
        for text in (
            *(str(square + 1) for square in box.squares),
            str(box.number),
            f"move {box.stage + 1}",
            f"{Scheme().first[box.stage]} each",
        )
    ]
    assert shown == expected
    crosses = sum(
        isinstance(item, paper.Path) and item.colour == MARKS[Mark.X]
        for page in labels
        for item in page
    )
    assert crosses == 2 * sum(box.position.xs.bit_count() for box in boxes)  # two strokes


def test_the_instructions_count_the_boxes_and_the_beads() -> None:
    text = " ".join(words(sheets.pages(Scheme())[0]))
    assert "You need 304 matchboxes, envelopes or cups: 1, 12, 108 and 183" in text
    assert "137 white" in text
    assert "1720 in all" in text
    total = sum(len(box.squares) * Scheme().first[box.stage] for box in Scheme().cabinet.boxes)
    assert total == 1_720


def test_other_rewards_are_told_too() -> None:
    text = " ".join(words(sheets.pages(Scheme(win=5, draw=0, loss=-2))[0]))
    assert "Won: put the bead back, and 5 more of its colour." in text
    assert "Drawn: put the bead back." in text
    assert "Lost: keep the bead out, and take away 1 more of its colour." in text


def test_the_instructions_tell_what_a_bead_means_where_the_label_is_turned() -> None:
    instructions, *_labels = sheets.pages(Scheme())
    text = " ".join(words(instructions))
    assert "where the machine moves on the label. If the label is turned, turn that back" in text

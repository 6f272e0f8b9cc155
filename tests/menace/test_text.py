from __future__ import annotations

import pytest

from noughts.core import Game, Mark, Position
from noughts.menace.machine import Machine, Scheme
from noughts.menace.text import Judges, box_lines, lesson_text, report_lines, why_text
from noughts.menace.training import Michie, train
from noughts.wording.language import LANGUAGES, use


def test_the_tournament_of_220_games_has_the_shape_of_the_published_one() -> None:
    judges = Judges(Machine.new())
    points = [judges.point(Machine.new())]
    lessons = train(Machine.new(), Michie(seed=99), 220, seed=99)
    points += [judges.point(lesson.machine) for lesson in lessons]
    # "By the end of the first 20 plays the machine was settling into" a line that draws:
    assert [point.machine.score.draws for point in points[10:21:5]] == [2, 3, 7]
    assert points[20].line < 0 < points[60].line < points[150].line < points[220].line
    # "after 150 plays the machine had become capable of coping with anything":
    last = points[220].machine.score
    before = points[150].machine.score
    assert last.losses - before.losses < 5
    assert points[150].chances["perfect"].draw > 0.95
    # "sustaining 8 defeats in 10 successive games":
    wins = [point.machine.score.wins for point in points]
    assert max(later - earlier for earlier, later in zip(wins, wins[10:], strict=False)) == 8
    report = "\n".join(report_lines(points))
    assert "    220   63    115    42   262      98%   91.2%      98%" in report
    assert "against perfect: 0% won, 98% drawn, 2% lost" in report


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_its_width_in_every_language(language: str) -> None:
    judges = Judges(Machine.new())
    points = [judges.point(lesson.machine) for lesson in train(Machine.new(), "easy", 30, seed=1)]
    with use(language):
        lines = [*report_lines(points), *report_lines(points[:1])]
    assert max(map(len, lines)) <= 100
    assert all(line.isprintable() for line in lines)


def test_a_machine_that_has_given_up_says_so() -> None:
    new = Machine.new()
    empty = Machine(new.scheme, ((0, 0, 0), *new.beads[1:]))
    assert any("given up" in line for line in report_lines([Judges(new).point(empty)]))


def test_a_box_is_shown_with_its_beads() -> None:
    shown = "\n".join(box_lines(Machine.new(), Position.parse(".../.../... x 3")))
    assert shown.endswith(
        "Box 1, move 1\n  a1  4 beads, 33.3%\n  b1  4 beads, 33.3%\n  b2  4 beads, 33.3%"
    )


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("xxx/oo./... o 3", "There is no box: the game is over."),
        ("xox/oxo/ox. x 3", "There is no box: one square is left."),
        ("x../.../... o 3", "There is no box: this machine plays X, and X begins."),
        (".../.../... o 3", "There is no box: this machine plays X, and X begins."),
        ("o../.../... x 3", "There is no box: this machine plays X, and X begins."),
    ],
)
def test_it_is_said_why_there_is_no_box(position: str, sentence: str) -> None:
    assert [*box_lines(Machine.new(), Position.parse(position))][-1] == sentence


def test_why_it_moved_is_its_beads() -> None:
    machine, start = Machine.new(), Position.parse(".../.../... x 3")
    assert why_text(machine, start, 4) == "MENACE shakes box 1 and draws b2 (4 of 12 beads)."
    empty = Machine(machine.scheme, ((0, 0, 0), *machine.beads[1:]))
    assert why_text(empty, start, None) == "MENACE opens box 1. It is empty."
    last = Position.parse("xox/oxo/ox. x 3")
    assert why_text(machine, last, 8) == "MENACE takes the last square, c3."


@pytest.mark.parametrize(
    ("scheme", "sentence"),
    [
        (Scheme(), "MENACE puts back each bead that it drew, and 3 more of the same kind."),
        (Scheme(win=0), "MENACE puts back each bead that it drew."),
        (Scheme(win=-1), "MENACE loses the bead that it drew, from each box."),
        (Scheme(Mark.O), "MENACE loses the bead that it drew, from each box."),
    ],
)
def test_what_it_learned_is_said(scheme: Scheme, sentence: str) -> None:
    won_by_x = Game().play("a1", "b1", "b2", "c1", "c3")
    assert lesson_text(Machine.new(scheme), won_by_x) == sentence

"""The sentences of a report, as a student reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.grader.grading import Report, grade
from noughts.grader.program import Direct
from noughts.grader.text import report_lines

ROOT = Path(__file__).parents[2]


def graded(source: str) -> Report:
    return grade(Direct(Path("mine.py"), source.encode()), "mine.py")


@pytest.mark.slow
def test_the_page_for_teachers_shows_what_is_reported() -> None:
    file = ROOT / "tests" / "grader" / "programs" / "tictactoe.py"
    report = grade(Direct(file, file.read_bytes()), file.name)
    page = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    shown = page.partition("$ noughts grade tictactoe.py\n")[2].partition("\n```")[0]
    assert "\n".join(report_lines(report, 100)) == shown


def test_what_is_wrong_is_said_with_a_call_and_a_reason() -> None:
    for source, told in [
        (
            "def winner(board): return None\ndef player(board): return 'X'\n"
            "def actions(board): return set()\ndef terminal(board): return False\n",
            "winner(XOO/X../X..) returns None instead of 'X' – X has the left column",
        ),
        (
            "def createBoard(): return [' '] * 10\n",
            "a board has 9 free squares, and this has 10 squares",
        ),
        ("def winner(a, b): pass\n", "winner is called with 1 argument, but takes 2."),
        ("def nextTurn(): pass\n", "nextTurn is called with 1 argument, but takes 0."),
        (
            "def nextTurn(turn): return turn\n",
            "nextTurn('X') returns 'X' instead of 'O' – X and O take turns.",
        ),
        ("def firstPlayer(): return 'X'\n", "firstPlayer() returns 'X' – it always does"),
    ]:
        lines = list(report_lines(graded(source)))
        assert any(told in line for line in lines), (told, lines)


@pytest.mark.slow
def test_chances_are_told_exactly() -> None:
    source = (
        "import random\ndef choose(board):\n"
        "    return random.choice([i for i in range(9) if board[i] == ' '])\n"
    )
    lines = "\n".join(report_lines(graded(source)))
    assert "loses as X: 93.9% of the games against the best opponent, and 28.8% against" in lines
    assert "draws lots" not in lines  # the same figures again

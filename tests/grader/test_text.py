"""The sentences of a report, as a student reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.grader.grading import Report, grade
from noughts.grader.program import Direct
from noughts.grader.text import report_lines

ROOT = Path(__file__).parents[2]


NEXT = "def nextTurn(turn): return 'O' if turn == 'X' else 'X'\n"


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
            f"{NEXT}def legalMoves(board, player): pass\n",
            "legalMoves is called with 1 argument, but takes 2.",
        ),
        (
            "def legalMoves(board):\n"
            "    return [i for i in range(9) if board[i] == ' '] + [8] * (board[8] == ' ')\n",
            "returns [0, 1, 2, 3, 4, 5, 6, 7, 8, 8] – 8 is in it twice.",
        ),
        (
            "def displayBoard(board): print('123')\n",
            "prints the same as for every other board.",
        ),
        (
            "import random\ndef firstPlayer(): return 'X' if random.randint(0, 9) else 'O'\n",
            "firstPlayer() returns 'X' – it does so in 90% of all calls, and should in 50%.",
        ),
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


WINNER = """
LINES = "012", "345", "678", "036", "147", "258", "048", "246"
def winner(board):
    for line in LINES:
        cells = {board[int(square)] for square in line}
        if len(cells) == 1 and cells != {" "}:
            return cells.pop()
"""


def test_a_winner_without_a_word_for_a_tie_is_noted_and_not_taken_for_cs50s() -> None:
    for beside in ("", "def player(board): return input()\n"):
        report = graded(WINNER + beside)
        assert report.is_right
        lines = "\n".join(report_lines(report))
        assert "winner  right, in all 5,478 calls" in lines
        assert "returns None – the board is full, and nobody has three in a row." in lines
    report = graded(WINNER + "def congrats(who): print(who)\n")
    assert not report.is_right
    assert "returns None instead of 'TIE'" in "\n".join(report_lines(report))


def test_marks_that_no_constant_names_are_found_out() -> None:
    computer = (
        "def cpuMove(board):\n"
        "    for who in (1, 2):\n"
        "        for at in range(9):\n"
        "            cells = [*board[:at], who, *board[at + 1 :]]\n"
        "            if board[at] == 0 and winner(cells) == who:\n"
        "                return at\n"
        "    return board.index(0)\n"
    )
    report = graded(WINNER.replace('" "', "0") + computer)
    assert "marks 1 and 2; empty 0; squares 0-8" in "\n".join(report_lines(report))

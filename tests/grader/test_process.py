"""Programs that loop, crash, print, ask, exit or start others: told, and not suffered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.grader.grading import Report, grade
from noughts.grader.process import ProgramProcess
from noughts.grader.questions import Certainty, Limits, Question, Trouble
from noughts.grader.text import report_lines

BOARD = ([" "] * 9,)

HOSTILE = """
import os, random, socket, subprocess, sys, threading

calls = []

def fine(board): return 4
def raises(board): return board[9]
def exits(board): sys.exit(3)
def quits(board): quit()
def ends(board): os._exit(0)
def asks(board): return int(input("square? "))
def reads(board): return sys.stdin.readline()
def asks_again(board):
    while True:
        try: return int(input())
        except: pass
def prints(board):
    while True: print("hello")
def recurs(board): return recurs(board)
def eats(board): return [0] * 10**11
def forks(board):
    while True: os.fork()
def starts(board): subprocess.run(["echo"])
def system(board): os.system("echo")
def connects(board): socket.create_connection(("127.0.0.1", 9))
def writes(board): open("left-behind", "w")
def deletes(board): os.remove(__file__)
def answers_much(board): return ["x" * 90] * 40
def answers_deeply(board):
    nest = []
    for _ in range(10_000): nest = [nest]
    return nest
def answers_itself(board):
    board.append(board)
    return board
class Rude:
    def __repr__(self): raise ValueError("no")
def answers_rudely(board): return Rude()
def cannot_be_caught(board):
    try: os.fork()
    except Exception: return 4
def closes(board):
    for descriptor in range(3, 40):
        try: os.close(descriptor)
        except OSError: pass
def draws(board): return random.choice([0, 1, 1])
def tosses(board): return random.random() < 0.5
def forgets(board):
    calls.append(1)
    return len(calls)
"""

TROUBLES = {
    "fine": None,
    "raises": Trouble.ERROR,
    "exits": Trouble.EXIT,
    "quits": Trouble.EXIT,
    "ends": Trouble.CRASH,
    "asks": Trouble.INPUT,
    "reads": Trouble.INPUT,
    "asks_again": Trouble.INPUT,
    "prints": Trouble.OUTPUT,
    "recurs": Trouble.DEPTH,
    "eats": Trouble.MEMORY,
    "forks": Trouble.FORBIDDEN,
    "starts": Trouble.FORBIDDEN,
    "system": Trouble.FORBIDDEN,
    "connects": Trouble.FORBIDDEN,
    "writes": Trouble.FORBIDDEN,
    "deletes": Trouble.FORBIDDEN,
    "answers_much": None,
    "answers_deeply": Trouble.DEPTH,
    "answers_itself": None,
    "answers_rudely": Trouble.ERROR,
    "cannot_be_caught": Trouble.FORBIDDEN,
    "closes": Trouble.CRASH,
    "draws": None,
    "tosses": None,
    "forgets": None,
}


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[ProgramProcess]:
    file = tmp_path / "hostile.py"
    file.write_text(HOSTILE, encoding="utf-8")
    with ProgramProcess(file, Limits(60.0)) as process:
        loaded = process.load(name.replace("_", "") for name in TROUBLES)
        assert {function.name for function in loaded.functions} == set(TROUBLES)
        assert loaded.failure is None
        yield process


@pytest.mark.slow
def test_whatever_a_function_does_is_an_answer_and_the_next_one_is_asked(
    hostile: ProgramProcess, tmp_path: Path
) -> None:
    for name, trouble in TROUBLES.items():
        if sys.platform == "win32" and name in ("forks", "cannot_be_caught"):
            continue  # there is no fork
        answer, after = hostile.ask([Question(name, BOARD), Question("fine", BOARD)])
        failure = answer.outcomes[0].failure
        if name not in ("answers_much", "closes"):
            assert (failure and failure.trouble) is trouble, (name, answer)
        if name != "closes":  # what it takes from us is gone until the next start
            assert after.outcomes[0].value == 4, (name, after)
    assert [file.name for file in tmp_path.iterdir()] == ["hostile.py"]


def test_chances_are_exact_where_draws_can_be_counted_and_else_said_to_be_a_sample(
    hostile: ProgramProcess,
) -> None:
    draws, tosses, forgets = hostile.ask(
        Question(name, BOARD) for name in ("draws", "tosses", "forgets")
    )
    assert draws.certainty is Certainty.EXACT
    assert {outcome.value: str(share) for outcome, share in draws.chances} == {0: "1/3", 1: "2/3"}
    assert tosses.certainty is Certainty.SAMPLED
    assert forgets.certainty is Certainty.UNSTEADY


def test_a_loop_is_ended_and_told(tmp_path: Path) -> None:
    report = graded(tmp_path, "def choose(board):\n    while True: pass\n", Limits(1.0))
    assert "choose(XO./.X./..O) takes longer than 1 s" in "\n".join(report_lines(report))


def graded(folder: Path, source: str, limits: Limits | None = None) -> Report:
    file = folder / "mine.py"
    file.write_text(source, encoding="utf-8")
    with ProgramProcess(file, limits or Limits()) as process:
        return grade(process, file.name)


NEXT = "def nextTurn(turn): return 'O' if turn == 'X' else 'X'\n"


def test_what_a_program_does_when_it_is_imported_is_told_and_its_functions_are_tried(
    tmp_path: Path,
) -> None:
    for source, told in [
        (f"{NEXT}input('Go? ')\n", "asks for input (line 2: input('Go? ')) when it is imported"),
        (f"input('Play? ')\n{NEXT}", "asks for input (line 1"),
        (f"{NEXT}print('Welcome!')\n", "prints when it is imported, and begins with 'Welcome!'"),
        (f"import sys\n{NEXT}sys.exit()\n", "ends the program (line 3: sys.exit())"),
        (f"import nothing_such\n{NEXT}", "ModuleNotFoundError: No module named 'nothing_such'"),
        (f"{NEXT}while True: print('hello')\n", "prints without end (line 2"),
    ]:
        report = graded(tmp_path, source)
        lines = "\n".join(report_lines(report))
        assert not report.is_right, source
        assert told in lines, lines
        assert "nextTurn  right, in all 2 calls" in lines, lines


def test_what_is_no_python_or_has_nothing_known_is_told(tmp_path: Path) -> None:
    for source, told in [
        ("def main(): pass\n", "main  not tried: no game could be played at its prompt"),
        ("def winner(board)\n", "The file is no Python: expected ':' (line 1: def winner(board))."),
        ("\0", "The file is no Python: "),
        ("def hello(): pass\n", "There is no function in it that is known."),
        ("", "There is no function in it that is known."),
    ]:
        report = graded(tmp_path, source)
        lines = "\n".join(report_lines(report))
        assert not report.is_right
        assert told in lines, source
        assert "right" not in lines, source


def test_a_program_may_use_numpy(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    source = """
import numpy as np
def createBoard(): return np.array([" "] * 9)
def legalMoves(board): return np.flatnonzero(np.array(board) == " ")
def isFull(board): return np.all(np.array(board) != " ")
"""
    report = graded(tmp_path, source)
    assert report.is_right, "\n".join(report_lines(report))

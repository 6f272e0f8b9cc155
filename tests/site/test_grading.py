"""A program that is graded in a page: what the engine says is what the command says."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from noughts.grader.grading import grade
from noughts.grader.program import Direct, Program
from noughts.grader.serving import Service
from noughts.grader.text import fault_text, score_texts, summary_text, verdict_text
from noughts.site.pages import respond
from tests.grader.seeded import FAULTS, Seeded
from tests.grader.test_programs import FOLDER, mutated

WITH_FAULTS = """
def createBoard(): return [" "] * 10
def winner(board): return None
def nextTurn(mark): return input("whose turn? ")
def firstPlayer():
    import random
    return random.choice("XXO")
def congrats(mark): print("well done")
"""


class Page:
    """A page that asks the engine; it has the program in this process, without limits."""

    def __init__(self, name: str, source: str) -> None:
        self._lines: list[str] = []
        self._program = Program(Path(name), source.encode())
        self._service = Service(self._program, self._lines.append, lambda: None)
        self.step = judge({"begin": name})

    def answers(self) -> list[str]:
        """Return what the program answers to what is asked."""
        self._lines.clear()
        with self._program.isolated():
            if "load" in self.step:
                self._service.load(self.step["load"])
            for line, _seconds in self.step.get("questions", ()):
                self._service.answer(json.loads(line))
        return list(self._lines)

    def go_on(self, **outcome: Any) -> None:
        """Tell the engine what came of what it asked."""
        self.step = judge(outcome)

    def report(self, until: Callable[[Any], bool] = lambda _step: False) -> str:
        """Return the report, or what there is once a step is that which is looked for."""
        while "report" not in self.step and not until(self.step):
            self.go_on(lines=self.answers())
        return unescape(self.step.get("report", ""))


def judge(data: Any) -> Any:
    answer = respond_to(json.dumps(data))
    assert answer["status"] == 200, answer
    return json.loads(b64decode(answer["file"]))


def respond_to(body: str) -> Any:
    asked = {"method": "POST", "path": "/learn/grade", "body": body, "language": "en"}
    return json.loads(respond(json.dumps({**asked, "now": "2026-01-01T12:00:00Z", "games": {}})))


def sentences(name: str, source: str) -> Iterator[str]:
    """Yield what the command says of a program."""
    report = grade(Direct(Path(name), source.encode()), name)
    yield summary_text(report)
    yield from (fault_text(fault, report.notation) for fault in report.faults)
    for part in report.parts:
        yield verdict_text(part)
        yield from (fault_text(fault, report.notation) for fault in (*part.faults, *part.notes))
        yield from score_texts(part)


def check_same(name: str, source: str) -> None:
    report = Page(name, source).report()
    for sentence in sentences(name, source):
        assert sentence in report, sentence


def test_a_right_program() -> None:
    source = (FOLDER / "choose_table.py").read_text(encoding="utf-8")
    check_same("choose_table.py", source)
    assert "1 of 1 function is right." in Page("choose_table.py", source).report()


@pytest.mark.parametrize(
    "source",
    [
        WITH_FAULTS,
        "def winner(board:\n",
        "import pygame\ndef nextTurn(mark): return {'X': 'O', 'O': 'X'}[mark]\n",
        "print('hello')\n",
        "",
        "def choose(board): return board.index(' ')\n",
    ],
)
def test_faults_are_told_in_the_words_of_the_command(source: str) -> None:
    check_same("mine.py", source)


@pytest.mark.slow
def test_odds_are_told_in_the_words_of_the_command() -> None:
    check_same(
        "mine.py",
        "import random\ndef choose(b): return random.choice([i for i in range(9) if b[i] == ' '])",
    )


# Of programs that always answer alike, and soon.
_QUICK = {"choose_table", "choose_rows", "prompt_globals", "table_class", "table_tuple"}


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.file in _QUICK])
def test_seeded_faults_are_told_in_the_words_of_the_command(fault: Seeded) -> None:
    check_same(f"{fault.file}.py", mutated(fault))


def test_a_lost_game_is_drawn_with_the_lines_by_which_it_is_lost() -> None:
    report = Page("mine.py", "def choose(board): return board.index(' ')\n").report()
    assert 'class="thumbnail"' in report
    assert '<path class="line"' in report


def test_what_a_browser_lacks_is_no_fault_of_the_program() -> None:
    page = Page("mine.py", "import pygame\ndef nextTurn(mark): return {'X': 'O', 'O': 'X'}[mark]\n")
    report = page.report()
    assert "No module named 'pygame'" in report
    assert "use <code>noughts grade</code>" in report
    assert "1 of 1 function is right." in report


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [("time", "nextTurn('X') takes longer than 10 s."), ("crash", "nextTurn('X') crashes Python.")],
)
def test_a_function_that_never_answers_is_told_and_the_others_are_tried(
    trouble: str, sentence: str
) -> None:
    source = "def nextTurn(mark): return 'X'\ndef isBoardFull(board): return ' ' not in board\n"
    page = Page("mine.py", source)
    page.report(lambda step: step.get("function") == "nextTurn" and len(step["questions"]) == 2)
    page.go_on(lines=[], trouble=trouble)
    report = page.report()
    assert sentence in report
    assert "1 of 2 functions are right." in report


def test_a_function_that_never_answers_is_called_once_to_learn_how_the_program_writes() -> None:
    names = ("createBoard", "legalMoves", "winner", "nextTurn", "cpuMove")
    page = Page("mine.py", "".join(f"def {name}(*_): pass\n" for name in names))
    asked = Counter[str]()
    while "report" not in page.step:
        if "questions" not in page.step:
            page.go_on(lines=page.answers())
            continue
        asked[page.step["function"]] += 1
        page.go_on(lines=[], trouble="time")
    assert set(asked) == set(names)
    assert max(asked.values()) <= 2  # once more when it is graded


def test_a_computer_is_asked_once_a_ply_for_all_sides_and_whoever_begins() -> None:
    page = Page("mine.py", "def cpuMove(board, mark): return board.index(' ')\n")
    asked = list[int]()
    while "report" not in page.step:
        asked.append(len(page.step.get("questions", ())))
        page.go_on(lines=page.answers())
    assert len([count for count in asked if count > 1]) <= 9


def test_a_program_that_never_ends_is_told() -> None:
    page = Page("mine.py", "def choose(board): return board.index(' ')\n")
    page.go_on(lines=[], trouble="time")
    assert page.step["load"]["only_definitions"]
    assert "takes longer than 10 s" in page.report()


def test_answers_to_the_first_questions_are_kept() -> None:
    page = Page("mine.py", "def nextTurn(mark): return 'X'\n")
    page.report(lambda step: len(step.get("questions", ())) == 2)
    (_, seconds), (second, _) = page.step["questions"]
    page.go_on(lines=page.answers()[:1])
    assert [json.loads(line)["arguments"] for line, _ in page.step["questions"]] == [
        json.loads(second)["arguments"]
    ]
    assert "returns 'X' instead of 'O'" in page.report()
    assert seconds == 10


@pytest.mark.parametrize("line", ["", "{", "null", '{"answer": 3}', "[" * 5_000, '{"answer": {}}'])
def test_what_is_no_answer_is_a_crash(line: str) -> None:
    source = "def nextTurn(mark): return 'X'\ndef isBoardFull(board): return ' ' not in board\n"
    page = Page("mine.py", source)
    page.report(lambda step: len(step.get("questions", ())) == 2)
    page.go_on(lines=[line, *page.answers()[1:]])
    report = page.report()
    assert "nextTurn('X') crashes Python." in report
    assert 'isBoardFull</code> <span class="verdict">right' in report


def test_an_answer_of_four_kilobytes_is_not_read() -> None:
    page = Page("mine.py", "def nextTurn(mark): return [['x' * 90] * 40] * 2\n")
    assert "prints without end" in page.report()


@pytest.mark.parametrize("body", ["", "{", "[]", "3", '{"lines": 3}', '{"begin": 3}'])
def test_a_request_that_no_page_sends_is_refused(body: str) -> None:
    assert respond_to(body)["status"] >= 400

"""Twenty right programs, and what the grader finds once a fault is seeded into one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts import Mark, Position
from noughts.grader import faults
from noughts.grader.faults import Fault, word_of
from noughts.grader.grading import Report, grade
from noughts.grader.inference import Wishes
from noughts.grader.notation import RULES, Notation
from noughts.grader.program import Direct
from noughts.grader.questions import Certainty, Question
from noughts.grader.text import fault_text, report_lines
from tests.grader.seeded import FAULTS, Seeded

FOLDER = Path(__file__).parent / "programs" / "right"
RIGHT = sorted(FOLDER.glob("*.py"))


def graded(file: Path, *only: str, source: str | None = None) -> tuple[Report, Direct]:
    text = file.read_text(encoding="utf-8") if source is None else source
    door = Direct(file, text.encode())
    return grade(door, file.name, Wishes(only=only)), door


def check_right(file: Path) -> None:
    report, _ = graded(file)
    assert report.is_right, "\n".join(report_lines(report))
    assert any(part.tried for part in report.parts), file


def test_a_right_program_raises_no_alarm() -> None:
    check_right(FOLDER / "choose_table.py")


@pytest.mark.slow
@pytest.mark.parametrize("file", RIGHT, ids=lambda file: file.stem)
def test_right_programs_in_different_styles_raise_no_alarm(file: Path) -> None:
    check_right(file)


def mutated(seeded: Seeded) -> str:
    text = (FOLDER / f"{seeded.file}.py").read_text(encoding="utf-8")
    assert seeded.old in text, seeded
    return text.replace(seeded.old, seeded.new)


def check_found(seeded: Seeded) -> None:
    file = FOLDER / f"{seeded.file}.py"
    report, door = graded(file, seeded.function, source=mutated(seeded))
    (part,) = report.parts
    assert not report.is_right, seeded
    assert seeded.kind in map(word_of, part.faults), (seeded, "\n".join(report_lines(report)))
    assert report.notation is not None
    for fault in part.faults:
        assert fault_text(fault, report.notation), seeded
        check_true(fault, door, report.notation, part.function, seeded)


def check_true(
    fault: Fault, door: Direct, notation: Notation, function: str, seeded: Seeded
) -> None:
    """The counterexample is one: by the rules alone, and when the program is asked again."""
    match fault:
        case faults.Wrong(call=call, value=value, reason=reason):
            check_reason(reason, call.position, value, notation, seeded)
            if call.position is None or isinstance(reason, faults.Typed):
                return
            board = notation.write(call.position)
            (answer,) = door.ask([Question(function, (board, *call.arguments))])
            assert value in [outcome.value for outcome in answer.outcomes], seeded
        case faults.Changed(call=call):
            assert call.position is not None
            board = notation.write(call.position)
            (answer,) = door.ask([Question(function, (board, *call.arguments))])
            assert any(outcome.changed for outcome in answer.outcomes), seeded
        case faults.Loses(game=game, report=report):
            check_lost(fault, door, notation, function, seeded)
            assert game.ending is not None
            assert game.ending.winner is report.mark.other, seeded


def check_reason(
    reason: faults.Reason,
    position: Position | None,
    value: object,
    notation: Notation,
    seeded: Seeded,
) -> None:
    """What is said of the board is so, by the letters of its notation."""
    cells = "" if position is None else position.notation.partition(" ")[0].replace("/", "")
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    owners = {cells[a] for a, b, c in lines if cells and cells[a] == cells[b] == cells[c]} - {"."}
    match reason:
        case faults.HasLine(mark, line):
            assert line in lines, seeded
            assert {cells[square] for square in line} == {mark.value}, seeded
            assert notation.mark_of(value) is not mark, seeded
        case faults.NoLine(is_full):
            assert not owners, seeded
            assert is_full == ("." not in cells), seeded
        case faults.LacksLine(mark):
            assert mark.value not in owners, seeded
        case faults.IsFree(square):
            assert cells[square] == ".", seeded
        case faults.IsTaken(square, mark) | faults.Refuses(faults.IsTaken(square, mark)):
            assert cells[square] == mark.value, seeded
        case faults.NoSquare(wrong):
            assert notation.squares.read(wrong) is None, seeded
        case faults.MarksOnBoard(xs, os, turn):
            assert (cells.count("x"), cells.count("o")) == (xs, os), seeded
            assert turn is (Mark.X if xs == os else Mark.O), seeded
        case faults.MissesLine(mark, line, square):
            assert line in lines, seeded
            assert cells[square] == ".", seeded
            assert {cells[one] for one in line if one != square} == {mark.value}, seeded
            assert notation.squares.read(value) != square, seeded
        case faults.Over():
            assert owners or "." not in cells, seeded
        case faults.GameTyped(typed, wrong, winner):
            check_typed(typed, wrong, winner, seeded)


def check_lost(
    fault: faults.Loses, door: Direct, notation: Notation, function: str, seeded: Seeded
) -> None:
    """Every move of the program is one that it makes when it is asked again."""
    for position, move in zip(fault.game.positions(), fault.game.moves, strict=False):
        if position.turn is not fault.report.mark:
            continue
        others = (
            ()
            if "cs50" in seeded.file or "choose" in seeded.file
            else (notation.marks[position.turn],)
        )
        (answer,) = door.ask([Question(function, (notation.write(position), *others))])
        assert answer.certainty is Certainty.EXACT, seeded
        moves = [notation.squares.read(outcome.value) for outcome in answer.outcomes]
        assert move in moves, seeded


def check_typed(
    typed: tuple[str, ...], wrong: int | None, winner: Mark | None, seeded: Seeded
) -> None:
    """Without the wrong line, what was typed is a game with this winner."""
    position = RULES.start()
    for at, line in enumerate(typed):
        if at == wrong:
            continue
        first, second = (int(word) - 1 for word in line.split())
        is_row_first = seeded.file == "prompt_rows"
        position = position.play(first * 3 + second if is_row_first else second * 3 + first)
    assert position.outcome is not None, seeded
    assert position.outcome.winner is winner, seeded


def test_there_are_twenty_right_programs_and_sixty_faults() -> None:
    assert len(RIGHT) >= 20
    assert len(set(FAULTS)) == len(FAULTS) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("seeded", FAULTS, ids=lambda seeded: f"{seeded.file}-{seeded.function}")
def test_a_seeded_fault_is_found_with_a_true_counterexample(seeded: Seeded) -> None:
    check_found(seeded)

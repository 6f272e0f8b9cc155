"""`noughts grade`: sentences, JSON and exit codes for a program in a file."""

from __future__ import annotations

import json
from pathlib import Path

from noughts import Game, Mark, Position
from noughts.arena import certify_side
from noughts.grader.shapes import SHAPES, Role
from noughts.players import Deterministic
from tests.cli.conftest import Noughts, assert_one_line

ROOT = Path(__file__).parents[2]
CHOOSE = "def choose(board): return board.index(' ')\n"
NEXT = "def nextTurn(turn): return 'O' if turn == 'X' else 'X'\n"
OTHER = "def swap(turn): return turn\n"


class FirstFree(Deterministic):
    """Plays as CHOOSE does."""

    def move(self, position: Position) -> int:
        return position.moves[0]


def lost_games(mark: Mark) -> str:
    report = certify_side(FirstFree(), mark)
    return f"choose loses {report.lines_lost} of {report.lines} games as {mark}."


def test_a_right_program_is_exit_code_0_and_a_wrong_one_1(noughts: Noughts, file: Path) -> None:
    file.write_text(NEXT)
    done = noughts("grade", str(file))
    assert (done.code, done.complained) == (0, "")
    assert "nextTurn  right, in all 2 calls" in done.said
    assert done.said.endswith("\n1 of 1 function is right.\n")
    file.write_text(CHOOSE)
    done = noughts("grade", str(file))
    assert (done.code, done.complained) == (1, "")
    assert f"{lost_games(Mark.X)} The shortest: " in done.said
    assert f"{lost_games(Mark.O)} The shortest: " in done.said
    assert done.said.endswith("\n0 of 1 function is right.\n")


def test_the_data_have_a_lost_game_that_the_rules_allow(noughts: Noughts, file: Path) -> None:
    file.write_text(CHOOSE)
    done = noughts("grade", str(file), "--json")
    data = json.loads(done.said)
    assert (done.code, data["is_right"], data["shape"]) == (1, False, "choose")
    (function,) = data["functions"]
    lost = [fault for fault in function["faults"] if fault["kind"] == "loses"]
    assert [fault["side"] for fault in lost] == ["x", "o"]
    for fault in lost:
        game = Game().play(*fault["moves"])
        assert game.ending is not None
        assert game.ending.winner is Mark(fault["side"]).other


def test_a_function_is_named_by_its_role_and_only_some_are_tried(
    noughts: Noughts, file: Path
) -> None:
    file.write_text(CHOOSE + OTHER)
    done = noughts("grade", str(file), "--function", "next=swap", "--only", "swap")
    assert done.code == 1
    assert "swap('X') returns 'X' instead of 'O' – X and O take turns." in done.said
    assert "choose" not in done.said.partition("\n")[2]
    done = noughts("grade", str(file), "--function", "nextTurn=swap", "--only", "swap")
    assert "swap('X') returns 'X' instead of 'O'" in done.said
    done = noughts("grade", str(file), "--function", "winner=who_won", "--only", "who_won")
    assert done.code == 1
    assert "There is no function who_won." in done.said


def test_less_may_be_asked_of_a_computer(noughts: Noughts, file: Path) -> None:
    file.write_text(CHOOSE)
    done = noughts("grade", str(file), "--strength", "legal")
    assert done.code == 0
    assert lost_games(Mark.X) in done.said


def test_what_is_asked_wrongly_is_one_line(noughts: Noughts, file: Path) -> None:
    file.write_text(NEXT)
    for arguments, reason in [
        (["nowhere.py"], "there is no file nowhere.py"),
        ([str(file.parent)], "is a folder"),
        ([str(file), "--function", "winner"], "a function is ROLE=NAME"),
        ([str(file), "--function", "legalMove=free"], "did you mean legalMoves?"),
        ([str(file), "--marks", "x"], "marks are two"),
        ([str(file), "--seconds", "0"], "a number of seconds above 0"),
    ]:
        assert_one_line(noughts("grade", *arguments), reason)


def test_the_page_of_the_command_names_all_roles_and_shapes() -> None:
    section = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = section.partition("## `noughts grade`")[2].partition("\n## ")[0]
    for name in [*(role.value for role in Role), *(shape.name for shape in SHAPES)]:
        assert f"`{name}`" in section


def test_a_program_may_come_from_standard_input(noughts: Noughts) -> None:
    done = noughts("grade", "-", typed=NEXT.encode())
    assert (done.code, done.complained) == (0, "")
    assert done.said.startswith("-: functions of a board of nine squares\n")


def test_an_empty_square_may_hold_none(noughts: Noughts, file: Path) -> None:
    file.write_text("def isFull(board): return None not in board\n")
    assert noughts("grade", str(file)).code == 1
    done = noughts("grade", str(file), "--empty", "None")
    assert done.code == 0
    assert "marks 'X' and 'O'; empty None; squares 0-8" in done.said

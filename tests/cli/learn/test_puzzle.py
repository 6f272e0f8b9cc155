"""`noughts puzzle`: which puzzle is posed, and how it ends."""

from __future__ import annotations

import re

import pytest

from noughts.coach.puzzle import LEVELS
from tests.cli import process
from tests.cli.conftest import Noughts


def test_a_puzzle_can_be_asked_for_answered_and_left(noughts: Noughts) -> None:
    done = noughts("puzzle", "--seed", "1", typed=b"hint\n")
    assert (done.code, done.complained) == (0, "")
    assert re.search(r"^[XO] to move: (win|save)", done.said, re.MULTILINE)
    assert noughts("puzzle", typed=b"quit\n").said.endswith("Goodbye!\n")


def test_the_end_of_the_input_leaves_too(noughts: Noughts) -> None:
    done = noughts("puzzle", typed=b"")
    assert (done.code, done.complained) == (0, "")
    assert done.said.endswith("your move: \nGoodbye!\n")


def test_the_same_seed_poses_the_same_puzzle_and_another_another(noughts: Noughts) -> None:
    posed = [noughts("puzzle", "--seed", str(seed % 8)).said for seed in range(16)]
    assert posed[:8] == posed[8:]
    assert len(set(posed)) > 4


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_poses_puzzles_of_that_level_only(noughts: Noughts, level: str) -> None:
    posed = {noughts("puzzle", "--level", level, "--seed", str(seed)).said for seed in range(6)}
    assert len(posed) > 1
    assert all(f" ({level})\n" in said for said in posed)


@pytest.mark.parametrize(
    ("theme", "board", "task"),
    [
        ("win", "3x3:3", "win in one move"),
        ("fork", "4x4:4", "win in two moves"),
        ("block", "9x9:5", "stop [XO] from winning"),
        ("only", "3x3:3", "(save the draw|win in three moves)"),
    ],
)
def test_a_theme_and_a_board_can_be_chosen(
    noughts: Noughts, theme: str, board: str, task: str
) -> None:
    said = noughts(
        "puzzle", "--theme", theme, "--board", board, "--seed", "2", typed=b"quit\n"
    ).said
    assert re.search(rf"^[XO] to move: {task}\. \(", said, re.MULTILINE)


def test_a_set_that_does_not_exist_is_one_line(noughts: Noughts) -> None:
    done = noughts("puzzle", "--theme", "only", "--board", "9x9:5")
    assert (done.code, done.said) == (2, "")
    assert "there's no such puzzle" in done.complained


def test_without_a_level_puzzles_of_each_are_posed(noughts: Noughts) -> None:
    said = "".join(noughts("puzzle", "--seed", str(seed)).said for seed in range(20))
    for level in LEVELS:
        assert f" ({level})\n" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--level", "perfect"], "invalid choice: 'perfect'"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
        (["3x3:3"], "unrecognized arguments: 3x3:3"),
    ],
)
def test_a_wrong_option_is_one_line(noughts: Noughts, arguments: list[str], reason: str) -> None:
    done = noughts("puzzle", *arguments)
    assert (done.code, done.said) == (2, "")
    assert reason in done.complained
    assert done.complained.count("\n") == 1


def test_a_wrong_answer_is_explained_in_the_real_program() -> None:
    answers = "\n".join(map(str, range(1, 10))).encode()
    done = process.run("puzzle", "--seed", "3", typed=answers)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Right! " in done.stdout or b"Goodbye!" in done.stdout

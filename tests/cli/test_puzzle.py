"""`noughts learn` and `puzzle`: what is posed, how it ends, and sheets of puzzles to print."""

from __future__ import annotations

import re
from pathlib import Path

from noughts.coach.puzzle import LEVELS
from tests.cli import process
from tests.cli.conftest import Noughts, said_by


def test_a_puzzle_or_a_lesson_can_be_asked_for_answered_and_left(noughts: Noughts) -> None:
    tasks = {"puzzle": "[XO] to move: (win|save)", "learn": "Win$", "learn fork": "Make a fork$"}
    for command, task in tasks.items():
        for typed, end in ((b"hint\n", ""), (b"quit\n", "Goodbye!\n"), (b"", ": \nGoodbye!\n")):
            said = said_by(noughts, *command.split(), "--seed", "1", typed=typed)
            assert re.search(f"^{task}", said, re.MULTILINE), command
            assert said.endswith(end), command


def test_the_same_seed_poses_the_same_puzzle_and_a_level_only_its_own(noughts: Noughts) -> None:
    for command in ("learn", "puzzle"):
        posed = [noughts(command, "--seed", str(seed % 8)).said for seed in range(16)]
        assert posed[:8] == posed[8:], command
    assert len(set(posed)) > 4
    said = "".join(noughts("puzzle", "--seed", str(seed)).said for seed in range(20))
    for level in LEVELS:
        assert f" ({level})\n" in said
        these = {noughts("puzzle", "--level", level, "--seed", str(seed)).said for seed in range(6)}
        assert len(these) > 1, level
        assert all(f" ({level})\n" in each for each in these), level


def test_a_theme_and_a_board_can_be_chosen(noughts: Noughts) -> None:
    for theme, board, task in (
        ("win", "3x3:3", "win in one move"),
        ("fork", "4x4:4", "win in two moves"),
        ("block", "9x9:5", "(stop [XO] from winning|hold out as long as you can)"),
        ("only", "3x3:3", "(save the draw|win in three moves)"),
    ):
        said = noughts("puzzle", "--theme", theme, "--board", board, "--seed", "2").said
        assert re.search(rf"^[XO] to move: {task}\. \(", said, re.MULTILINE), theme


def test_a_wrong_answer_is_explained_in_the_real_program() -> None:
    answers = "\n".join(map(str, range(1, 10))).encode()
    done = process.run("puzzle", "--seed", "3", typed=answers)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Right! " in done.stdout or b"Goodbye!" in done.stdout


# --- sheets: files that are written whole or not at all


def test_a_picture_has_the_answers_beside_it(noughts: Noughts, tmp_path: Path) -> None:
    file, answers = tmp_path / "class.svg", tmp_path / "class-answers.svg"
    for count, puzzles in ((["--count", "1"], "1 puzzle"), ([], "6 puzzles")):
        said = said_by(noughts, "puzzle", "--sheet", str(file), "--seed", "5", *count)
        assert said == f"{file}: {puzzles} (--seed 5)\n{answers}: the answers\n"
    assert ">Puzzles<" in file.read_text()
    assert ">Answers<" in answers.read_text()
    assert sorted(tmp_path.iterdir()) == [answers, file]


def test_the_foot_says_how_to_make_the_sheet_again(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    asked = ["--theme", "fork", "--board", "4x4:4", "--count", "3"]
    noughts("puzzle", "--sheet", str(file), *asked)
    first = file.read_text()
    command = first.split(">noughts puzzle --sheet sheet.svg ")[1].split("<")[0]
    assert command.startswith("--board 4x4:4 --theme fork --count 3 --seed ")
    assert noughts("puzzle", "--sheet", str(file), *command.split()).code == 0
    assert file.read_text() == first


def test_a_document_has_both_pages(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "class.pdf"
    said = said_by(noughts, "puzzle", "--sheet", str(file), "--seed", "5", "--count", "12")
    assert said == f"{file}: 12 puzzles; the answers are on page 2 (--seed 5)\n"
    assert file.read_bytes().startswith(b"%PDF-")
    assert list(tmp_path.iterdir()) == [file]

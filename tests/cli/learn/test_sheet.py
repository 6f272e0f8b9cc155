"""`noughts puzzle --sheet`: files to print, whole or not at all."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.conftest import Noughts

HAS_FPDF = find_spec("fpdf") is not None


def test_a_picture_has_the_answers_beside_it(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "class.svg"
    done = noughts("puzzle", "--sheet", str(file), "--seed", "5")
    answers = tmp_path / "class-answers.svg"
    assert (done.code, done.complained) == (0, "")
    assert done.said == f"{file}: 6 puzzles (--seed 5)\n{answers}: their answers\n"
    assert ">Puzzles<" in file.read_text()
    assert ">Answers<" in answers.read_text()
    assert sorted(tmp_path.iterdir()) == [answers, file]


def test_a_single_puzzle_is_one(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "one.svg"
    done = noughts("puzzle", "--sheet", str(file), "--seed", "5", "--count", "1")
    assert done.said.startswith(f"{file}: 1 puzzle (--seed 5)\n")


def test_the_foot_says_how_to_make_the_sheet_again(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    asked = ["--theme", "fork", "--board", "4x4:4", "--count", "3"]
    noughts("puzzle", "--sheet", str(file), *asked)
    first = file.read_text()
    command = first.split(">noughts puzzle --sheet sheet.svg ")[1].split("<")[0]
    assert command.startswith("--board 4x4:4 --theme fork --count 3 --seed ")
    assert noughts("puzzle", "--sheet", str(file), *command.split()).code == 0
    assert file.read_text() == first


@pytest.mark.skipif(not HAS_FPDF, reason="the extra print is not installed")
def test_a_document_has_both_pages(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "class.pdf"
    done = noughts("puzzle", "--sheet", str(file), "--seed", "5", "--count", "12")
    assert (done.code, done.complained) == (0, "")
    assert done.said == f"{file}: 12 puzzles, and their answers on page 2 (--seed 5)\n"
    assert file.read_bytes().startswith(b"%PDF-")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(HAS_FPDF, reason="the extra print is installed")
def test_without_the_extra_one_line_names_it(noughts: Noughts, tmp_path: Path) -> None:
    done = noughts("puzzle", "--sheet", str(tmp_path / "class.pdf"))
    assert (done.code, done.said) == (1, "")
    assert 'pip install "noughts[print]"' in done.complained
    assert done.complained.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--sheet", "sheet.png"], "ends in .pdf or .svg"),
        (["--sheet", "sheet"], "ends in .pdf or .svg"),
        (["--sheet", "nowhere/sheet.svg"], "the folder of nowhere/sheet.svg does not exist"),
        (["--sheet", "."], ". is a folder"),
        (["--sheet", ""], "a file has a name"),
        (["--sheet", "sheet.svg", "--count", "0"], "a sheet has 1 to 12 puzzles"),
        (["--sheet", "sheet.svg", "--count", "13"], "a sheet has 1 to 12 puzzles"),
        (["--sheet", "sheet.svg", "--count", "²"], "a sheet has 1 to 12 puzzles"),
        (["--sheet", "sheet.svg", "--count", "9" * 9_999], "a sheet has 1 to 12 puzzles"),
        (["--sheet", "sheet.svg", "--theme", "only", "--count", "9"], "there are only 8 such"),
        (["--sheet", "sheet.svg", "--theme", "only", "--board", "9x9:5"], "no such puzzle"),
        (["--count", "3"], "--count is for a --sheet"),
    ],
)
def test_what_cannot_be_is_one_line_and_no_file(
    noughts: Noughts,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = noughts("puzzle", *options)
    assert (done.code, done.said) == (2, "")
    assert reason in done.complained
    assert done.complained.count("\n") == 1
    assert list(tmp_path.iterdir()) == []

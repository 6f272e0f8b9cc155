"""`noughts replay`: recorded games from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts import Game, Mark
from noughts.core.record import Record
from noughts.files.records import append_record
from noughts.wording.pictures.animation import animate
from tests.cli import process
from tests.cli.conftest import Noughts, assert_one_line, said_by
from tests.typed_session import boards, lines

GAME = Game().play(0, 3, 1, 4, 2)


def test_a_game_is_replayed_as_played_and_others_kept_apart(noughts: Noughts, file: Path) -> None:
    file.touch()
    assert_one_line(noughts("replay", str(file)), f"there is no game in {file}", code=1)
    noughts("--two", "--record", str(file), typed=lines(1, 4, 2, 5, 3, "n"))
    said = said_by(noughts, "replay", str(file))
    assert "human (X) against human (O), " in said
    assert list(boards(said)) == list(GAME.positions())
    assert said.endswith("X wins! The winning line: a1, b1 and c1.\n")
    append_record(file, Record(GAME, {Mark.X: "Ada", Mark.O: "easy"}))
    first, second = noughts("replay", str(file)).said.split("=" * 40)
    assert "human (X)" in first
    assert "Ada (X)" in second


def test_games_before_a_bad_line_are_shown_before_the_report(noughts: Noughts, file: Path) -> None:
    append_record(file, Record(GAME, {Mark.X: "Ada", Mark.O: "easy"}))
    with file.open("a") as records:
        records.write('{"version":1,"ru')
    done = noughts("replay", str(file))
    assert done.code == 1
    assert "Ada (X)" in done.said
    assert done.complained.startswith(f"noughts: {file}, line 2 (the last line is torn off): ")


def test_names_that_the_output_cannot_show_do_not_stop_it(file: Path) -> None:
    append_record(file, Record(GAME, {Mark.X: "Zoë ⊗ Łukasz", Mark.O: "日本"}))
    for encoding, unknown in (("ascii", 5), ("latin-1", 4), ("utf-8", 0)):
        done = process.run_in_ascii("replay", str(file), encoding=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        said = done.stdout.decode(encoding)
        assert "X wins! The winning line: a1, b1 and c1." in said, encoding
        assert said.count("?") == unknown, encoding


# --- films


@pytest.fixture
def three(file: Path) -> Path:
    """A file with three games: of one move, of two and a whole one."""
    for game in (GAME.undo(4), GAME.undo(3), GAME):
        append_record(file, Record(game, {Mark.X: "Ada", Mark.O: "easy"}))
    return file


def test_the_last_game_or_one_by_its_number_is_written_as_a_picture_and_as_a_recording(
    noughts: Noughts, three: Path, tmp_path: Path
) -> None:
    svg, cast = tmp_path / "game.svg", tmp_path / "game.cast"
    assert noughts("replay", str(three), "--svg", str(svg), "--cast", str(cast)) == (0, "", "")
    assert svg.read_text(encoding="utf-8") == animate(GAME)
    assert "X wins!" in cast.read_text(encoding="utf-8")
    svg = tmp_path / "game.svg"
    assert noughts("replay", str(three), "--game", "2", "--svg", str(svg)).code == 0
    assert svg.read_text(encoding="utf-8") == animate(GAME.undo(3))
    said = noughts("replay", str(three), "--game", "1").said
    assert list(boards(said)) == list(GAME.undo(4).positions())


def test_a_game_there_is_not_is_refused(noughts: Noughts, three: Path, tmp_path: Path) -> None:
    svg, empty = tmp_path / "game.svg", tmp_path / "empty.jsonl"
    empty.touch()
    for file, number, reason in (
        (three, "4", "there is no game 4 in "),
        (three, "0", "counted from 1"),
        (three, "x", "from 1"),
    ):
        assert_one_line(noughts("replay", str(file), "--game", number, "--svg", str(svg)), reason)
    for options in ([], ["--game", "4"], ["--svg", str(svg)]):
        assert_one_line(noughts("replay", str(empty), *options), "there is no game in ", code=1)
    assert not svg.exists()

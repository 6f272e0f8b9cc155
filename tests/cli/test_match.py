"""`noughts match`: its report and records; and `noughts gomocup`, the engine as a program."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts.arena import Pair, play_pairs
from tests.cli import process
from tests.cli.conftest import Noughts, assert_one_line, data_of, said_by
from tests.engine.conftest import fake_command
from tests.records import records_in

BOARD = ("--board", "6x6:4", "--games", "4")


def test_the_report_says_the_score_and_what_it_means(noughts: Noughts) -> None:
    said = said_by(noughts, "match", "classic", "random", *BOARD)
    head, *rows = said.splitlines()
    assert head == "classic against random on 6x6:4"
    assert rows[0].split(None, 1) == ["score", "4 of 4: 4 won, 0 drawn, 0 lost"]
    assert "share of the points             100.0% (95 % interval 51.0% to 100.0%)" in said
    assert "Elo                             at least +7" in said
    assert rows[-2].startswith("  classic, 0.5 s a move           slowest move 0.0")
    assert rows[-1].endswith("no faults")


def test_the_data_have_it_all(noughts: Noughts) -> None:
    data = data_of(noughts, "match", "classic", "classic", *BOARD, "--seed", "3", "--nodes", "9,8")
    assert [each["name"] for each in data["players"]] == ["classic", "classic (2)"]
    assert [each["nodes"] for each in data["players"]] == [9, 8]
    assert data["games"] == 4
    assert data["share"] == 0.5
    assert data["elo"] == 0
    assert data["sprt"] is None
    assert data["pairs"] == [0, 0, 2, 0, 0]
    assert data["as_x"]["won"] == data["as_o"]["lost"]
    endless = data_of(noughts, "match", "classic", "random", *BOARD)
    assert endless["elo"] is None
    assert endless["elo_interval"][1] is None


def test_the_games_are_appended_as_records_and_openings_come_from_a_file(
    noughts: Noughts, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        noughts("match", "classic", "random", *BOARD, "--records", str(path))
    assert len(records_in(path)) == 8
    assert noughts("replay", str(path)).code == 0
    path, records = tmp_path / "openings.txt", tmp_path / "more.jsonl"
    path.write_text("x../.o./... x 3\n\n.../.x./... o 3\n", encoding="utf-8")
    options = (f"--openings={path}", "--games=4", f"--records={records}")
    assert noughts("match", "perfect", "classic", *options).code == 0
    starts = [each.game.start.notation for each in records_in(records)]
    assert starts == ["x../.o./... x 3"] * 2 + [".../.x./... o 3"] * 2
    done = noughts("match", "classic", "random", *BOARD, *options)
    assert_one_line(done, "not every opening is on 6x6:4")


def test_an_sprt_ends_the_match_early(noughts: Noughts) -> None:
    data = data_of(
        noughts, "match", "classic", "random", "--board", "6x6:4", "--games", "400", "--sprt=0,200"
    )
    assert data["games"] < 50
    assert data["sprt"]["accepted"] == 200
    done = noughts("match", "random", "random", *BOARD, "--sprt=-10,10")
    assert "undecided, log-likelihood ratio" in done.said
    drawn = data_of(noughts, "match", "perfect", "perfect", "--games", "40", "--sprt=0,5")
    assert (drawn["pairs"], drawn["sprt"]["accepted"]) == ([0, 0, 20, 0, 0], None)


def test_a_bad_engine_loses_and_one_that_ends_at_once_is_an_error(noughts: Noughts) -> None:
    command = fake_command("nonsense")
    done = noughts(
        "match", "classic", "--engine", command, "--board", "7x7:5", "--games=2", "--seconds=30"
    )
    assert done.code == 0
    assert "score                           2 of 2: 2 won" in done.said
    assert "2 illegal moves; the first: answers 'I resign'" in done.said
    done = noughts("match", "classic", "--engine", shlex.join([sys.executable, "-c", ""]))
    assert_one_line(done, "ended with exit code 0", code=1)


def test_openings_that_cannot_be_read_are_told(noughts: Noughts, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    for content, told in {
        b"Dear friend": "openings.txt: a position is rows, the side to move and k",
        b"\xff": "isn't text in UTF-8",
        b"\n": "there is no position in ",
        b"xxx/oo./... o 3\n": "is a position in which the game is over",
    }.items():
        openings.write_bytes(content)
        done = noughts("match", "classic", "random", "--openings", str(openings))
        assert_one_line(done, told, code=1)


def test_ctrl_c_gives_the_score_so_far(noughts: Noughts, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Iterator[Pair]:
        yield next(play_pairs(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.arena.play_pairs", interrupted)
    done = noughts("match", "classic", "random", *BOARD)
    assert done.code == 130
    assert done.said.startswith("classic against random on 6x6:4\n  score")
    assert "2 of 2: 2 won" in done.said
    assert done.complained == "noughts: interrupted; the score of the pairs of games so far:\n"


@pytest.mark.slow
def test_a_match_can_be_shared_out_to_processes(noughts: Noughts) -> None:
    data = data_of(noughts, "match", "classic", "random", *BOARD, "--jobs", "2")
    assert data["games"] == 4


# --- gomocup


def test_a_conversation_ends_with_end_or_the_input_whatever_is_sent(noughts: Noughts) -> None:
    typed = b"START 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\nEND\r\nTURN 1,1\r\n"
    assert noughts("gomocup", "--player", "classic", typed=typed) == (0, "OK\n7,6\n", "")
    assert noughts("gomocup", typed=b"START 15") == (0, "OK\n", "")
    assert noughts("gomocup") == (0, "", "")
    typed = b"START 3\nBEGIN\nABOUT\n"
    options = ("--k", "3", "--player", "perfect", "--seed", "1")
    said = said_by(noughts, "gomocup", *options, typed=typed)
    assert said.startswith("OK\n")
    assert said.endswith('author="the noughts authors"\n')
    assert noughts("gomocup", typed=b"START 3\n").said.startswith("ERROR 5 in a row")
    typed = b"\xff\x00\x1b[2J\nSTART " + b"9" * 100_000 + b"\n\n\r\nTURN\n" + b"x" * 10_000
    answers = said_by(noughts, "gomocup", typed=typed).splitlines()
    assert [line.split()[0] for line in answers] == ["UNKNOWN", "ERROR", "ERROR", "UNKNOWN"]
    assert all(line.isprintable() and len(line) < 200 for line in answers)


@pytest.mark.slow
def test_every_answer_is_written_at_once() -> None:
    done = process.run("gomocup", "--player", "classic", typed=b"START 15\nBEGIN\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"OK\n7,7\n", b"")

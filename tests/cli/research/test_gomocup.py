"""`noughts gomocup`: the engine as a program."""

from __future__ import annotations

import pytest

from tests.cli import process
from tests.cli.conftest import Noughts


def test_a_conversation_ends_with_end_or_with_the_input(noughts: Noughts) -> None:
    typed = b"START 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\nEND\r\nTURN 1,1\r\n"
    assert noughts("gomocup", "--player", "classic", typed=typed) == (0, "OK\n7,6\n", "")
    assert noughts("gomocup", typed=b"START 15") == (0, "OK\n", "")
    assert noughts("gomocup") == (0, "", "")


def test_another_number_in_a_row_may_win(noughts: Noughts) -> None:
    typed = b"START 3\nBEGIN\nABOUT\n"
    done = noughts("gomocup", "--k", "3", "--player", "perfect", "--seed", "1", typed=typed)
    assert done.code == 0
    assert done.said.startswith("OK\n")
    assert done.said.endswith('author="the noughts authors"\n')
    assert noughts("gomocup", typed=b"START 3\n").said.startswith("ERROR 5 in a row")


def test_what_nobody_should_send_is_answered_in_one_line(noughts: Noughts) -> None:
    typed = b"\xff\x00\x1b[2J\nSTART " + b"9" * 100_000 + b"\n\n\r\nTURN\n" + b"x" * 10_000
    done = noughts("gomocup", typed=typed)
    assert (done.code, done.complained) == (0, "")
    said = done.said.splitlines()
    assert [line.split()[0] for line in said] == ["UNKNOWN", "ERROR", "ERROR", "UNKNOWN"]
    assert all(line.isprintable() and len(line) < 200 for line in said)


@pytest.mark.slow
def test_every_answer_is_written_at_once() -> None:
    done = process.run("gomocup", "--player", "classic", typed=b"START 15\nBEGIN\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"OK\n7,7\n", b"")

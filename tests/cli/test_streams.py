"""Standard streams as a shell may leave them: closed, broken, or of a small encoding."""

from __future__ import annotations

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import process
from tests.records import records_in
from tests.typed_session import lines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the shell is a POSIX one")

# A game that asks for moves and one that doesn't, a table with its progress, and argparse.
COMMANDS = ((), ("--x", "classic", "--o", "perfect"), ("perft", "3x3:3"), ("play", "--help"))


def in_shell(
    arguments: tuple[str, ...], redirections: str, typed: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a shell that redirects its streams."""
    return subprocess.run(
        f"exec {shlex.join([*process.COMMAND, *arguments])} {redirections}",
        shell=True,
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
    )


def to_a_reader_who_has_gone(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*process.COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)


def test_without_an_input_or_any_stream_the_game_ends() -> None:
    closed, empty = in_shell((), "<&-"), in_shell((), "</dev/null")
    assert (closed.returncode, closed.stderr) == (0, b"")
    assert closed.stdout == empty.stdout
    assert closed.stdout.endswith(b"Goodbye!\n")
    for arguments, code in ((("players",), 0), (("--side", "z"), 2), (("solve", "12x11:5"), 1)):
        assert in_shell(arguments, "<&- >&- 2>&-").returncode == code
    done = in_shell(("solve", "12x11:5"), "2>&-")
    assert (done.returncode, done.stdout) == (1, b"")  # the error is not told on the output


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_an_output_that_is_closed_gone_or_full_is_at_most_a_failure_in_one_line(
    arguments: tuple[str, ...],
) -> None:
    done = in_shell(arguments, ">&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = to_a_reader_who_has_gone(*arguments)
    assert (done.returncode, done.stderr) == (1, b"")
    if Path("/dev/full").exists():
        done = in_shell(arguments, ">/dev/full")
        told = f"noughts: {os.strerror(errno.ENOSPC)}\n".encode()
        assert (done.returncode, done.stderr) == (1, told)


def test_what_was_meant_for_a_closed_output_does_not_end_up_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    typed = lines(1, 4, 2, 5, 3, "n")
    done = in_shell(("--two", "--record", str(file)), ">&-", typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [record.game.moves for record in records_in(file)] == [(0, 3, 1, 4, 2)]
    assert file.read_bytes().count(b"\n") == 1


def test_a_reader_who_leaves_after_a_line_has_had_it() -> None:
    with subprocess.Popen(
        [*process.COMMAND, "perft", "4x4:4", "6"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as counting:
        assert counting.stdout is not None
        assert counting.stderr is not None
        assert counting.stdout.readline().split()[:2] == [b"ply", b"sequences"]
        counting.stdout.close()
        assert counting.stderr.read() == b""


def test_text_that_the_output_cannot_show_is_replaced_in_errors_too() -> None:
    typed = "é⊗\n5\n".encode()
    done = process.run_in_ascii(typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Your move (X): ??\n" in done.stdout
    assert done.stdout.isascii()
    done = process.run("⊗", LC_ALL="C.UTF-8", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert done.stderr.count(b"\n") == 1

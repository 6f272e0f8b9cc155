"""When the full screen opens, and a whole game on it at a real terminal."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import sys
import termios
from contextlib import AbstractContextManager
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from tests.cli.process import run
from tests.cli.pseudo_terminal import at_terminal, ending_of

pytest.importorskip("textual")
if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)
pexpect: Any = pytest.importorskip("pexpect")

NOUGHTS = (sys.executable, "-m", "noughts")
OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"  # the other screen of a terminal
CURSOR, NO_MOUSE = "\x1b[?25h", "\x1b[?1000l"
DOWN, UP = "\x1b[<0;{};{}M", "\x1b[<0;{};{}m"  # a mouse button, in columns and rows from 1
SQUARES = {"a1": (9, 6), "b1": (23, 6), "a2": (9, 13), "b2": (23, 13), "a3": (9, 20)}


def win_and_leave(child: Any) -> None:
    for key in "14253":
        child.send(key)
    child.expect("wins!")
    child.send("q")


@pytest.mark.slow
def test_line_mode_stays_where_it_is_wanted_or_errors_go_elsewhere(tmp_path: Path) -> None:
    noughts = f"exec {shlex.join(NOUGHTS)}"
    for command in (
        *(f"{noughts} --plain", f"{noughts} --input row-col", f"{noughts} 2>'{tmp_path}/errors'"),
        *(f"{which}; {noughts} --two" for which in ("export NOUGHTS_PLAIN=1", "export TERM=dumb")),
    ):
        with at_terminal("/bin/sh", "-c", command) as child:
            child.expect(r"[Yy]our move")
            assert OPENED not in child.before, command
            child.sendline("quit")
            assert ending_of(child)[1] == 0, command


@pytest.mark.slow
def test_the_doctor_says_whether_it_opens(tmp_path: Path) -> None:
    database = f"--database=sqlite:///{tmp_path}/games.db"
    for plain, told in (("", "games open the full screen"), ("1", "line after line")):
        with at_terminal(*NOUGHTS, "doctor", database, NOUGHTS_PLAIN=plain) as child:
            written, _ = ending_of(child)
        assert told in " ".join(written.split())


@pytest.mark.slow
@pytest.mark.parametrize("junk", [b"", b"\xff\xfe\x80", b"\x1b[1114112u"], ids=str)
def test_whole_games_are_played_by_keys_and_mouse_among_what_no_key_sends(junk: bytes) -> None:
    with at_terminal(*NOUGHTS, "--two") as child:
        child.expect("Quit")
        for place in SQUARES.values():
            child.send(DOWN.format(*place) + UP.format(*place))
        child.expect("wins!")
        child.send("n")
        child.expect("O to move")
        if junk:
            os.write(child.child_fd, junk)
            child.expect(pexpect.TIMEOUT, timeout=0.3)
        win_and_leave(child)
        written, code = ending_of(child)
    assert code == 0
    assert CLOSED in written
    assert "Traceback" not in written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "expected"), [("key", 130), ("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)]
)
def test_the_terminal_is_restored_however_it_ends(how: str, expected: int) -> None:
    with at_terminal(*NOUGHTS) as child:
        child.expect("Quit")
        if how == "key":
            child.send("\x03")
        else:
            child.kill(getattr(signal, how))
        child.expect(re.escape(CLOSED))
        written = child.before + child.after
        rest, code = ending_of(child)
    assert code == expected
    for sign in (CURSOR, NO_MOUSE):
        assert sign in written + rest
    assert "Traceback" not in written + rest


@pytest.mark.slow
@pytest.mark.parametrize("command", [[], ["puzzle"], ["learn"]], ids=str)
def test_it_ends_when_its_window_is_closed(command: list[str]) -> None:
    for shown in (OPENED, "Quit"):  # in the middle of its start, too
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        start = "import os; os.setsid(); os.close(os.open(os.ttyname(0), os.O_RDWR)); "
        program = f"{start}from noughts.cli.main import main; raise SystemExit(main({command}))"
        with Popen(  # a terminal of its own, whose end it is told of
            (sys.executable, "-c", program),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        ) as child:
            os.close(theirs)
            written = b""
            while shown.encode() not in written:
                written += os.read(ours, 65_536)
            os.close(ours)
            assert child.wait() == 129


@pytest.mark.slow
@pytest.mark.parametrize("plain", ["", "--plain", "--input index"])
def test_ctrl_z_suspends_and_fg_brings_screen_or_prompt_and_board_back(plain: str) -> None:
    commands = f"set -m; {shlex.join(NOUGHTS)} --two {plain}; echo $((40 + 2)); fg"
    with at_terminal("/bin/sh", "-c", commands, NO_COLOR="1") as child:
        child.expect("your move" if plain else "Quit")
        child.send({"": "5", "--plain": "b2\r"}.get(plain, "4\r"))
        child.expect("O, your move" if plain else "O to move")
        child.send("\x1a")
        child.expect("42\r\n")
        assert plain or CLOSED in child.before
        child.expect(r"\| X \|[^?]*O, your move: " if plain else "O to move.*Quit")
        child.send("quit\r" if plain else "q")
        if not plain:
            child.expect("Yes, leave")
            child.send("\x1b[B\r")
        assert ending_of(child)[1] == 0
    with at_terminal(*NOUGHTS) as child:  # where nobody could bring it back it does not stop
        child.expect("Quit")
        child.send("\x1a")
        child.expect(re.escape(CLOSED) + ".*Quit")


@pytest.mark.slow
def test_the_terminal_takes_lines_and_shows_them_as_before() -> None:
    noughts = shlex.join(NOUGHTS)
    with at_terminal("/bin/sh", "-c", f"stty -g; {noughts}; echo left; stty -g") as child:
        child.expect(r"([0-9a-f:]+)\r\n")
        before = child.match.group(1)
        child.expect("Quit")
        child.send("\x03")
        child.expect("left\r\n")
        after, _ = ending_of(child)
    assert after.strip() == before


# A game of two people, in which something is replaced.
CHANGED = """
import os, signal, sys, tempfile
from noughts.cli.main import main
from noughts.screen.driver import ForgivingDriver
from noughts.screen.panel import SidePanel
from noughts.screen.play import PlayScreen

keep = SidePanel.compose

def compose(self):
    os.kill(os.getpid(), signal.SIGTERM)
    return keep(self)

def leave(self):
    self.app.exit(return_code=3)
    raise ZeroDivisionError("on purpose")

def fail(*_):
    raise ZeroDivisionError("on purpose")

CHANGE
sys.exit(main(["--two"]))
"""


def changed(change: str, **environment: str) -> AbstractContextManager[Any]:
    program = CHANGED.replace("CHANGE", change)
    return at_terminal(sys.executable, "-c", program, **environment)


@pytest.mark.slow
def test_a_person_who_leaves_while_it_opens_has_left() -> None:
    by_signal, by_a_crash = "SidePanel.compose = compose", "PlayScreen.on_mount = leave"
    for change, expected in ((by_signal, 143), (by_a_crash, 3)):
        with changed(change) as child:
            written, code = ending_of(child)
        assert code == expected, change
        assert CLOSED in written, change
        assert "noughts:" not in written, change


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        "PlayScreen.undo = fail",
        "ForgivingDriver.process_message = fail  # in the thread of the input",
        "PlayScreen.undo = fail; tempfile.tempdir = '/nowhere'",
    ],
)
def test_a_crash_is_one_line_with_the_place_of_its_details(change: str, tmp_path: Path) -> None:
    with changed(change, TMPDIR=str(tmp_path)) as child:
        child.expect("Quit")
        child.send("u")
        child.expect(re.escape(CLOSED))
        written, code = ending_of(child)
    assert code == 1
    assert "Traceback" not in written
    (line,) = re.findall(r"noughts: .*", written)
    if "nowhere" in change:  # no file can be written
        assert "something broke, and that is our fault" in line
        return
    assert "--plain" in line
    (details,) = tmp_path.glob("noughts-*.txt")
    assert str(details) in line
    assert "ZeroDivisionError: on purpose" in details.read_text()


@pytest.mark.slow
def test_other_commands_open_it_too(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    run("--two", "--record", str(games), typed=b"1\n4\n2\n5\n3\n")
    for command in (["puzzle"], ["learn"], ["replay", str(games)], ["review", str(games)]):
        with at_terminal(*NOUGHTS, *command) as child:
            child.expect("Quit")
            child.send("q")
            assert ending_of(child)[1] == 0, command


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_is_watched_and_reported(jobs: str) -> None:
    command = f"match classic random --games 4 --watch --jobs {jobs}"
    with at_terminal(*NOUGHTS, *command.split()) as child:
        child.expect("match is over")
        child.send("q")
        written, code = ending_of(child)
    assert code == 0
    assert "classic against random" in written
    assert "of 4:" in written


def test_a_game_that_cannot_be_saved_is_printed_after_the_full_screen() -> None:
    with at_terminal(*NOUGHTS, "--two", "--record", "/dev/full") as child:
        child.expect("Quit")
        win_and_leave(child)
        said, code = ending_of(child)
    assert code == 1
    assert "No space left on device; the game was:" in said
    assert '"moves"' in said

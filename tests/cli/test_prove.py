"""`noughts prove` and `noughts verify`: values, what is said meanwhile, and what an end leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from noughts.atlas.table import PROOFS
from noughts.solver.prover import read_header
from noughts.solver.verification import verify
from noughts.verifiers.verify import Certificate
from tests.certificates import pack
from tests.cli import process
from tests.cli.conftest import Noughts, assert_one_line, said_by

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")

LONG = "8x8:5"  # takes hours
EMPTY = f"{'.' * 15}/"
OPEN_THREE = f"{'oo':.<15}/{EMPTY * 6}{'xxx':.^15}/{EMPTY * 7}"[:-1] + " o 5"
DRAWN = "xo../.x../..../...o x 4"
WON = "....../.xx.../.oo.../....../....../...... x 4"
ENOUGH = 1_000  # nodes, after which something is proved of every position here


@contextmanager
def proving(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The command, once it has said that it has come some way, which takes a second or more."""
    with subprocess.Popen(
        [*process.COMMAND, "prove", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    ) as running:
        assert running.stderr is not None
        while nodes_in(running.stderr.readline().decode()) < ENOUGH:
            pass
        yield running


def nodes_in(told: str) -> int:
    return int(told.partition("nodes ")[2].partition(", ")[0].replace(",", ""))


def test_a_win_and_a_draw_of_a_board_or_a_position_are_told_with_a_certificate(
    noughts: Noughts, tmp_path: Path
) -> None:
    file = tmp_path / "proof"
    for board, said, claim in (
        ("4x3:3", "4x3:3: X, who begins, wins\n", "4x3:3 x wins"),
        ("4x4:4", "4x4:4: a draw. ", "4x4:4 draw"),
    ):
        done = noughts("prove", board, "--seed", "3", "--out", str(file))
        assert done.code == 0
        assert done.said.startswith(said)
        told = f"{file}: its certificate, {file.stat().st_size:,} bytes"
        assert done.said.splitlines()[-1] == told
        assert Certificate(file.read_bytes()).claim == claim
    assert "strategy stealing" in done.said
    assert "\n1 node, " in done.said
    assert "certificate" not in noughts("prove", "3x3:3").said
    file = tmp_path / "proof"
    done = noughts("prove", WON, "--out", str(file))
    assert done.code == 0
    assert done.said.startswith("X wins, whatever O plays\n")
    size = file.stat().st_size
    assert done.said.splitlines()[-1] == f"{file}: its certificate, {size:,} bytes"
    checked = noughts("verify", str(file))
    assert checked.code == 0
    assert checked.said.startswith(f"{file}: {WON}: x wins: proved by 1 position\n")


def test_a_draw_of_a_position_is_told_without_a_certificate(noughts: Noughts, file: Path) -> None:
    for position in ("x../.../... o 3", ".../.../... x 3", DRAWN):
        told = said_by(noughts, "solve", position).split("\n\n")[-1].split("\n")[0]
        assert said_by(noughts, "prove", position) == f"{told}\n", position
    done = noughts("prove", "x../.../... o 3", "--out", str(file))
    assert (done.code, done.complained.count("\n")) == (1, 1)
    assert "none is written" in done.complained
    assert not file.exists()


def test_what_is_not_proved_of_a_position_is_a_sentence(noughts: Noughts) -> None:
    start = f"{EMPTY * 15}"[:-1] + " x 5"
    unknown = noughts("prove", start, "--limit", "0.01")
    problem = "the value of this position is still unknown: no win by force was found"
    assert unknown == (1, "", f"noughts: {problem}\n")
    verbose = noughts("prove", start, "--limit", "0.01", "--verbose").complained
    assert verbose.startswith(f"noughts: {problem}; no win was found with ")
    over = noughts("prove", "xxx/oo./... o 3")
    assert_one_line(over, "the game is over: there is nothing to prove")
    assert_one_line(noughts("prove", "12x11:5"), "12x11:5 has 132 squares")


@pytest.mark.slow
@posix
def test_an_interruption_leaves_what_is_proved_of_a_position() -> None:
    with proving(OPEN_THREE) as running:
        running.send_signal(signal.SIGINT)
        said, complained = running.communicate(timeout=60)
    assert (running.returncode, b"Traceback" in complained) == (0, False)
    assert said.startswith(b"X wins unless O plays one of these")


def test_the_limit_leaves_the_value_unknown_and_a_checkpoint_to_go_on_from(
    noughts: Noughts, tmp_path: Path
) -> None:
    file = tmp_path / "learnt"
    options = ["--memory", "1", "--limit", "0.01", "--checkpoint", str(file)]
    unknown = f"noughts: the value of {LONG} is still unknown: not proved within the limit"
    assert noughts("prove", LONG, *options[:-2]).complained.endswith(f"{unknown}\n")
    nodes = []
    for _ in range(2):
        done = noughts("prove", LONG, *options, "--verbose")
        assert (done.code, done.said) == (1, "")
        told = done.complained.splitlines()[-1]  # on a slow machine there are others before
        assert told.startswith(f"{unknown}; the same command goes on from {file}; ")
        assert "disproof number" in told
        nodes.append(nodes_in(told))
    assert nodes[0] < nodes[1]
    other = noughts("prove", "7x7:5", *options)
    assert (other.code, other.said) == (1, "")
    assert "this checkpoint is of" in other.complained


def test_a_file_that_is_no_checkpoint_is_left_alone(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear friend")
    done = noughts("prove", "3x3:3", "--checkpoint", str(file))
    assert (done.code, done.complained) == (1, "noughts: this is not a checkpoint of a proof\n")
    assert file.read_text() == "Dear friend"


@pytest.mark.slow
@posix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_says_what_was_learnt_and_keeps_it(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "learnt"
    options = ("--memory", "1", "--checkpoint", str(file), "--workers", workers)
    with proving(LONG, *options, start_new_session=True) as running:
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does on Ctrl-C
        said, complained = running.communicate(timeout=60)
    assert (running.returncode, said) == (130, b"")
    assert b" is still unknown: interrupted; " in complained.splitlines()[-1]
    assert b"Traceback" not in complained
    assert workers == "2" or file.stat().st_size > 1_000  # two may not have learnt anything yet


# Checkpoints without a pause, so that one is there after a moment.
KEEN = """
import sys
import noughts.cli.prove as command
from noughts.cli.main import main
if __name__ == "__main__":
    command._BETWEEN_CHECKPOINTS = command._SHARE_OF_CHECKPOINTS = 0
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@posix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_proof_goes_on_after_it_was_killed(tmp_path: Path, workers: str) -> None:
    script, file = tmp_path / "keen.py", tmp_path / "learnt"
    script.write_text(KEEN, encoding="utf-8")
    options = ["--memory", "1", "--checkpoint", str(file), "--workers", workers]
    running = subprocess.Popen(
        [sys.executable, script, "prove", "8x4:4", *options],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert running.stderr is not None
    while nodes_in(running.stderr.readline().decode()) == 0:
        pass  # the first job is not done yet
    running.kill()
    running.stderr.read()  # until the workers have ended, too
    running.wait()
    running.stderr.close()
    learnt = read_header(file.read_bytes()).nodes
    assert learnt > 0
    done = process.run("prove", "8x4:4", *options, "--limit", "0.1", "--verbose")
    assert done.returncode == 1
    # No less than was learnt; more, if a job ends within the limit.
    assert nodes_in(done.stderr.decode().splitlines()[-1]) >= learnt


@pytest.mark.slow
def test_workers_share_a_proof(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    done = process.run("prove", "4x4:4", "--workers", "2", "--out", str(file))
    assert done.returncode == 0
    said = done.stderr.decode().splitlines()  # on a slow machine, how far it is
    assert [line for line in said if not line.startswith("seconds ")] == []
    assert Certificate(file.read_bytes()).claim == "4x4:4 draw"


@pytest.mark.slow
@posix
def test_a_terminal_shows_how_far_it_is() -> None:
    from tests.cli.pseudo_terminal import at_terminal, ending_of  # not on Windows

    with at_terminal(*process.COMMAND, "prove", LONG, "--memory", "1", "--limit", "1") as child:
        child.expect("disproof number")
        child.expect("is still unknown: not proved within the limit")
        assert ending_of(child)[1] == 1


def test_each_file_is_verified_and_none_spoils_another(noughts: Noughts, tmp_path: Path) -> None:
    draw, win = str(PROOFS / "3x3-3.xz"), str(PROOFS / "4x3-3.xz")
    said = said_by(noughts, "verify", draw, win)
    assert "3x3:3 draw: proved by" in said
    assert "4x3:3 x wins: proved by" in said
    assert said.count("strategy stealing") == 1
    assert said.count("sha256") == 2
    damaged = tmp_path / "damaged"
    damaged.write_bytes((PROOFS / "3x3-3.xz").read_bytes()[:-4])
    done = noughts("verify", str(damaged), win)
    assert done.code == 1
    problem = "refused: it is cut off, too large or goes on"
    assert done.complained == f"noughts: {damaged}: {problem}\n"
    assert "4x3:3 x wins" in done.said
    for content, reason in (
        (b"", "it is empty"),
        (b"Dear friend, how are you?", "it is no certificate, or damaged"),
        (b"noughts \xff draw\n", "it is no certificate, or damaged"),
        (b"noughts draw\n", "it does not begin as a family certificate of a draw does"),
        (bytes(1 << 23), "it has more than 4,194,304 bytes"),
    ):
        damaged.write_bytes(content)
        done = noughts("verify", str(damaged))
        assert_one_line(done, f"noughts: {damaged}: refused: {reason}\n", code=1)


def test_a_certificate_may_come_from_a_pipe_and_go_into_one(noughts: Noughts) -> None:
    done = process.run("prove", "3x3:3", "--out", "-")
    assert Certificate(done.stdout).claim == "3x3:3 draw"
    assert done.stderr.startswith(b"3x3:3: a draw. ")
    said = said_by(noughts, "verify", "-", typed=done.stdout)
    assert said.startswith("-: 3x3:3 draw: proved by ")


def test_a_certificate_of_threat_sequences_is_verified(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "sequences.xz"
    file.write_bytes(pack("noughts certificate 3: ..../..../.... x 3: x wins\n1,25,56."))
    said = said_by(noughts, "verify", str(file))
    assert said.startswith(f"{file}: ..../..../.... x 3: x wins: proved by 1 position")
    assert verify(file).claim == "..../..../.... x 3: x wins"

"""Sessions with the programs of the tutorial, as people type and mistype them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

import pytest

from noughts import Position
from tests.test_transcripts import FOLDER as TRANSCRIPTS
from tests.tutorial.steps import PROGRAMS, play, program, run
from tests.typed_session import boards

ASKING = [2, 3, 4, 6]  # the steps that ask and bear any answer
HOSTILE = [
    *("", " ", "hello", "0", "-1", "9", "10", "1 2 3", "0 0", "4 4", "1.5 2", "1,1,1", "+1 +1"),
    *("²", "٣ ٣", "½", "\0", "é", "\udcff", "\x1b[A", "'; DROP", "None", "[]"),
    *("9" * 10_000, "x" * 100_000),
]
ORDERS = {"seed1-rows-and-columns": "row column", "seed2-columns-and-rows": "column row"}


def typed_in(transcript: str) -> list[str]:
    """What is typed in a session of the game."""
    text = (TRANSCRIPTS / f"{transcript}.in").read_text(encoding="utf-8")
    return text.split("\n")[1:-1]


def first_game_of(transcript: str) -> list[Position]:
    """The positions of the first game of a session; several boards in a row may be the same."""
    said = (TRANSCRIPTS / f"{transcript}.out").read_text(encoding="utf-8")
    return list(boards(re.split(r"Another game\?", said)[0]))


def drawn_with_dashes(said: str) -> list[Position]:
    """The boards of the first two steps."""
    found = re.findall(r"(?m)^([-XO]) ([-XO]) ([-XO])$", said)
    rows = ["".join(row).replace("-", ".").lower() for row in found]
    grids = ["/".join(rows[start : start + 3]) for start in range(0, len(rows), 3)]
    return [Position.parse(f"{each} {'xo'[each.count('x') > each.count('o')]} 3") for each in grids]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("transcript", ORDERS)
def test_the_first_two_steps_play_the_session_of_a_seed(transcript: str, number: int) -> None:
    typed = typed_in(transcript)  # one game; the rest is for another
    if number == 1:  # as in the seeds themselves, what isn't two numbers would end it
        typed = [line for line in typed if re.fullmatch(r"\d \d", line)]
    said = play(program(number), typed, order=ORDERS[transcript])
    assert drawn_with_dashes(said) == first_game_of(transcript)
    assert number == 2 or "Invalid move! Try again.\n" in said
    assert said.endswith(("Player X wins!\n", "Player O wins!\n"))


def test_step_4_plays_the_session_of_the_third_seed() -> None:
    transcript = "seed3-with-the-computer"
    typed = ["z", "", "x", *typed_in(transcript)[1:]]  # which asks for a side, and has no help
    said = play(program(4), typed, seed=1)
    assert "X goes first." in said
    assert list(boards(said)) == first_game_of(transcript)
    assert said.endswith("Congratulations, you win!\n")


def test_a_full_board_is_a_tie() -> None:
    typed = ["2 2", "1 1", "1 3", "3 1", "2 1", "2 3", "3 2", "1 2", "3 3"]
    for number in (1, 2):
        assert play(program(number), typed).endswith("It's a tie!\n")


@pytest.mark.parametrize("seed", [0, 1])
def test_step_3_congratulates_the_winner_and_the_computer_of_step_6_never_loses(seed: int) -> None:
    said = play(program(3), ["o", 0, 3, 1, 4, 2], seed=seed)
    winner = "player 1 (O)" if "O goes first" in said else "player 2 (X)"
    assert said.endswith(f"Congratulations, {winner}, you win!\n")
    assert len(list(boards(said))) == 6
    said = play(program(6), ["o", *(4, 0, 8, 2, 6, 1, 7, 3, 5) * 2], seed=seed)
    assert said.endswith(("It's a tie!\n", "I win!\n"))


@pytest.mark.parametrize("number", ASKING)
def test_nothing_that_is_typed_breaks_a_program(number: int) -> None:
    squares = {2: [f"{row} {column}" for row in "123" for column in "123"]}
    good = ["x", *squares.get(number, list(map(str, range(9))))]
    answers = cycle([*HOSTILE, *good])
    said = run(program(number), lambda _said: next(answers), seed=1)
    assert re.search(r"(wins|win|tie)!\n$", said)


@pytest.mark.parametrize("number", ASKING)
@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_leaving_is_no_error_at_any_prompt(number: int, leaving: type[BaseException]) -> None:
    good = {2: ["1 1", "2 2", "3 3"]}.get(number, ["x", "0", "8", "1"])
    for count in range(len(good)):
        lines = iter(good[:count])

        def answer(_said: str, lines: Iterator[str] = lines) -> str:
            for line in lines:
                return line
            raise leaving

        assert run(program(number), answer, seed=1).endswith("\nGoodbye!\n")


@pytest.mark.parametrize("number", [5, *range(7, 13)])
def test_ctrl_c_ends_a_thinking_program(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    said = 0

    def interrupted(*words: object, **options: object) -> None:
        nonlocal said
        said += 1
        if said == 1:
            raise KeyboardInterrupt
        sys.stdout.write(" ".join(map(str, words)) + str(options.get("end", "\n")))

    with patch("builtins.print", interrupted):
        text = run(program(number), lambda _said: "")
    assert (text, capsys.readouterr().out) == ("\nGoodbye!\n", "")


@pytest.mark.parametrize("number", ASKING)
def test_a_program_bears_bytes_that_are_no_text(number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", str(program(number))],
        input=b"\xff\xfe\n\x00\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().rstrip().endswith("Goodbye!")


@pytest.mark.skipif(sys.platform == "win32", reason="there are other signals")
def test_ctrl_c_ends_a_real_program() -> None:
    with subprocess.Popen(
        [sys.executable, "-u", str(program(2))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as game:
        assert game.stdout is not None
        while game.stdout.read(1) != b":":
            pass
        game.send_signal(signal.SIGINT)
        said, complained = game.communicate(timeout=60)
    assert (game.returncode, complained) == (0, b"")
    assert said.endswith(b"\nGoodbye!\n")


@pytest.mark.parametrize("board", ["9x", "0x0:0", "3x3:4", ""])
def test_a_board_that_does_not_exist_is_one_line(board: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(program(9), lambda _said: "", arguments=[board])
    assert str(ended.value.code).strip()
    assert "\n" not in str(ended.value.code)


@pytest.mark.parametrize("path", PROGRAMS[8:], ids=lambda path: path.stem)
def test_without_the_library_a_program_says_how_to_install_it(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"This step needs the library: python -m pip install .+\n", done.stderr)

"""The command as a whole: which subcommand runs, and how every failure ends."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import noughts as package
from noughts.cli.commands import COMMANDS, GROUPS
from noughts.cli.main import main
from noughts.kernels import DESCRIPTION
from tests.cli import process
from tests.cli.conftest import Done, Noughts
from tests.cli.parsing import parser_of


def assert_asked_wrongly(done: Done, reason: str) -> None:
    assert done.code == 2
    assert reason in done.complained
    assert done.complained.startswith("noughts")
    assert done.complained.count("\n") == 1
    assert done.said == ""


# --- what works


def test_without_a_command_a_game_is_played(noughts: Noughts) -> None:
    assert noughts(typed=b"help\n") == noughts("play", typed=b"help\n")
    assert "Noughts and crosses on 3x3" in noughts().said


def test_the_options_of_play_need_no_command(noughts: Noughts) -> None:
    assert "Two players take turns" in noughts("--two").said


def test_the_version_is_the_packages(noughts: Noughts) -> None:
    assert noughts("--version") == Done(0, f"noughts {package.__version__} ({DESCRIPTION})\n", "")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_every_command_in_its_group(noughts: Noughts, option: str) -> None:
    done = noughts(option)
    assert (done.code, done.complained) == (0, "")
    for group, title in GROUPS.items():
        part = done.said.split(f"\n{title}, for example: noughts ")[1].split("\n\n")[0]
        listed = re.findall(r"^  (\w+) ", part, flags=re.MULTILINE)
        assert listed == [name for name, command in COMMANDS.items() if command.group == group]


def test_help_fits_a_terminal_of_80_columns(noughts: Noughts) -> None:
    assert max(map(len, noughts("--help").said.split("\n"))) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_its_own_usage(noughts: Noughts, command: str) -> None:
    done = noughts(command, "--help")
    assert (done.code, done.complained) == (0, "")
    assert done.said.startswith(f"usage: noughts {command} ")
    assert f"Example: {COMMANDS[command].example}" in done.said
    assert noughts("help", command) == done


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_is_one_of_the_command_with_options_that_exist(command: str) -> None:
    program, *arguments = shlex.split(COMMANDS[command].example)
    named = arguments if arguments[0] in COMMANDS else ["play", *arguments]
    assert (program, named[0]) == ("noughts", command)
    parser_of(command).parse_args(named)


def test_python_m_noughts_is_the_command() -> None:
    done = process.run("rules")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"3 in a row wins" in done.stdout


@pytest.mark.parametrize(("argument", "code"), [("rules", 0), ("replay", 2)])
def test_python_m_noughts_has_the_commands_exit_code(argument: str, code: int) -> None:
    assert process.run(argument).returncode == code


# --- what was asked wrongly


@pytest.mark.parametrize(
    ("typed", "meant"), [("paly", "play"), ("solv", "solve"), ("prft", "perft"), ("hlep", "help")]
)
def test_the_command_that_was_probably_meant_is_suggested(
    noughts: Noughts, typed: str, meant: str
) -> None:
    told = f"noughts: there is no command '{typed}'; did you mean '{meant}'?\n"
    assert noughts(typed) == noughts("help", typed) == Done(2, "", told)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["--bord", "3x3:3"], "; did you mean --board? (see noughts play --help)"),
        (["puzzle", "--thme=fork"], "; did you mean --theme? (see noughts puzzle --help)"),
        (["--zzz"], "--zzz (see noughts play --help)"),
    ],
)
def test_the_option_that_was_probably_meant_is_suggested(
    noughts: Noughts, arguments: list[str], meant: str
) -> None:
    assert_asked_wrongly(noughts(*arguments), meant)


@pytest.mark.parametrize("typed", ["xyzzy", "", "e" * 100_000])
def test_without_a_near_miss_the_help_is_named(noughts: Noughts, typed: str) -> None:
    assert_asked_wrongly(noughts(typed), "`noughts --help` lists them")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--sied", "x"], "--sied"),
        (["--sid", "x"], "--sid"),  # no abbreviations: a later option would change what they mean
        (["--side", "z"], "'z'"),
        (["--side"], "--side"),
        (["--first", "me"], "'me'"),
        (["--input", "words"], "'words'"),
        (["--board", "3x3"], "a board is written WIDTHxHEIGHT:K"),
        (["--board", "27x3:3"], "1 to 26 squares"),
        (["--board", "3x3:4"], "4 in a row can't be made"),
        (["--position", "abc"], "a position is rows"),
        (["--position", "xxx/.../... x 3"], "argument --position"),
        (["--seed", "one"], "a seed is a whole number"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "٣"], "a seed is a whole number"),
        (["--seed", "1" * 19], "a seed is a whole number"),
        (["--against", "nobody"], "there's no player 'nobody'"),
        (["--board", "8x8:5", "--against", "perfect"], "perfect doesn't play 8x8:5"),
        (["play", "now"], "now"),
        (["replay"], "file"),
        (["rules", "big"], "a board is written"),
        (["rules", "3x3:3", "more"], "more"),
        (["players", "0x3:3"], "1 to 26 squares"),
        (["certify"], "player"),
        (["certify", "nobody"], "there's no player 'nobody'"),
        (["certify", "classic", "--board", "5x5:4"], "at most 9 squares"),
        (["perft"], "board"),
        (["perft", "3"], "a board is written"),
        (["perft", "3x3:3", "-1"], "a depth is a number of plies"),
        (["perft", "3x3:3", "deep"], "a depth is a number of plies"),
        (["perft", "3x3:3", "1000"], "a depth is a number of plies"),
    ],
    ids=" ".join,
)
def test_what_was_asked_wrongly_is_said_in_one_line(
    noughts: Noughts, arguments: list[str], reason: str
) -> None:
    assert_asked_wrongly(noughts(*arguments), reason)


@pytest.mark.parametrize(
    "arguments",
    [["a\nb"], ["\x1b[2J"], ["--\nx"], ["rules", "3x3:3", "a\nb"], ["--side", "\x1b\n"]],
)
def test_a_strange_argument_is_quoted_in_one_harmless_line(
    noughts: Noughts, arguments: list[str]
) -> None:
    done = noughts(*arguments)
    assert done.code == 2
    assert done.complained.removesuffix("\n").isprintable()


# --- what failed


def test_a_failure_of_the_system_is_one_line_with_the_files_name(
    noughts: Noughts, tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    assert noughts("replay", str(missing)) == Done(
        1, "", f"noughts: {missing}: No such file or directory\n"
    )


def test_a_failure_of_the_library_is_one_line(noughts: Noughts, tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"garbage\n")
    done = noughts("replay", str(garbage))
    assert done.code == 1
    assert done.complained.startswith(f"noughts: {garbage}, line 1: a record is one JSON object")
    assert done.complained.count("\n") == 1


def test_a_name_with_a_line_break_is_reported_in_one_line(noughts: Noughts) -> None:
    done = noughts("replay", "no\nsuch\x1b[2Jfile")
    assert done.code == 1
    assert done.complained.removesuffix("\n").isprintable()


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.play.players.title", interrupted)
    assert main(["rules"]) == 130


# --- what a plain game imports

PLAY_AND_LIST_MODULES = """
import sys
before = set(sys.modules)
import noughts.cli.main
code = noughts.cli.main.main([])
print(code, *sorted(set(sys.modules) - before), file=sys.stderr)
"""


def test_a_plain_game_imports_nothing_slow() -> None:
    done = process.run_code(PLAY_AND_LIST_MODULES)
    code, *modules = done.stderr.decode().split()
    assert code == "0"
    slow = {
        "asyncio",
        "decimal",
        "fractions",
        "http",
        "logging",
        "multiprocessing",
        "noughts.arena",
        "noughts.cli.research.certify",
        "noughts.core.perft",
        "numpy",
        "socket",
        "ssl",
        "subprocess",
        "tempfile",
        "unittest",
    }
    assert slow.intersection(modules) == set()

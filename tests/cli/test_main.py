"""The command as a whole: which subcommand runs, and how every failure ends."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import noughts as package
from noughts.cli.commands import COMMANDS, GROUPS, parser_of
from noughts.cli.main import main
from noughts.kernels import DESCRIPTION
from tests.cli import process
from tests.cli.conftest import Done, Noughts, assert_one_line, said_by
from tests.cli.parsing import actions_in, arguments_in

# --- what works


def test_without_a_command_a_game_is_played_or_the_version_told(noughts: Noughts) -> None:
    assert noughts(typed=b"help\n") == noughts("play", typed=b"help\n")
    assert "Noughts and crosses on 3x3" in noughts().said
    assert "Two players take turns" in noughts("--two").said
    assert noughts("--version") == Done(0, f"noughts {package.__version__} ({DESCRIPTION})\n", "")


def test_help_lists_every_command_in_its_group_within_80_columns(noughts: Noughts) -> None:
    said = said_by(noughts, "--help")
    assert said_by(noughts, "-h") == said_by(noughts, "help") == said
    assert said.startswith("Noughts and crosses on any board: ")
    assert max(map(len, said.split("\n"))) <= 80
    for group in GROUPS:
        part = said.split(f"\n{group}:\n")[1].split("\n\n")[0]
        listed = re.findall(r"^  (\w+) ", part, flags=re.MULTILINE)
        assert listed == [name for name, command in COMMANDS.items() if command.group == group]
    assert {command.group for command in COMMANDS.values()} - {*GROUPS} == {""}  # for few
    assert " perft " not in said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_begins_with_a_sentence_and_ends_with_two_examples(
    noughts: Noughts, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("games.jsonl", "6x6-5.xz", "tictactoe.py", "game.py"):  # that the examples read
        (tmp_path / name).touch()
    asked = [command]
    for action in actions_in(parser_of(command)):
        asked.append(f"{command} {action}")
    for words in asked:
        said = said_by(noughts, *words.split(), "--help")
        sentence, _, rest = said.partition("\n")
        assert re.fullmatch(r"[A-Z].*\.", sentence), words
        assert f"usage: noughts {words} " in rest
        *_, last_but_one, last = said.splitlines()
        for example in (last_but_one, last):
            program, *arguments = shlex.split(example)
            assert (program, arguments[: len(words.split())]) == ("noughts", words.split())
            parser_of(command).parse_args(arguments[1:])
    assert said_by(noughts, "help", command) == said_by(noughts, command, "--help")


def test_placeholders_are_written_in_one_way() -> None:
    for command in COMMANDS:
        for argument in arguments_in(parser_of(command)):
            if argument.nargs != 0:
                assert re.fullmatch(r"[A-Z]+([|,=][A-Z]+)*", str(argument.metavar)), argument


# --- what failed


def test_a_failure_is_one_line_with_the_files_name(noughts: Noughts, tmp_path: Path) -> None:
    missing, garbage = tmp_path / "missing", tmp_path / "garbage"
    garbage.write_bytes(b"garbage\n")
    for name, reason, code in (
        (missing, f"there is no file {missing} (", 2),
        (tmp_path, f"{tmp_path} is a folder", 2),
        (garbage, f"noughts: {garbage}, line 1: a record is one JSON object", 1),
        ("no\nsuch\x1b[2Jfile", "there is no file no", 2),
    ):
        assert_one_line(noughts("replay", str(name)), reason, code=code)


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.players.levels", Mock(side_effect=KeyboardInterrupt))
    assert main(["players"]) == 130


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
        *("asyncio", "decimal", "fractions", "http", "logging", "multiprocessing", "numpy"),
        *("socket", "ssl", "subprocess", "tempfile", "unittest"),
        *("noughts.arena", "noughts.core.perft"),
    }
    assert slow.intersection(modules) == set()
    assert [name for name in modules if "textual" in name or "noughts.screen" in name] == []


# --- without any package there is a game; where an extra is missing, one sentence says so

SOURCE = Path(package.__file__).parents[1]
EXTRAS = {"serve": "web", "admin list": "web", "completion bash": "completion"}
NEED_NOTHING = [
    "--version",
    "--help",
    "players",
    "solve 3x3:3",
    "explain 3x3:3",
    "puzzle --help",
    "prove 3x3:3",
    "atlas 3x3:3",
    "perft 3x3:3 4",
    "doctor",
    "join --help",
    "--two --record games.jsonl",
]


RUN_EACH = """
import sys
from noughts.cli.main import main
for command in sys.argv[1:]:
    try:
        code = main(command.split())
    except SystemExit as left:
        code = left.code
    assert code == 0, command
"""


def run_bare(*arguments: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run something where Python sees the source and its own library, and nothing else."""
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        timeout=60,
        check=False,
    )


def test_what_is_no_server_needs_no_package(tmp_path: Path) -> None:
    commands = (*NEED_NOTHING, "replay games.jsonl")
    done = run_bare("-c", RUN_EACH, *commands, folder=tmp_path, typed="1\n4\n2\n5\n3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("X wins! The winning line: a1, b1 and c1.\n")  # the replay
    assert "  serve " in done.stdout  # help has the commands of missing extras too


@pytest.mark.parametrize("command", EXTRAS)
def test_what_an_extra_brings_is_said_in_one_sentence(tmp_path: Path, command: str) -> None:
    done = run_bare("-m", "noughts", *command.split(), folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    missing = f'is not installed: pip install "noughts[{EXTRAS[command]}]" brings it\n'
    assert done.stderr.startswith("noughts: ")
    assert done.stderr.endswith(missing)
    assert done.stderr.count("\n") == 1

"""The command as a whole: which subcommand runs, and how every failure ends."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import noughts as package
from noughts.cli.commands import COMMANDS, parser_of
from noughts.cli.main import main
from noughts.kernels import DESCRIPTION
from tests.cli import process
from tests.cli.conftest import Done, Noughts, assert_one_line, said_by

# --- what works


def test_without_a_command_a_game_is_played_or_the_version_told(noughts: Noughts) -> None:
    assert noughts(typed=b"help\n") == noughts("play", typed=b"help\n")
    assert "Noughts and crosses on 3x3" in noughts().said
    assert "Two players take turns" in noughts("--two").said
    assert noughts("--version") == Done(0, f"noughts {package.__version__} ({DESCRIPTION})\n", "")


def test_help_lists_every_command_in_its_group_within_80_columns(noughts: Noughts) -> None:
    said = said_by(noughts, "--help")
    assert said_by(noughts, "-h") == said
    assert max(map(len, said.split("\n"))) <= 80
    for group in {command.group for command in COMMANDS.values()}:
        part = said.split(f"\n{group}, for example: noughts ")[1].split("\n\n")[0]
        listed = re.findall(r"^  (\w+) ", part, flags=re.MULTILINE)
        assert listed == [name for name, command in COMMANDS.items() if command.group == group]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_usage_and_an_example(noughts: Noughts, command: str) -> None:
    said = said_by(noughts, command, "--help")
    assert f" noughts {command} " in said.partition("\n")[0]
    example = COMMANDS[command].example
    assert f"Example: {example}" in said
    assert said_by(noughts, "help", command) == said
    program, *arguments = shlex.split(example)
    named = arguments if arguments[0] in COMMANDS else ["play", *arguments]
    assert (program, named[0]) == ("noughts", command)
    parser_of(command).parse_args(named[1:])


# --- what failed


def test_a_failure_is_one_line_with_the_files_name(noughts: Noughts, tmp_path: Path) -> None:
    missing, garbage = tmp_path / "missing", tmp_path / "garbage"
    garbage.write_bytes(b"garbage\n")
    for name, reason in (
        (missing, f"noughts: {missing}: {os.strerror(errno.ENOENT)}\n"),
        (tmp_path, f"noughts: {tmp_path}: "),
        (garbage, f"noughts: {garbage}, line 1: a record is one JSON object"),
        ("no\nsuch\x1b[2Jfile", "noughts: no"),
    ):
        assert_one_line(noughts("replay", str(name)), reason, code=1)


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.players.title", Mock(side_effect=KeyboardInterrupt))
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
    "rules",
    "players",
    "solve 3x3:3",
    "hint 3x3:3",
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

"""The pages tell of everything there is, and what they show is what the program says."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from noughts import Game, Mark
from noughts.atlas import PROOFS
from noughts.cli.main import COMMANDS
from noughts.cli.parser import Parser
from noughts.core.record import Record
from noughts.terminal.commands import Command
from noughts.terminal.record_file import append_record
from tests.cli import process

ROOT = Path(__file__).parents[1]
PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
GAME = Record(Game().play(0, 4, 8, 2, 6, 3, 7), {Mark.X: "human", Mark.O: "easy"})
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def section(command: str) -> str:
    """What the page says of a command, its heading first."""
    found = re.split(rf"^## (?=`noughts {command}\b)", PLAYING, flags=re.MULTILINE)
    assert len(found) == 2, f"docs/playing.md has {len(found) - 1} sections on noughts {command}"
    return found[1].split("\n## ")[0]


def arguments_of(command: str) -> Iterator[argparse.Action]:
    subparsers = Parser(prog="noughts").add_subparsers()
    getattr(import_module(f"noughts.cli.{COMMANDS[command]}"), f"add_{command}")(subparsers)
    yield from _arguments_in(subparsers.choices[command])


def _arguments_in(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if action.dest != "help":
            yield action
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from _arguments_in(part)


def words_of(text: str) -> set[str]:
    """The words that stand in code, without brackets and bars."""
    code = " ".join(re.findall(r"`([^`]+)`", text))
    return set(re.split(r"[\s\[\]|]+", code))


def names_of(argument: argparse.Action) -> list[str]:
    """How the page should call an argument: by every option, or by its place."""
    place = argument.metavar or argument.dest
    assert isinstance(place, str)
    return list(argument.option_strings) or [place.upper()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section_with_all_its_arguments_in_code(command: str) -> None:
    told = words_of(section(command))
    for argument in arguments_of(command):
        for name in names_of(argument):
            assert name in told, f"docs/playing.md does not tell of {name} of noughts {command}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_choice_of_an_option_is_told(command: str) -> None:
    told = words_of(section(command))
    for action in arguments_of(command):
        for choice in action.choices or ():
            assert choice in told, f"docs/playing.md does not tell of {choice}, noughts {command}"


@pytest.mark.parametrize("command", ["solve 1x1:1 --json", "review games.jsonl --json"])
def test_every_name_in_the_data_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    append_record(Path("games.jsonl"), GAME)
    done = process.run(*command.split())
    names = re.findall(r'"([a-z_]+)":', done.stdout.decode())
    assert names
    told = words_of(section(command.split(maxsplit=1)[0]))
    assert set(names) - told <= {"a1"}, "docs/playing.md does not tell of these"


def test_every_section_is_of_a_command_that_exists() -> None:
    told = re.findall(r"^## `noughts (\w+)", PLAYING, flags=re.MULTILINE)
    assert set(told) == set(COMMANDS)


def test_every_word_that_can_be_typed_in_a_game_is_told() -> None:
    told = words_of(section("play"))
    for command in Command:
        assert command.name.lower() in told


def examples() -> Iterator[tuple[str, str, str]]:
    """The page, the command, and what it is shown to say, of every indented example."""
    for page in PAGES:
        for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", page.read_text(), re.MULTILINE):
            text = re.sub(r"^    ", "", block, flags=re.MULTILINE)
            for example in re.split(r"^\$ noughts ", text, flags=re.MULTILINE)[1:]:
                command, _, said = example.partition("\n")
                yield page.name, command, said.strip("\n")


@pytest.mark.parametrize(("page", "command", "shown"), list(examples()))
def test_an_example_says_what_it_is_shown_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, command: str, shown: str
) -> None:
    monkeypatch.chdir(tmp_path)
    append_record(Path("games.jsonl"), GAME)
    shutil.copy(PROOFS / "5x5-4.xz", tmp_path)
    done = process.run(*shlex.split(command))
    assert (done.returncode, done.stderr) == (0, b""), page
    said = [line.rstrip() for line in done.stdout.decode().strip("\n").split("\n")]
    assert [line for line in said if " nodes, " not in line] == shown.split("\n")


def test_there_are_examples_to_check() -> None:
    assert len(list(examples())) >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_headings_lead_to_one(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        linked = page.parent / target if target else page
        headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
        names = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
        assert anchor in names, f"{page.name} links to {target}#{anchor}"

"""The pages describe everything there is, and nothing else."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

import pytest

from noughts import Game, Mark
from noughts.cli.commands import COMMANDS
from noughts.core.record import Record
from noughts.terminal.commands import Command
from noughts.terminal.record_file import append_record
from noughts.web.settings import Settings
from tests.cli import process
from tests.cli.parsing import arguments_of
from tests.docs.blocks import BLOCKS, PAGES, ROOT

PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
GAME = Record(Game().play(0, 4, 8, 2, 6, 3, 7), {Mark.X: "human", Mark.O: "easy"})


def section(command: str) -> str:
    """The section of a command, with its heading."""
    found = re.split(rf"^## (?=`noughts {command}\b)", PLAYING, flags=re.MULTILINE)
    assert len(found) == 2, f"docs/playing.md has {len(found) - 1} sections on noughts {command}"
    return found[1].split("\n## ")[0]


def words_of(text: str) -> set[str]:
    """The words in inline code, without brackets and bars."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    code = " ".join(re.findall(r"`([^`]+)`", text))
    return set(re.split(r"[\s\[\]|]+", code))


def names_of(argument: argparse.Action) -> list[str]:
    """The names of an argument that the page should have: every option, or its place."""
    place = argument.metavar or argument.dest
    assert isinstance(place, str)
    return list(argument.option_strings) or [place.upper()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section_with_all_its_arguments_in_code(command: str) -> None:
    told = words_of(section(command))
    for argument in arguments_of(command):
        for name in names_of(argument):
            assert name in told, f"docs/playing.md does not tell of {name} of noughts {command}"


def test_the_readme_says_what_every_extra_is_for() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = set(pyproject["project"]["optional-dependencies"]) - {"dev", "docs", "bench"}
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n| extra |")[2]
    first_cells = re.findall(r"(?m)^\| (`.*?) \|", table)
    assert words_of(" ".join(first_cells)) - {"", ","} == extras


@pytest.mark.parametrize("command", COMMANDS)
def test_every_choice_of_an_option_is_told(command: str) -> None:
    told = words_of(section(command))
    for action in arguments_of(command):
        for choice in action.choices or ():
            assert choice in told, f"docs/playing.md does not tell of {choice}, noughts {command}"


@pytest.mark.parametrize(
    "command", ["solve 1x1:1 --json", "review games.jsonl --json", "doctor --json"]
)
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


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|href)=\"([^\":]+)\"", text):
            linked = page.parent / "".join(target)
            assert linked.exists(), f"{page.name} links to {linked}"
            if linked.suffix == ".md" and ROOT / "docs" in page.parents:
                assert linked.resolve().is_relative_to(ROOT / "docs"), f"the site has no {linked}"
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
            linked = page.parent / target if target else page
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            names = [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
            assert anchor in names, f"{page.name} links to {target}#{anchor}"


def test_every_option_in_the_pages_exists() -> None:
    known = {
        name for command in COMMANDS for each in arguments_of(command) for name in names_of(each)
    }
    programs = [*(ROOT / "benchmarks").glob("*.py"), ROOT / "tests" / "conftest.py"]
    ours = "".join(path.read_text(encoding="utf-8") for path in programs)
    # The third is of docker.
    known |= {"--help", "--version", "--no-deps", *re.findall(r'"(--[a-z-]+)"', ours)}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = [block.text for block in BLOCKS if block.page == page and not block.reason]
        named = re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join([*words_of(text), *blocks]))
        assert set(named) <= known, page.name


def test_every_variable_in_the_pages_is_read() -> None:
    known = {f"NOUGHTS_{name.upper()}" for name in Settings.__struct_fields__}
    source = ROOT / "src" / "noughts"
    modules = (
        "language/choice.py",
        "terminal/console.py",
        "cli/full_screen.py",
        "screen/themes.py",
    )
    readers = [ROOT / "setup.py", *(source / each for each in modules)]
    for each in [*readers, *source.glob("kernels/*.c")]:
        known |= set(re.findall(r"\bNOUGHTS_[A-Z_]+\b", each.read_text(encoding="utf-8")))
    for page in PAGES:
        told = set(re.findall(r"\bNOUGHTS_[A-Z_]+\b", page.read_text(encoding="utf-8")))
        assert told <= known, page.name

"""The pages describe all there is and nothing else; every code block is run or says why not."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.atlas.table import PROOFS
from noughts.cli.commands import COMMANDS, parser_of
from noughts.files.records import append_record
from noughts.server.settings import Settings
from noughts.terminal.text import TypedWord
from tests.cli.conftest import Noughts, noughts, said_by
from tests.cli.parsing import arguments_in
from tests.docs.blocks import BLOCKS, GAME, PAGES, ROOT, Block, blocks_of
from tools.draw_pictures import pictures

__all__ = ["noughts"]  # a fixture

# tests/tutorial checks those of the tutorial.
RUN = [each for each in BLOCKS if not each.reason and each.page.parent.name != "tutorial"]

SECRET = "s" * 43
COMMAND_PAGES = "".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("commands.md", "hosting.md")
)
HERE = "http://127.0.0.1:8000/"  # where a server is, in the pages

# These wait for other people, or change what they are pointed at: their arguments are only read.
UNSTARTED = {"admin", "join", "serve"}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the files that the pages assume."""
    monkeypatch.chdir(tmp_path)
    append_record(tmp_path / "games.jsonl", GAME)
    shutil.copy(PROOFS / "5x5-4.xz", tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", RUN, ids=str)
def test_a_block_that_does_not_say_why_not_is_run(
    block: Block, noughts: Noughts, request: pytest.FixtureRequest
) -> None:
    assert block.language in CHECKS, f"{block}: nothing is known of {block.language!r}"
    if block.language == "sh" and any(words[0] == "curl" for words in block.commands):
        check_requests(block, request.getfixturevalue("server").address)
    else:
        CHECKS[block.language](block, noughts)


def check_python(block: Block, _noughts: Noughts) -> None:
    """Run a program; pytest runs the examples itself."""
    if block.text.startswith(">>>"):
        assert block.page.is_relative_to(ROOT / "docs") or block.page.name == "README.md"
    else:
        exec(compile(block.text, str(block), "exec"), {"__name__": "page"})


def check_console(block: Block, noughts: Noughts) -> None:
    """Run every command, and compare its output with the page."""
    examples = re.split(r"^\$ noughts ", block.text, flags=re.MULTILINE)
    assert examples.pop(0) == ""
    for example in examples:
        command, _, shown = example.partition("\n")
        output = said_by(noughts, *shlex.split(command))
        said = [line.rstrip() for line in output.rstrip("\n").split("\n")]
        told = [line for line in said if not re.search(r"\d nodes?, ", line)]  # its time varies
        assert told == shown.rstrip("\n").split("\n")


def check_shell(block: Block, noughts: Noughts) -> None:
    """Run our commands, and check that targets of make and programs exist."""
    for words in block.commands:
        match words:
            case ["noughts", *arguments]:
                check_noughts(arguments, noughts)
            case ["make", target, *_]:
                assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
            case ["python", program]:
                assert (ROOT / program).is_file(), program
            case _:
                pytest.fail(f"{block}: {words[0]} needs <!-- not run: why --> before the block")


def check_noughts(arguments: list[str], noughts: Noughts) -> None:
    """Run a command without input; only parse those that would wait for ever."""
    if set(arguments[:1]) & UNSTARTED:
        parser_of(arguments[0]).parse_args(
            [_replaced(word, {"ID": 24 * "0"}) for word in arguments[1:]]
        )
    else:
        said_by(noughts, *arguments)


def check_requests(block: Block, address: str) -> None:
    """Send every request; ID and CODE come from the answer before."""
    names = {"$SECRET": SECRET, HERE: address, "ID": _game_with_a_free_seat(address)}
    for words in block.commands:
        assert words[0] == "curl", f"{block}: requests and other commands in one block"
        arguments = [_replaced(word, names) for word in words[1:]]
        answer = json.loads(_sent(arguments))
        names |= {
            name: answer[key] for name, key in (("ID", "id"), ("CODE", "code")) if key in answer
        }


def _replaced(word: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        pattern = rf"\b{name}\b" if name.isalpha() else re.escape(name)
        word = re.sub(pattern, value, word)
    return word


def _game_with_a_free_seat(address: str) -> str:
    game: Any = httpx.post(
        f"{address}api/v1/games",
        json={"opponent": "friend", "side": "o"},
        headers={"Authorization": f"Bearer {'f' * 43}"},
    ).json()
    return str(game["id"])


def _sent(arguments: list[str]) -> str:
    """The answer to a request, or the first message of a stream."""
    # Its settings lie in the home that the system knows, if not in HOME.
    command = ["curl", "--disable", "--silent", "--fail", "--max-time", "30", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as curl:
        assert curl.stdout is not None
        if "-N" not in arguments:
            answer = curl.communicate()[0]
            assert curl.returncode == 0, arguments
            return answer
        line = curl.stdout.readline()
        curl.kill()
    return line if line.startswith("{") else "{}"


CHECKS: dict[str, Callable[[Block, Noughts], None]] = {
    "console": check_console,
    "json": lambda block, _noughts: json.loads(block.text),
    "python": check_python,
    "sh": check_shell,
}


def test_a_reason_stands_right_before_its_block_and_most_blocks_have_none(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not run: needs a printer -->\n```sh\nlpr\n```\n\n```sh\nlpr\n```\n\n"
        "<!-- not run: needs a printer -->\n\nBut first:\n\n    lpr\n"
    )
    assert [block.reason for block in blocks_of(page)] == ["needs a printer", None, None]
    run = [block.language for block in BLOCKS if block.reason is None]
    assert min(map(run.count, ("console", "python", "sh"))) >= 6


def test_a_command_that_is_wrong_is_found(noughts: Noughts) -> None:
    for text in ("noughts solve 9x9", "noughts serve --prot 1", "make tea", "rm -rf games.jsonl"):
        with pytest.raises((AssertionError, SystemExit, pytest.fail.Exception)):
            check_shell(Block(ROOT / "page.md", 1, "sh", text, None), noughts)


def section(command: str) -> str:
    """The section of a command, with its heading."""
    found = re.split(rf"^## (?=`noughts {command}`$)", COMMAND_PAGES, flags=re.MULTILINE)
    assert len(found) == 2, f"the pages have {len(found) - 1} sections on noughts {command}"
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
def test_every_command_has_a_section_with_its_arguments_and_choices_in_code(command: str) -> None:
    told = words_of(section(command))
    for argument in arguments_in(parser_of(command)):
        for name in (*names_of(argument), *(argument.choices or ())):
            assert name in told, f"the section on noughts {command} lacks {name}"
    assert set(re.findall(r"(?m)^## `noughts (\w+)", COMMAND_PAGES)) == set(COMMANDS)


def test_the_page_on_installing_says_what_every_extra_is_for() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = set(pyproject["project"]["optional-dependencies"])
    table = (ROOT / "docs" / "installing.md").read_text("utf-8").partition("\n| extra |")[2]
    first_cells = re.findall(r"(?m)^\| (`.*?) \|", table)
    assert words_of(" ".join(first_cells)) - {"", ","} == extras


@pytest.mark.parametrize(
    "command", ["solve 1x1:1 --json", "review games.jsonl --json", "doctor --json"]
)
def test_every_name_in_the_data_is_told(command: str, noughts: Noughts) -> None:
    names = re.findall(r'"([a-z_]+)":', noughts(*command.split()).said)
    assert names
    told = words_of(section(command.split(maxsplit=1)[0]))
    assert set(names) - told <= {"a1"}, "docs/commands.md lacks these"


def test_every_word_that_can_be_typed_in_a_game_is_told() -> None:
    told = words_of((ROOT / "docs" / "playing.md").read_text(encoding="utf-8"))
    assert {word.name.lower() for word in TypedWord} <= told


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


def test_pictures_of_the_inside_are_fresh_and_prose_is_within_120_columns() -> None:
    for name, drawn in pictures().items():
        shown = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
        assert shown == drawn, f"{name}: run python -m tools.draw_pictures docs/pictures"
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            is_fixed = re.match(r"[|$<]|!\[|c5 forces|g5 isn't", line)  # cannot be wrapped
            assert len(line) <= 120 or is_fixed, f"{page.name}: {line}"


def test_every_option_in_the_pages_exists_and_every_variable_is_read() -> None:
    known = {
        name
        for command in COMMANDS
        for each in arguments_in(parser_of(command))
        for name in names_of(each)
    }
    programs = [*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "tools").glob("*.py")]
    programs += [ROOT / "tests" / "conftest.py", ROOT / "src" / "noughts" / "site" / "build.py"]
    ours = "".join(path.read_text(encoding="utf-8") for path in programs)
    # The last two are of docker.
    known |= {"--help", "--version", "--no-deps", "--build", *re.findall(r'"(--[a-z-]+)"', ours)}
    variables = {f"NOUGHTS_{name.upper()}" for name in Settings.__struct_fields__}
    source = ROOT / "src" / "noughts"
    readers = [ROOT / "setup.py", *source.glob("kernels/*.c")]
    for name in ("wording/language/choice", "terminal/console", "screen/app"):
        readers.append(source / f"{name}.py")
    for each in readers:
        variables |= set(re.findall(r"\bNOUGHTS_[A-Z_]+\b", each.read_text(encoding="utf-8")))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = [block.text for block in BLOCKS if block.page == page and not block.reason]
        named = re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join([*words_of(text), *blocks]))
        assert set(named) <= known, page.name
        assert set(re.findall(r"\bNOUGHTS_[A-Z_]+\b", text)) <= variables, page.name

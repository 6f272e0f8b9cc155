"""Every code block of the pages is run, or says why not."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts import Game, Mark
from noughts.atlas import PROOFS
from noughts.core.record import Record
from noughts.terminal.record_file import append_record
from tests.cli import process
from tests.cli.parsing import parser_of
from tests.docs.blocks import BLOCKS, ROOT, Block, blocks_of
from tests.serving import serving

GAME = Record(Game().play(0, 4, 8, 2, 6, 3, 7), {Mark.X: "human", Mark.O: "easy"})
SECRET = "s" * 43
HERE = "http://127.0.0.1:8000/"  # where a server is, in the pages

# These wait for somebody, or change what they are pointed at: their arguments are only read.
UNSTARTED = {"admin", "join", "serve"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(tmp_path_factory.mktemp("server") / "games.db") as running:
        yield running.address


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the files that the pages assume."""
    monkeypatch.chdir(tmp_path)
    append_record(tmp_path / "games.jsonl", GAME)
    shutil.copy(PROOFS / "5x5-4.xz", tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_block_is_run_or_says_why_not(block: Block, request: pytest.FixtureRequest) -> None:
    if block.reason or block.page.parent.name == "tutorial":  # tests/tutorial checks those
        return
    assert block.language in CHECKS, f"{block}: nothing is known of {block.language!r}"
    if block.language == "sh" and any(words[0] == "curl" for words in block.commands):
        check_requests(block, request.getfixturevalue("server"))
    else:
        CHECKS[block.language](block)


def check_python(block: Block) -> None:
    """Run a program; pytest runs the examples itself."""
    if block.text.startswith(">>>"):
        assert block.page.is_relative_to(ROOT / "docs") or block.page.name == "README.md"
    else:
        exec(compile(block.text, str(block), "exec"), {"__name__": "page"})


def check_console(block: Block) -> None:
    """Run every command, and compare its output with the page."""
    examples = re.split(r"^\$ noughts ", block.text, flags=re.MULTILINE)
    assert examples.pop(0) == ""
    for example in examples:
        command, _, shown = example.partition("\n")
        done = process.run(*shlex.split(command))
        assert (done.returncode, _told(done)) == (0, []), command
        said = [line.rstrip() for line in done.stdout.decode().rstrip("\n").split("\n")]
        told = [line for line in said if not re.search(r"\d nodes?, ", line)]  # its time varies
        assert told == shown.rstrip("\n").split("\n")


def check_shell(block: Block) -> None:
    """Run our commands, and check that targets of make and programs exist."""
    for words in block.commands:
        match words:
            case ["noughts", *arguments]:
                check_noughts(arguments)
            case ["make", target, *_]:
                assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
            case ["python", program]:
                assert (ROOT / program).is_file(), program
            case _:
                pytest.fail(f"{block}: {words[0]} needs <!-- not run: why --> before the block")


def check_noughts(arguments: list[str]) -> None:
    """Run a command without input; only parse those that would wait for ever."""
    if set(arguments[:1]) & UNSTARTED:
        parser_of(arguments[0]).parse_args(
            [_replaced(word, {"ID": 24 * "0"}) for word in arguments]
        )
    else:
        done = process.run(*arguments)
        assert (done.returncode, _told(done)) == (0, []), arguments


def _told(done: subprocess.CompletedProcess[bytes]) -> list[bytes]:
    """The standard error of a command, without the warning of uncompiled kernels."""
    lines = done.stderr.splitlines()
    return [line for line in lines if b"kernels are not compiled" not in line]


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
    command = ["curl", "--silent", "--fail", "--max-time", "30", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as curl:
        assert curl.stdout is not None
        if "-N" not in arguments:
            answer = curl.communicate()[0]
            assert curl.returncode == 0, arguments
            return answer
        line = curl.stdout.readline()
        curl.kill()
    return line if line.startswith("{") else "{}"


CHECKS: dict[str, Callable[[Block], None]] = {
    "console": check_console,
    "json": lambda block: json.loads(block.text),
    "python": check_python,
    "sh": check_shell,
}


def test_a_reason_stands_right_before_its_block(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not run: needs a printer -->\n```sh\nlpr\n```\n\n```sh\nlpr\n```\n\n"
        "<!-- not run: needs a printer -->\n\nBut first:\n\n    lpr\n"
    )
    assert [block.reason for block in blocks_of(page)] == ["needs a printer", None, None]


def test_a_command_that_is_wrong_is_found() -> None:
    for text in ("noughts solve 9x9", "noughts serve --prot 1", "make tea", "rm -rf games.jsonl"):
        with pytest.raises((AssertionError, SystemExit, pytest.fail.Exception)):
            check_shell(Block(ROOT / "page.md", 1, "sh", text, None))


def test_there_are_blocks_of_every_kind() -> None:
    run = [block.language for block in BLOCKS if block.reason is None]
    assert min(map(run.count, ("console", "python", "sh"))) >= 6

"""The numbers that the pages tell are those of the code."""

from __future__ import annotations

import re

import msgspec
import pytest

from noughts.cli.commands import parser_of
from noughts.server import app, worker_pool
from noughts.server.games import service
from noughts.server.http import connections, websocket
from noughts.server.rooms.commands import Open
from noughts.server.settings import Settings
from tests.cli.parsing import arguments_in
from tests.docs.blocks import ROOT
from tests.docs.test_pages import section


def defaults_told(command: str) -> dict[str, str]:
    """The defaults in the table of options of a command, by the name of the option."""
    rows = re.findall(r"(?m)^\| `(--[\w-]+).*\| `?([^`|]*)`? \|$", section(command))
    return {option: default for option, default in rows if default}


def test_the_defaults_of_a_server_are_told() -> None:
    told = defaults_told("serve")
    for field in msgspec.structs.fields(Settings):
        if isinstance(field.default, int | float | str):
            assert told[f"--{field.name.replace('_', '-')}"] == (
                field.default if isinstance(field.default, str) else f"{field.default:.0f}"
            )


@pytest.mark.parametrize("command", ["match", "play"])
def test_the_defaults_of_a_command_are_told(command: str) -> None:
    told = defaults_told(command)
    for argument in arguments_in(parser_of(command)):
        if argument.default not in (None, False, []):
            assert told[argument.option_strings[0]] == str(argument.default)


def test_the_limits_of_a_server_are_told() -> None:
    page = (ROOT / "docs" / "reference" / "server.md").read_text(encoding="utf-8")
    told, usual = " ".join(page.split()), Settings()
    for sentence in (
        f"may have {connections.MAX_HEAD_SIZE // 1_024} kB of address and headers, "
        f"{connections.MAX_HEADERS} headers and a body of {app._LARGEST_BODY // 1_024} kB",
        f"It must arrive within {connections.PATIENCE:.0f} seconds, and its answer must be read "
        f"within {connections.PATIENCE:.0f}; once more than {connections._MOST_WAITING} "
        "connections keep",
        f"An address may have {connections._MOST_OPEN:,} connections",
        f"The server asks for up to {connections._MOST_DESCRIPTORS:,} descriptors",
        f"may send {usual.moves_per_minute // 60} frames a second, of at most "
        f"{websocket.MAX_MESSAGE_SIZE:,} bytes each",
        f"lists {service._PAGE} of your games, latest first, and with `?before=ID` the "
        f"{service._PAGE} before",
        f"An address may have {worker_pool._MOST_OF_ONE} of each waiting, and all together "
        f"{worker_pool._MOST_IN_ALL}",
        f"In an hour an address may try {usual.codes_per_hour} wrong codes",
        f"`first_move` seconds for their first move in a game of the room, {Open().first_move} if",
    ):
        assert sentence in told

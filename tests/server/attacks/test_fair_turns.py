"""One address that keeps every worker busy takes none of the answers of another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from tests.server.client import Client, visiting
from tests.server.test_worker_pool import suspended
from tests.serving import serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process"),
]

MANY = 70 + (os.cpu_count() or 1)  # more than may run and wait


def has_hint(player: Client) -> bool:
    """Ask for a hint; False if the server is too busy."""
    game = player.begin(opponent=None)["id"]
    return player.http.get(f"/api/v1/games/{game}/hint").status_code == 200


def has_reply(player: Client) -> bool:
    """Move; False if the server is too busy for the computer's reply."""
    return len(player.play(player.begin(opponent="easy"), 4)["moves"]) == 2


@pytest.mark.parametrize("ask", [has_hint, has_reply])
def test_another_address_is_answered(tmp_path: Path, ask: Callable[[Client], bool]) -> None:
    def ask_as(address: str) -> bool:
        with visiting(server.address) as player:
            player.http.headers["X-Forwarded-For"] = address
            return ask(player)

    with (
        serving(tmp_path / "games.db", "--think-seconds=60") as server,
        ThreadPoolExecutor(MANY + 1) as threads,
    ):
        assert ask_as("192.0.2.1")  # workers are there
        with suspended(server, with_new=True):
            many = [threads.submit(ask_as, "192.0.2.1") for _ in range(MANY)]
            refused, _waiting = wait(many, return_when=FIRST_COMPLETED)
            assert not any(each.result() for each in refused)
            other = threads.submit(ask_as, "192.0.2.2")
            for _ in range(3):  # by then the other waits, too
                assert not ask_as("192.0.2.1")
        assert other.result()

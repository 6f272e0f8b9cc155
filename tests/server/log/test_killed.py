"""After a kill every answered move is there, in order, and none twice."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx
import psutil
import pytest

from tests.server.client import API, Client, free, visiting
from tests.serving import Server, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

PLAYERS = 4
KILLS = 8


def command() -> str:
    return secrets.token_hex(8)


@dataclass
class Player:
    """Plays one game after the other, and remembers what was answered and what was not."""

    chance: Random
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)
    game: Any = None
    begun: list[str] = field(default_factory=list)
    unanswered: tuple[str, dict[str, Any]] | None = None

    def play(self, address: str, tick: Iterator[int], enough: Event) -> None:
        """Play until the server is gone; `enough` is set at the last answer that is waited for."""
        with visiting(address) as client:
            client.http.cookies = self.cookies
            try:
                while True:
                    self.step(client)
                    if next(tick) <= 0:
                        enough.set()
            except httpx.TransportError:
                self.cookies = client.http.cookies

    def step(self, client: Client) -> None:
        """Send what was not answered, or the next command."""
        path, sent = self.unanswered = self.unanswered or self.next_command()
        answer = self.post(client, path, sent)
        assert answer.status_code in (200, 201), answer.text
        self.check(path, sent, answer.json())
        self.unanswered = None

    def post(self, client: Client, path: str, sent: dict[str, Any]) -> httpx.Response:
        return client.http.post(f"{API}/{path}", json=sent)

    def next_command(self) -> tuple[str, dict[str, Any]]:
        game = self.game
        if game is None or game["ending"]:
            opponent = self.chance.choice([None, "random"])
            return "games", {"board": "7x7:5", "opponent": opponent, "command": command()}
        sent = {"version": game["version"], "command": command()}
        if game["can_undo"] and self.chance.random() < 0.1:
            return f"games/{game['id']}/undo", sent
        square = self.chance.choice(free(game))
        return f"games/{game['id']}/play", {"square": square, **sent}

    def check(self, path: str, sent: dict[str, Any], now: Any) -> None:
        """The answer goes on from the answer before it by this one command."""
        before, self.game = self.game, now
        if path == "games":
            assert now["moves"] == []
            self.begun.append(now["id"])
            return
        alone = all(seat["is_you"] for seat in now["seats"].values())
        if path.endswith("undo"):
            assert now["moves"] == before["moves"][: -1 if alone else -2]
            assert now["version"] == before["version"] + 1
            return
        own = now["board"]["names"][sent["square"]]
        assert now["moves"][: len(before["moves"]) + 1] == [*before["moves"], own]
        replies = now["moves"][len(before["moves"]) + 1 :]
        assert len(replies) == (not alone) or (now["ending"] and not replies)

    def look(self, client: Client) -> None:
        """After a kill: the game is as it was answered, or one command further."""
        client.http.cookies = self.cookies
        if self.game is not None:
            now = client.get(f"games/{self.game['id']}")
            if self.unanswered is None or self.unanswered[0] == "games":
                assert now == {**self.game, "announcement": ""}
            else:
                assert 0 <= now["version"] - self.game["version"] <= 2
        listed = [game["id"] for game in client.get("games")][::-1]
        assert len(set(listed)) == len(listed)
        new = int(self.unanswered is not None and self.unanswered[0] == "games")
        assert self.begun[-30:] in (listed, listed[:-1] if new else None) or len(listed) == 30


def play_until_killed(server: Server, players: list[Player], answers: int) -> list[psutil.Process]:
    """Kill the server after so many answers; the worker processes it had."""
    workers = psutil.Process(server.process.pid).children(recursive=True)
    left, enough = count(answers, -1), Event()
    with ThreadPoolExecutor(PLAYERS) as pool:
        playing = [pool.submit(player.play, server.address, left, enough) for player in players]
        enough.wait(60)
        server.process.kill()
        for each in playing:
            each.result()
    return workers


@pytest.mark.slow
def test_every_answered_command_is_there_after_a_kill(tmp_path: Path) -> None:
    chance = Random(KILLS)
    players = [Player(Random(number)) for number in range(PLAYERS)]
    database = tmp_path / "games.db"
    workers = []
    for _ in range(KILLS):
        with serving(database, "--think-seconds=60") as server:
            with visiting(server.address) as client:
                for player in players:
                    player.look(client)
            workers += play_until_killed(server, players, chance.randrange(1, 120))
    assert sum(len(player.begun) for player in players) >= PLAYERS
    _, alive = psutil.wait_procs(workers, 30)
    assert not alive

"""Two members of a room who play game after game over nodes that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.server.client import API, visiting
from tests.server.games.listening import command
from tests.server.games.players import log_of, secret


class RoomPair:
    """They look for each other, and one resigns; what is not answered is asked again elsewhere."""

    def __init__(self, address: str) -> None:
        self._secrets = secret(), secret()
        self._games: list[str] = []  # whose end was answered
        with visiting(address) as client:
            client.http.headers["Authorization"] = f"Bearer {secret()}"
            self._room = f"rooms/{client.open_room(board='4x4:3')['code']}"
            for each in self._secrets:
                client.http.headers["Authorization"] = f"Bearer {each}"
                client.post(f"{self._room}/join", {})

    async def play(self, addresses: Iterator[str], tick: Callable[[], bool]) -> None:
        """Play until `tick`, which is asked after each game, says no."""
        async with httpx.AsyncClient(timeout=60) as client:
            is_going_on = True
            while is_going_on:
                for each in self._secrets:
                    await self._ask(client, addresses, each, f"{self._room}/look", {})
                first = self._secrets[0]
                room = await self._ask(client, addresses, first, self._room)
                game = room["you"]["game"]
                assert game not in self._games
                version = (await self._ask(client, addresses, first, f"games/{game}"))["version"]
                resign = f"games/{game}/resign"
                await self._ask(client, addresses, first, resign, {"version": version})
                self._games.append(game)
                is_going_on = tick()

    async def _ask(
        self,
        client: httpx.AsyncClient,
        addresses: Iterator[str],
        who: str,
        path: str,
        sent: dict[str, Any] | None = None,
    ) -> Any:
        """What is answered, in the end; what is sent has one id however often it is sent."""
        method = "GET" if sent is None else "POST"
        body = None if sent is None else {**sent, "command": command()}
        headers = {"Authorization": f"Bearer {who}"}
        while True:
            url = f"{next(addresses)}{API.removeprefix('/')}/{path}"
            try:
                answer = await client.request(method, url, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.01)  # until another node, or this one, is there
                continue
            if answer.status_code == httpx.codes.OK:
                return answer.json()
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text

    def check(self, database: Path | str) -> int:
        """Every game ended once, as answered, and the room noted it; returns how many."""
        for game in self._games:
            events = [event["type"] for row in log_of(database, game) for event in row.events]
            assert events.count("resigned") == 1
        code = self._room.removeprefix("rooms/").replace("-", "")
        found = [event for row in log_of(database, f"room-{code}") for event in row.events]
        ended = [event["pairing"] for event in found if event["type"] == "room-finished"]
        assert ended == [*range(len(ended))]
        # The room notes an end when it is next read, at the latest; the last may have no answer.
        assert len(ended) - len(self._games) in (-1, 0, 1)
        return len(ended)

"""A class of forty in one room over the API."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest

from tests.serving import Server
from tests.web.client import API, free
from tests.web.live.listening import PATIENCE
from tests.web.live.players import secret

ROUNDS = 5
COUNT = 40


@pytest.mark.slow
def test_a_class_of_forty_plays_a_round_robin_on_one_process(server: Server) -> None:
    asyncio.run(Classroom(server.address).play(ROUNDS))


class Classroom:
    """Forty people, each on their own connection, who fetch the room whenever it changes.

    Whoever gets X plays the game for both, at random and as fast as it goes.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.chance = Random(1)
        self.code = ""
        self.keys: dict[str, str] = {}  # by name
        self.received = 0

    async def play(self, rounds: int) -> None:
        # None is kept: the server may close it just when it is used again.
        limits = httpx.Limits(max_connections=2 * COUNT + 4, max_keepalive_connections=0)
        async with httpx.AsyncClient(
            base_url=f"{self.address}{API[1:]}/", timeout=PATIENCE, limits=limits
        ) as self.http:
            owner = secret()
            self.code = (await self.post(owner, "rooms", {"way": "round-robin"}))["code"]
            await asyncio.gather(*(self.join(secret()) for _ in range(COUNT)))
            assert len(self.keys) == COUNT
            await self.post(owner, f"rooms/{self.code}/round", {"games": 0})
            await asyncio.gather(*(self.take_part(each, rounds) for each in self.keys))
            self.check(await self.get(owner, f"rooms/{self.code}"), rounds)

    def check(self, room: Any, rounds: int) -> None:
        counted = sum(each["played"] for each in room["table"]) / 2
        assert counted >= rounds * COUNT / 2
        assert sum(each["points"] for each in room["table"]) == counted
        assert room["round"] == min(rounds + 1, COUNT - 1)
        assert len(room["members"]) == len(room["table"]) == COUNT
        assert self.received >= COUNT * rounds

    async def join(self, key: str) -> None:
        room = await self.post(key, f"rooms/{self.code}/join", {})
        self.keys[room["you"]["name"]] = key

    async def take_part(self, name: str, rounds: int) -> None:
        """Play so many rounds, until the end of the last is reported."""
        played: set[str] = set()
        version = 0
        path = f"rooms/{self.code}/live-events"
        async with self.http.stream("GET", path, headers=bearer(self.keys[name])) as answer:
            async for line in answer.aiter_lines():
                received = json.loads(line[6:]) if line.startswith("data: ") else {}
                self.received += "version" in received
                if received.get("version", 0) <= version:
                    continue
                room = await self.get(self.keys[name], f"rooms/{self.code}")
                version = room["version"]
                if room["round"] > rounds or room["status"].startswith("It's over"):
                    return
                for game in room["open"]:
                    if game["x"] == name and game["id"] not in played:
                        played.add(game["id"])
                        await self.play_out(game)

    async def play_out(self, game: Any) -> None:
        seen = await self.get(self.keys[game["x"]], f"games/{game['id']}")
        while seen["ending"] is None:
            mover = self.keys[game["xo"[len(seen["moves"]) % 2]]]
            sent = {"square": self.chance.choice(free(seen)), "version": seen["version"]}
            seen = await self.post(mover, f"games/{game['id']}/moves", sent)

    async def get(self, key: str, path: str) -> Any:
        return (await self.http.get(path, headers=bearer(key))).raise_for_status().json()

    async def post(self, key: str, path: str, sent: Any) -> Any:
        answer = await self.http.post(path, json=sent, headers=bearer(key))
        return answer.raise_for_status().json()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}

"""Whatever is sent to a socket, other games go on unhurt, and nothing breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.serving import serving
from tests.web.live.listening import command
from tests.web.live.players import Cut, LivePlayer, Rival, log_of, received_by, sit_down
from tests.web.live.replica import Replica

pytestmark = pytest.mark.slow

LARGEST = 1_024  # bytes of a message
LEAST = 60  # answers to those who play
BATCH = 50  # messages after which somebody waits for an answer
BEGUN = Replica(5, 5, 4, {"x": "ann", "o": "ben"}, version=2)

TYPES = ("play", "undo", "draw", "resign", "next", "decline", "claim", "away", "here")
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 9, 676, 2**31, 2**63, 2**64, -(2**63), 10**300, 0.5, 1e308, -0.0,
    "", "1", "\0", "\ud7ff\uffff", "🦊" * 9, "x" * 65, "computer:1", "clock:1", [], {}, [[]],
    {"type": "play"},
)  # fmt: skip
MESSAGES = 10_000


def garbage(chance: Random) -> bytes:
    return chance.randbytes(chance.randrange(200))


def text(chance: Random) -> str:
    return "".join(chr(chance.randrange(0x800)) for _ in range(chance.randrange(99)))


def nested(chance: Random) -> str:
    opening = chance.choice(["[", '{"type":', '[{"version":'])
    return opening * chance.randrange(1, LARGEST // len(opening))


def order(chance: Random) -> dict[str, Any]:
    """A command as it should be, but for who gives it and when."""
    sent = {"type": chance.choice(TYPES), "version": chance.randrange(1, 9), "command": command()}
    return {**sent, "square": chance.randrange(9)} if sent["type"] == "play" else sent


def strange(chance: Random) -> str:
    """A command with a value that cannot be, or a field, or without one."""
    sent = order(chance)
    where = chance.choice([*sent, "key", "side", "by", "game"])
    sent[where] = chance.choice(STRANGE)
    if chance.random() < 0.3:
        del sent[chance.choice(list(sent))]
    return json.dumps(sent, ensure_ascii=chance.random() < 0.5)


def damaged(chance: Random) -> bytes:
    """A command of which some bytes are others, missing or doubled."""
    sent = bytearray(json.dumps(order(chance)).encode())
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(sent))
        sent[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(sent)


KINDS: tuple[Callable[[Random], str | bytes], ...] = (
    garbage, text, nested, strange, strange, damaged, damaged,
)  # fmt: skip


def large(chance: Random) -> bytes:
    """More than may be sent at once, for which the line is cut."""
    return b" " * chance.randrange(LARGEST + 1, 9 * LARGEST)


async def pester(player: LivePlayer, address: str, chance: Random, number: int) -> int:
    """Send so many messages; the line must live on, but where it is to be cut; how many were."""
    sent = 0
    while sent < number:
        async with player.connected(address):
            for _ in range(BATCH):
                await player.say(chance.choice(KINDS)(chance))
                sent += 1
            # What was sent before is answered before; the version is of a game to come.
            last = {"type": "resign", "version": 10**6, "command": command()}
            assert (await player.do(last))["status"] == 409
            if chance.random() < 0.1:
                await player.say(large(chance))
                with pytest.raises(Cut):
                    await player.do(last)
    return sent


async def attack(address: str, game: str, number: int) -> None:
    """Two who watch a game send what they like, two who play another do."""
    chance = Random(number)
    other, cat, dan = sit_down(address, "5x5:4")
    hostile = [
        LivePlayer(game, replica=BEGUN, version=2),
        LivePlayer(game, show="views", version=2),
        LivePlayer(other, secret=cat, replica=BEGUN, version=2),
        LivePlayer(other, secret=dan, show="views", version=2),
    ]
    async with asyncio.TaskGroup() as tasks:
        for each in hostile:
            share = number // len(hostile)
            tasks.create_task(pester(each, address, Random(chance.random()), share))


async def play_on(
    address: str, game: str, keys: Sequence[str], attacking: asyncio.Task[None]
) -> list[Rival]:
    """Ann and Ben play until the attack is over, and a while at least; each move is answered."""
    rivals = [
        Rival(game, name, key, replica=BEGUN, version=2)
        for name, key in zip(("ann", "ben"), keys, strict=True)
    ]
    answers = count()

    def is_going_on() -> bool:
        return next(answers) < LEAST or not attacking.done()

    playing = [asyncio.create_task(each.play(address, is_going_on)) for each in rivals]
    await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for each in playing:
        each.cancel()  # whoever waits for the other's move
    for result in await asyncio.gather(*playing, return_exceptions=True):
        assert result is None or isinstance(result, asyncio.CancelledError), result
    return rivals


def test_a_game_goes_on_unhurt_whatever_others_send(tmp_path: Path) -> None:
    database = tmp_path / "games.db"

    async def play(address: str) -> None:
        game, *keys = sit_down(address, "5x5:4")
        attacking = asyncio.create_task(attack(address, game, MESSAGES))
        rivals = await play_on(address, game, keys, attacking)
        await attacking
        kept = received_by(log_of(database, game))
        assert len(kept) > LEAST // 2
        for rival in rivals:
            assert rival.received.items() <= kept.items()

    with serving(database) as server:
        asyncio.run(play(server.address))
    log = database.with_suffix(".log").read_text()
    assert "Traceback" not in log, log
    assert "[error" not in log, log

"""Our players at games of a real server, against somebody who plays over the API.

Each of them joins in both ways: blocking, and live over a WebSocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import UnsupportedRules
from noughts.client import Connection, LiveConnection, Refusal, game_at, join_live
from noughts.core import Position
from noughts.players import player
from noughts.players.base import Choice, Player
from noughts.players.uniform import Uniform
from noughts.solver import Limit
from tests.client.conftest import Join
from tests.server.client import Client, free, visiting
from tests.serving import Server, serving


@pytest.fixture
def friend(server: Server) -> Iterator[Client]:
    with visiting(server.address) as client:
        yield client


class Invited:
    """A player who joins in a thread of its own, and what it told."""

    def __init__(self, joins: Join, server: Server, game: Any, who: Player, games: int = 1) -> None:
        self.told: list[str] = []
        connection = game_at(f"{server.address}g/{game['id']}")
        pool = ThreadPoolExecutor(1)
        self.done = pool.submit(joins, connection, who, games, self.told.append)
        pool.shutdown(wait=False)


def until(friend: Client, game: Any, *ready: str, invited: Invited | None = None) -> Any:
    """The game once something is so, told by the stream of its states; fails if they gave up."""
    with friend.http.stream("GET", f"/api/v1/games/{game['id']}/stream") as lines:
        for _ in lines.iter_lines():
            now = friend.get(f"games/{game['id']}")
            if any(now[each] for each in ready):
                return now
            if invited is not None and invited.done.done():
                invited.done.result()
    raise AssertionError("the stream ended")


def play(friend: Client, game: Any, chance: Random, invited: Invited | None = None) -> Any:
    """Play against whoever joined, to the end."""
    while True:
        game = until(friend, game, "is_your_turn", "ending", invited=invited)
        if game["ending"]:
            return game
        game = friend.play(game, chance.choice(free(game)))


@pytest.mark.slow
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_perfect_player_joins_and_never_loses(
    joins: Join, server: Server, friend: Client, side: str
) -> None:
    game = friend.begin(opponent="friend", side=side)
    invited = Invited(joins, server, game, player("perfect"))
    game = play(friend, game, Random(side))
    invited.done.result(30)
    assert game["ending"]["winner"] != side
    assert invited.told[0] == f"Playing {'XO'[side == 'x']} on 3x3:3"
    assert any(told.startswith("X takes") for told in invited.told)
    assert "win" in invited.told[-1] or "draw" in invited.told[-1]


def test_it_agrees_to_rematches_and_plays_on_on_the_other_side(
    joins: Join, server: Server, friend: Client
) -> None:
    game = friend.begin(opponent="friend")
    invited = Invited(joins, server, game, player("random"), games=2)
    game = play(friend, game, Random(1))
    friend.act(game, "rematch", 201)
    game = play(friend, until(friend, game, "is_shared"), Random(2))
    while game["round"] == 1:
        game = play(friend, game, Random(2))
    invited.done.result(30)
    assert game["round"] == 2
    assert game["seats"]["o"]["is_you"]
    assert [told for told in invited.told if told.startswith("Playing")] == [
        "Playing O on 3x3:3",
        "Playing X on 3x3:3",
    ]


def test_it_agrees_to_a_takeback_but_no_draw(joins: Join, server: Server, friend: Client) -> None:
    game = friend.begin(opponent="friend")
    invited = Invited(joins, server, game, player("classic"))
    game = until(friend, game, "is_your_turn")
    game = until(friend, friend.play(game, 0), "is_your_turn")
    friend.act(game, "undo")
    while game["moves"]:
        game = until(friend, game, "is_your_turn")
    friend.act(game, "draw")
    while friend.get(f"games/{game['id']}")["offer"]:
        until(friend, game, "is_your_turn")
    game = friend.get(f"games/{game['id']}")
    assert game["ending"] is None
    friend.act(game, "resign")
    invited.done.result(30)
    assert invited.told[-1] == "O wins – X resigned"


def test_what_cannot_be_joined_is_refused_before_a_seat_is_taken(
    joins: Join, server: Server, friend: Client
) -> None:
    large = friend.begin(board="15x15:5", opponent="friend")
    faster = "Another player was faster – you can watch the game"
    for id_, level, error, message in (
        (friend.begin(opponent="medium")["id"], "medium", Refusal, faster),
        ("0" * 24, "medium", Refusal, "no such game"),
        (large["id"], "perfect", UnsupportedRules, "15x15:5"),
    ):
        with pytest.raises(error, match=message):
            joins(game_at(f"{server.address}g/{id_}"), player(level), 1, print)
    assert friend.get(f"games/{large['id']}")["seats"]["o"]["is_free"]


@pytest.mark.slow
@pytest.mark.parametrize("is_thinking", [False, True])
def test_the_game_goes_on_after_the_server_was_killed(
    joins: Join, tmp_path: Path, is_thinking: bool
) -> None:
    with serving(tmp_path / "games.db") as first:
        port = first.address.rsplit(":", 1)[1].rstrip("/")

        def kill() -> None:
            first.process.kill()
            first.process.wait()

        class Killing(Uniform):
            """Plays at random, but the first time it thinks the server dies."""

            def choose(self, position: Position, limit: Limit | None = None) -> Choice:
                if first.process.poll() is None:
                    kill()
                return super().choose(position, limit)

        with visiting(first.address) as friend:
            game = friend.begin(opponent="friend", side="o", first="x")
            if is_thinking:
                invited = Invited(joins, first, game, Killing())
                first.process.wait(30)
            else:
                invited = Invited(joins, first, game, player("perfect"))
                game = until(friend, game, "is_your_turn")
                game = until(friend, friend.play(game, free(game)[0]), "is_your_turn")
                kill()
            cookies = friend.http.cookies
    with (
        serving(tmp_path / "games.db", f"--port={port}") as second,
        visiting(second.address) as friend,
    ):
        friend.http.cookies = cookies
        game = play(friend, game, Random(3), invited)
        invited.done.result(60)
    assert is_thinking or game["ending"]["winner"] != "o"
    assert any("trying again" in told for told in invited.told)


def test_two_players_finish_a_game_without_a_thread_for_either(server: Server) -> None:
    secret = "s" * 43
    with visiting(server.address) as owner:
        owner.http.headers["Authorization"] = f"Bearer {secret}"
        game = owner.begin(board="4x4:3", opponent="friend", side="x", first="x")
    guest = game_at(f"{server.address}g/{game['id']}")
    host = Connection(guest.server, guest.game, secret)
    told: list[str] = []

    async def meet() -> None:
        await asyncio.gather(
            join_live(host, player("perfect"), report=told.append),
            join_live(guest, player("random")),
        )

    asyncio.run(asyncio.wait_for(meet(), 60))
    assert told[0] == "Playing X on 4x4:3"
    assert "X wins!" in told[-1]


def test_a_connection_tells_of_a_refusal_by_the_id_of_the_command(server: Server) -> None:
    with visiting(server.address) as owner:
        game = owner.begin(opponent="friend")

    async def play_without_a_seat() -> tuple[str, Any]:
        async with LiveConnection.open(game_at(f"{server.address}g/{game['id']}")) as line:
            command = await line.send("play", version=game["version"], square=4)
            async for message in line:
                if message["type"] == "refused":
                    return command, message
        raise AssertionError

    command, message = asyncio.run(asyncio.wait_for(play_without_a_seat(), 60))
    assert (message["command"], message["status"]) == (command, 403)

"""A game online on the full screen: against a friend in a browser, whom a client stands in for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from noughts.client import game_at
from noughts.core.mark import Mark
from noughts.language import use as in_language
from noughts.screen.background import in_background
from noughts.screen.friend import FriendScreen
from tests.screen.captures import Friend
from tests.screen.showing import Shown, press, said, settle, show, text_of
from tests.serving import serving
from tests.web.client import visiting


async def until(pilot: Shown, is_so: Callable[[], bool]) -> None:
    while not is_so():
        await pilot.pause(0.02)
    await settle(pilot)


def test_offers_are_told_with_the_keys_that_answer_them() -> None:
    async def use(pilot: Shown, screen: FriendScreen) -> None:
        assert "offers a draw" in text_of(pilot)
        assert {"y", "x"} <= {key.letter for key in list(screen.keys())}

    show(Friend(), use)


def test_a_message_that_no_server_of_ours_sends_is_told_and_breaks_nothing() -> None:
    async def use(_pilot: Shown, screen: FriendScreen) -> None:
        for message in ({"type": "gameFull"}, {}):
            screen.receive(message)
            assert "the server sent no message of a game" in said(screen)

    show(Friend(), use)


def test_moves_that_cannot_be_are_told_and_break_nothing() -> None:
    async def use(_pilot: Shown, screen: FriendScreen) -> None:
        before = screen.game
        for moves in (["?"], [0, 0], [99], ["a1", 5.5], "?"):
            screen.receive({"type": "gameState", "moves": moves, "version": 9, "ending": None})
            assert screen.game == before

    show(Friend(), use)


def test_a_server_that_is_not_there_is_told() -> None:
    async def use(pilot: Shown, screen: FriendScreen) -> None:
        await until(pilot, lambda: "trying again" in said(screen))

    show(FriendScreen(game_at(f"http://127.0.0.1:9/g/{'0' * 24}")), use)


def test_what_comes_from_the_server_is_told_in_the_language_of_the_terminal() -> None:
    async def use(pilot: Shown, _screen: FriendScreen) -> None:
        await until(pilot, lambda: "127.0.0.1:9" in text_of(pilot))
        assert "trying again" not in " ".join(text_of(pilot).split())

    with in_language("de"):
        show(FriendScreen(game_at(f"http://127.0.0.1:9/g/{'0' * 24}")), use)


@pytest.mark.slow
def test_a_game_with_a_friend_from_the_free_seat_to_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, visiting(server.address) as friend:
        game = friend.begin(opponent="friend", side="x", first="x")

        def play(square: int) -> None:
            friend.play(friend.get(f"games/{game['id']}"), square)

        async def use(pilot: Shown, screen: FriendScreen) -> None:
            await until(pilot, lambda: screen.own is Mark.O)
            for theirs, ours in ((0, "4"), (1, "5")):
                await in_background(partial(play, theirs))
                await until(pilot, lambda: screen.game.position.turn is Mark.O)
                await press(pilot, ours)
                await until(pilot, lambda: screen.game.position.turn is Mark.X)
            await in_background(partial(play, 2))
            await until(pilot, lambda: screen.game.ending is not None)
            assert "Your opponent wins" in said(screen)

        show(FriendScreen(game_at(f"{server.address}g/{game['id']}")), use)

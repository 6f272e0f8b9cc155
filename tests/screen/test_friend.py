"""A game online on the full screen: against a friend in a browser, whom a client stands in for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from noughts.client import game_at
from noughts.core import Mark
from noughts.screen.base import in_background
from noughts.screen.friend import FriendScreen
from noughts.screen.replay import ReplayScreen
from noughts.wording.language import use as in_language
from tests.screen.captures import Friend
from tests.screen.showing import Shown, press, said, show, shown, text_of, until
from tests.server.client import visiting
from tests.serving import serving

TRYING_AGAIN = {"en": "trying again", "de": "neuer Versuch"}


@shown(Friend)
async def test_offers_are_told_and_what_no_server_of_ours_sends_breaks_nothing(
    pilot: Shown, screen: Friend
) -> None:
    assert "offers a draw" in text_of(pilot)
    assert {"y", "x"} <= {key.letter for key in list(screen.keys())}
    before = screen.game
    squares: tuple[object, ...] = ("?", 0, 99, 5.5, [], None)
    for square in squares:
        screen.receive(
            {"type": "event", "version": 4, "event": {"type": "played", "square": square}}
        )
        assert screen.game == before
    for message in ({"type": "view"}, {}):
        screen.receive(message)
        assert "the server sent no message of a game" in said(screen)


def test_a_server_that_is_not_there_is_told_in_the_language_of_the_terminal() -> None:
    async def use(pilot: Shown, screen: FriendScreen) -> None:
        await until(pilot, lambda: TRYING_AGAIN[language] in said(screen))
        assert "127.0.0.1:9" in said(screen)

    for language in TRYING_AGAIN:
        with in_language(language):
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
            await press(pilot, "r")
            assert isinstance(pilot.app.screen, ReplayScreen)

        show(FriendScreen(game_at(f"{server.address}g/{game['id']}")), use)

"""`noughts join`: its arguments. What it does is tested with the client."""

from __future__ import annotations

import pytest

from noughts.cli.commands import add_command
from noughts.cli.parser import Parser

LINK = "http://localhost:1/g/0123456789abcdef01234567"


def parser() -> Parser:
    found = Parser(prog="noughts")
    add_command(found.add_subparsers(), "join")
    return found


@pytest.mark.parametrize("games", [1, 2, 1_000])
def test_a_series_has_one_to_a_thousand_games(games: int) -> None:
    assert parser().parse_args(["join", LINK, "--games", str(games)]).games == games


@pytest.mark.parametrize("games", ["0", "1001", "-1", "1.0", "a", "", "²", "١"])
def test_another_number_of_games_is_refused(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parser().parse_args(["join", LINK, f"--games={games}"])
    assert left.value.code == 2
    assert "the number of games is from 1 to 1000" in capsys.readouterr().err


def test_neither_a_player_nor_a_number_of_games_has_to_be_named() -> None:
    arguments = parser().parse_args(["join", LINK])
    assert (arguments.games, arguments.player) == (None, None)

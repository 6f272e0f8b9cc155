"""What the form of a new game offers can be chosen, and is said in round numbers."""

from __future__ import annotations

from noughts import Rules
from noughts.pages.new_game import NewGame, PlayOptions, offered
from noughts.server.games.types import ClockSetting, Per


def test_every_clock_that_is_offered_has_a_name() -> None:
    assert [name for _, name in PlayOptions("3x3:3", None).clocks] == [
        "No clock",
        "15 seconds a move",
        "1 minute a move",
        "1 day a move",
        "1 minute each",
        "3 minutes each",
        "10 minutes each",
    ]


def test_a_board_and_a_clock_of_one_s_own_are_offered_besides() -> None:
    own = PlayOptions("7x7:5", ClockSetting(Per.GAME, 90))
    assert own.boards[-1] == ("7x7:5", "7×7, 5 in a row")
    assert own.clocks[-1] == ("game-90", "90 seconds each")
    plain = PlayOptions("3x3:3", ClockSetting(Per.MOVE, 60))
    assert len(plain.boards) == len(own.boards) - 1
    assert len(plain.clocks) == len(own.clocks) - 1


def test_every_board_that_is_offered_has_levels_and_says_where_nothing_is_proved() -> None:
    options = PlayOptions("3x3:3", None)
    for board, name in options.boards:
        assert name.startswith(f"{Rules.parse(board).width}×")
        levels = [level for level, _, boards in options.levels if board in boards]
        assert levels
        assert ("perfect" in levels) == (options.unproved[board] == "")
    assert "Strongest looks ahead" in options.unproved["15x15:5"]
    assert "none looks ahead" in PlayOptions("12x12:10", None).unproved["12x12:10"]


def test_the_times_offered_are_those_the_server_allows() -> None:
    names = [name for _, name in PlayOptions("3x3:3", None, 3.0).times]
    assert names == ["half a second", "1 second", "3 seconds"]
    assert PlayOptions("3x3:3", None, 60.0).times[-1] == ("30", "30 seconds")
    assert PlayOptions("3x3:3", None, 0.5).times == [("", "half a second")]


def test_a_level_that_the_board_lacks_becomes_one_that_it_has() -> None:
    for board, opponent, level in (
        ("15x15:5", "perfect", "strongest"),
        ("3x3:3", "strongest", "perfect"),
        ("12x12:10", "hard", "strongest"),
        ("3x3:3", "classic", "medium"),
        *(("15x15:5", each, each) for each in ("easy", "friend", None)),
    ):
        assert offered(NewGame(board, opponent)).opponent == level, (board, opponent)

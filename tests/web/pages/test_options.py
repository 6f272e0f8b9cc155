"""What the form of a new game offers can be chosen, and is said in round numbers."""

from __future__ import annotations

from noughts import Rules
from noughts.web.pages.forms import read_clock
from noughts.web.pages.options import play_options
from noughts.web.views.schemas import ClockSetting


def test_every_clock_that_is_offered_can_be_chosen_and_has_a_name() -> None:
    offered = dict(play_options("3x3:3", None).clocks)
    assert list(offered.values()) == [
        "none",
        "15 seconds a move",
        "1 minute a move",
        "1 day a move",
        "1 minute each",
        "3 minutes each",
        "10 minutes each",
    ]
    for choice in offered:
        clock = read_clock(choice)
        assert choice == ("" if clock is None else f"{clock.per}-{clock.seconds}")


def test_a_board_and_a_clock_of_one_s_own_are_offered_besides() -> None:
    own = play_options("7x7:5", ClockSetting("game", 90))
    assert own.boards[-1] == ("7x7:5", "7×7, five in a row")
    assert own.clocks[-1] == ("game-90", "90 seconds each")
    plain = play_options("3x3:3", ClockSetting("move", 60))
    assert len(plain.boards) == len(own.boards) - 1
    assert len(plain.clocks) == len(own.clocks) - 1


def test_every_board_that_is_offered_has_levels_and_says_where_nothing_is_proved() -> None:
    options = play_options("3x3:3", None)
    for board, name in options.boards:
        assert name.startswith(f"{Rules.parse(board).width}×")
        assert options.levels[board]
        assert (options.levels[board][-1][0] == "perfect") == (options.unproved[board] == "")

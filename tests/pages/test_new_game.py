"""What the form of a new game offers can be chosen, and is said in round numbers."""

from __future__ import annotations

from noughts import Rules
from noughts.pages.new_game import NewGame, PlayOptions, form_values, offered
from noughts.server.games.types import ClockSetting, Per
from noughts.views.game import FRIEND


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


def test_a_board_and_a_clock_of_one_s_own_are_among_the_choices() -> None:
    own = form_values(NewGame("7x7:5", FRIEND, clock=ClockSetting(Per.GAME, 90)), 3.0)
    assert own["is_custom"]
    assert own["custom"] == {"width": "7", "height": "7", "k": "5"}
    assert own["options"].clocks[-1] == ("game-90", "90 seconds each")
    plain = form_values(NewGame("4x4:3", FRIEND, clock=ClockSetting(Per.MOVE, 60)), 3.0)
    assert not plain["is_custom"]
    assert plain["custom"] == {"width": "4", "height": "4", "k": "3"}
    assert len(plain["options"].boards) == len(own["options"].boards)
    assert len(plain["options"].clocks) == len(own["options"].clocks) - 1


def test_on_3x3_one_s_side_says_who_begins() -> None:
    for new, is_by_side in (
        (NewGame(), True),
        (NewGame(side="o"), True),
        (NewGame(side="lot"), True),
        (NewGame(opponent=FRIEND, first="own"), True),
        (NewGame(side="o", first="own"), False),  # which an address may ask for
        (NewGame(opponent=None), False),
        (NewGame("4x4:3"), False),
    ):
        assert form_values(new, 3.0)["is_by_side"] == is_by_side, new


def test_each_opponent_has_an_address_that_keeps_the_other_settings() -> None:
    queries = form_values(NewGame("4x4:3", "hard", "o", "lot", seconds=3.0), 3.0)["queries"]
    shared = "side=o&first=lot"
    assert queries == {
        "computer": f"board=4x4%3A3&opponent=hard&{shared}&seconds=3",
        "friend": f"board=4x4%3A3&opponent=friend&{shared}",
        "two": f"board=4x4%3A3&opponent=two&{shared}",
    }
    # On 3×3 none leads to a second question.
    alone = form_values(NewGame(opponent=None, first="other"), 3.0)["queries"]
    assert alone["computer"] == "board=3x3%3A3&opponent=medium&side=x&first=x"


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

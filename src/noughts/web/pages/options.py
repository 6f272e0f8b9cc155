"""The options in the form of a new game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from noughts.core.rules import Rules
from noughts.online.games import text
from noughts.players import describe, levels
from noughts.players.table import LEVELS
from noughts.web.services.games import FRIEND
from noughts.web.views.schemas import ClockSetting, GameView, NewGame, Side

CLOCKS = (
    ClockSetting("move", 15),
    ClockSetting("move", 60),
    ClockSetting("move", 86_400),
    ClockSetting("game", 60),
    ClockSetting("game", 180),
    ClockSetting("game", 600),
)
BOARDS = ("3x3:3", "4x4:3", "4x4:4", "5x5:4", "6x6:4", "15x15:5")


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The boards and clocks to choose from; for each board its levels, and what is not proved."""

    boards: tuple[tuple[str, str], ...]
    clocks: tuple[tuple[str, str], ...]
    levels: dict[str, tuple[tuple[str, str], ...]]
    unproved: dict[str, str]


@lru_cache(maxsize=64)
def play_options(board: str, clock: ClockSetting | None) -> PlayOptions:
    """The options, including the given board and clock."""
    boards = BOARDS if board in BOARDS else (*BOARDS, board)
    clocks = CLOCKS if clock is None or clock in CLOCKS else (*CLOCKS, clock)
    rules = {board: Rules.parse(board) for board in boards}
    return PlayOptions(
        clocks=(("", "none"), *(_clock_choice(each) for each in clocks)),
        boards=tuple((board, text.board_text(each)) for board, each in rules.items()),
        levels={board: _levels(each) for board, each in rules.items()},
        unproved={
            board: "" if levels(each) == LEVELS else _unproved_text(each)
            for board, each in rules.items()
        },
    )


def chosen(game: GameView | None) -> NewGame:
    """The settings of a game, or the defaults."""
    if game is None:
        return NewGame()
    computer = next((seat.name for seat in game.seats.values() if seat.is_computer), None)
    own: Side = next((side for side, seat in game.seats.items() if seat.is_you), "x")
    opponent = FRIEND if game.is_shared else computer
    clock = None if game.clock is None else ClockSetting(game.clock.per, game.clock.seconds)
    return NewGame(game.board.board, opponent, own, game.first, clock)


def _clock_choice(clock: ClockSetting) -> tuple[str, str]:
    return f"{clock.per}-{clock.seconds}", text.clock_text(clock.per, clock.seconds)


def _levels(rules: Rules) -> tuple[tuple[str, str], ...]:
    return tuple((name, describe(name)) for name in levels(rules))


def _unproved_text(rules: Rules) -> str:
    """The note on a board where no player is perfect."""
    return (
        f"The values of {rules} are not proved, so no player here is perfect: "
        "the strongest one wins and blocks at sight and takes the most open lines."
    )

"""The choices for a new game, and the settings that a page shows as chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from msgspec.structs import replace

from noughts.core.game_text import board_text
from noughts.core.rules import OFFERED, Rules
from noughts.core.text import level_name
from noughts.language import gettext as _
from noughts.language import ngettext
from noughts.online.games import text
from noughts.players import LEVELS, levels, nearest_level
from noughts.search import can_search
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
SECONDS = (1, 3, 10, 30)  # for a computer's move, as far as the server allows it
ALL_LEVELS = (*LEVELS, "strongest")  # weakest first


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What there is to choose from; for each board its levels, and what is not proved."""

    boards: tuple[tuple[str, str], ...]
    clocks: tuple[tuple[str, str], ...]
    times: tuple[tuple[str, str], ...]
    levels: dict[str, tuple[str, ...]]
    level_names: dict[str, str]
    unproved: dict[str, str]

    @property
    def boards_of(self) -> dict[str, list[str]]:
        """The boards that have each level, weakest first."""
        return {
            name: [board for board, names in self.levels.items() if name in names]
            for name in ALL_LEVELS
        }


def play_options(board: str, clock: ClockSetting | None, longest: float = 3.0) -> PlayOptions:
    """The options, including the given board and clock; a computer thinks `longest` at most."""
    boards = OFFERED if board in OFFERED else (*OFFERED, board)
    clocks = CLOCKS if clock is None or clock in CLOCKS else (*CLOCKS, clock)
    rules = {board: Rules.parse(board) for board in boards}
    times = [_time_choice(each) for each in SECONDS if each <= longest]
    return PlayOptions(
        clocks=(("", _("No clock")), *(_clock_choice(each) for each in clocks)),
        times=(("", _("half a second")), *times),
        boards=tuple((board, board_text(each)) for board, each in rules.items()),
        level_names={level: level_name(level) for level in ALL_LEVELS},
        levels={board: levels_of(board) for board in boards},
        unproved={
            board: "" if "perfect" in levels_of(board) else _unproved_text(each)
            for board, each in rules.items()
        },
    )


@lru_cache(maxsize=64)
def levels_of(board: str) -> tuple[str, ...]:
    """The levels of a board, weakest first."""
    return levels(Rules.parse(board))


def chosen(game: GameView) -> NewGame:
    """The settings of a game for another one, which its player begins."""
    computer = next((seat.name for seat in game.seats.values() if seat.is_computer), None)
    own: Side = next((side for side, seat in game.seats.items() if seat.is_you), "x")
    opponent = FRIEND if game.is_shared else computer
    clock = None if game.clock is None else ClockSetting(game.clock.per, game.clock.seconds)
    seconds = next((seat.seconds for seat in game.seats.values() if seat.is_computer), None)
    return NewGame(game.board.board, opponent, own, own, clock, seconds)


def offered(new: NewGame) -> NewGame:
    """The settings with a level that their board has: its highest for the highest of another."""
    if new.opponent is None or new.opponent in (FRIEND, *levels_of(new.board)):
        return new
    return replace(new, opponent=nearest_level(new.opponent, Rules.parse(new.board)))


def query(new: NewGame) -> str:
    """The query of the first page for a game with these settings.

    >>> query(NewGame("4x4:3", None))
    'board=4x4%3A3&opponent=two&side=x&first=x'
    """
    opponent = new.opponent or "two"
    return urlencode(
        {"board": new.board, "opponent": opponent, "side": new.side, "first": new.first}
    )


def _clock_choice(clock: ClockSetting) -> tuple[str, str]:
    return f"{clock.per}-{clock.seconds}", text.clock_text(clock.per, clock.seconds)


def _time_choice(seconds: int) -> tuple[str, str]:
    return str(seconds), ngettext("{count} second", "{count} seconds", seconds)


def _unproved_text(rules: Rules) -> str:
    """The note on a board where no player is perfect."""
    if not can_search(rules):
        return _("Nobody has proved who wins here, so no level is perfect, and none looks ahead.")
    return _("Nobody has proved who wins here: Strongest looks ahead, but it can be beaten.")

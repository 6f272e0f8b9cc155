"""The form of a new game: its fields, its choices, and what the first screen makes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Protocol, get_args
from urllib.parse import urlencode

from noughts.core import Mark, Rules
from noughts.core.rules import OFFERED
from noughts.players import levels, nearest_level
from noughts.search import can_search
from noughts.views.board import Side, side
from noughts.views.game import FRIEND, FirstChoice, SideChoice, SoloView
from noughts.wording.game_text import board_text, clock_text, computer_name, player_of
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.text import level_name

Level = Literal["easy", "medium", "hard", "perfect", "strongest"]
ALL_LEVELS: tuple[Level, ...] = get_args(Level)  # weakest first
TOP_LEVELS = ALL_LEVELS[-2:]  # whom to hold to a draw is as much as one can do
_CLOCKS = (("move", 15), ("move", 60), ("move", 86_400), ("game", 60), ("game", 180), ("game", 600))
_SECONDS = (1, 3, 10, 30)  # for a computer's move, as far as it may take them
CUSTOM = "custom"  # for a board that is chosen by its numbers
levels_of = lru_cache(maxsize=64)(levels)


class Clock(Protocol):
    """The time a side has for each move, or for all its moves together."""

    @property
    def per(self) -> str:
        """Either "move" or "game"."""

    @property
    def seconds(self) -> int:
        """How much it is."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The settings of a game to begin, against a level, a `FRIEND` or, if None, at one screen."""

    board: str = "3x3:3"
    opponent: str | None = "medium"
    side: SideChoice = "x"
    first: FirstChoice = "x"
    clock: Clock | None = None
    seconds: float | None = None  # that the computer may think about a move


class BeginForm(Protocol):
    """The form of a new game as it is sent; the numbers are those of a `CUSTOM` board."""

    @property
    def board(self) -> str: ...
    @property
    def width(self) -> str: ...
    @property
    def height(self) -> str: ...
    @property
    def k(self) -> str: ...
    @property
    def opponent(self) -> str: ...
    @property
    def side(self) -> SideChoice: ...
    @property
    def first(self) -> FirstChoice: ...
    @property
    def clock(self) -> Clock | None: ...
    @property
    def seconds(self) -> str: ...


def chosen(form: BeginForm) -> NewGame:
    """Return the settings that a form has, as far as its fields go together."""
    custom = f"{form.width}x{form.height}:{form.k}"
    board = custom if form.board == CUSTOM else form.board
    opponent = None if form.opponent in ("", "two") else form.opponent
    # Without script the form offers a clock against every opponent.
    clock = form.clock if form.opponent == FRIEND else None
    is_computer = opponent not in (None, FRIEND)
    seconds = float(form.seconds) if is_computer and form.seconds else None
    return NewGame(board, opponent, form.side, form.first, clock, seconds)


class PlayOptions:
    """The choices for a new game: values and their names; levels with the boards they play.

    The given board is among those, and the given clock offered; a computer thinks `longest` seconds
    at most.
    """

    def __init__(self, board: str, clock: Clock | None, longest: float = 3.0) -> None:
        boards = {name: Rules.parse(name) for name in (*OFFERED, board)}
        self.boards = [(name, board_text(boards[name])) for name in OFFERED]
        self.clocks = [("", _("No clock"))]
        given = () if clock is None else ((str(clock.per), clock.seconds),)
        for per, seconds in dict.fromkeys((*_CLOCKS, *given)):
            self.clocks.append((f"{per}-{seconds}", clock_text(per, seconds)))
        self.times = [("", _("half a second"))]
        for seconds in _SECONDS:
            if seconds <= longest:
                name = ngettext("{count} second", "{count} seconds", seconds)
                self.times.append((str(seconds), name))
        self.levels = []
        for level in ALL_LEVELS:
            playable = [name for name, rules in boards.items() if level in levels_of(rules)]
            self.levels.append((level, level_name(level), playable))
        self.unproved = {name: _unproved_text(rules) for name, rules in boards.items()}


def _unproved_text(rules: Rules) -> str:
    """Return the note on a board where no player is perfect; empty for any other."""
    if "perfect" in levels_of(rules):
        return ""
    if not can_search(rules):
        return _("Nobody has proved who wins here, so no level is perfect, and none looks ahead.")
    return _("Nobody has proved who wins here: Strongest looks ahead, but it can be beaten.")


def form_values(new: NewGame, longest: float, typed: str = "") -> dict[str, Any]:
    """Return what the form shows of settings, and the addresses that lead to them and to others.

    A computer thinks `longest` seconds at most. A board that was `typed` and refused stays there.
    """
    shown = offered(new)
    usual, is_alone = str(Rules()), shown.opponent is None
    against = "two" if is_alone else FRIEND if shown.opponent == FRIEND else "computer"
    level = (shown.opponent or "") if against == "computer" else NewGame().opponent
    others = (("computer", level), (FRIEND, FRIEND), ("two", None))
    first: FirstChoice = "x" if shown.board == usual else shown.first
    width, _sign, rest = (typed or shown.board).partition("x")
    height, _sign, k = rest.partition(":")
    return {
        "chosen": shown,
        "against": against,
        "begins": begins(shown),
        # Where X begins, as is usual on 3×3, one's side says who does.
        "is_by_side": shown.board == usual
        and not is_alone
        and begins(shown) == begins(replace(shown, first="x")),
        "custom": {"width": width, "height": height, "k": k},
        "is_custom": typed != "" or shown.board not in OFFERED,
        "is_plain": against == "computer" and shown.board == usual,
        "options": PlayOptions(shown.board, shown.clock, longest),
        "query": _query(shown),
        "queries": {
            name: _query(replace(shown, opponent=other, first=first)) for name, other in others
        },
    }


def _query(new: NewGame) -> str:
    """Return the query of the address that leads to settings."""
    fields = {
        "board": new.board,
        "opponent": new.opponent or "two",
        "side": new.side,
        "first": new.first,
    }
    if new.clock is not None and new.opponent == FRIEND:
        fields["clock"] = f"{new.clock.per}-{new.clock.seconds}"
    is_computer = new.opponent not in (None, FRIEND)
    if is_computer and new.seconds is not None and new.seconds >= 1 and new.seconds % 1 == 0:
        fields["seconds"] = f"{new.seconds:.0f}"  # the form has whole ones alone
    return urlencode(fields)


def settings_of(game: SoloView) -> NewGame:
    """Return the settings of a game for another one, which its player begins; on 3×3 X does."""
    computer = next((seat for seat in game.seats.values() if seat.is_computer), None)
    name, seconds = (None, None) if computer is None else (computer.name, computer.seconds)
    own: Side = next((side for side, seat in game.seats.items() if seat.is_you), "x")
    opponent = FRIEND if game.is_shared else name
    first: FirstChoice = "x" if game.board.board == str(Rules()) else "own"
    return NewGame(game.board.board, opponent, own, first, game.clock, seconds)


def offered(new: NewGame) -> NewGame:
    """Return the settings with a level of their board: its highest for the highest of another."""
    rules = Rules.parse(new.board)
    if new.opponent is None or new.opponent in (FRIEND, *levels_of(rules)):
        return new
    return replace(new, opponent=nearest_level(new.opponent, rules))


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """What is shown before a game: the names at the score, and what to do."""

    seats: dict[Side, str]
    status: str
    is_open: bool  # to a click on the board, which is the first move


def first_screen(new: NewGame) -> FirstScreen:
    """Return what is shown before a game with these settings."""
    is_open, first = False, begins(new)
    if new.opponent == FRIEND:
        status = _("Press Start, and send your friend the link")
    elif first == "lot":
        status = _("Press Start, and see who begins")
    elif new.opponent is None:
        beginner = "X" if first == "own" else "O"
        is_open, status = True, _("{side} begins – pick any square", side=beginner)
    elif new.side == "lot":
        status = _("Press Start, and see which side is yours")
    elif first == "own":
        is_open, status = True, _("You're {side} – pick any square", side=new.side.upper())
    else:
        status = _("You're {side} – press Start, and the computer begins", side=new.side.upper())
    seats = {side(mark): _seat(new, mark) for mark in Mark}
    return FirstScreen(seats, status, is_open)


def begins(new: NewGame) -> Literal["own", "other", "lot"]:
    """Return the player who begins a game with these settings: at one screen X is "own".

    >>> begins(NewGame(side="o", first="x")), begins(NewGame(side="lot", first="x"))
    ('other', 'lot')
    """
    own = "x" if new.opponent is None else new.side
    if new.first in ("own", "other"):
        return new.first
    if "lot" in (own, new.first):
        return "lot"
    return "own" if new.first == own else "other"


def settings_line(new: NewGame) -> str:
    """Return the settings of a game in a line, but for whom it is against.

    >>> settings_line(NewGame()), settings_line(NewGame("4x4:3", None))
    ("Medium · 3×3 · you're X", '4×4, 3 in a row · X begins')
    """
    rules = Rules.parse(new.board)
    parts = [] if new.opponent in (None, FRIEND) else [level_name(new.opponent or "")]
    parts.append("3×3" if rules == Rules() else board_text(rules))
    if new.opponent is None and (first := begins(new)) != "lot":
        parts.append(_("X begins") if first == "own" else _("O begins"))
    elif new.opponent is not None and new.side != "lot":
        parts.append(_("you're {side}", side=new.side.upper()))
    return " · ".join(parts)


def _seat(new: NewGame, mark: Mark) -> str:
    if new.opponent is None:
        return player_of(mark)
    if new.side == "lot":
        return _("Random")
    if new.side == side(mark):
        return _("You")
    return _("Your friend") if new.opponent == FRIEND else computer_name(new.opponent)

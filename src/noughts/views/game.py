"""A game as pages and programs see it, against a computer or of two at one screen.

The server tells of games between two people in the same classes, and adds what is live.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Self

from noughts.core import Ending, Game, Mark, Position
from noughts.core.offer import Offer
from noughts.views.board import BoardView, Side, board_view, side
from noughts.wording import game_text
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered
from noughts.wording.text import Subject, ending_text, score_text, subjects_for

SideChoice = Literal["x", "o", "lot"]
FirstChoice = Literal["own", "other", "x", "o", "lot"]
FRIEND = "friend"  # as the opponent: the seat is free for anyone with the link


@dataclass(frozen=True, slots=True)
class SeatView:
    """The player of a side."""

    name: str
    text: str
    is_computer: bool
    is_you: bool
    is_free: bool
    called: str = ""  # the name of a person who has one, for themselves too
    seconds: float | None = None  # a computer's time for a move, where it was chosen


@dataclass(frozen=True, slots=True)
class EndingView:
    """The ending of a game."""

    termination: str
    winner: Side | None
    text: str


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The score of a series, including this game once it has ended."""

    x: int
    o: int
    drawn: int
    text: str


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer from one player to the other."""

    kind: Offer
    side: Side
    is_yours: bool
    text: str


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a game, and the seconds each side has left at the time of the response.

    While the side to move has less for its first move, it has only that left.
    """

    per: Literal["move", "game"]
    seconds: int
    text: str
    left: dict[Side, float]
    running: Side | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The part of a game's view that any event may change.

    The side to move loses unless it makes its first move in `first_move_in` seconds, if that is
    limited, as in rooms.
    """

    version: int
    ending: EndingView | None
    score: ScoreView
    is_your_turn: bool
    offer: OfferView | None
    declined: str  # what you offered last, in a sentence, if it was declined
    clock: ClockView | None
    first_move_in: float | None
    can_undo: bool
    can_draw: bool
    can_rematch: bool
    can_resign: bool
    status: str
    title: str
    announcement: str


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against a computer or of two at one screen, and whether its reader plays it.

    `people` are the sides that people play. The `score` counts the games of the series that X won,
    that O won and that were drawn, this one included once it has ended.
    """

    game: Game
    people: tuple[Mark, ...]
    score: tuple[int, int, int]
    version: int
    computer: str | None = None  # the name of a player
    seconds: float | None = None  # its time for a move, where it was chosen
    is_spectator: bool = False

    @property
    def sides(self) -> tuple[Mark, ...]:
        """The sides that the reader plays."""
        return () if self.is_spectator else self.people


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloView(Standing):
    """A game as its reader may see it; `moves` are made from the position at the `start`."""

    id: str
    board: BoardView
    start: str
    seats: dict[Side, SeatView]
    moves: list[str]
    is_thinking: bool
    is_shared: bool
    room: str
    round: int
    can_sit: bool
    first: Side

    @classmethod
    def of(cls, id_: str, solo: Solo, before: Game | None = None) -> Self:
        """Return a game as its reader sees it; it announces what happened since it was `before`."""
        game, sides = solo.game, solo.sides
        ending, turn, subjects = game.ending, game.position.turn, subjects_for(sides)
        first, second = subjects[Mark.X], subjects[Mark.O]
        is_undoable = ending is None or ending.termination.on_board
        board = board_view(game.position, game.last_move)
        return cls(
            version=solo.version,
            ending=None if ending is None else ending_view(first, second, ending),
            score=score_view(first, second, solo.score),
            is_your_turn=ending is None and turn in sides,
            offer=None,
            declined="",
            clock=None,
            first_move_in=None,
            can_undo=is_undoable and game.plies_since_turn_of(sides) is not None,
            can_draw=False,
            can_rematch=False,
            can_resign=ending is None and bool(sides),
            status=game_text.status_text(subjects, game),
            title=game_text.game_title(subjects, game),
            announcement="" if before is None else game_text.announcement(subjects, before, game),
            id=id_,
            board=board,
            start=start_text(game.start),
            seats={side(mark): _seat(solo, mark) for mark in Mark},
            moves=[board.names[move] for move in game.moves],
            is_thinking=ending is None and turn not in solo.people,
            is_shared=False,
            room="",
            round=1,
            can_sit=False,
            first=side(game.start.turn),
        )


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list; when it `began` is in UTC, in ISO 8601."""

    id: str
    board: str
    position: str
    opponent: str
    status: str
    is_over: bool
    is_waiting: bool  # for a friend
    began: str


def solo_summary(id_: str, solo: Solo, began: str) -> GameSummary:
    """Return a game as a list shows it."""
    return GameSummary(
        id=id_,
        board=str(solo.game.rules),
        position=solo.game.position.url,
        opponent=game_text.opponent_text(solo.computer),
        status=game_text.status_text(subjects_for(solo.sides), solo.game),
        is_over=solo.game.ending is not None,
        is_waiting=False,
        began=began,
    )


def _seat(solo: Solo, mark: Mark) -> SeatView:
    if solo.computer is None or mark in solo.people:
        return person_view(mark, solo.sides)
    name = game_text.computer_name(solo.computer)
    return SeatView(solo.computer, name, True, False, False, seconds=solo.seconds)


@lru_cache(maxsize=256)  # of the few from which games start: 3 µs of a view's 40
def start_text(start: Position) -> str:
    """Return the notation of the position from which a game starts."""
    return start.notation


@remembered
def person_view(mark: Mark, sides: tuple[Mark, ...], name: str = "") -> SeatView:
    """Return the seat of a person, who may have a name, as the player of some sides sees it."""
    if sides == (mark,):
        shown = _("You")
    else:
        shown = name or (_("Opponent") if len(sides) == 1 else game_text.player_of(mark))
    return SeatView("human", shown, False, mark in sides, False, name)


@remembered
def ending_view(first: Subject, second: Subject, ending: Ending) -> EndingView:
    """Return the ending of a game between two subjects, X and O."""
    winner = None if ending.winner is None else side(ending.winner)
    text = ending_text({Mark.X: first, Mark.O: second}, ending)
    return EndingView(ending.termination.value, winner, text)


@remembered
def score_view(first: Subject, second: Subject, score: tuple[int, int, int]) -> ScoreView:
    """Return the score of two subjects, X and O, as `Solo` has it."""
    x, o, drawn = score
    text = score_text({Mark.X: first, Mark.O: second}, {Mark.X: x, Mark.O: o, None: drawn})
    return ScoreView(x, o, drawn, text)

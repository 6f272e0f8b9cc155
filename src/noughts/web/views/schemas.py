"""The request and response bodies of the API, which pages and scripts use too."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Side = Literal["x", "o"]
SideChoice = Literal["x", "o", "lot"]
Action = Literal["undo", "draw", "resign", "next", "decline", "claim"]
PuzzleLevel = Literal["easy", "medium", "hard"]
PuzzleTheme = Literal["win", "fork", "block", "only"]
PuzzleBoard = Literal["3x3:3", "4x4:4", "5x5:4", "9x9:5"]
Square = Annotated[
    int, Meta(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]
Version = Annotated[
    int, Meta(ge=1, le=1_000_000, description="The version of the game that the client has seen.")
]
CommandId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{8,64}$",
        description="A new id for each command. A command sent twice takes effect once.",
    ),
]


class ClockSetting(Struct, frozen=True, forbid_unknown_fields=True):
    """The time a side has for each move, or for all its moves together."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin: the board, the opponent, the side and who moves first."""

    board: Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")] = (
        "3x3:3"
    )
    opponent: (
        Annotated[
            str,
            Meta(
                max_length=32,
                description="A level or player; `friend` leaves the other seat free for whoever "
                "takes it; null for two people at one screen.",
            ),
        ]
        | None
    ) = "medium"
    side: SideChoice = "x"
    first: SideChoice = "x"
    clock: ClockSetting | None = None
    seconds: (
        Annotated[
            float,
            Meta(
                ge=0.1,
                le=60,
                description="How long the computer may think about a move, on boards where it "
                "searches; null for half a second.",
            ),
        ]
        | None
    ) = None
    command: CommandId | None = None


class PlayMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and the version of the game it was made from."""

    square: Square
    version: Version
    command: CommandId | None = None


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """An action other than a move, and the version of the game it was made from."""

    version: Version
    command: CommandId | None = None


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the free seat."""

    command: CommandId | None = None


class SeatView(Struct, frozen=True):
    """The player of a side."""

    name: str
    text: str
    is_computer: bool
    is_you: bool
    is_free: bool
    seconds: float | None = None  # a computer's time for a move, where it was chosen


class EndingView(Struct, frozen=True):
    """How a game ended."""

    termination: str
    winner: Side | None
    text: str


class ScoreView(Struct, frozen=True):
    """The score of a series, including this game once it has ended."""

    x: int
    o: int
    drawn: int
    text: str


class OfferView(Struct, frozen=True):
    """An offer from one player to the other."""

    kind: Literal["takeback", "draw", "rematch"]
    side: Side
    is_yours: bool
    text: str


class ClockView(Struct, frozen=True):
    """The clock of a game, and the seconds each side has left at the time of the response."""

    per: Literal["move", "game"]
    seconds: int
    text: str
    left: dict[Side, float]
    running: Side | None


class BoardView(Struct, frozen=True):
    """A position, with a mark and a label for screen readers for every square."""

    board: str
    width: int
    height: int
    k: int
    position: str
    marks: list[Literal["x", "o", ""]]
    names: list[str]
    labels: list[str]
    turn: Side | None
    last_move: int | None
    winning: list[int]
    lines: list[list[int]]


class Standing(Struct, frozen=True):
    """What every event of a game may change."""

    version: int
    ending: EndingView | None
    score: ScoreView
    is_your_turn: bool
    offer: OfferView | None
    clock: ClockView | None
    can_take_back: bool
    can_draw: bool
    can_rematch: bool
    can_resign: bool
    status: str
    title: str
    announcement: str


class GameView(Standing, frozen=True, kw_only=True):
    """A game as the client may see it."""

    id: str
    board: BoardView
    seats: dict[Side, SeatView]
    moves: list[str]
    is_thinking: bool
    is_shared: bool
    room: str
    round: int
    can_sit: bool
    first: Side


class BoardChange(Struct, frozen=True):
    """What a move changes on a board; `labels` are of the squares that are read out otherwise."""

    square: int
    side: Side
    turn: Side | None
    labels: dict[int, str]
    winning: list[int]
    lines: list[list[int]]


class GameChange(Standing, frozen=True, kw_only=True):
    """What an event changes in the view of a game between two, with the move if it was one."""

    board: BoardChange | None


class AfterMove(Struct, frozen=True):
    """What is said after a move of a side, with `{square}` in place of its name."""

    status: str
    title: str
    announcement: str


class MoveWords(Struct, frozen=True):
    """What is said of moves in a game that goes on, by the side that moves.

    `label` is how the square of the last move is read out.
    """

    x: AfterMove
    o: AfterMove
    label: str


class GameSummary(Struct, frozen=True):
    """A game in a list."""

    id: str
    board: str
    position: str
    opponent: str
    status: str
    is_over: bool
    began: Annotated[str, Meta(description="When it began, in UTC, in ISO 8601.")]


class MoveWorth(Struct, frozen=True):
    """The value of a free square for the side to move."""

    square: int
    name: str
    value: Literal["win", "draw", "loss"]
    plies: int | None
    text: str
    label: str
    is_best: bool
    at_most: bool = False  # the plies are a bound: a win by force may be quicker


class Values(Struct, frozen=True):
    """The values of moves, where proved; on large boards, of those that win or lose by force.

    In a game these are the moves that stand out from the others, none if all are equal.
    """

    position: str
    is_proved: bool
    text: str
    moves: list[MoveWorth]


class Advice(Struct, frozen=True):
    """A recommended move, with its value and the reason."""

    square: int
    name: str
    verdict: str
    text: str


class ReviewedMove(Struct, frozen=True):
    """A move of a finished game, with its review."""

    ply: int
    side: Side
    square: int
    name: str
    text: str
    change: str
    keeps_value: bool | None
    is_turning_point: bool
    better: list[MoveWorth]  # the right squares where this was a mistake, as far as proved
    labels: dict[int, str]  # of the squares that are read out otherwise from this move on


class ReviewView(Struct, frozen=True):
    """The review of a game, move by move."""

    start: BoardView
    end: BoardView
    moves: list[ReviewedMove]
    turning_point: str
    turning_ply: int | None  # the move it names
    accuracy: dict[Side, str]


class Analysis(Struct, frozen=True):
    """A position with its values and the explanation of every move."""

    board: BoardView
    status: str
    values: Values
    following: dict[int, str]


class PuzzleView(Struct, frozen=True):
    """A position in which exactly one move reaches the goal."""

    id: str
    board: BoardView
    task: str
    level: str
    theme: str
    kind: str
    is_daily: bool
    date: str | None  # ISO 8601, of the puzzle of the day
    title: str


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The square that is the answer to a puzzle."""

    square: Square


class PuzzleResult(Struct, frozen=True):
    """Whether the answer is right, and why."""

    is_right: bool
    text: str
    after: BoardView

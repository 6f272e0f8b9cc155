"""A game: where it started, the moves since, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from noughts.core.bits import Move, Square
from noughts.core.checks import check_type, whole, wrong_type
from noughts.core.ending import Ending, Termination
from noughts.core.errors import GAME_OVER, N_, IllegalAction, IllegalMove
from noughts.core.mark import Mark
from noughts.core.position import Outcome, Position
from noughts.core.rules import Rules

PositionLike: TypeAlias = "Position | Rules | Game | str"
"""What functions take for a position: one, a board's start, a game's latest, or their texts."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Game:
    """A sequence of legal moves from a start position, by default the empty 3×3, ended or not.

    Moves may be given by name or by index, and are stored by index. An ending on the board is
    found; `ending` is only for games that ended otherwise. Raises IllegalMove for the first illegal
    move, and NotationError for text that names no square; O(moves).

    >>> print(Game("4x4:3", ["b2", "c3"]))
    4x4:3: b2 c3 (X to move)
    >>> game = Game().play("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3")
    >>> game.ending
    Ending(termination=Termination.FULL, winner=None)
    >>> game.undo().position.moves
    (8,)
    """

    start: Position
    moves: tuple[Move, ...]
    ending: Ending | None
    position: Position = field(init=False, repr=False, compare=False)  # after the last move
    _repr_svg_: ClassVar[Callable[[Game], str]]  # what a notebook shows; wording/notebook.py

    def __init__(
        self,
        start: PositionLike | None = None,
        moves: Iterable[Square] = (),
        ending: Ending | None = None,
    ) -> None:
        start = Rules().start() if start is None else as_position(start, "the start")
        if type(moves) is not tuple:  # a tenth of the time of an undo
            check_type(moves, Iterable, "the moves")
        if ending is not None:
            check_type(ending, Ending, "the ending")
        played, position = _played(start, moves)
        on_board = _ending_on_board(position.outcome)
        if on_board is not None and ending not in (None, on_board):
            raise IllegalAction("the game ended on the board, and cannot end another way")
        if on_board is None and ending is not None and ending.termination.on_board:
            raise IllegalAction(f"the board shows no ending by {ending.termination.value}")
        _fill(self, start, played, position, on_board or ending)

    def __repr__(self) -> str:
        off_board = self.ending is not None and not self.ending.termination.on_board
        ending = f", {self.ending!r}" if off_board else ""
        return f"Game({_start_text(self.start)!r}, {self.move_names!r}{ending})"

    def __str__(self) -> str:
        return f"{_start_text(self.start)}: {' '.join((*self.move_names, self._state))}"

    @property
    def _state(self) -> str:
        if self.ending is None:
            return f"({self.position.turn} to move)"
        winner = self.ending.winner
        result = f"{winner} won" if winner else self.ending.result.replace("*", "no result")
        return f"({result}: {self.ending.termination.value})"

    @property
    def rules(self) -> Rules:
        """The board the game is played on."""
        return self.start.rules

    @property
    def last_move(self) -> Move | None:
        """The latest move, if there is one."""
        return self.moves[-1] if self.moves else None

    @property
    def move_names(self) -> tuple[str, ...]:
        """The names of `moves`, in the same order.

        >>> Game().play(4, 0).move_names
        ('b2', 'a1')
        """
        return tuple(map(self.start.name, self.moves))

    def play(self, *moves: Square) -> Game:
        """Return the game after more moves, given by names or indices.

        Raises IllegalMove, also once the game has ended, and NotationError for text that names no
        square.
        """
        if not moves:
            return self
        if self.ending is not None and not self.ending.termination.on_board:
            raise IllegalMove(self.position, self.position.square(moves[0]), GAME_OVER)
        played, position = _played(self.position, moves)
        ending = _ending_on_board(position.outcome)
        game = object.__new__(Game)  # known to be legal, so the moves need not be replayed
        _fill(game, self.start, self.moves + played, position, ending)
        return game

    def undo(self, plies: int = 1) -> Game:
        """Return the game without its last moves; a game that ended on the board goes on.

        Raises IllegalAction if there are fewer moves, or if the game ended off the board.
        """
        if self.ending is not None and not self.ending.termination.on_board:
            raise IllegalAction(GAME_OVER)
        plies = whole(plies, "the number of plies")
        if not 0 <= plies <= len(self.moves):
            raise IllegalAction(N_("there's no move to undo"))
        return replace(self, moves=self.moves[: len(self.moves) - plies], ending=None)

    def plies_since_turn_of(self, sides: Collection[Mark]) -> int | None:
        """Return how many plies ago one of these sides last moved; None if none of them has.

        >>> Game().play(4, 0).plies_since_turn_of([Mark.X])
        2
        """
        check_type(sides, Collection, "the sides")
        for side in sides:
            check_type(side, Mark, "a side")
        to_move, played = self.position.turn, len(self.moves)
        if played >= 1 and to_move.other in sides:
            return 1
        return 2 if played > 1 and to_move in sides else None

    def end(self, ending: Ending) -> Game:
        """Return the game with an ending off the board; raises IllegalAction if it is over."""
        check_type(ending, Ending, "the ending")
        if self.ending is not None:
            raise IllegalAction(GAME_OVER)
        return replace(self, ending=ending)

    def resign(self, mark: Mark | None = None) -> Game:
        """Return the game after `mark` or the side to move resigns; raises IllegalAction."""
        loser = self.position.turn if mark is None else mark
        check_type(loser, Mark, "the side that resigns")
        return self.end(Ending(Termination.RESIGNATION, loser.other))

    def positions(self) -> Iterator[Position]:
        """Yield every position from the start to the latest."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play_unchecked(move)
            yield position


def as_position(given: PositionLike, name: str = "the position") -> Position:
    """Return the position that is given; every function that takes one reads it with this.

    A game stands for its latest position, a board for its start, with X to move, and text for the
    position or the board of which it is the notation. Raises NotationError, InvalidRules,
    InvalidPosition and WrongType; `name` is what the last calls it.

    >>> as_position("3x3:3") == as_position(Rules()) == as_position(Game())
    True
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        return Rules.parse(given).start() if ":" in given else Position.parse(given)
    if isinstance(given, Rules):
        return given.start()
    if isinstance(given, Game):
        return given.position
    raise wrong_type(given, "Position, Rules, Game or text", name, Position, Game)


def _start_text(start: Position) -> str:
    """Return the text of a start: the board's where X begins an empty one."""
    return start.notation if start.occupied or start.turn is Mark.O else str(start.rules)


def _played(position: Position, moves: Iterable[Square]) -> tuple[tuple[Move, ...], Position]:
    """Return the squares of the moves, and the position after them."""
    played = []
    for move in moves:
        square = move if type(move) is int else position.square(move)
        position = position.play(square)
        played.append(square)
    return tuple(played), position


def _fill(
    game: Game,
    start: Position,
    moves: tuple[Move, ...],
    position: Position,
    ending: Ending | None,
) -> None:
    derive = object.__setattr__  # the class is frozen
    derive(game, "start", start)
    derive(game, "moves", moves)
    derive(game, "position", position)
    derive(game, "ending", ending)


def _ending_on_board(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    termination = Termination.FULL if outcome.winner is None else Termination.LINE
    return Ending(termination, outcome.winner)

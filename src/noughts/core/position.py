"""A board with marks and a side to move: the value everything else works on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from noughts.core.bits import Move, Square, squares
from noughts.core.checks import as_type, check_type, whole
from noughts.core.errors import GAME_OVER, N_, IllegalMove
from noughts.core.mark import Mark
from noughts.core.notation import EMPTY, OFF_BOARD, find_square, read_position, square_name
from noughts.core.reachability import check_reachable
from noughts.core.rules import Rules

_X, _O = Mark  # looking up a member of the class takes 0.1 µs on Python 3.11


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game on the board: the winner and every line the last move completed.

    Lines have their full length (five in a row where three win is one line of five squares).
    """

    winner: Mark | None
    lines: tuple[tuple[Move, ...], ...] = ()

    @property
    def line(self) -> tuple[Move, ...]:
        """The winning line, the first if one move completed several; empty for a draw."""
        return self.lines[0] if self.lines else ()

    @property
    def squares(self) -> frozenset[Move]:
        """Every square of the winning lines."""
        return frozenset(square for line in self.lines for square in line)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position that a legal game can reach; raises InvalidPosition for any other, and WrongType.

    `xs` and `os` are bit masks, as are `occupied`, `empty` and `marks(mark)`: bit i is the square
    with index i. `moves` and `squares_of(mark)` are tuples. Positions are equal if their rules,
    marks and side to move are. `str` is the notation; `noughts.draw` draws the board.

    >>> position = Position.parse("x.o/.x./..o x 3")
    >>> print(position)
    x.o/.x./..o x 3
    >>> position.moves
    (1, 3, 5, 6, 7)
    >>> position.move_names
    ('b1', 'a2', 'c2', 'a3', 'b3')
    >>> position.play("c2") == position.play(5)
    True
    """

    rules: Rules
    xs: int
    os: int
    turn: Mark
    has_winner: bool = field(init=False, compare=False)
    is_over: bool = field(init=False, compare=False)  # a line is complete or the board full
    _repr_svg_: ClassVar[Callable[[Position], str]]  # what a notebook shows; wording/notebook.py

    def __post_init__(self) -> None:
        check_type(self.turn, Mark, "the side to move")
        derive = object.__setattr__  # the class is frozen
        derive(self, "rules", as_type(self.rules, Rules, "the rules"))
        derive(self, "xs", whole(self.xs, "the bit mask of X's squares"))
        derive(self, "os", whole(self.os, "the bit mask of O's squares"))
        check_reachable(self.rules, self.xs, self.os, self.turn)
        won = self.rules.lines.has_line(self.marks(self.turn.other))
        derive(self, "has_winner", won)
        derive(self, "is_over", won or self.occupied == self.rules.full)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read `x.o/.x./..o x 3` or its form for URLs.

        Raises NotationError, InvalidRules or InvalidPosition, which say what is wrong and where,
        and WrongType.
        """
        width, height, k, xs, os, turn = read_position(text)
        return cls(Rules(width, height, k), xs, os, turn)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Position.parse({self.notation!r})"

    def __reduce__(self) -> tuple[type[Position], tuple[Rules, int, int, Mark]]:
        return Position, (self.rules, self.xs, self.os, self.turn)

    @property
    def notation(self) -> str:
        """The text that `parse` reads, such as `x.o/.x./..o x 3`; also `str(position)`."""
        # As digits of one number: 10 µs for a full board of 26×26, where a loop took 200.
        width, size = self.rules.width, self.rules.size
        number = int(f"{self.xs:b}", 16) + 2 * int(f"{self.os:b}", 16)
        digits = f"{number:0{size}x}"[::-1]
        cells = digits.replace("0", EMPTY).replace("1", _X.value).replace("2", _O.value)
        rows = (cells[start : start + width] for start in range(0, size, width))
        return f"{'/'.join(rows)} {self.turn.value} {self.rules.k}"

    @property
    def url(self) -> str:
        """The notation in the form used in URLs.

        >>> Rules().start().url
        '..._..._..._x_3'
        """
        return self.notation.replace("/", "_").replace(" ", "_")

    @property
    def occupied(self) -> int:
        """The bit mask of the occupied squares."""
        return self.xs | self.os

    @property
    def empty(self) -> int:
        """The bit mask of the empty squares."""
        return self.rules.full ^ (self.xs | self.os)

    @property
    def plies(self) -> int:
        """The number of marks on the board."""
        return (self.xs | self.os).bit_count()

    @property
    def first(self) -> Mark:
        """The side that made the first move, or is to make it."""
        if self.xs.bit_count() == self.os.bit_count():
            return self.turn
        return self.turn.other

    @property
    def next_start(self) -> Position:
        """The start of the next game after one from here: the other side begins an empty board.

        >>> Position.parse(".../.../... x 3").next_start.notation
        '.../.../... o 3'
        """
        return self if self.occupied else self.rules.start(self.turn.other)

    def marks(self, mark: Mark) -> int:
        """Return the bit mask of the squares that hold `mark`; raises WrongType."""
        if mark is _X:
            return self.xs
        if mark is not _O:
            check_type(mark, Mark, "the mark")
        return self.os

    def squares_of(self, mark: Mark | None) -> tuple[Move, ...]:
        """Return the squares that hold `mark`, or for None the empty ones; raises WrongType.

        >>> Position.parse("x.o/.x./..o x 3").squares_of(Mark.X)
        (0, 4)
        """
        return squares(self.empty if mark is None else self.marks(mark))

    def mark_at(self, square: Square) -> Mark | None:
        """Return the mark on a square, or None; raises what `square` raises."""
        square = self.square(square)
        if self.xs >> square & 1:
            return Mark.X
        return Mark.O if self.os >> square & 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it goes on; O(1) while it goes on."""
        if self.has_winner:
            winner = self.turn.other
            return Outcome(winner, self.rules.lines.runs(self.marks(winner)))
        return Outcome(None) if self.is_over else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves in reading order; none when the game is over; O(squares)."""
        if self.has_winner:
            return ()
        return squares(self.rules.full ^ (self.xs | self.os))

    @property
    def move_names(self) -> tuple[str, ...]:
        """The names of `moves`, in the same order."""
        return tuple(map(self.name, self.moves))

    def name(self, square: Square) -> str:
        """Return the name of a square; raises what `square` raises.

        >>> Rules().start().name(4)
        'b2'
        """
        return square_name(self.rules.width, self.square(square))

    def square(self, square: Square) -> Move:
        """Return the index of a square given by name or by index, of any integer type.

        A name is a letter and a number such as `b2`, on 3×3 too: "5" is refused, since it could
        mean the fifth square or the one with index 5. Raises NotationError for text that is no
        name, IllegalMove for a square off the board, and WrongType.

        >>> Rules().start().square("b2")
        4
        """
        if isinstance(square, str):
            rules = self.rules
            move = find_square(rules.width, rules.height, square)
            if move is None:
                last = square_name(rules.width, rules.size - 1)
                raise IllegalMove(self, square, OFF_BOARD, square=square.strip(), last=last)
            return move
        move = whole(square, "a square")
        if not 0 <= move < self.rules.size:
            raise self._off_board(move)
        return move

    def is_legal(self, move: Square) -> bool:
        """True if `play` would accept the move; raises NotationError for what is no square name."""
        if type(move) is not int:
            try:
                move = self.square(move)
            except IllegalMove:
                return False
        return (
            0 <= move < self.rules.size
            and not (self.xs | self.os) >> move & 1
            and not self.has_winner
        )

    def play(self, move: Square) -> Position:
        """Return the position after a move, given by index or by name as in `square`.

        Raises IllegalMove with the reason, and NotationError for text that names no square.
        """
        if type(move) is not int:
            move = self.square(move)
        if self.has_winner or not 0 <= move < self.rules.size or (self.xs | self.os) >> move & 1:
            if self.is_over:
                raise IllegalMove(self, move, GAME_OVER)
            if not 0 <= move < self.rules.size:
                raise self._off_board(move)
            name, taken = self.name(move), N_("{square} is already taken by {side}")
            raise IllegalMove(self, move, taken, square=name, side=self.mark_at(move))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Position:
        """Return the position after a move known to be legal; undefined for an illegal one."""
        after = _Draft()
        rules = after.rules = self.rules
        if self.turn is _X:
            bits = after.xs = self.xs | 1 << move
            after.os = self.os
            after.turn = _O
        else:
            after.xs = self.xs
            bits = after.os = self.os | 1 << move
            after.turn = _X
        won = after.has_winner = rules.lines.has_line(bits)
        after.is_over = won or after.xs | after.os == rules.full
        after.__class__ = Position  # type: ignore[assignment]
        return after  # type: ignore[return-value]

    def _off_board(self, square: Move) -> IllegalMove:
        reason = N_("{square} is off the board – its squares are 0 to {last}")
        return IllegalMove(self, square, reason, square=square, last=self.rules.size - 1)


class _Draft:
    """A position under construction: the same slots, not yet frozen.

    It is filled and then becomes a Position without the checks of __init__, which a legal move
    cannot fail: a ply takes 0.2 µs instead of 1.3.
    """

    __slots__ = ("has_winner", "is_over", "os", "rules", "turn", "xs")

    rules: Rules
    xs: int
    os: int
    turn: Mark
    has_winner: bool
    is_over: bool

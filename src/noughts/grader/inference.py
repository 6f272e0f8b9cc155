"""How a program writes boards, marks and squares: as it was told to us, or as the program shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from noughts.core import Mark, Position
from noughts.grader.bench import Door
from noughts.grader.notation import RULES, Layout, Notation, Squares, cells_of
from noughts.grader.questions import FATAL, Definition, Outcome, Question, Trouble
from noughts.grader.shapes import Given, Part, Role, Shape, Strength

_NEARLY_OVER = Position.parse("xox/oox/ox. x 3")  # the last square tells 8 from 9
_X_HAS_LINE = Position.parse("oo./.../xxx o 3")  # of which a list of ten has the last in its end
_O_HAS_LINE = Position.parse("xx./x../ooo x 3")
# X wins on 7, a square that nobody takes without a reason, or has to block there.
_URGENT, _ANSWER = (Position.parse("ox./.x./o.. x 3"), Position.parse("xo./.o./..x x 3")), 7
# On boards in a wrong layout most functions stop with an error, on one of these at least.
_BOARDS = (RULES.start(), _NEARLY_OVER, _X_HAS_LINE, Position.parse("xox/xoo/oxx o 3"))
_MARKS = ("X", "O")
_OTHER_MARKS: tuple[tuple[object, object], ...] = (("x", "o"), (1, -1), (1, 2))
_COMPUTERS = (Role.COMPUTER, Role.MINIMAX)
_PROMPTS = (Role.TYPED, Role.GAME)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What who asks for a grade says of the program; all else is found out.

    `functions` are the functions to try by their roles, `only` the names of those to report on.
    """

    shape: str | None = None
    only: tuple[str, ...] = ()
    functions: tuple[tuple[Role, str], ...] = ()
    layout: Layout | None = None
    squares: Squares | None = None
    marks: tuple[object, object] | None = None
    empty: object = None
    has_empty: bool = False  # whether `empty` is a wish: None is one too
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class Inference:
    """What the notation of a program is inferred from.

    `functions` are those that take what functions in their roles are given.
    """

    door: Door
    shape: Shape
    functions: Mapping[Role, tuple[Part, Definition]]
    constants: Iterable[tuple[str, object]]
    wishes: Wishes
    _endless: dict[str, Outcome] = field(default_factory=dict)  # what is not called again here

    def notation(self) -> Notation:
        """Return how the program writes boards, marks and squares."""
        constants = {name: value for name, value in self.constants if name in ("X", "O", "EMPTY")}
        x, o = constants.get("X"), constants.get("O")
        has_marks = x is not None and o is not None and x != o
        marks = self.wishes.marks or ((x, o) if has_marks else _MARKS)
        empty = (
            self.wishes.empty if self.wishes.has_empty else constants.get("EMPTY", self.shape.empty)
        )
        notation = Notation(
            self.wishes.layout or self.shape.layout,
            self.wishes.squares or self.shape.squares,
            dict(zip(Mark, marks, strict=True)),
            (empty,) * RULES.size,
        )
        made = self._made()
        notation = self._in_its_layout(self._as_made(notation, made), made)
        if self.wishes.marks is None and not has_marks:
            is_empty_known = made is not None or self.wishes.has_empty or "EMPTY" in constants
            notation = self._with_its_marks(notation, is_empty_known=is_empty_known)
        return replace(notation, squares=self._squares(notation))

    def _made(self) -> object:
        """Return the empty board that the program makes; None if it makes none."""
        if Role.CREATE not in self.functions:
            return None
        _, own = self.functions[Role.CREATE]
        made = self._asked(own.name).value
        return made if cells_of(made) else None

    def _as_made(self, notation: Notation, made: object) -> Notation:
        """Return the notation with the cells of an empty board."""
        cells = cells_of(made)
        if not cells:
            return notation
        notation = replace(notation, is_tuple=isinstance(made, tuple))
        if self.wishes.has_empty or any(one in notation.marks.values() for one in cells):
            return notation
        unused, board = (cells[0], cells[1:]) if len(cells) > RULES.size else (" ", cells)
        is_numbered = len(board) == RULES.size == len(set(map(repr, board)))
        empty = tuple(board) if is_numbered else (board[0],) * RULES.size
        return replace(notation, empty=empty, unused=unused)

    def _in_its_layout(self, notation: Notation, made: object) -> Notation:
        """Return the notation with the layout in which the fewest calls stop with an error."""
        if self.wishes.layout is not None:
            layouts = [self.wishes.layout]
        elif (cells := cells_of(made)) is None:
            layouts = [notation.layout, *(one for one in Layout if one is not notation.layout)]
        elif cells is not made:
            layouts = [Layout.ROWS]
        else:
            layouts = [Layout.FLAT, *[Layout.TEN] * (len(cells) == RULES.size + 1)]
        fewest, best = None, notation
        for layout in layouts:
            squares = Squares.NUMBER if layout is Layout.TEN else notation.squares
            trial = replace(notation, layout=layout, squares=squares)
            errors = self._errors(trial) if len(layouts) > 1 else 0
            if fewest is None or errors < fewest:
                fewest, best = errors, trial
            if not fewest:
                break
        return best

    def _errors(self, notation: Notation) -> int:
        """Return how many calls with boards in a notation stop with an error."""
        errors = 0
        for role, (part, own) in self.functions.items():
            if role in _PROMPTS or set(part.given) - {Given.MARK} != {Given.BOARD}:
                continue
            for position in (_NEARLY_OVER,) if role in _COMPUTERS else _BOARDS:
                failure = self._on(notation, part, own, position).failure
                if failure is not None and failure.trouble in FATAL:
                    break  # it would take as long on the other boards
                errors += failure is not None and failure.trouble is Trouble.ERROR
        return errors

    def _with_its_marks(self, notation: Notation, *, is_empty_known: bool) -> Notation:
        """Return the notation with the marks of which most answers are right."""
        best, most = notation, self._right_marks(notation)
        for marks in _OTHER_MARKS:
            trial = replace(notation, marks=dict(zip(Mark, marks, strict=True)))
            if not is_empty_known and 1 in marks:
                trial = replace(trial, empty=(0,) * RULES.size)
            right = self._right_marks(trial)
            if right > most:
                best, most = trial, right
        return best

    def _right_marks(self, notation: Notation) -> int:
        """Return how many answers are right where the marks are those of a notation."""
        right = 0
        if Role.WINNER in self.functions:
            part, own = self.functions[Role.WINNER]
            for position, mark in ((_X_HAS_LINE, Mark.X), (_O_HAS_LINE, Mark.O)):
                right += notation.mark_of(self._on(notation, part, own, position).value) is mark
        if Role.NEXT in self.functions:
            _, own = self.functions[Role.NEXT]
            for mark, written in notation.marks.items():
                right += notation.mark_of(self._asked(own.name, written).value) is mark.other
        if Role.COMPUTER in self.functions:
            for position in _URGENT:
                move = self._on(notation, *self.functions[Role.COMPUTER], position).value
                right += self._squares(notation).read(move) == _ANSWER
        return right

    def _squares(self, notation: Notation) -> Squares:
        """Return the form of squares, from the free squares of a board or a computer's move."""
        if self.wishes.squares is not None:
            return self.wishes.squares
        if Role.MOVES in self.functions:
            part, own = self.functions[Role.MOVES]
            values = self._on(notation, part, own, RULES.start()).value
            listed = list(values) if isinstance(values, list | tuple | frozenset | dict) else []
            if any(isinstance(value, tuple | list) for value in listed):
                return Squares.PAIR
            if set(map(repr, listed)) >= {"1", "9"} and 0 not in listed:
                return Squares.NUMBER
            if listed and all(isinstance(value, int) for value in listed):
                return Squares.INDEX
            return notation.squares
        for role in _COMPUTERS:
            if role not in self.functions:
                continue
            value = self._on(notation, *self.functions[role], _NEARLY_OVER).value
            if isinstance(value, list | tuple) and len(value) == 2:
                return Squares.PAIR
            if isinstance(value, int) and not isinstance(value, bool):
                is_number = value == RULES.size and notation.squares is Squares.INDEX
                return Squares.NUMBER if is_number else notation.squares
        return notation.squares

    def _on(self, notation: Notation, part: Part, own: Definition, position: Position) -> Outcome:
        """Return what comes of a call with a board, and with X if it takes a mark."""
        written = {Given.BOARD: notation.write(position), Given.MARK: notation.marks[Mark.X]}
        return self._asked(own.name, *(written[what] for what in part.given))

    def _asked(self, function: str, *arguments: object) -> Outcome:
        if function not in self._endless:
            (answer,) = self.door.ask([Question(function, arguments)])
            outcome = answer.outcomes[0]
            if outcome.failure is None or outcome.failure.trouble not in FATAL:
                return outcome
            self._endless[function] = outcome
        return self._endless[function]

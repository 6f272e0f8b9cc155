"""Grading a program: what it has of a known shape, and what is wrong with each part.

What asks the program is a `Door`, so that the same grader serves a command, which runs it in a
process of its own, and a page, which runs it in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from noughts.core import Mark, Position
from noughts.core.checks import check_type
from noughts.grader import checks, computer, faults
from noughts.grader.bench import Bench, Door
from noughts.grader.faults import Fault, LoadFailed, Missing, PartReport, PrintsWhenLoaded
from noughts.grader.notation import RULES, Layout, Notation, Squares, cells_of
from noughts.grader.program import plain_name
from noughts.grader.questions import Definition, Loaded, Question, Trouble
from noughts.grader.shapes import SHAPES, Given, Part, Role, Shape, Strength

_FEW_PARTS = 3  # that fit; with fewer a program may be of no shape that is known
_NEARLY_OVER = Position.parse("xox/oox/ox. x 3")  # the last square tells 8 from 9


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
class Report:
    """What is wrong with a program: as a whole, and each function that was tried.

    `shape` is None where nothing of any shape was found.
    """

    name: str
    shape: Shape | None
    notation: Notation | None
    faults: tuple[Fault, ...]
    parts: tuple[PartReport, ...]

    @property
    def is_right(self) -> bool:
        """True if something was tried, and nothing is wrong."""
        is_tried = any(part.tried for part in self.parts)
        return is_tried and not self.faults and all(part.is_right for part in self.parts)


def names_of(wishes: Wishes) -> frozenset[str]:
    """Return the names that a program is searched for, without their style."""
    known = (name for shape in SHAPES for part in shape.parts for name in part.names)
    wished = (name for _, name in wishes.functions)
    return frozenset(map(plain_name, (*known, *wished, "x", "o", "empty")))


def grade(
    door: Door,
    name: str,
    wishes: Wishes | None = None,
    begin: Callable[[str], None] | None = None,
) -> Report:
    """Load a program, try each function that is known, and report what is wrong.

    `name` is the program's in the report; `begin` is told the name of each function before it is
    tried. Raises WrongType.

    >>> from pathlib import Path
    >>> from noughts.grader.program import Direct
    >>> door = Direct(Path("mine.py"), b"def choose(board): return board.index(' ')")
    >>> report = grade(door, "mine.py")
    >>> report.is_right, [fault.report.lines_lost for fault in report.parts[0].faults[:2]]
    (False, [58, 429])
    """
    check_type(name, str, "the name of the program")
    check_type(wishes, Wishes | None, "the wishes")
    check_type(begin, Callable | None, "what is told of each function")
    wishes = wishes or Wishes()
    loaded, told = _load(door, wishes)
    chosen = _shape(loaded.functions, wishes)
    if chosen is None:
        return Report(name, None, None, told, ())
    shape, parts, missing = chosen
    absent = set(wishes.only) - {own.name for _, own in parts}
    told = (*told, *missing, *map(Missing, sorted(absent)))
    notation = _notation(door, shape, parts, loaded, wishes)
    bench = Bench(
        door,
        notation,
        shape.ties,
        shape.typing,
        wishes.strength or shape.strength,
        frozenset(part.role for part, _ in parts),
    )
    tried = [(part, own) for part, own in parts if not wishes.only or own.name in wishes.only]
    reports = []
    for part, own in tried:
        if begin is not None:
            begin(own.name)
        reports.append(_graded(bench, part, own))
    return Report(name, shape, notation, told, tuple(reports))


def _load(door: Door, wishes: Wishes) -> tuple[Loaded, tuple[Fault, ...]]:
    """Load the program, or where that fails its definitions; tell what was wrong with it."""
    names = names_of(wishes)
    loaded = door.load(names)
    told = tuple[Fault, ...]()
    if loaded.failure is not None:
        whole = loaded.failure
        if whole.trouble is not Trouble.SYNTAX:
            loaded = door.load(names, only_definitions=True)
        told = (LoadFailed(whole, is_whole=not loaded.functions),)
    elif loaded.printed.strip():
        told = (PrintsWhenLoaded(loaded.printed),)
    return loaded, told


_Chosen = list[tuple[Part, Definition]]


def _shape(
    functions: Sequence[Definition], wishes: Wishes
) -> tuple[Shape, _Chosen, tuple[Fault, ...]] | None:
    """Return the shape of which the program has most, with the functions that it has of it."""
    shapes = [shape for shape in SHAPES if wishes.shape in (None, shape.name)]
    best = max(shapes, key=lambda shape: _likeness(shape, functions))
    parts = _parts_of(best, functions)
    if sum(own.takes(len(part.given)) for part, own in parts) < _FEW_PARTS:
        # Another function of this name, as of a program whose board is a global.
        parts = [(part, own) for part, own in parts if own.takes(len(part.given))]
    missing = list[Fault]()
    for role, name in wishes.functions:
        own = next((one for one in functions if one.name == name), None)
        parts = [(part, one) for part, one in parts if part.role is not role and one.name != name]
        if own is None:
            missing.append(Missing(name))
            continue
        given = [part for shape in (best, *SHAPES) for part in shape.parts if part.role is role]
        fitting = [part for part in given if own.takes(len(part.given))]
        parts.append(((fitting or given)[0], own))
    if not parts and not missing:
        return None
    return best, parts, tuple(missing)


def _likeness(shape: Shape, functions: Sequence[Definition]) -> tuple[int, float]:
    parts = _parts_of(shape, functions)
    fitting = [part for part, own in parts if own.takes(len(part.given))]
    roles = {part.role for part in shape.parts}
    return len(fitting), len(fitting) / len(roles)


def _parts_of(shape: Shape, functions: Sequence[Definition]) -> _Chosen:
    """Return the functions of a program that are parts of a shape, one for each role."""
    parts = _Chosen()
    for own in functions:
        named = [
            part for part in shape.parts if plain_name(own.name) in map(plain_name, part.names)
        ]
        fitting = [part for part in named if own.takes(len(part.given))]
        if named:
            parts.append(((fitting or named)[0], own))
    return sorted(parts, key=lambda one: one[1].line)


def _graded(bench: Bench, part: Part, own: Definition) -> PartReport:
    if not own.takes(len(part.given)):
        fault = faults.WrongArguments(own.name, len(part.given), own.least, own.most)
        return PartReport(part.role, own.name, 0, (fault,))
    if part.role in (Role.COMPUTER, Role.MINIMAX):
        return computer.check(bench, part, own.name)
    return checks.check(bench, part, own.name)


# --- how the program writes what it is given


def _notation(door: Door, shape: Shape, parts: _Chosen, loaded: Loaded, wishes: Wishes) -> Notation:
    """Find out how the program writes boards, marks and squares."""
    constants = {name: value for name, value in loaded.constants if name in ("X", "O", "EMPTY")}
    marks = wishes.marks or _marks(constants)
    empty = wishes.empty if wishes.has_empty else constants.get("EMPTY", shape.empty)
    cells: tuple[object, ...] = (empty,) * RULES.size
    layout, is_tuple = wishes.layout or shape.layout, False
    functions = {part.role: (part, own) for part, own in parts if own.takes(len(part.given))}
    if Role.CREATE in functions:
        _, own = functions[Role.CREATE]
        board = _asked(door, Question(own.name))
        made = cells_of(board)
        if made:
            is_tuple = isinstance(board, tuple)
            is_rows = made is not board
            layout = wishes.layout or (Layout.ROWS if is_rows else Layout.FLAT)
            if not wishes.has_empty and not any(one in marks for one in made):
                is_numbered = len(made) == RULES.size == len(set(map(repr, made)))
                cells = tuple(made) if is_numbered else (made[0],) * RULES.size
    notation = Notation(layout, shape.squares, dict(zip(Mark, marks, strict=True)), cells, is_tuple)
    return _with_squares(door, notation, functions, wishes)


def _marks(constants: Mapping[str, object]) -> tuple[object, object]:
    x, o = constants.get("X"), constants.get("O")
    return (x, o) if x is not None and o is not None and x != o else ("X", "O")


def _with_squares(
    door: Door,
    notation: Notation,
    functions: Mapping[Role, tuple[Part, Definition]],
    wishes: Wishes,
) -> Notation:
    """Find the form of squares, from the free squares of a board or a move of the computer."""

    def in_form(layout: Layout, squares: Squares) -> Notation:
        return Notation(layout, squares, notation.marks, notation.empty, notation.is_tuple)

    if Role.MOVES in functions:
        _, own = functions[Role.MOVES]
        values = _asked(door, Question(own.name, (notation.write(RULES.start()),)))
        listed = list(values) if isinstance(values, list | tuple | frozenset | dict) else []
        squares = notation.squares
        if any(isinstance(value, tuple | list) for value in listed):
            squares = Squares.PAIR
        elif set(map(repr, listed)) >= {"1", "9"} and 0 not in listed:
            squares = Squares.NUMBER
        elif listed and all(isinstance(value, int) for value in listed):
            squares = Squares.INDEX
        return in_form(notation.layout, wishes.squares or squares)
    for role in (Role.COMPUTER, Role.MINIMAX):
        if role not in functions:
            continue
        part, own = functions[role]
        layouts: Iterable[Layout] = (notation.layout,)
        if Role.CREATE not in functions and wishes.layout is None:
            layouts = (notation.layout, *(one for one in Layout if one is not notation.layout))
        for layout in layouts:
            trial = in_form(layout, notation.squares)
            written = {
                Given.BOARD: trial.write(_NEARLY_OVER),
                Given.MARK: trial.marks[_NEARLY_OVER.turn],
            }
            question = Question(own.name, tuple(written[what] for what in part.given))
            value = _asked(door, question)
            if isinstance(value, list | tuple) and len(value) == 2:
                return in_form(layout, wishes.squares or Squares.PAIR)
            if isinstance(value, int) and not isinstance(value, bool):
                is_number = value == RULES.size and notation.squares is Squares.INDEX
                squares = Squares.NUMBER if is_number else notation.squares
                return in_form(layout, wishes.squares or squares)
    return in_form(notation.layout, wishes.squares or notation.squares)


def _asked(door: Door, question: Question) -> object:
    (answer,) = door.ask([question])
    return answer.outcomes[0].value

"""Grading a program: what it has of a known shape, and what is wrong with each part.

What asks the program is a `Door`, so that the same grader serves a command, which runs it in a
process of its own, and a page, which runs it in a worker. A page does each part by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from noughts.core.checks import check_type
from noughts.grader import checks, computer, faults
from noughts.grader.bench import Bench, Door
from noughts.grader.faults import Fault, LoadFailed, Missing, PartReport, PrintsWhenLoaded
from noughts.grader.inference import Inference, Wishes
from noughts.grader.notation import Notation
from noughts.grader.program import plain_name
from noughts.grader.questions import Definition, Loaded, Trouble
from noughts.grader.shapes import SHAPES, Part, Role, Shape

_FEW_PARTS = 3  # that fit; with fewer a program may be of no shape that is known


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
    check_type(door, Door, "what asks the program")
    check_type(name, str, "the name of the program")
    check_type(wishes, Wishes | None, "the wishes")
    check_type(begin, Callable | None, "what is told of each function")
    wishes = wishes or Wishes()
    prepared = prepare(door, wishes)
    reports = []
    for part, own in prepared.tried:
        if begin is not None:
            begin(own.name)
        reports.append(prepared.graded(part, own))
    return prepared.report(name, reports)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A program that is loaded: what is wrong with it as a whole, and the functions to be tried.

    Of one that has nothing of any known shape, `shape` and `bench` are None.
    """

    shape: Shape | None
    bench: Bench | None
    faults: tuple[Fault, ...]
    tried: tuple[tuple[Part, Definition], ...] = ()

    def graded(self, part: Part, own: Definition) -> PartReport:
        """Try one of the functions."""
        assert self.bench is not None
        if not own.takes(len(part.given)):
            fault = faults.WrongArguments(own.name, len(part.given), own.least, own.most)
            return PartReport(part.role, own.name, 0, (fault,))
        if part.role in (Role.COMPUTER, Role.MINIMAX):
            return computer.check(self.bench, part, own.name)
        return checks.check(self.bench, part, own.name)

    def report(self, name: str, parts: Iterable[PartReport]) -> Report:
        """Return the report on the whole, with what was found out about its functions."""
        notation = None if self.bench is None else self.bench.notation
        return Report(name, self.shape, notation, self.faults, tuple(parts))


def prepare(door: Door, wishes: Wishes) -> Prepared:
    """Load a program, and find out what it has and how it writes boards, marks and squares."""
    loaded, told = _load(door, wishes)
    chosen = _shape(loaded.functions, wishes)
    if chosen is None:
        return Prepared(None, None, told)
    shape, parts, missing = chosen
    absent = set(wishes.only) - {own.name for _, own in parts}
    told = (*told, *missing, *map(Missing, sorted(absent)))
    fitting = {part.role: (part, own) for part, own in parts if own.takes(len(part.given))}
    notation = Inference(door, shape, fitting, loaded.constants, wishes).notation()
    bench = Bench(
        door,
        notation,
        shape.ties,
        shape.typing,
        wishes.strength or shape.strength,
        frozenset(part.role for part, _ in parts),
    )
    tried = ((part, own) for part, own in parts if not wishes.only or own.name in wishes.only)
    return Prepared(shape, bench, told, tuple(tried))


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
    best = max(shapes, key=lambda shape: _likeness(shape, functions))  # the first of equals
    parts = _parts_of(best, functions)
    fitting = [(part, own) for part, own in parts if own.takes(len(part.given))]
    if 0 < len(fitting) < _FEW_PARTS:
        # One that takes less is another function, as of a program whose board is a global.
        parts = [(part, own) for part, own in parts if own.most >= len(part.given)]
    missing = list[Fault]()
    for role, name in wishes.functions:
        own = next((one for one in functions if one.name == name), None)
        parts = [(part, one) for part, one in parts if part.role is not role and one.name != name]
        if own is None:
            missing.append(Missing(name))
            continue
        known = [part for shape in (best, *SHAPES) for part in shape.parts if part.role is role]
        callable_ = [part for part in known if own.takes(len(part.given))]
        parts.append(((callable_ or known)[0], own))
    if not parts and not missing:
        return None
    return best, parts, tuple(missing)


def _likeness(shape: Shape, functions: Sequence[Definition]) -> tuple[int, int]:
    """Return how many of its functions a program has: that take what they should, and in all."""
    parts = _parts_of(shape, functions)
    names = {plain_name(own.name) for _, own in parts}
    if shape.telling and names.isdisjoint(map(plain_name, shape.telling)):
        return 0, 0
    return sum(own.takes(len(part.given)) for part, own in parts), len(parts)


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

"""Trying a function on many calls, and keeping of each kind of fault the first example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol, runtime_checkable

from noughts.core import Mark, Position
from noughts.grader.faults import Call, Changed, Failed, Fault, Reason, Unsteady, counted
from noughts.grader.notation import RULES, Notation, cells_of
from noughts.grader.questions import FATAL, Answer, Certainty, Loaded, Outcome, Question, Trouble
from noughts.grader.shapes import Given, Role, Strength, Typing


@runtime_checkable
class Door(Protocol):
    """What asks a program: in a process of its own, or in a worker of a page."""

    def load(self, names: Iterable[str], *, only_definitions: bool = False) -> Loaded:
        """Load the program; what of it has these names, or why it cannot be loaded."""

    def ask(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """Yield the answer to each question, in order."""


@dataclass(frozen=True, slots=True)
class Case:
    """A call that is tried, and how its outcome is judged."""

    call: Call
    question: Question
    judge: Callable[[Outcome], Fault | None]
    reason: Reason = None  # what is to be said of a failure
    may_change: bool = False  # whether it is no fault to change what is given
    may_fail: bool = False  # whether `judge` judges exceptions too


class Examined(NamedTuple):
    """How many calls were tried, what is wrong, and what else is to be said."""

    tried: int
    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Bench:
    """A program, how it writes what it is given, and what is asked of its computer player."""

    door: Door
    notation: Notation
    ties: tuple[object, ...]
    typing: tuple[Typing, ...]
    strength: Strength
    roles: frozenset[Role]

    def arguments(
        self, given: Iterable[Given], position: Position, mark: Mark | None = None
    ) -> tuple[object, ...]:
        """Return a board, and the mark of a side, as a function is given them."""
        side = position.turn if mark is None else mark
        written = {
            Given.BOARD: self.notation.write(position),
            Given.MARK: self.notation.marks[side],
        }
        return tuple(written[what] for what in given)

    def on(
        self,
        function: str,
        position: Position,
        judge: Callable[[Outcome], Fault | None],
        *others: object,
    ) -> Case:
        """Return the case of a board, and perhaps of other arguments."""
        board = self.notation.write(position)
        call = Call(function, others, position)
        return Case(call, Question(function, (board, *others)), judge)

    def examine(self, cases: Iterable[Case]) -> Examined:
        """Try all cases; return how many were tried, and the faults."""
        faults: dict[object, Fault] = {}
        counts: dict[object, int] = {}
        tried = 0
        listed = list(cases)
        answers = self.door.ask(case.question for case in listed)
        for case, answer in zip(listed, answers, strict=False):
            tried += 1
            told = {kind_of(fault): fault for fault in self.faults_of(case, answer)}
            for kind, fault in told.items():
                faults.setdefault(kind, fault)
                counts[kind] = counts.get(kind, 0) + 1
            if any(
                isinstance(one, Failed) and one.failure.trouble in FATAL for one in told.values()
            ):
                break
        all_counted = (counted(fault, counts[kind], tried) for kind, fault in faults.items())
        return Examined(tried, tuple(all_counted))

    def faults_of(self, case: Case, answer: Answer) -> Iterator[Fault]:
        """Yield what is wrong with each outcome of a case."""
        is_wrong = False
        for outcome in answer.outcomes:
            failure = outcome.failure
            if failure is not None and not (case.may_fail and failure.trouble is Trouble.ERROR):
                is_wrong = True
                yield Failed(case.call, failure, case.reason)
                continue
            fault = case.judge(outcome)
            if fault is not None:
                is_wrong = True
                yield fault
            if outcome.changed and not case.may_change:
                boards = [value for value in outcome.changed if cells_of(value) is not None]
                yield Changed(case.call, (boards or outcome.changed)[0])
        if answer.certainty is Certainty.UNSTEADY and not is_wrong:
            values = [outcome.value for outcome in answer.outcomes]
            if values[0] != values[-1]:
                yield Unsteady(case.call, values[0], values[-1])


def kind_of(fault: Fault) -> object:
    """Return what makes faults alike: one of them is told, as an example."""
    failure, reason = getattr(fault, "failure", None), getattr(fault, "reason", None)
    return type(fault), type(reason), failure and failure.trouble


@cache
def every_position(first: Mark = Mark.X) -> tuple[Position, ...]:
    """Return every position that games can reach, those of earlier plies first.

    >>> len(every_position())
    5478
    """
    ply, positions = {RULES.start(first): None}, list[Position]()
    while ply:
        positions += ply
        ply = dict.fromkeys(
            position.play_unchecked(move)
            for position in ply
            if not position.is_over
            for move in position.moves
        )
    return tuple(positions)


def unfinished(first: Mark = Mark.X) -> tuple[Position, ...]:
    """Return every position in which the game goes on."""
    return tuple(position for position in every_position(first) if not position.is_over)

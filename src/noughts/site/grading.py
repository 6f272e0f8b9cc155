"""Grading in a page: the engine judges, and the program is asked where it can do no harm.

The grader cannot wait for that, so it asks what it does not know yet by an exception, and does a
part of its work anew once that is known: loading and inferring are a part, and so is each function.
What is sent and answered is JSON. First comes `begin`, the name of the file; then what came of what
was asked:

- `lines`: what the program answered, as `grader/serving.py` writes it, to all or to the first of
  the questions; and `trouble`, `time` or `crash`, if the next one came to nothing.

The answer is one of

- `load`: what the program is to be loaded with, and `seconds` for it;
- `questions`: lines, each with the seconds for it; and `function`, the name of what is tried;
- `report`: HTML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from noughts.core.checks import check_type
from noughts.core.errors import NoughtsError
from noughts.grader.faults import PartReport
from noughts.grader.grading import Prepared, prepare
from noughts.grader.inference import Wishes
from noughts.grader.questions import FATAL, Answer, Failure, Limits, Loaded, Question, Trouble
from noughts.pages.grading import render
from noughts.wording.language import gettext as _

_LIMITS = Limits()
MOST_SENT = 100_000_000  # bytes: 18,000 answers, as of `result`, of 4 kB at most
_MOST_ANSWERED = 20_000_000  # characters about a function; of `result` in a right program 5 million


class NothingBegun(NoughtsError):
    """What came of a question, where none was asked: the engine has been started anew."""

    def __init__(self) -> None:
        super().__init__(_("That didn't work in this browser. Nothing is lost."))


class _Unknown(Exception):
    """What the program is to be asked: to be loaded, or some questions."""

    def __init__(self, load: Mapping[str, Any] | None, questions: list[Question]) -> None:
        super().__init__()
        self.load, self.questions = load, questions


class Transcript:
    """A door whose program is elsewhere: it knows what that has answered, and asks for the rest."""

    def __init__(self) -> None:
        self._loaded: dict[bool, Loaded] = {}
        self._answers: list[Answer] = []
        self._asked: list[Question] = []  # and not answered yet
        self._only_definitions = False  # as it is to be loaded
        self._next = self._length = 0

    def load(self, names: Iterable[str], *, only_definitions: bool = False) -> Loaded:
        """Return what is known of loading the program."""
        self._only_definitions = only_definitions
        if only_definitions not in self._loaded:
            raise _Unknown({"names": [*names], "only_definitions": only_definitions}, [])
        return self._loaded[only_definitions]

    def ask(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """Yield the answers that are known."""
        left = iter(questions)
        for question in left:
            if self._next == len(self._answers):
                self._asked = [question, *left]
                raise _Unknown(None, self._asked)
            self._next += 1
            yield self._answers[self._next - 1]

    def take(self, lines: list[str], trouble: str | None) -> None:
        """Learn what came of what was asked."""
        self._next = 0
        if not self._asked:
            failed = trouble and Loaded(failure=_failure(trouble))
            self._loaded[self._only_definitions] = failed or _loaded(lines[0])
            return
        for line in lines:
            self._answers.append(self._answer(line))
            if _is_fatal(self._answers[-1]):  # after which the grader asks otherwise
                break
        else:
            if trouble:
                patience = self._asked[len(lines)].patience
                self._answers.append(Answer.failed(_failure(trouble, patience)))
        self._asked = []

    def forget(self) -> None:
        """Go on to the next part of the work, which asks other questions."""
        self._answers = []
        self._next = self._length = 0

    def _answer(self, line: str) -> Answer:
        self._length += len(line)
        try:
            data = json.loads(line)
            if "too_long" in data or self._length > _MOST_ANSWERED:
                return Answer.failed(Failure(Trouble.OUTPUT))
            return Answer.from_json(data["answer"])
        except (ValueError, KeyError, TypeError, RecursionError):
            return Answer.failed(Failure(Trouble.CRASH))  # of what it wrote in our place


def _loaded(line: str) -> Loaded:
    try:
        return Loaded.from_json(json.loads(line)["loaded"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return Loaded(failure=Failure(Trouble.CRASH))


def _is_fatal(answer: Answer) -> bool:
    failure = answer.outcomes[0].failure
    return failure is not None and failure.trouble in FATAL


def _failure(trouble: str, patience: int = 1) -> Failure:
    kind = Trouble(trouble)
    seconds = f"{patience * _LIMITS.seconds:g}"
    return Failure(kind, seconds if kind is Trouble.TIME else "")


class Judge:
    """The grading of one program, as far as it has come."""

    def __init__(self, name: str) -> None:
        self._name, self._door = name, Transcript()
        self._prepared: Prepared | None = None
        self._parts: list[PartReport] = []

    def take(self, lines: list[str], trouble: str | None) -> None:
        """Learn what came of what was asked."""
        self._door.take(lines, trouble)

    def go_on(self) -> dict[str, Any]:
        """Return what is to be asked, or the report."""
        try:
            return {"report": self._report()}
        except _Unknown as unknown:
            if unknown.load is not None:
                return {"load": unknown.load, "seconds": _LIMITS.seconds}
            lines = [
                [_line(number, one), one.patience * _LIMITS.seconds]
                for number, one in enumerate(unknown.questions)
            ]
            return {"questions": lines, "function": unknown.questions[0].function}

    def _report(self) -> str:
        """Return the report; raises _Unknown."""
        if self._prepared is None:
            self._prepared = prepare(self._door, Wishes())
            self._door.forget()
        for part, own in self._prepared.tried[len(self._parts) :]:
            self._parts.append(self._prepared.graded(part, own))
            self._door.forget()
        return render(self._prepared.report(self._name, self._parts))


def _line(number: int, question: Question) -> str:
    return json.dumps({"number": number, **question.to_json()})


_judge: Judge | None = None  # of the one page that an engine has


def go_on(data: Any) -> dict[str, Any]:
    """Begin a grading, or go on with it; raises NothingBegun and WrongType."""
    global _judge  # noqa: PLW0603 - what a request cannot bring, as it is megabytes
    if "begin" in data:
        check_type(data["begin"], str, "the name of the file")
        _judge = Judge(data["begin"])
    elif _judge is None:
        raise NothingBegun
    else:
        _judge.take(data["lines"], data.get("trouble"))
    return _judge.go_on()

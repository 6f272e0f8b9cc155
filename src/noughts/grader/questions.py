"""What a program is asked, and what becomes of it: the values that both sides of the pipe know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from noughts.grader.values import Json, decode, encode


class Trouble(Enum):
    """What kept a program from answering; the value is the word in JSON."""

    ERROR = "error"  # an exception, which `text` names
    SYNTAX = "syntax"  # the file is no Python
    EXIT = "exit"  # it ended itself, as sys.exit does
    INPUT = "input"  # it asked for input that nobody types
    OUTPUT = "output"  # it printed without end
    DEPTH = "depth"  # it called itself without end
    MEMORY = "memory"
    FORBIDDEN = "forbidden"  # it started a program, opened a connection or wrote a file: `text`
    TIME = "time"
    BUDGET = "budget"  # the time for all questions together is over
    CRASH = "crash"  # its process ended


FATAL = (Trouble.TIME, Trouble.BUDGET, Trouble.CRASH)  # after which the program is started anew


@dataclass(frozen=True, slots=True)
class Failure:
    """The trouble, with the line of the program in which it arose, if any."""

    trouble: Trouble
    text: str = ""
    line: int | None = None
    code: str = ""  # that line

    def to_json(self) -> Json:
        """Return the failure as JSON."""
        return [self.trouble.value, self.text, self.line, self.code]

    @staticmethod
    def from_json(data: Json) -> Failure:
        """Return the failure that was sent; raises ValueError or TypeError."""
        trouble, text, line, code = data
        return Failure(Trouble(trouble), str(text), None if line is None else int(line), str(code))


@dataclass(frozen=True, slots=True)
class Question:
    """A call of a function.

    `typed` is what stands at the prompt, a line each. A `fresh` program is loaded anew and called
    once; others are called again, to see whether they answer alike.
    """

    function: str
    arguments: tuple[object, ...] = ()
    typed: tuple[str, ...] = ()
    is_fresh: bool = False
    patience: int = 1  # how many times the usual seconds it may take

    def to_json(self) -> Json:
        """Return the question as JSON."""
        return {
            "function": self.function,
            "arguments": encode(self.arguments),
            "typed": list(self.typed),
            "is_fresh": self.is_fresh,
        }

    @staticmethod
    def from_json(data: Json) -> Question:
        """Return the question that was sent."""
        arguments = decode(data["arguments"])
        assert isinstance(arguments, tuple)
        return Question(data["function"], arguments, tuple(data["typed"]), data["is_fresh"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that may come of a call: a value, or a failure."""

    value: object = None
    failure: Failure | None = None
    changed: tuple[object, ...] | None = None  # the arguments, if the call changed them
    printed: str = ""
    lines_read: int = 0
    shares_rows: bool = False  # whether several rows of the value are one list

    def to_json(self) -> Json:
        """Return the outcome as JSON."""
        return {
            "value": encode(self.value),
            "failure": None if self.failure is None else self.failure.to_json(),
            "changed": None if self.changed is None else encode(self.changed),
            "printed": self.printed,
            "lines_read": self.lines_read,
            "shares_rows": self.shares_rows,
        }

    @staticmethod
    def from_json(data: Json) -> Outcome:
        """Return the outcome that was sent; raises ValueError, TypeError or KeyError."""
        failure = data["failure"]
        changed = data["changed"]
        return Outcome(
            value=decode(data["value"]),
            failure=None if failure is None else Failure.from_json(failure),
            changed=None if changed is None else tuple(_items(decode(changed))),
            printed=str(data["printed"]),
            lines_read=int(data["lines_read"]),
            shares_rows=bool(data["shares_rows"]),
        )


def _items(value: object) -> tuple[object, ...]:
    if not isinstance(value, tuple):
        raise TypeError(value)
    return value


class Certainty(Enum):
    """How much is known of what may come of a call; the value is the word in JSON."""

    EXACT = "exact"  # all of it, with its probabilities
    SAMPLED = "sampled"  # what came of some calls, whose random numbers are too many to try
    UNSTEADY = "unsteady"  # it answered otherwise a second time, though it drew no random number


@dataclass(frozen=True, slots=True)
class Answer:
    """What may come of a call, each with its probability, or its share of a sample."""

    chances: tuple[tuple[Outcome, Fraction], ...]
    certainty: Certainty = Certainty.EXACT

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What may come of it."""
        return tuple(outcome for outcome, _ in self.chances)

    @property
    def is_random(self) -> bool:
        """True if it is not always the same."""
        return len(self.chances) > 1

    @staticmethod
    def from_json(data: Json) -> Answer:
        """Return the answer that was sent; raises ValueError, TypeError or KeyError."""
        chances = tuple(
            (Outcome.from_json(outcome), Fraction(chance)) for outcome, chance in data["chances"]
        )
        if not chances or sum(chance for _, chance in chances) != 1:
            raise ValueError(data)
        return Answer(chances, Certainty(data["certainty"]))

    @staticmethod
    def failed(failure: Failure) -> Answer:
        """Return the answer of a call that came to nothing."""
        return Answer(((Outcome(failure=failure), Fraction(1)),))


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of the program: how many arguments it takes, at least and at most."""

    name: str
    least: int
    most: int
    line: int

    def takes(self, count: int) -> bool:
        """True if it can be called with so many arguments."""
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading a program: its functions and constants, and what it did meanwhile.

    If loading failed, only definitions were loaded. `failure` says why, or why even those were not.
    """

    functions: tuple[Definition, ...] = ()
    constants: tuple[tuple[str, object], ...] = ()
    failure: Failure | None = None
    printed: str = ""

    def to_json(self) -> Json:
        """Return it as JSON."""
        functions = [[one.name, one.least, one.most, one.line] for one in self.functions]
        constants = [[name, encode(value)] for name, value in self.constants]
        outcome = Outcome(failure=self.failure, printed=self.printed)
        return {"functions": functions, "constants": constants, "outcome": outcome.to_json()}

    @staticmethod
    def from_json(data: Json) -> Loaded:
        """Return what was sent; raises ValueError, TypeError or KeyError."""
        outcome = Outcome.from_json(data["outcome"])
        return Loaded(
            tuple(
                Definition(str(name), int(least), int(most), int(line))
                for name, least, most, line in data["functions"]
            ),
            tuple((str(name), decode(value)) for name, value in data["constants"]),
            outcome.failure,
            outcome.printed,
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may take: seconds for a call and for all of them, and memory.

    The memory is limited on Linux alone.
    """

    seconds: float = 10.0
    seconds_in_all: float = 1_800.0
    megabytes: int = 1_024

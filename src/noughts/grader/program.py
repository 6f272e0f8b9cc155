"""A program in this process: loaded as a module, asked what its functions do, off the terminal.

Nothing here ends a loop: what asks ends the process (`process.py`) or the worker of a page.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

from noughts.grader.draws import Source, TooManyWays
from noughts.grader.questions import (
    Answer,
    Certainty,
    Definition,
    Failure,
    Loaded,
    Outcome,
    Question,
    Trouble,
)
from noughts.grader.values import Json, decode, encode

MOST_KEPT = 300  # letters of what a call prints
_MOST_PRINTED = 1_000_000  # letters; more is printing without end
_MOST_ASKED = 100  # times that a call asks after the last line
_LONGEST = 200  # letters of a message or a line
_QUICK = 0.05  # seconds: a call that took no longer is made again
_SECONDS_OF_WAYS = 5.0
_MOST_OUTCOMES = 12  # of one call
# What a module does, rather than defines, is left out where the whole could not be loaded.
_DOES = (ast.Expr, ast.While, ast.For, ast.AsyncFor, ast.If, ast.With, ast.Assert)


class Forbidden(BaseException):
    """What a program that is graded may not do; no `except Exception` of it stops this."""


class _AsksInput(BaseException):
    """The program asks for input that nobody types."""


class _PrintsWithoutEnd(BaseException):
    """The program has printed more than anybody reads."""


class _Paper:
    """Standard output: it keeps the beginning."""

    encoding, errors, newlines = "utf-8", "strict", None

    def __init__(self) -> None:
        self.text, self._length = "", 0

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._length += len(text)
        if self._length > _MOST_PRINTED:
            raise _PrintsWithoutEnd
        self.text += text[: MOST_KEPT - len(self.text)]
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        raise OSError("a graded program has no terminal")

    def reconfigure(self, **_settings: object) -> None:
        pass

    @property
    def buffer(self) -> io.RawIOBase:
        return _Bytes(self)


class _Bytes(io.RawIOBase):
    """The bytes below standard output."""

    def __init__(self, paper: _Paper) -> None:
        super().__init__()
        self._paper = paper

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        content = bytes(data)
        self._paper.write(content.decode("utf-8", "replace"))
        return len(content)


class _Keyboard:
    """Standard input: the lines that are typed."""

    encoding, errors, newlines = "utf-8", "strict", None

    def __init__(self, lines: Iterable[str], give_up: Callable[[], None]) -> None:
        self._lines, self._give_up = list(lines), give_up
        self.lines_read = self._asked = 0

    def readline(self, _size: int = -1) -> str:
        if self.lines_read == len(self._lines):
            self._asked += 1
            if self._asked > _MOST_ASKED:  # it catches what should end it
                self._give_up()
            raise _AsksInput
        self.lines_read += 1
        return f"{self._lines[self.lines_read - 1]}\n"

    read = readline

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        raise OSError("a graded program has no terminal")


class Program:
    """The program in a file, as a module; it is loaded and asked while `isolated`."""

    def __init__(self, file: Path, source: bytes) -> None:
        self._name, self._file, self._source = file.stem, str(file), source
        self._module = ModuleType(self._name)
        self._codes: list[CodeType] = []
        self._skips_failures = False
        self._random = Source()
        self.give_up: Callable[[], None] = lambda: None  # where a call asks for input for ever
        self._keyboard = _Keyboard((), self.give_up)

    @contextmanager
    def isolated(self) -> Iterator[None]:
        """Stand in for the terminal, for chance, and for waiting."""
        with ExitStack() as stack:
            for name in ("stdout", "stderr", "stdin"):
                stack.enter_context(_replaced(sys, name, getattr(sys, name)))
            stack.enter_context(_replaced(builtins, "input", self._input))
            stack.enter_context(_replaced(time, "sleep", lambda _seconds, /: None))
            stack.enter_context(_replaced(os, "system", _system))
            stack.enter_context(_replaced(sys, "argv", [self._file]))
            stack.enter_context(self._random.installed())
            yield

    def _input(self, prompt: object = "", /) -> str:
        sys.stdout.write(str(prompt))
        return self._keyboard.readline().removesuffix("\n")

    def load(self, names: Iterable[str], *, only_definitions: bool = False) -> Loaded:
        """Load the program; returns what it has of these names, written in any case."""
        try:
            self._compile(only_definitions)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return Loaded(failure=_syntax_failure(error))
        outcome = Outcome.from_json(self._guarded(self._run, ()))
        wanted = set(names)
        members = {
            name: member
            for name, member in vars(self._module).items()
            if plain_name(name) in wanted
        }
        functions = (
            _definition(name, member)
            for name, member in members.items()
            if self._is_function(member)
        )
        constants = tuple(
            (name, decode(encode(member)))
            for name, member in members.items()
            if not callable(member)
        )
        own = tuple(function for function in functions if function is not None)
        return Loaded(own, constants, outcome.failure, outcome.printed)

    def answer(self, question: Question) -> Json:
        """Return all that may come of a call, as the JSON of an Answer."""
        data = encode(question.arguments)

        def call() -> str:
            return json.dumps(self._outcome(question, data))

        if question.is_fresh:
            self._random.draws.begin(is_sampling=True)
            return _answer({call(): Fraction(1)}, Certainty.EXACT)
        began = time.monotonic()

        def is_late() -> bool:
            return time.monotonic() - began > _SECONDS_OF_WAYS

        certainty = Certainty.EXACT
        try:
            chances = _sums(self._random.ways(call, is_late))
        except TooManyWays:
            certainty, chances = Certainty.SAMPLED, _sums(self._random.samples(call))
        if (
            len(chances) == 1
            and certainty is Certainty.EXACT
            and not self._random.draws.has_drawn
            and time.monotonic() - began < _QUICK
        ):
            again = call()
            if again not in chances:
                certainty = Certainty.UNSTEADY
                chances = dict.fromkeys((*chances, again), Fraction(1, 2))
        if len(chances) > _MOST_OUTCOMES:
            certainty = Certainty.SAMPLED
            kept = dict(list(chances.items())[:_MOST_OUTCOMES])
            total = sum(kept.values())
            chances = {text: share / total for text, share in kept.items()}
        return _answer(chances, certainty)

    def _compile(self, only_definitions: bool) -> None:
        tree = ast.parse(self._source, self._file)
        parts = [tree]
        if only_definitions:
            kept = (part for part in tree.body if not isinstance(part, _DOES))
            parts = [ast.Module([part], []) for part in kept]
        self._codes = [compile(part, self._file, "exec", dont_inherit=True) for part in parts]
        self._skips_failures = only_definitions

    def _run(self) -> None:
        """Run the module anew."""
        self._module = ModuleType(self._name)
        self._module.__file__ = self._file
        sys.modules[self._name] = self._module
        for code in self._codes:
            if self._skips_failures:
                with suppress(Exception, _AsksInput, SystemExit, Forbidden):
                    exec(code, self._module.__dict__)
            else:
                exec(code, self._module.__dict__)

    def _is_function(self, member: object) -> bool:
        """True of a function that the program defines, or takes from a module beside it."""
        if not callable(member) or isinstance(member, type):
            return False
        module = getattr(member, "__module__", None)
        if module == self._name:
            return True
        file = getattr(sys.modules.get(str(module)), "__file__", None) or ""
        return isinstance(member, FunctionType) and Path(file).parent == Path(self._file).parent

    def _outcome(self, question: Question, data: Json) -> Json:
        """Return what comes of one call, as the JSON of an Outcome."""
        if question.is_fresh:
            loaded = self._guarded(self._run, ())
            if loaded["failure"] is not None and not self._skips_failures:
                return loaded
        arguments = decode(data)
        assert isinstance(arguments, tuple)
        function = getattr(self._module, question.function, None)
        if not callable(function):
            failure = Failure(Trouble.ERROR, f"NameError: {question.function}")
            return Outcome(failure=failure).to_json()

        def call() -> Json:
            value = function(*arguments)
            after = encode(arguments)
            return {
                "value": encode(value),
                "changed": None if after == data else after,
                "shares_rows": _shares_rows(value),
            }

        return self._guarded(call, question.typed)

    def _guarded(self, run: Callable[[], Json], typed: Iterable[str]) -> Json:
        """Run something of the program's, and return what came of it, whatever that is."""
        paper, keyboard = _Paper(), _Keyboard(typed, self.give_up)
        self._keyboard = keyboard
        sys.stdout, sys.stderr, sys.stdin = paper, _Paper(), keyboard
        outcome, failure = None, None
        try:
            outcome = run()
        except TooManyWays:
            raise
        except SystemExit:
            failure = self._failure(Trouble.EXIT, sys.exc_info()[2])
        except _AsksInput:
            failure = self._failure(Trouble.INPUT, sys.exc_info()[2])
        except _PrintsWithoutEnd:
            failure = self._failure(Trouble.OUTPUT, sys.exc_info()[2])
        except Forbidden as error:
            failure = self._failure(Trouble.FORBIDDEN, error.__traceback__, str(error))
        except RecursionError:
            failure = self._failure(Trouble.DEPTH, None)
        except MemoryError:
            failure = self._failure(Trouble.MEMORY, None)
        except BaseException as error:
            trouble = Trouble.INPUT if keyboard._asked else Trouble.ERROR
            failure = self._failure(trouble, error.__traceback__, _message(error))
        told = outcome or {"value": None, "changed": None, "shares_rows": False}
        return {
            **told,
            "failure": None if failure is None else failure.to_json(),
            "printed": paper.text,
            "lines_read": keyboard.lines_read,
        }

    def _failure(self, trouble: Trouble, trace: TracebackType | None, text: str = "") -> Failure:
        """Return the failure, with the last line of the program that led to it."""
        line = None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self._file:
                line = trace.tb_lineno
            trace = trace.tb_next
        code = ""
        if line is not None:
            lines = self._source.decode("utf-8", "replace").splitlines()
            code = lines[line - 1].strip()[:_LONGEST] if line <= len(lines) else ""
        return Failure(trouble, text, line, code)


class Direct:
    """What asks a program in this process; nothing ends a loop."""

    def __init__(self, file: Path, source: bytes) -> None:
        self._program = Program(file, source)

    def load(self, names: Iterable[str], *, only_definitions: bool = False) -> Loaded:
        """Load the program; what of it has these names, or why it cannot be loaded."""
        with self._program.isolated():
            return self._program.load(names, only_definitions=only_definitions)

    def ask(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """Return the answers to all questions, in order."""
        listed = list(questions)
        with self._program.isolated():
            answers = [self._program.answer(question) for question in listed]
        return map(Answer.from_json, answers)


@contextmanager
def _replaced(owner: Any, name: str, member: object) -> Iterator[None]:
    """Have a module something else by a name, as `unittest.mock` does: a page has none."""
    before = getattr(owner, name)
    setattr(owner, name, member)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _system(command: Any, _run: Callable[[Any], int] = os.system) -> int:
    """Run a command, unless it clears the screen: there is none."""
    words = re.findall(r"[^\s|&;]+", command) if isinstance(command, str) else []
    return 0 if words and {"clear", "cls"}.issuperset(words) else _run(command)


def plain_name(name: str) -> str:
    """Return a name without its style.

    >>> plain_name("legalMoves"), plain_name("legal_moves")
    ('legalmoves', 'legalmoves')
    """
    return name.replace("_", "").lower()


def _definition(name: str, function: Any) -> Definition | None:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [one for one in parameters if one.kind in kinds]
    least = sum(one.default is inspect.Parameter.empty for one in positional)
    takes_any = any(one.kind is inspect.Parameter.VAR_POSITIONAL for one in parameters)
    code = getattr(function, "__code__", None)
    return Definition(
        name, least, 99 if takes_any else len(positional), getattr(code, "co_firstlineno", 0)
    )


def _sums(chances: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """Return each outcome once, with its share of all."""
    sums = dict[str, Fraction]()
    for text, chance in chances:
        sums[text] = sums[text] + chance if text in sums else chance
    return sums


def _answer(chances: Mapping[str, Fraction], certainty: Certainty) -> Json:
    listed = [[json.loads(text), str(share)] for text, share in chances.items()]
    return {"chances": listed, "certainty": certainty.value}


def _shares_rows(value: object) -> bool:
    rows = [row for row in value if isinstance(row, list)] if isinstance(value, list) else []
    return len({id(row) for row in rows}) < len(rows)


def _message(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    name = type(error).__name__
    return (f"{name}: {text}" if text else name)[:_LONGEST]


def _syntax_failure(error: BaseException) -> Failure:
    if isinstance(error, SyntaxError):
        code = (error.text or "").strip()[:_LONGEST]
        return Failure(Trouble.SYNTAX, error.msg, error.lineno, code)
    return Failure(Trouble.SYNTAX, _message(error))

"""Another program as a player: an engine that speaks the Gomocup protocol; how it can fail.

Each wait for its process is bounded, and the process is always reaped.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from io import RawIOBase
from pathlib import PurePath
from queue import Empty, Queue
from threading import Thread
from time import monotonic, sleep
from typing import cast

from noughts.core import Move, Position, Rules
from noughts.core.checks import as_type, check_type, seed_or_none
from noughts.core.errors import IllegalAction, IllegalMove, NotationError, NoughtsError
from noughts.core.notation import quote
from noughts.engine import protocol
from noughts.engine.protocol import ProtocolLine
from noughts.players.base import Choice, Policy, check_can_choose
from noughts.solver import Limit
from noughts.solver.verdict import limit_or_none

GRACE_SECONDS = 1.0  # a move may be late by this much, for a busy machine, before it loses
_SECONDS_TO_START = 20.0  # some load large files
_SECONDS_A_MOVE = 60.0  # where the limit has no seconds
_SECONDS_TO_SETTLE = 0.02  # some ignore what they are asked right after an answer, as Rapfi does
_MEMORY = 83_886_080  # bytes an engine may use: the example of the protocol's description
_LONGEST_NAME = 60  # characters
_MOST_LINES = 10_000  # of an answer, with what the engine says while it thinks
_REMARKS = ("MESSAGE", "DEBUG")
LONGEST_LINE = 4_096  # bytes; the rest of a longer line is dropped
_MOST_WAITING = 1_000  # lines; an engine that writes more waits until they are read
_SECONDS_TO_END = 1.0  # as the protocol suggests
_LINE_END = re.compile(rb"[\r\n]+")


class Fault(Enum):
    """A player's fault; its value is what people call one of them, and several."""

    ILLEGAL = ("illegal move", "illegal moves")
    TIME = ("time loss", "time losses")
    CRASH = ("crash", "crashes")

    def counted(self, count: int) -> str:
        """Return a number of these faults, in words.

        >>> Fault.CRASH.counted(2)
        '2 crashes'
        """
        return f"{count:,} {self.value[count != 1]}"


class EngineFailure(NoughtsError):
    """An engine hung, crashed, or answered with something that is no legal move."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        self.reason = reason


class EngineProcess:
    """A process that reads and writes lines; its errors are EngineFailure.

    It runs without a shell, and in a session of its own, so that Ctrl-C reaches only us and that
    what it starts ends with it. What it writes to standard error is discarded. Its environment is
    ours, unless another is given.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            name, reason = quote(command[0]), getattr(error, "strerror", None) or str(error)
            raise EngineFailure(Fault.CRASH, f"cannot start {name}: {reason}") from None
        self._lines: Queue[str | None] = Queue(_MOST_WAITING)
        self._has_ended = False
        self._input = cast(RawIOBase, self._process.stdin)
        self._output = cast(RawIOBase, self._process.stdout)
        self._reader = Thread(target=_read_lines, args=(self._output, self._lines), daemon=True)
        self._reader.start()

    def send(self, *lines: str) -> None:
        """Write lines; raises EngineFailure if the process has ended."""
        data = "".join(f"{line}\r\n" for line in lines).encode()
        try:
            while data:
                data = data[self._input.write(data) or 0 :]
        except OSError:
            raise self._crash() from None

    def receive(self, seconds: float) -> str:
        """Return the next line that is not empty; raises EngineFailure if there is none in time."""
        try:
            line = None if self._has_ended else self._lines.get(timeout=max(seconds, 0.0))
        except Empty:
            raise EngineFailure(Fault.TIME, "does not answer in time") from None
        if line is None:
            self._has_ended = True
            raise self._crash()
        return line

    def receive_waiting(self) -> str | None:
        """Return a line that has arrived already, or None."""
        return None if self._has_ended or self._lines.empty() else self.receive(0.0)

    def close(self) -> None:
        """End the process: asked to at first, then killed, with all that it started."""
        with suppress(EngineFailure):
            self.send("END")
        with suppress(OSError):
            self._input.close()
        try:
            deadline = monotonic() + _SECONDS_TO_END
            self._drain(deadline)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, deadline - monotonic()))
        finally:
            if sys.platform == "win32":
                self._process.kill()
            else:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._drain(monotonic() + _SECONDS_TO_END)
            if not self._reader.is_alive():
                self._output.close()

    def _drain(self, deadline: float) -> None:
        """Discard lines until the last one or the deadline, so that the reader can end."""
        with suppress(Empty):
            while not self._has_ended:
                line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
                self._has_ended = line is None
                if monotonic() >= deadline:
                    break
        self._reader.join(max(0.0, deadline - monotonic()))

    def _crash(self) -> EngineFailure:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return EngineFailure(Fault.CRASH, how)


def _read_lines(source: RawIOBase, lines: Queue[str | None]) -> None:
    """Put the lines of a stream into a queue, and None at its end."""
    rest = b""
    with suppress(OSError, ValueError):
        while chunk := source.read(LONGEST_LINE):
            *complete, rest = _LINE_END.split(rest + chunk)
            for line in filter(None, map(_text, complete)):
                lines.put(line)
            rest = rest[:LONGEST_LINE]
    if rest:
        lines.put(_text(rest))
    lines.put(None)


def _text(line: bytes) -> str:
    return line[:LONGEST_LINE].decode("utf-8", "replace").strip()


class ExternalEngine:
    """An engine as a player, started when it is first asked, and again after a failure.

    The protocol has no k: an engine plays five in a row unless its own options say otherwise.
    `choose` raises EngineFailure if the engine hangs, crashes, or answers with no legal move; its
    process has ended by then. `close` ends the process, and so does the end of a `with` block.
    """

    def __init__(self, command: str, seed: int | None = None) -> None:
        """Take a seed, which has no effect, since the engine draws for itself."""
        seed_or_none(seed)
        self._command = split_command(command)
        self.name = PurePath(self._command[0]).stem[:_LONGEST_NAME] or "engine"
        self.description = "an engine that speaks the Gomocup protocol"
        self._process: EngineProcess | None = None
        self._rules: Rules | None = None  # of the running process
        self._position: Position | None = None  # the one the engine has in mind
        self._limit: Limit | None = None  # the one it was told
        self._answered = 0.0  # when it made its last move

    def __enter__(self) -> ExternalEngine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        self._position = self._limit = None
        if process is not None:
            process.close()

    def supports(self, rules: Rules) -> bool:
        """True for every board, as far as we know: the engine is asked when the game begins."""
        as_type(rules, Rules, "the board")
        return True

    def start(self, rules: Rules | str) -> None:
        """Start the engine on an empty board; raises EngineFailure and WrongType."""
        rules = as_type(rules, Rules, "the board")
        try:
            self._start(rules)
        except BaseException:
            self.close()
            raise

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the engine's move; raises EngineFailure, and what every player raises."""
        position = check_can_choose(self, position)
        try:
            move = self._choose(position, limit_or_none(limit))
        except BaseException:
            self.close()
            raise
        self._position = position.play_unchecked(move)
        self._answered = monotonic()
        return Choice(move)

    def policy(self, position: Position) -> Policy:
        """Raise IllegalAction, since the engine does not tell its probabilities."""
        raise IllegalAction(f"{self.name} is another program: its probabilities are not known")

    def _choose(self, position: Position, limit: Limit) -> Move:
        question = self._question(position)
        sleep(max(0.0, self._answered + _SECONDS_TO_SETTLE - monotonic()))
        process = self._process
        if process is None or self._position is None:
            process = self._start(position.rules)
        seconds = _SECONDS_A_MOVE if limit.seconds is None else limit.seconds
        if limit != self._limit:
            process.send(
                "INFO rule 0",
                "INFO game_type 1",
                f"INFO max_memory {_MEMORY}",
                f"INFO timeout_turn {min(round(1000 * seconds), protocol.UNLIMITED)}",
                "INFO timeout_match 0",
                f"INFO time_left {protocol.UNLIMITED}",
            )
            if limit.nodes is not None:  # an extension that several engines know
                process.send(f"INFO max_node {limit.nodes}")
            self._limit = limit
        self._check_silent(process)
        process.send(*question)
        answer = self._answer(process, seconds + GRACE_SECONDS)
        try:
            move = protocol.read_square(position.rules, answer)
            position.play(move)
        except (NotationError, IllegalMove) as error:
            raise EngineFailure(Fault.ILLEGAL, f"answers {quote(answer)}: {error}") from None
        return move

    def _question(self, position: Position) -> tuple[str, ...]:
        """Return TURN if one move has been made since the engine's last, else the whole board."""
        if self._process is not None and self._position is not None:
            made = position.occupied & ~self._position.occupied
            move = made.bit_length() - 1
            if made.bit_count() == 1 and self._position.play_unchecked(move) == position:
                return (f"TURN {protocol.write_square(position.rules, move)}",)
            self._position = None
        return protocol.write_board(position) if position.plies else ("BEGIN",)

    def _start(self, rules: Rules) -> EngineProcess:
        """Return the engine with an empty board: by RESTART if it can, else in a new process."""
        if self._process is not None and self._rules == rules:
            self._check_silent(self._process)
            if ProtocolLine.parse(self._ask(self._process, "RESTART")).word == "OK":
                return self._process
        self.close()
        self._process, self._rules = EngineProcess(self._command), rules
        question = protocol.write_start(rules)
        answer = self._ask(self._process, question)
        if ProtocolLine.parse(answer).word != "OK":
            raise EngineFailure(Fault.ILLEGAL, f"answers {question} with {quote(answer)}")
        return self._process

    def _ask(self, process: EngineProcess, question: str) -> str:
        process.send(question)
        return self._answer(process, _SECONDS_TO_START)

    def _answer(self, process: EngineProcess, seconds: float) -> str:
        """Return the next line that is no remark; a suggestion is accepted."""
        deadline = monotonic() + seconds
        for _ in range(_MOST_LINES):
            line = process.receive(deadline - monotonic())
            answer = ProtocolLine.parse(line)
            if answer.word == "SUGGEST":
                process.send(f"PLAY {answer.rest}")
            elif answer.word not in _REMARKS:
                return line
        raise EngineFailure(
            Fault.ILLEGAL, f"says more than {_MOST_LINES:,} lines before it answers"
        )

    def _check_silent(self, process: EngineProcess) -> None:
        """Raise EngineFailure if the engine has said something out of turn."""
        for _ in range(_MOST_LINES):
            line = process.receive_waiting()
            if line is None:
                return
            if ProtocolLine.parse(line).word not in _REMARKS:
                raise EngineFailure(Fault.ILLEGAL, f"says {quote(line)} out of turn")
        raise EngineFailure(Fault.ILLEGAL, f"says more than {_MOST_LINES:,} lines out of turn")


def split_command(command: str) -> tuple[str, ...]:
    """Return the words of a command as a shell splits them; raises NotationError and WrongType.

    >>> split_command("./engine --weights 'my file'")
    ('./engine', '--weights', 'my file')
    """
    check_type(command, str, "the command")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise NotationError(f"cannot read the command {quote(command)}: {error}") from None
    if not words or "\0" in command:
        raise NotationError("the command of an engine is a program with its options")
    return words

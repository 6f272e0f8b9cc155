"""Another program as a player: an engine that speaks the Gomocup protocol."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import PurePath
from time import monotonic, sleep
from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.checks import as_type, check_type
from noughts.core.errors import IllegalAction, IllegalMove, NotationError
from noughts.core.notation import quote
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engine import protocol
from noughts.engine.process import EngineFailure, EngineProcess, Fault
from noughts.engine.protocol import Command
from noughts.players.base import Choice, check_can_choose
from noughts.solver import Limit
from noughts.solver.verdict import limit_or_none

if TYPE_CHECKING:
    from fractions import Fraction

GRACE_SECONDS = 1.0  # a move may be late by this much, for a busy machine, before it loses
_SECONDS_TO_START = 20.0  # some load large files
_SECONDS_A_MOVE = 60.0  # where the limit has no seconds
_SECONDS_TO_SETTLE = 0.02  # some ignore what they are asked right after an answer, as Rapfi does
_MEMORY = 83_886_080  # bytes an engine may use: the example of the protocol's description
_LONGEST_NAME = 60  # characters
_MOST_LINES = 10_000  # of an answer, with what the engine says while it thinks
_REMARKS = ("MESSAGE", "DEBUG")


class ExternalEngine:
    """An engine as a player, started when it is first asked, and again after a failure.

    The protocol has no k: an engine plays five in a row unless its own options say otherwise.
    `choose` raises EngineFailure if the engine hangs, crashes, or answers with no legal move; its
    process has ended by then. `close` ends the process, and so does the end of a `with` block.
    """

    def __init__(self, command: str) -> None:
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
        """Every board, as far as we know: the engine is asked when the game begins."""
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
        """The engine's move; raises EngineFailure, and what every player raises."""
        position = check_can_choose(self, position)
        try:
            move = self._choose(position, limit_or_none(limit))
        except BaseException:
            self.close()
            raise
        self._position = position.play_unchecked(move)
        self._answered = monotonic()
        return Choice(move)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """Nobody knows it: raises IllegalAction."""
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
            raise _illegal(f"answers {quote(answer)}: {error}") from None
        return move

    def _question(self, position: Position) -> tuple[str, ...]:
        """TURN if one move has been made since the engine's last, else the whole board."""
        if self._process is not None and self._position is not None:
            made = position.occupied & ~self._position.occupied
            move = made.bit_length() - 1
            if made.bit_count() == 1 and self._position.play_unchecked(move) == position:
                return (f"TURN {protocol.write_square(position.rules, move)}",)
            self._position = None
        return protocol.write_board(position) if position.plies else ("BEGIN",)

    def _start(self, rules: Rules) -> EngineProcess:
        """An empty board: by RESTART if the engine knows it, else in a new process."""
        if self._process is not None and self._rules == rules:
            self._check_silent(self._process)
            if Command.parse(self._ask(self._process, "RESTART")).word == "OK":
                return self._process
        self.close()
        self._process, self._rules = EngineProcess(self._command), rules
        question = protocol.write_start(rules)
        answer = self._ask(self._process, question)
        if Command.parse(answer).word != "OK":
            raise _illegal(f"answers {question} with {quote(answer)}")
        return self._process

    def _ask(self, process: EngineProcess, question: str) -> str:
        process.send(question)
        return self._answer(process, _SECONDS_TO_START)

    def _answer(self, process: EngineProcess, seconds: float) -> str:
        """The next line that is no remark; a suggestion is accepted."""
        deadline = monotonic() + seconds
        for _ in range(_MOST_LINES):
            line = process.receive(deadline - monotonic())
            command = Command.parse(line)
            if command.word == "SUGGEST":
                process.send(f"PLAY {command.rest}")
            elif command.word not in _REMARKS:
                return line
        raise _illegal(f"says more than {_MOST_LINES:,} lines before it answers")

    def _check_silent(self, process: EngineProcess) -> None:
        """Raise EngineFailure if the engine has said something out of turn."""
        for _ in range(_MOST_LINES):
            line = process.receive_waiting()
            if line is None:
                return
            if Command.parse(line).word not in _REMARKS:
                raise _illegal(f"says {quote(line)} out of turn")
        raise _illegal(f"says more than {_MOST_LINES:,} lines out of turn")


def split_command(command: str) -> tuple[str, ...]:
    """The words of a command, as a shell would split them; raises NotationError and WrongType.

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


def _illegal(reason: str) -> EngineFailure:
    return EngineFailure(Fault.ILLEGAL, reason)

"""Our side of the Gomocup protocol: lines of a manager in, lines of answer out.

It reads and writes nothing itself. What a manager sends may be wrong in any way: the answer is then
a line that begins with ERROR or UNKNOWN, and the session goes on as if it had not been sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from noughts.atlas.strategy import strategy_of
from noughts.core import Mark, Position, Rules
from noughts.core.errors import IllegalAction, NotationError, NoughtsError, UnsupportedRules
from noughts.core.notation import quote
from noughts.engine import protocol
from noughts.engine.protocol import ProtocolLine
from noughts.players import Player
from noughts.players.base import check_can_choose
from noughts.solver import Limit

_USUAL = 1.0  # seconds a move, where the manager says nothing
_MARGIN = 0.03  # seconds between the end of the search and the manager's clock
_SHARE_OF_MARGIN = 20  # or this fraction (1/20) of the time, if that is more
_MOST_MARGIN = 0.3
_LEAST = 0.005  # a search this short still plays
_MOVES_TO_GO = 20  # the number of moves among which the rest of a game's time is shared

_CLOCK_KEYS = ("timeout_turn", "timeout_match", "time_left", "max_node")
_RULES = {1: "exactly five in a row", 2: "a continuous game", 4: "renju", 8: "caro"}


@dataclass(slots=True)
class Clock:
    """The limits a manager sets, in milliseconds; 0 or less of `time_left` means it is used up.

    >>> Clock(timeout_turn=500).limit()
    Limit(seconds=0.47, nodes=None)
    """

    timeout_turn: int | None = None  # 0: as fast as possible
    timeout_match: int = 0  # 0: no limit
    time_left: int | None = None
    max_node: int = 0  # 0: no limit

    def limit(self) -> Limit:
        """Return the limit of the next move."""
        turn, left = self.timeout_turn, self.time_left
        if left is None:
            left = self.timeout_match or None
        elif left >= protocol.UNLIMITED:
            left = None
        seconds = _USUAL if turn is None else turn / 1000
        if left is not None:
            share = max(0, left) / 1000 / _MOVES_TO_GO
            seconds = share if turn is None else min(seconds, share)
        seconds -= min(max(_MARGIN, seconds / _SHARE_OF_MARGIN), _MOST_MARGIN)
        return Limit(round(max(_LEAST, seconds), 3), self.max_node or None)


class Session:
    """A conversation with a manager, in which a player of ours answers.

    >>> from noughts.players import player
    >>> session = Session(player("classic"), "1.0")
    >>> [list(session.answers(line)) for line in ("START 15", "TURN 7,7", "SWAP2BOARD")]
    [['OK'], ['7,6'], ["UNKNOWN there is no command 'SWAP2BOARD'"]]
    """

    def __init__(self, player: Player, version: str, k: int = protocol.FIVE) -> None:
        self._player = player
        self._about = f'name="noughts", version="{version}", author="the noughts authors"'
        self._k = k
        self._clock = Clock()
        self._rule = 0  # freestyle
        self._position: Position | None = None
        self._board: list[str] | None = None  # the lines of BOARD, until DONE
        self.is_over = False  # after END

    def answers(self, line: str) -> Iterator[str]:
        """Yield the lines that answer a line; none to an empty one."""
        command, answer = ProtocolLine.parse(line), None
        try:
            if self._board is not None and command.word not in ("DONE", "END"):
                # A line of BOARD; what is more than the board can hold is kept only as such.
                most = 0 if self._position is None else self._position.rules.size
                if line.strip() and len(self._board) <= most:
                    self._board.append(line.strip())
            else:
                answer = self._answer(command.word, command.rest)
        except NoughtsError as error:
            answer = f"ERROR {error}"
        if answer is not None:
            yield answer

    def _answer(self, word: str, rest: str) -> str | None:  # noqa: PLR0912 - all the commands
        """Do what a command says; returns the answer, if it has one."""
        match word:
            case "ABOUT":
                return self._about
            case "START" | "RECTSTART":
                return self._begin_on(protocol.read_start(word, rest, self._k))
            case "RESTART":
                return self._begin_on(self._started.rules)
            case "BEGIN":
                if self._started.plies:
                    raise IllegalAction("BEGIN is for an empty board")
                return self._move(self._started)
            case "TURN":
                position = self._started
                return self._move(position.play(protocol.read_square(position.rules, rest)))
            case "PLAY":  # the move that the manager chose for us
                position = self._started
                square = protocol.read_square(position.rules, rest)
                self._position = position.play(square)
                return protocol.write_square(position.rules, square)
            case "TAKEBACK":
                return self._take_back(rest)
            case "BOARD":
                self._board = []
            case "DONE":
                return self._done()
            case "INFO":
                self._info(rest)
            case "END":
                self.is_over = True
            case unknown if unknown:
                return f"UNKNOWN there is no command {quote(unknown)}"
        return None

    def _begin_on(self, rules: Rules) -> str:
        if not self._player.supports(rules):
            raise UnsupportedRules(f"{self._player.name} does not play {rules}")
        self._position = rules.start()
        strategy_of(rules)  # half a second at most, before the clock of the first move runs
        return "OK"

    def _take_back(self, rest: str) -> str:
        position = self._started
        square = protocol.read_square(position.rules, rest)
        mark = position.turn.other
        if position.mark_at(square) is not mark:
            raise IllegalAction(f"{quote(rest)} is not a stone of the side that moved last")
        others = ~(1 << square)
        self._position = Position(position.rules, position.xs & others, position.os & others, mark)
        return "OK"

    def _done(self) -> str:
        lines, self._board = self._board, None
        if lines is None:
            raise IllegalAction("DONE ends BOARD, which was not sent")
        rules = self._started.rules
        if len(lines) > rules.size:
            raise NotationError(f"BOARD has more stones than {rules} has squares")
        stones = {protocol.OWN: 0, protocol.OPPONENTS: 0}
        for line in lines:
            square, whose = protocol.read_stone(rules, line)
            if any(marks >> square & 1 for marks in stones.values()):
                raise NotationError(f"BOARD names {quote(line)} twice")
            stones[whose] |= 1 << square
        own, other = stones.values()
        if own.bit_count() == other.bit_count():
            return self._move(Position(rules, own, other, Mark.X))
        return self._move(Position(rules, other, own, Mark.O))

    def _move(self, position: Position) -> str:
        """Return our move in a position, which is made only if all goes well."""
        for bit, name in _RULES.items():
            if self._rule & bit:
                raise UnsupportedRules(f"{name} (rule {bit}) is not played here, only rule 0")
        check_can_choose(self._player, position)
        move = self._player.choose(position, self._clock.limit()).move
        self._position = position.play(move)
        return protocol.write_square(position.rules, move)

    def _info(self, rest: str) -> None:
        """Remember what matters; by the protocol there is no answer, not even to nonsense."""
        key, _, value = rest.lower().partition(" ")
        with suppress(NotationError):
            number = protocol.read_number(value)
            if key == "rule" and number >= 0:
                self._rule = number
            elif key in _CLOCK_KEYS and (number >= 0 or key == "time_left"):
                setattr(self._clock, key, number)

    @property
    def _started(self) -> Position:
        if self._position is None:
            raise IllegalAction("there is no board yet: send START first")
        return self._position

"""Our side of the Gomocup protocol: lines of a manager in, lines of answer out.

It reads and writes nothing itself. What a manager sends may be wrong in any way: the answer is then
a line that begins with ERROR or UNKNOWN, and the session goes on as if it had not been sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from noughts.core.bits import Move
from noughts.core.errors import IllegalAction, NotationError, NoughtsError, UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.notation import quote
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engine import protocol
from noughts.engine.clock import Clock
from noughts.engine.protocol import Command
from noughts.players import Player
from noughts.players.base import check_can_choose

_CLOCK_KEYS = ("timeout_turn", "timeout_match", "time_left", "max_node")
_FREESTYLE = 0
_RULES = {1: "exactly five in a row", 2: "a continuous game", 4: "renju", 8: "caro"}


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
        self._rule = _FREESTYLE
        self._position: Position | None = None
        self._board: list[str] | None = None  # the lines of BOARD, until DONE
        self.is_over = False  # after END

    def answers(self, line: str) -> Iterator[str]:
        """The lines that answer a line; none to an empty one."""
        command = Command.parse(line)
        try:
            if self._board is not None and command.word not in ("DONE", "END"):
                self._collect(line)
            elif command.word in _COMMANDS:
                yield from _COMMANDS[command.word](self, command.rest)
            elif command.word:
                yield f"UNKNOWN there is no command {quote(command.word)}"
        except NoughtsError as error:
            yield f"ERROR {error}"

    def _start(self, rest: str) -> Iterator[str]:
        yield from self._begin_on(protocol.read_start(rest, self._k))

    def _start_rectangle(self, rest: str) -> Iterator[str]:
        yield from self._begin_on(protocol.read_rectangle(rest, self._k))

    def _begin_on(self, rules: Rules) -> Iterator[str]:
        if not self._player.supports(rules):
            raise UnsupportedRules(f"{self._player.name} does not play {rules}")
        self._position = rules.start()
        yield "OK"

    def _restart(self, _: str) -> Iterator[str]:
        yield from self._begin_on(self._started.rules)

    def _begin(self, _: str) -> Iterator[str]:
        if self._started.plies:
            raise IllegalAction("BEGIN is for an empty board")
        yield self._move(self._started)

    def _turn(self, rest: str) -> Iterator[str]:
        position = self._started
        yield self._move(position.play(protocol.read_square(position.rules, rest)))

    def _play(self, rest: str) -> Iterator[str]:
        """Make the move that the manager chose for us."""
        position = self._started
        square = protocol.read_square(position.rules, rest)
        self._position = position.play(square)
        yield protocol.write_square(position.rules, square)

    def _take_back(self, rest: str) -> Iterator[str]:
        position = self._started
        square = protocol.read_square(position.rules, rest)
        mark = position.turn.other
        if position.mark_at(square) is not mark:
            raise IllegalAction(f"{quote(rest)} is not a stone of the side that moved last")
        left = {Mark.X: position.xs, Mark.O: position.os}
        left[mark] ^= 1 << square
        self._position = Position(position.rules, left[Mark.X], left[Mark.O], mark)
        yield "OK"

    def _begin_board(self, _: str) -> Iterator[str]:
        self._board = []
        yield from ()

    def _collect(self, line: str) -> None:
        """Keep a line of BOARD; what is more than the board can hold is kept only as such."""
        assert self._board is not None
        if line.strip() and len(self._board) <= self._most_stones:
            self._board.append(line.strip())

    def _done(self, _: str) -> Iterator[str]:
        lines, self._board = self._board, None
        if lines is None:
            raise IllegalAction("DONE ends BOARD, which was not sent")
        yield self._move(self._read_board(lines))

    def _read_board(self, lines: list[str]) -> Position:
        rules = self._started.rules
        if len(lines) > rules.size:
            raise NotationError(f"BOARD has more stones than {rules} has squares")
        stones = {protocol.OWN: 0, protocol.OPPONENTS: 0}
        for line in lines:
            square, whose = protocol.read_stone(rules, line)
            if (stones[protocol.OWN] | stones[protocol.OPPONENTS]) >> square & 1:
                raise NotationError(f"BOARD names {quote(line)} twice")
            stones[whose] |= 1 << square
        own, other = stones[protocol.OWN], stones[protocol.OPPONENTS]
        if own.bit_count() == other.bit_count():
            return Position(rules, own, other, Mark.X)
        return Position(rules, other, own, Mark.O)

    def _move(self, position: Position) -> str:
        """Our move in a position, which is made only if all goes well."""
        self._check_rule()
        check_can_choose(self._player, position)
        move: Move = self._player.choose(position, self._clock.limit()).move
        self._position = position.play(move)
        return protocol.write_square(position.rules, move)

    def _check_rule(self) -> None:
        for bit, name in _RULES.items():
            if self._rule & bit:
                raise UnsupportedRules(f"{name} (rule {bit}) is not played here, only rule 0")

    def _info(self, rest: str) -> Iterator[str]:
        """Remember what matters; by the protocol there is no answer, not even to nonsense."""
        key, _, value = rest.partition(" ")
        try:
            number = protocol.read_number(value)
        except NotationError:
            return
        name = key.lower()
        if name == "rule" and number >= 0:
            self._rule = number
        elif name in _CLOCK_KEYS and (number >= 0 or name == "time_left"):
            setattr(self._clock, name, number)
        yield from ()

    def _tell_about(self, _: str) -> Iterator[str]:
        yield self._about

    def _end(self, _: str) -> Iterator[str]:
        self.is_over = True
        yield from ()

    @property
    def _started(self) -> Position:
        if self._position is None:
            raise IllegalAction("there is no board yet: send START first")
        return self._position

    @property
    def _most_stones(self) -> int:
        return self._position.rules.size if self._position is not None else 0


_COMMANDS: dict[str, Callable[[Session, str], Iterator[str]]] = {
    "START": Session._start,
    "RECTSTART": Session._start_rectangle,
    "RESTART": Session._restart,
    "BEGIN": Session._begin,
    "TURN": Session._turn,
    "PLAY": Session._play,
    "BOARD": Session._begin_board,
    "DONE": Session._done,
    "TAKEBACK": Session._take_back,
    "INFO": Session._info,
    "ABOUT": Session._tell_about,
    "END": Session._end,
}

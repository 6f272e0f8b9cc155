"""Proofs of the value of a position on boards of up to 128 squares, by proof-number search.

A checkpoint is the state of an unfinished proof as bytes: a line of JSON, then the compressed
table. It is trusted as much as the program that wrote it: the digest detects damage, not forgery.
To prove a value to someone else, write a certificate.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from noughts.core import Mark, Move, Position, PositionLike, as_position
from noughts.core.checks import MOST_SEED, check_type, power_of_two, whole
from noughts.core.errors import N_, IllegalAction, NotationError, Unsolved
from noughts.files.paths import StrPath, as_path
from noughts.kernels.compilation import warn_if_uncompiled
from noughts.kernels.table import LEAST_ENTRIES
from noughts.kernels.words128 import is_compiled, is_wide
from noughts.solver.certificate import ProvedStrategy, certificate
from noughts.solver.question import ALL, Question
from noughts.solver.verdict import Limit, Value, limit_or_none

if TYPE_CHECKING:
    from noughts.solver.crew import Crew

ENTRIES = 1 << 22  # in the table, 128 MB if it fills, or 192 MB on more than 64 squares

# A tenth of a second's worth. Constant, because where the search pauses changes its course.
_SLICE, _WIDE_SLICE, _PLAIN_SLICE = 4_096, 512, 128
_PLIES_SHOWN = 12

_VERSION = 1  # of checkpoints
_KINDS = {"seed": int, "entries": int, "held": int, "nodes": int, "seconds": float}
_LONGEST_HEADER = 10_000  # bytes; a position of 64 squares takes a hundred


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a search that is not over.

    `maker` is the side whose win is in question. `proof` is roughly how many more positions must
    turn out won to prove that win, `disproof` how many must turn out held to disprove it. `line`
    leads to the position searched next.
    """

    maker: Mark
    nodes: int
    seconds: float
    proof: int
    disproof: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The value of a position for the side to move, and the strategies that prove it.

    A win or a loss is proved by the winner's strategy. A draw takes two, one against each side's
    win. On an empty board the second player's is enough, since the first player can always
    do at least as well.
    """

    position: Position
    value: Value
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)
    strategies: tuple[ProvedStrategy, ...] = field(compare=False, repr=False)

    def __str__(self) -> str:
        """Return the value of the position in a sentence."""
        position = self.position
        about = position.notation if position.occupied else position.rules
        winner = position.turn if self.value is Value.WIN else position.turn.other
        return f"{about}: {'a draw' if self.value is Value.DRAW else f'{winner} wins'}"

    @property
    def certificate(self) -> bytes:
        """The proof written down, for `noughts.verify` to check; made anew each time.

        Raises IllegalAction for a proof of anything but the start of a board, with X to move.
        O(positions of the strategy), at most 0.01 ms each.
        """
        if self.position != self.position.rules.start():
            raise IllegalAction(
                "only the proof of a board's start, with X to move, has a certificate:"
                " noughts.search.prove_win writes one for a win from a position"
            )
        (strategy,) = self.strategies
        return certificate(self.position.rules, strategy, wins=strategy.wins)

    def save(self, path: StrPath) -> None:
        """Write the certificate to a file, whole or not at all.

        Raises OSError, which names the file, WrongType, and what `certificate` raises.
        """
        from noughts.files.whole import write_whole  # 5 ms, rarely needed

        write_whole(as_path(path), self.certificate)


class Unproved(Unsolved):
    """The limit ran out before the proof was complete; `progress` is how far it came."""

    def __init__(self, reason: str, progress: Progress) -> None:
        super().__init__(reason)
        self.progress = progress


def prove(position: PositionLike, limit: Limit | None = None, seed: int = 0) -> Proof:
    """Return the proved value of a position, or of the start of a board, on at most 128 squares.

    Raises Unsolved when the limit runs out, UnsupportedRules for a larger board, and WrongType.

    >>> prove("5x5:4").value
    Value.DRAW
    """
    return Prover(position, seed).prove(limit)


class Prover:
    """A proof in progress, which can be watched, saved and resumed."""

    def __init__(self, position: PositionLike, seed: int = 0, entries: int = ENTRIES) -> None:
        self.position = as_position(position)
        self.seed = seed = whole(seed, "the seed", 0, MOST_SEED)
        self.nodes = 0
        self.seconds = 0.0
        self._entries = power_of_two(entries, "the entries of the table", LEAST_ENTRIES)
        warn_if_uncompiled()
        # The sides whose win is in question. On an empty board the second player cannot win: the
        # first, with a move more, could use the same strategy (Nash's strategy stealing).
        makers = [self.position.turn, self.position.turn.other]
        makers = [] if self.position.is_over else makers if self.position.occupied else makers[:1]
        self._questions = [Question(self.position, maker, seed, entries) for maker in makers]

    def prove(
        self,
        limit: Limit | None = None,
        report: Callable[[Prover], object] = lambda _: None,
        crew: Crew | None = None,
    ) -> Proof:
        """Search until proved, or raise Unproved when the limit, counted from now, runs out.

        `report` is called about ten times a second. With a crew, the nodes of a job count once
        the job is done.
        """
        within = limit_or_none(limit)
        check_type(report, Callable, "the report")
        most_nodes = self.nodes + (ALL if within.nodes is None else within.nodes)
        most_seconds = self.seconds + (inf if within.seconds is None else within.seconds)
        for question in self._questions:
            jobs = None
            if crew is not None:
                from noughts.solver.jobs import JobSearch  # 30 ms, rarely needed

                jobs = JobSearch(question, crew)
            squares = self.position.rules.size
            most = _WIDE_SLICE if is_wide(squares) else _SLICE
            most = most if is_compiled(squares) else _PLAIN_SLICE
            try:
                while question.won is None:
                    nodes = most_nodes - self.nodes
                    if nodes <= 0 or self.seconds >= most_seconds:
                        raise Unproved(N_("not proved within the limit"), self.progress())
                    began = monotonic()
                    self.nodes += (
                        jobs.advance(nodes) if jobs else question.advance(min(most, nodes))
                    )
                    self.seconds += monotonic() - began
                    if question.won is None:
                        report(self)
            finally:
                self.nodes += jobs.close() if jobs else 0
            if question.won:
                value = Value.WIN if question.maker is self.position.turn else Value.LOSS
                return self._proof(value, [question])
        if self.position.has_winner:
            return self._proof(Value.LOSS, [])
        return self._proof(Value.DRAW, self._questions)

    def progress(self) -> Progress:
        """Return how far the proof has come."""
        unsettled = (question for question in self._questions if question.won is None)
        question = next(unsettled, self._questions[-1])
        return Progress(
            question.maker,
            self.nodes,
            self.seconds,
            question.proof,
            question.disproof,
            question.line(_PLIES_SHOWN),
        )

    def dump(self) -> bytes:
        """Return everything learnt so far, for `restore`; takes 0.5 s per 128 MB of the table."""
        held = sum(question.won is False for question in self._questions[:-1])
        header = self._header(held, self.nodes, self.seconds)
        packed = zlib.compress(self._questions[held].table.words, 1)
        digest = sha256(packed).hexdigest()
        parts = {"noughts checkpoint": _VERSION, **asdict(header), "sha256": digest}
        return json.dumps(parts).encode() + b"\n" + packed

    def restore(self, dumped: bytes) -> None:
        """Continue from what `dump` returned; raises NotationError if it is of another proof."""
        header = read_header(dumped)
        if header != self._header(header.held, header.nodes, header.seconds):
            raise NotationError(
                f"this checkpoint is of {header.position} with seed {header.seed}"
                f" and {header.entries:,} entries, not of what was asked for"
            )
        if not 0 <= header.held < len(self._questions):
            raise NotationError("this checkpoint has no question left")
        table = self._questions[header.held].table.words
        unpacker = zlib.decompressobj()
        try:
            words = unpacker.decompress(dumped.partition(b"\n")[2], table.nbytes + 1)
        except zlib.error as error:
            raise NotationError(f"this checkpoint cannot be unpacked: {error}") from error
        if len(words) != table.nbytes or not unpacker.eof:
            raise NotationError("this checkpoint does not have the size of the table")
        memoryview(table).cast("B")[:] = words
        for question in self._questions[: header.held]:
            question.proof, question.disproof = 1, 0
        self._questions[header.held].refresh()
        self.nodes, self.seconds = header.nodes, header.seconds

    def _header(self, held: int, nodes: int, seconds: float) -> Header:
        return Header(self.position.notation, self.seed, self._entries, held, nodes, seconds)

    def _proof(self, value: Value, questions: list[Question]) -> Proof:
        strategies = tuple(ProvedStrategy(question, question.won is True) for question in questions)
        return Proof(self.position, value, self.nodes, self.seconds, strategies)


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a checkpoint: whose it is, and how far the proof had come."""

    position: str
    seed: int
    entries: int
    held: int  # questions that are answered
    nodes: int
    seconds: float


def read_header(data: bytes) -> Header:
    """Return the header of a checkpoint; raises NotationError if it is damaged or none."""
    check_type(data, bytes, "a checkpoint")
    line, _, packed = data.partition(b"\n")
    try:
        parts = json.loads(line[:_LONGEST_HEADER])
        if parts["noughts checkpoint"] != _VERSION or parts["sha256"] != sha256(packed).hexdigest():
            raise NotationError("this checkpoint is damaged, or of another version")
        values = {field.name: parts[field.name] for field in fields(Header)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("this is not a checkpoint of a proof") from error
    if any(type(values[name]) is not kind for name, kind in _KINDS.items()):
        raise NotationError("this checkpoint is damaged: its first line has a wrong number")
    return Header(**values)

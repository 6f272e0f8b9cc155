"""Certificates of wins by threat sequences for tests: written, and checked by a simple twin.

The twin follows the description in docs/reference/certificates.md and shares no code with
`verifiers/verify_sequences.py`: squares are numbers in sets, every sequence is replayed after every
reply, and what a sequence wins is played out against all that O can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from noughts.atlas import solve
from noughts.core import Mark, Position
from noughts.solver.verdict import Value
from tests.certificates import Wrong
from tests.core import naive
from tests.core.naive import Board

Squares = frozenset[int]
Moves = tuple[int, ...]


def is_proof(text: str) -> bool:
    """Whether the twin accepts a text as a certificate that proves its claim."""
    claim, newline, answers = text.partition("\n")
    notation, _, end = claim.removeprefix("noughts certificate 3: ").partition(": ")
    board = naive.board_of(Position.parse(notation))
    winner = end.removesuffix(" wins")
    try:
        Reader(Replay(board.width, board.height, board.k), answers).read(board, winner)
    except Wrong:
        return False
    return newline == "\n"


def marks(board: Board, letter: str) -> Squares:
    return frozenset(at for at, mark in enumerate(board.cells) if mark == letter)


class Replay:
    """Replays sequences on a board; X is who plays them."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.windows = naive.windows(width, height, k)
        self.squares = frozenset(range(width * height))

    def lacking(self, own: Squares, other: Squares, number: int) -> set[Squares]:
        """What windows without a mark of the other side lack, where it is so many squares."""
        open_ones = (window - own for window in self.windows if not window & other)
        return {lack for lack in open_ones if len(lack) == number}

    def on(self, own: Squares, other: Squares) -> Squares:
        """Where a side would complete a line."""
        return frozenset(at for lack in self.lacking(own, other, 1) for at in lack)

    def forks(self, xs: Squares, os: Squares) -> list[tuple[int, Squares]]:
        """The squares after which X would threaten two, with those three."""
        pairs = self.lacking(xs, os, 2)
        return [
            (square, one | two)
            for one, two in combinations(sorted(pairs, key=sorted), 2)
            for square in one & two
        ]

    def fours(self, xs: Squares, os: Squares) -> Squares:
        return frozenset(at for lack in self.lacking(os, xs, 2) for at in lack)

    def attack(self, xs: Squares, os: Squares, moves: Moves) -> bool | None:
        """Whether X, to move, wins by a sequence; None if it would have to be longer."""
        if self.on(xs, os):
            return True
        dangers = self.on(os, xs)
        if self.lacking(os, xs, 0) or len(dangers) > 1:
            return False
        if not moves:
            return None
        move = moves[0]
        if move not in self.squares - xs - os or not dangers <= {move}:
            return False
        return self.defend(xs | {move}, os, moves[1:])

    def defend(self, xs: Squares, os: Squares, moves: Moves) -> bool | None:
        """Whether X wins by a sequence after one of its moves."""
        threats = self.on(xs, os)
        if threats:
            return len(threats) > 1 or self.attack(xs, os | threats, moves)
        forks = self.forks(xs, os)
        if not forks:
            return False
        fours = self.fours(xs, os)
        results: list[bool | None] = []
        for four in fours:
            answers = self.on(os | {four}, xs)
            results.append(len(answers) == 1 and self.defend(xs | answers, os | {four}, moves))
        defences = self.squares.intersection(*(fork for _, fork in forks)) - fours
        if defences:
            results.append(self.attack(xs, os | defences, moves))
        return False if False in results else None if None in results else True

    def is_won_in_play(self, xs: Squares, os: Squares, moves: Moves) -> bool:
        """Whether X, to move, wins against all replies if it plays by the sequence."""
        return Play(self, moves).attacks(xs, os, os, moves)


class Play:
    """X's play by a sequence: `os` are O's marks, `marked` those it may have."""

    def __init__(self, replay: Replay, moves: Moves) -> None:
        self.replay, self.moves = replay, moves

    def has_line(self, marks: Squares) -> bool:
        return any(window <= marks for window in self.replay.windows)

    def attacks(self, xs: Squares, os: Squares, marked: Squares, moves: Moves) -> bool:
        if self.replay.on(xs, os):
            return True
        return self.plays(moves[0], xs, os, marked, moves[1:])

    def plays(self, move: int, xs: Squares, os: Squares, marked: Squares, moves: Moves) -> bool:
        """Whether X wins after a move, whatever O replies, the rest of the sequence being left."""
        assert move not in xs | os
        xs = xs | {move}
        replies = self.replay.squares - xs - os
        return bool(replies) and all(
            not self.has_line(os | {reply}) and self.meets(reply, xs, os | {reply}, marked, moves)
            for reply in replies
        )

    def meets(self, reply: int, xs: Squares, os: Squares, marked: Squares, moves: Moves) -> bool:
        """Whether X wins after a reply."""
        replay = self.replay
        if replay.on(xs, os):
            return True
        if threats := replay.on(xs, marked):
            return self.attacks(xs, os, marked | threats, moves)
        fours, forks = replay.fours(xs, marked), replay.forks(xs, marked)
        if reply in fours - marked:
            (answer,) = replay.on(marked | {reply}, xs)
            return self.plays(answer, xs, os, marked | {reply}, moves)
        for square, fork in forks:
            if reply not in fork:
                return self.plays(square, xs, os, os, ())
        defences = replay.squares.intersection(*(fork for _, fork in forks)) - fours
        return self.attacks(xs, os, marked | defences, moves)


class Reader:
    """Reads the answers of a certificate, and follows them."""

    def __init__(self, replay: Replay, answers: str) -> None:
        self.replay = replay
        self.answers = list(answers)
        self.seen: set[Board] = set()

    def expect(self, condition: bool) -> None:
        if not condition:
            raise Wrong

    def read(self, board: Board, winner: str) -> None:
        if winner == "o":  # who wins is X here
            board = board._replace(
                cells=board.cells.translate({ord("x"): "o", ord("o"): "x"}),
                turn=naive.other(board.turn),
            )
        self.expect(not naive.is_over(board) and not naive.has_won(board, board.turn))
        (self.answer if board.turn == "x" else self.follow)(board)
        self.expect(self.answers == [])

    def square(self) -> int:
        self.expect(self.answers != [])
        return ord(self.answers.pop(0)) - ord("0")

    def answer(self, board: Board) -> None:
        square = self.square()
        self.expect(0 <= square < len(board.cells) and board.cells[square] == ".")
        board = naive.play(board, square)
        if not naive.has_won(board, "x") and board not in self.seen:
            self.seen |= naive.images(board)
            self.follow(board)

    def follow(self, board: Board) -> None:
        xs, os = marks(board, "x"), marks(board, "o")
        left = marks(board, ".")
        self.expect(bool(left))
        for reply in left:
            self.expect(not naive.has_won(naive.put(board, reply, "o"), "o"))
        threats = self.replay.on(xs, os)
        if threats:
            left = threats if len(threats) == 1 else frozenset()
        while self.answers[:1] == [","]:
            moves = self.sequence()
            covered = {at for at in left if self.replay.attack(xs, os | {at}, moves)}
            self.expect(bool(covered))
            for at in covered:
                assert self.replay.is_won_in_play(xs, os | {at}, moves)
            left -= covered
        self.expect(self.answers[:1] == ["."])
        del self.answers[0]
        for reply in sorted(left):
            self.answer(naive.play(board, reply))

    def sequence(self) -> Moves:
        del self.answers[0]
        moves = []
        while self.answers and self.answers[0] not in (",", "."):
            moves.append(self.square())
        self.expect(len(moves) <= len(self.replay.squares))
        self.expect(all(move >= 0 for move in moves))
        return tuple(moves)


def prove(position: Position, longest: int = 3) -> str | None:
    """The certificate of a win on a board of up to 16 squares; None if neither side wins.

    Its sequences are at most so long: the shorter, the more answers.
    """
    winner = position.turn if solve(position).value is Value.WIN else position.turn.other
    if position.turn is not winner and solve(position).value is not Value.LOSS:
        return None
    writer = Writer(position, winner, longest)
    (writer.answer if position.turn is winner else writer.follow)(position)
    return f"noughts certificate 3: {position.notation}: {winner.value} wins\n{writer.text}"


class Writer:
    """Writes a certificate with the moves of the exact solver, and with sequences where it can."""

    def __init__(self, position: Position, winner: Mark, longest: int) -> None:
        rules = position.rules
        self.longest = longest
        self.replay = Replay(rules.width, rules.height, rules.k)
        self.winner, self.text = winner, ""
        self.seen: set[Board] = set()

    def answer(self, position: Position) -> None:
        move = solve(position).best[0]
        self.text += chr(48 + move)
        after = position.play(move)
        board = naive.board_of(after)
        if not after.is_over and board not in self.seen:
            self.seen |= naive.images(board)
            self.follow(after)

    def follow(self, position: Position) -> None:
        replay, board = self.replay, naive.board_of(position)
        xs, os = marks(board, self.winner.value), marks(board, self.winner.other.value)
        threats = replay.on(xs, os)
        left = threats or set(position.moves)
        left = set(left) if len(threats) < 2 else set()
        for reply in sorted(left):
            if reply in left and (moves := self.sequence(xs, os | {reply})) is not None:
                left -= {at for at in left if replay.attack(xs, os | {at}, moves)}
                self.text += "," + "".join(chr(48 + move) for move in moves)
        self.text += "."
        for reply in sorted(left):
            self.answer(position.play(reply))

    def sequence(self, xs: Squares, os: Squares) -> Moves | None:
        """A shortest sequence that wins, X to move."""
        for length in range(self.longest + 1):
            for moves in self.sequences(xs, os, (), length):
                return moves
        return None

    def sequences(self, xs: Squares, os: Squares, moves: Moves, length: int) -> Iterator[Moves]:
        result = self.replay.attack(xs, os, moves)
        if result:
            yield moves
        elif result is None and len(moves) < length:
            own = xs.union(moves)
            for move in sorted(self.replay.squares - own - os):
                yield from self.sequences(xs, os, (*moves, move), length)

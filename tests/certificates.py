"""Certificates for tests: packed from text, and checked by a simple twin of the checker.

The twin follows the description in docs/atlas.md and shares no code with `verify.py`: boards are
dictionaries of coordinates, rotated by coordinates, and lines are followed square by square.
"""

from __future__ import annotations

import lzma
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from noughts.core.rules import Rules

Place = tuple[int, int]  # column, row
Board = dict[Place, str]


def refusal(checker: Callable[[bytes], object], certificate: bytes | str) -> str | None:
    """The reason why a certificate is refused; None if it is accepted."""
    try:
        checker(certificate.encode() if isinstance(certificate, str) else certificate)
    except (ValueError, lzma.LZMAError) as error:
        assert str(error)
        return str(error)
    return None


def pack(text: str) -> bytes:
    return lzma.compress(text.encode(), preset=0)


def text_of(packed: bytes) -> str:
    return lzma.decompress(packed).decode()


class Wrong(Exception):
    """The twin's refusal of a certificate that proves nothing."""


def is_proof(text: str) -> bool:
    """Whether the twin accepts a text as a certificate that proves its claim."""
    header, newline, answers = text.partition("\n")
    board, _, claim = header.removeprefix("noughts certificate 1: ").partition(" ")
    rules = Rules.parse(board)
    try:
        Twin(rules, answers).follow(claim)
    except Wrong:
        return False
    return newline == "\n" and str(rules) == board


class Twin:
    def __init__(self, rules: Rules, answers: str) -> None:
        self.rules = rules
        self.answers = list(answers)
        self.seen: set[frozenset[tuple[Place, str]]] = set()
        self.pairs: list[set[Place]] = []

    def follow(self, claim: str) -> None:
        if claim == "x wins":
            self.win({})
        else:
            self.hold({})
        self.expect(self.answers == [])

    def expect(self, condition: bool) -> None:
        if not condition:
            raise Wrong

    def win(self, board: Board) -> None:
        board = {**board, self.square(board): "x"}
        if self.has_line(board, "x") or self.was_seen(board):
            return
        self.expect(len(board) < self.rules.size)
        for reply in self.free(board):
            after = {**board, reply: "o"}
            self.expect(not self.has_line(after, "o"))
            wins_next = any(self.has_line({**after, last: "x"}, "x") for last in self.free(after))
            if not wins_next and not self.was_seen(after):
                self.win(after)

    def hold(self, board: Board) -> None:
        if len(board) == self.rules.size:
            return
        if self.answers[:1] == ["("]:
            self.pair_off(board)
            return
        for move in self.free(board):
            after = {**board, move: "x"}
            self.expect(not self.has_line(after, "x"))
            if self.was_seen(after) or len(after) == self.rules.size:
                continue
            after = {**after, self.square(after): "o"}
            if not self.has_line(after, "o") and not self.was_seen(after):
                self.hold(after)

    def pair_off(self, board: Board) -> None:
        del self.answers[0]
        taken: Board = dict(board)
        fresh: list[set[Place]] = []
        while self.answers[:1] != [")"]:
            first = self.square(taken)
            taken[first] = "?"
            second = self.square(taken)
            taken[second] = "?"
            fresh.append({first, second})
        del self.answers[0]
        self.pairs = fresh + [pair for pair in self.pairs if not pair & taken.keys()]
        for line in lines(self.rules):
            holds = any(board.get(place) == "o" for place in line)
            self.expect(holds or any(pair <= line for pair in self.pairs))

    def square(self, board: Board) -> Place:
        self.expect(self.answers != [])
        row, column = divmod(ord(self.answers.pop(0)) - 48, self.rules.width)
        self.expect((column, row) in self.free(board))
        return column, row

    def free(self, board: Board) -> list[Place]:
        return [place for place in places(self.rules) if place not in board]

    def has_line(self, board: Board, side: str) -> bool:
        return any(all(board.get(place) == side for place in line) for line in lines(self.rules))

    def was_seen(self, board: Board) -> bool:
        """Note a board; return whether it was met before, in any orientation."""
        known = frozenset(board.items()) in self.seen
        self.seen.update(frozenset(image.items()) for image in self.images(board))
        return known

    def images(self, board: Board) -> Iterator[Board]:
        right, bottom = self.rules.width - 1, self.rules.height - 1
        yield from mirrored(board, right, bottom)
        if right == bottom:
            transposed = {(row, column): side for (column, row), side in board.items()}
            yield from mirrored(transposed, right, bottom)


def mirrored(board: Board, right: int, bottom: int) -> Iterator[Board]:
    for across, down in product((False, True), (False, True)):
        yield {
            (right - column if across else column, bottom - row if down else row): side
            for (column, row), side in board.items()
        }


@lru_cache
def places(rules: Rules) -> list[Place]:
    return [(column, row) for row in range(rules.height) for column in range(rules.width)]


@lru_cache
def lines(rules: Rules) -> list[set[Place]]:
    runs = [
        {(column + step * right, row + step * down) for step in range(rules.k)}
        for column, row in places(rules)
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    return [run for run in runs if run <= set(places(rules))]


def mutated(text: str, lot: random.Random) -> str:
    """A certificate with a few characters changed, left out, doubled or exchanged."""
    letters = list(text)
    alphabet = sorted(set(text) | set("0123456789abcXO→←↓↑↘↖↙↗\n >=x"))
    for _ in range(lot.choice((1, 1, 1, 2, 5))):
        at, other = lot.randrange(len(letters)), lot.randrange(len(letters))
        how = lot.randrange(4)
        if how == 0:
            letters[at] = lot.choice(alphabet)
        elif how == 1:
            letters[at : at + lot.randint(1, 3)] = []
        elif how == 2:
            letters.insert(at, lot.choice(alphabet))
        else:
            letters[at], letters[other] = letters[other], letters[at]
        letters = letters or ["x"]
    return "".join(letters)


def count_refused(
    checker: Callable[[bytes], object],
    known: Sequence[str],
    forged: Callable[[random.Random], str],
    is_true: Callable[[str], bool],
    count: int,
) -> int:
    """How many of so many mutated or forged certificates are refused; the others must be true."""
    lot, found = random.Random(count), 0
    for _ in range(count):
        text = forged(lot) if lot.random() < 0.3 else mutated(lot.choice(known), lot)
        if refusal(checker, text) is None:
            assert is_true(text), text
        else:
            found += 1
    return found

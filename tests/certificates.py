"""Certificates for tests: packed from text, and checked by a simple twin of the checker.

The twin follows the description in docs/reference/certificates.md and shares no code with
`verify.py`: its boards are the strings of the core's slow and simple twin.
"""

from __future__ import annotations

import lzma
import random
from collections.abc import Callable, Sequence

from noughts.core import Rules
from noughts.solver.certificate import certificate
from noughts.solver.prover import prove
from noughts.solver.verdict import Value
from tests.core import naive
from tests.core.naive import Board, has_won, put


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


def proved(board: str) -> bytes:
    """Prove the value of a board; return the certificate."""
    proof = prove(Rules.parse(board))
    return certificate(proof.position.rules, proof.strategies[0], wins=proof.value is Value.WIN)


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
        self.start = naive.empty_board(rules.width, rules.height, rules.k)
        self.answers = list(answers)
        self.seen: set[Board] = set()
        self.pairs: list[set[int]] = []

    def follow(self, claim: str) -> None:
        (self.win if claim == "x wins" else self.hold)(self.start)
        self.expect(self.answers == [])

    def expect(self, condition: bool) -> None:
        if not condition:
            raise Wrong

    def win(self, board: Board) -> None:
        board = put(board, self.square(board), "x")
        if has_won(board, "x") or self.was_seen(board):
            return
        self.expect(free(board) != [])
        for reply in free(board):
            after = put(board, reply, "o")
            self.expect(not has_won(after, "o"))
            wins_next = any(has_won(put(after, last, "x"), "x") for last in free(after))
            if not wins_next and not self.was_seen(after):
                self.win(after)

    def hold(self, board: Board) -> None:
        if self.answers[:1] == ["("] and free(board):
            self.pair_off(board)
            return
        for move in free(board):
            after = put(board, move, "x")
            self.expect(not has_won(after, "x"))
            if self.was_seen(after) or not free(after):
                continue
            after = put(after, self.square(after), "o")
            if not has_won(after, "o") and not self.was_seen(after):
                self.hold(after)

    def pair_off(self, board: Board) -> None:
        del self.answers[0]
        taken = board
        fresh: list[set[int]] = []
        while self.answers[:1] != [")"]:
            first = self.square(taken)
            taken = put(taken, first, "?")
            second = self.square(taken)
            taken = put(taken, second, "?")
            fresh.append({first, second})
        del self.answers[0]
        self.pairs = fresh + [pair for pair in self.pairs if pair <= set(free(taken))]
        for lane in naive.lanes(board.width, board.height):
            for start in range(len(lane) - board.k + 1):
                line = lane[start : start + board.k]
                holds = any(board.cells[square] == "o" for square in line)
                self.expect(holds or any(pair <= set(line) for pair in self.pairs))

    def square(self, board: Board) -> int:
        self.expect(self.answers != [])
        square = ord(self.answers.pop(0)) - ord("0")
        self.expect(square in free(board))
        return square

    def was_seen(self, board: Board) -> bool:
        """Note a board; return whether it was met before, in any orientation."""
        known = board in self.seen
        self.seen |= naive.images(board)
        return known


def free(board: Board) -> list[int]:
    return [square for square, mark in enumerate(board.cells) if mark == "."]


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

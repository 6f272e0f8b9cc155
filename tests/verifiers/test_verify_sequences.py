"""The checker of wins by threat sequences: it accepts only true claims, and says why."""

from __future__ import annotations

import lzma
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations

import pytest

import noughts.verifiers.verify_sequences
from noughts import Limit, Mark, Position, Rules
from noughts.atlas import solve
from noughts.core.bits import squares
from noughts.search.forced import forced_win
from noughts.solver.verdict import Value
from noughts.verifiers.verify_sequences import CROSS, NOUGHT, Board, Certificate, bits
from tests import certificates
from tests.certificates import count_refused, mutated, pack
from tests.core import naive
from tests.search.positions import STYLES, near_the_fight, positions
from tests.sequences import Replay, is_proof, prove

HEAD = "noughts certificate 3: "
SMALL = f"{HEAD}..../..../.... x 3: x wins\n1,25,56."  # two sequences after b1
DOUBLE = f"{HEAD}x.x/.o./..o x 3: x wins\n1"  # b1 completes the row


def check(text: bytes) -> Certificate:
    """Check a certificate that is not packed yet."""
    return Certificate(lzma.compress(text, preset=0))


def refusal(text: str) -> str | None:
    return certificates.refusal(check, text)


def is_true(text: str) -> bool:
    """Whether the claim about a position of up to 16 squares is true."""
    notation, _, told = text.removeprefix(HEAD).partition(": ")
    position = Position.parse(notation)
    wins = position.turn is Mark(told[0])
    return solve(position).value is (Value.WIN if wins else Value.LOSS)


# What is accepted.


@cache
def proved() -> list[str]:
    """Certificates of wins from positions in which the exact solver can tell who wins."""
    lot, texts = random.Random(5), [SMALL]
    for board in ("4x3:3", "4x4:3", "5x3:4", "4x4:4", "3x3:3"):
        for position in islice(positions(board, near_the_fight, lot), 30):
            text = prove(position, lot.choice((0, 1, 3, 3)))
            if text is not None and len(text) > len(board) + 50:
                texts.append(text)
    return texts


def test_what_is_proved_from_small_positions_is_accepted_by_both_checkers() -> None:
    assert len(proved()) > 25
    for text in proved():
        assert refusal(text) is None, text
        assert is_proof(text), text
        assert is_true(text), text


def test_what_was_seen_in_any_orientation_is_not_written_again() -> None:
    for board in ("4x3:3", "4x4:3", "5x3:3"):
        text = prove(Rules.parse(board).start(), longest=0)
        assert text is not None
        assert refusal(text) is None
        assert is_proof(text)
        assert len(text.partition("\n")[2]) > 2 * len(check(text.encode()).seen)


def test_a_board_is_proved_by_a_few_sequences() -> None:
    for board, answers in (("3x2:2", "0."), ("4x3:3", "1,25,56."), ("4x4:3", "5,6,9.")):
        start = Rules.parse(board).start()
        assert check(f"{HEAD}{start.notation}: x wins\n{answers}".encode()).claim.endswith("x wins")


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_sequences_of_fours_are_accepted(count: int) -> None:
    lot, long = random.Random(7), 0
    for board in ("15x15:5", "9x9:5", "6x6:4", "7x7:4", "8x6:4", "9x7:5"):
        for position in islice(positions(board, near_the_fight, lot), count):
            win = forced_win(position, Limit(nodes=50))
            if win is None or not is_by_fours(position, win.line):
                continue
            first, *others = (chr(48 + move) for move in win.line[::2])
            sequence = f",{''.join(others[:-1])}" if len(win.line) > 3 else ""
            answers = f"{first}{sequence}." if len(win.line) > 1 else first
            text = f"{HEAD}{position.notation}: {position.turn.value} wins\n{answers}"
            assert refusal(text) is None, text
            if position.rules.size < 100:
                assert is_proof(text), text
            long += len(win.line) > 3
    assert long > count // 10


def is_by_fours(position: Position, line: tuple[int, ...]) -> bool:
    """Whether each move of a line but the last leaves one reply."""
    for move, reply in zip(line[::2], line[1::2], strict=False):
        position = position.play(move)
        board = naive.board_of(position)
        if reply not in naive.winning(board, position.turn.other.value):
            return False
        position = position.play(reply)
    return True


def test_either_side_may_win_and_either_may_be_to_move() -> None:
    for text in (
        f"{HEAD}..../..../.... o 3: o wins\n1,25,56.",
        f"{HEAD}.o../..../.... x 3: o wins\n,25,56.",
        f"{HEAD}.x../..../.... o 3: x wins\n,25,56.",
    ):
        assert refusal(text) is None, text
        assert is_proof(text), text
    assert refusal(f"{HEAD}.x../..../.... o 3: o wins\n,25,56.") is not None


# What is refused.


def test_a_forged_certificate_is_refused() -> None:
    for text, reason in (
        ("", "does not begin"),
        (SMALL.replace("x 3", "x 0"), "does not begin"),
        (SMALL.replace("x 3", "x 27"), "1 to 26"),
        (SMALL.replace("x 3", "x 4"), "covers no reply"),
        (SMALL.replace("x 3", "o 3"), "no period"),
        (SMALL.replace("....", "...", 1), "differ in length"),
        (SMALL.replace("....", "xx..", 1), "did not take turns"),
        (SMALL.replace("....", "xxx.", 1).replace("....", "ooo.", 1), "the game is over"),
        (SMALL + ".", "goes on after its end"),
        (SMALL[:-1], "is no period"),
        (SMALL.replace(",25", ",5"), "covers no reply"),
        (SMALL.replace(",25", ",25,25"), "covers no reply"),
        (SMALL.replace(",56", ",☃6"), "covers no reply"),
        (SMALL.replace(",25", "," + "2" * 13), "longer than any game"),
        (SMALL.replace(",56", ""), "no free square"),
        (SMALL.replace("\n1", "\n"), "no free square"),
        (SMALL.replace("\n1", "\n-"), "no free square"),
        (f"{HEAD}x.x/.o./..o x 3: x wins\n", "no free square"),
        (f"{HEAD}x.x/.o./..o x 3: x wins\n0", "no free square"),
        (f"{HEAD}x.x/.o./..o x 3: x wins\n7.", "no free square"),
        (f"{HEAD}x.x/oo./.x. o 3: x wins\n.", "O completes a line"),
        (f"{HEAD}x.x/oo./x.. o 3: x wins\n,1.", "O completes a line"),
        (f"{HEAD}xxo/oox/xo. x 3: x wins\n8.", "the board is full"),
        (f"{HEAD}{'/'.join(['.' * 27] * 2)} x 2: x wins\n0.", "1 to 26"),
        (f"{HEAD}/ x 1: x wins\n0.", "1 to 26"),
    ):
        told = refusal(text)
        assert told is not None, text
        assert reason in told, (text, told)


def test_a_file_that_is_not_packed_as_one_is_refused() -> None:
    packed = pack(SMALL)
    for data in (b"", SMALL.encode(), packed[:-1], packed + b"\0", packed * 2):
        assert certificates.refusal(Certificate, data) is not None


def test_no_file_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = "/".join(["." * 26] * 26)
    everything = "".join(chr(48 + square) for square in range(676))
    for k in (3, 5, 26):
        for answers in ("0" + f",{everything}" * 20, everything, "0." * 1_000):
            assert refusal(f"{HEAD}{empty} x {k}: x wins\n{answers}") is not None
    monkeypatch.setattr(noughts.verifiers.verify_sequences, "MOST_STEPS", 2_000)
    assert refusal(SMALL) == "to follow it takes more than 2,000 steps"
    assert refusal(DOUBLE) is None


def forged(lot: random.Random) -> str:
    """A claim of a win with sequences and answers at random."""
    board = lot.choice(("3x2:2", "3x3:3", "4x3:3", "4x4:3", "4x4:4", "5x3:4"))
    position = next(islice(positions(board, lot.choice(STYLES), lot), lot.randrange(8), None))
    letters = [chr(48 + move) for move in position.moves] + [",", "."] * 3
    answers = "".join(lot.choice(letters) for _ in range(lot.randint(1, 12)))
    return f"{HEAD}{position.notation}: {lot.choice('xo')} wins\n{answers}"


@pytest.mark.parametrize(
    ("count", "least"), [(200, 120), pytest.param(6_000, 4_000, marks=pytest.mark.slow)]
)
def test_of_mutated_and_forged_certificates_only_true_ones_hold(count: int, least: int) -> None:
    assert count_refused(check, proved(), forged, is_true, count) >= least


@pytest.mark.parametrize("count", [60, pytest.param(3_000, marks=pytest.mark.slow)])
def test_both_checkers_agree_on_mutations(count: int) -> None:
    lot = random.Random(count)
    for _ in range(count):
        head, answers = lot.choice(proved()).split("\n")
        text = f"{head}\n{mutated(answers, lot)}"
        assert (refusal(text) is None) == is_proof(text), text


# The two arguments of the checker's docstring against brute force.


class Games:
    """All games on a small board from any marks of both sides, with X to move."""

    def __init__(self, board: str) -> None:
        self.rules = rules = Rules.parse(board)
        rest, gap = "." * (rules.width - rules.k + 1), "/" + "." * rules.width
        two_rows = "/".join(mark * (rules.k - 1) + rest for mark in "xo")
        position = f"{two_rows}{gap * (rules.height - 2)} x {rules.k}"
        self.checker = check(f"{HEAD}{position}: x wins\n{chr(47 + rules.k)}".encode())
        self.wins = cache(self._wins)

    def has_line(self, marks: int) -> bool:
        return self.rules.lines.has_line(marks)

    def _wins(self, xs: int, os: int) -> bool:
        moves = [xs | move for move in bits(self.rules.full & ~(xs | os))]
        return any(map(self.has_line, moves)) or any(self._holds(after, os) for after in moves)

    def _holds(self, xs: int, os: int) -> bool:
        replies = [os | reply for reply in bits(self.rules.full & ~(xs | os))]
        return bool(replies) and all(
            not self.has_line(after) and self.wins(xs, after) for after in replies
        )

    def board(self, xs: int, os: int) -> Board:
        """The checker's board with these marks."""
        empty = bytes(len(self.checker.windows)), self.rules.full
        return self.checker.put(self.checker.put(empty, xs, CROSS), os, NOUGHT)

    def states(self, lot: random.Random, count: int) -> list[tuple[int, int]]:
        """Marks of both sides at random, X without a line."""
        drawn: list[tuple[int, int]] = []
        while len(drawn) < count:
            odds = lot.uniform(0.1, 0.4), lot.uniform(0, 0.4)
            cells = lot.choices("xo.", (*odds, 1 - sum(odds)), k=self.rules.size)
            xs, os = (sum(1 << at for at, cell in enumerate(cells) if cell == c) for c in "xo")
            if not self.has_line(xs):
                drawn.append((xs, os))
        return drawn

    def test(self, xs: int, os: int, longest: int) -> int:
        """Test every sequence with these marks; return how many win."""
        board, wins = self.board(xs, os), 0
        for length in range(longest + 1):
            for moves in map(list, permutations(squares(board[1]), length)):
                if zone := self.checker.attack(board, moves):
                    wins += 1
                    for reply in bits(board[1] & ~zone):
                        after = self.checker.put(board, reply, NOUGHT)
                        assert self.checker.attack(after, moves), (xs, os, moves, reply)
        if wins:
            for real in subsets(os):
                assert self.has_line(real) or self.wins(xs, real), (xs, os, real)
        return wins


def subsets(marks: int) -> Iterator[int]:
    part = marks
    while part:
        yield part
        part = part - 1 & marks
    yield 0


@pytest.mark.parametrize(
    ("board", "longest", "count"),
    [
        ("3x3:3", 2, 150),
        ("4x4:4", 2, 20),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in (
                ("3x2:2", 3, 500),
                ("3x3:3", 3, 1_500),
                ("4x3:3", 3, 400),
                ("4x3:4", 3, 800),
                ("4x4:4", 3, 400),
                ("4x4:3", 2, 250),
                ("5x3:3", 2, 250),
            )
        ),
    ],
)
def test_a_sequence_that_is_accepted_wins_whichever_marks_of_o_are_real(
    board: str, longest: int, count: int
) -> None:
    """And it is accepted after each reply outside of its zone, too."""
    games = Games(board)
    wins = [games.test(xs, os, longest) for xs, os in games.states(random.Random(count), count)]
    assert sum(wins) > count // 10


@pytest.mark.parametrize("count", [20, pytest.param(150, marks=pytest.mark.slow)])
def test_a_sequence_wins_after_each_reply_outside_of_its_zone(count: int) -> None:
    lot, with_threes = random.Random(count), 0
    for text in ("6x6:4", "5x5:4", "7x6:4"):
        games = Games(text)
        attack, put = games.checker.attack, games.checker.put
        for position in islice(positions(text, near_the_fight, lot), count):
            board = games.board(*marks(position))
            if attack(board, []):
                continue
            drawn = permutations(squares(board[1]), 2)
            for moves in islice((list(pair) for pair in drawn if attack(board, list(pair))), 12):
                zone = attack(board, moves)
                with_threes += not attack(board, moves[:1])
                for reply in bits(board[1] & ~zone):
                    assert attack(put(board, reply, NOUGHT), moves), (position, moves, reply)
    assert with_threes > count


def test_the_twin_accepts_the_same_sequences() -> None:
    for notation, moves, is_accepted in (
        ("...xx/...../o.x../...xo/..oo. x 4", (17, 2), False),  # a four threatens two squares
        ("...../...../...../..... x 3", (9, 18, 8), False),  # the same
        ("o..../...../x.x../..x../oxo.o x 4", (7, 18), True),  # one square is in all forks
        ("o..x./.xo../..x../o..../..... x 4", (18, 16), True),  # the same
        ("x.x/.o./..o x 3", (), True),
        ("x../..x/o.o x 3", (), False),
        ("x../..x/o.o x 3", (1,), False),  # O completes a line elsewhere
    ):
        position = Position.parse(notation)
        games = Games(str(position.rules))
        replay = Replay(games.rules.width, games.rules.height, games.rules.k)
        assert is_accepted == (games.checker.attack(games.board(*marks(position)), [*moves]) > 0)
        xs, os = (frozenset(squares(side)) for side in marks(position))
        assert is_accepted == (replay.attack(xs, os, moves) is True), notation


def marks(position: Position) -> tuple[int, int]:
    return position.marks(position.turn), position.marks(position.turn.other)

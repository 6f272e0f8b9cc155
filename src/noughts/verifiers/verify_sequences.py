"""A checker of certificates of wins by threat sequences, from a position on any board.

`python -I -S verify_sequences.py FILE...` never searches: it replays the winner's moves. Format:
docs/reference/certificates.md. Exit codes: 0 proved, 1 refused, 2 misuse. The winner is called X
here, the other side O; k or more in a row win. A window is k squares in a row, open to a side if
the other has no mark in it; it lacks its empty squares.

*Lemma of the sequence.* X wins if all of O's real marks are marked, and X's moves pass this test:
1. X to move. If a window open to X lacks one square, X wins. If one open to O lacks one, X's next
   move must be it; none may lack less. So after it those lack two or more: O completes no line.
2. O to move, and windows open to X lack one square: if different ones, X wins; if the same, O marks
   it, as X completes a line after any other reply. Then 1.
3. O to move otherwise. If windows open to X lack u and c, u and d, that is a fork: X plays u, then
   c or d. There must be one. A reply is a four if a window open to O then lacks one square. Each
   four is followed by itself: X takes that square, there may be no other; then 2 or 3. Any other
   reply loses to a fork that it leaves: O marks all squares at once, fours apart, that leave none,
   then 1; if there are none, X wins. No real four is missed: by 1, its two squares are empty here.

*Lemma of the zone.* A sequence that wins after a pass wins after each reply outside of its zone:
X's moves, what X's windows lack in 1 (of one), 2 and 3 (of all forks), what O's lack if at most two
squares in 1, at most three in 3. One more O elsewhere changes nothing that 1 to 3 look at.
"""

import hashlib
import lzma
import re
import sys
from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
from pathlib import Path

MOST_BYTES, MOST_STEPS, MEMORY = 1 << 22, 80_000_000_000, 1 << 27
HEADER = "noughts certificate 3: (([xo./]+) ([xo]) ([1-9][0-9]?): ([xo]) wins)\n"
SEQUENCE = re.compile(",([0-\U0010ffff]*)")
CROSS, NOUGHT, STEPS = 0, 1, ((0, 1), (1, 0), (1, 1), (1, -1))
MANY, CLOSED = 32, 64  # a window's state is its number of X's, MANY and that of O's, or CLOSED
AFTER_X = [marks + 1 if marks < MANY else CLOSED for marks in range(CLOSED + 1)]
AFTER_O = [MANY + 1, *[CLOSED] * MANY, *range(MANY + 2, CLOSED + 1), CLOSED]
Board = tuple[bytes, int]  # its windows and its free squares


def require(condition: object, reason: str) -> None:
    """Reject a certificate unless a condition holds."""
    if not condition:
        raise ValueError(reason)


def bits(squares: int) -> Iterator[int]:
    """Yield the bits of a set, in ascending order."""
    while squares:
        yield squares & -squares
        squares &= squares - 1


class Certificate:
    """A certificate that proves its claim; any other raises ValueError or LZMAError."""

    def __init__(self, packed: bytes) -> None:
        require(len(packed) <= MOST_BYTES, f"it has more than {MOST_BYTES:,} bytes")
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
        self.text = unpacker.decompress(packed, MOST_BYTES).decode()
        require(unpacker.eof and not unpacker.unused_data, "it is cut off, too large or goes on")
        if not (header := re.match(HEADER, self.text)):
            raise ValueError("it does not begin as a certificate of version 3 does")
        self.claim, position, turn, k, winner = header.groups()
        self.seen, self.steps, self.at = set[int](), 0, header.end()
        rows = position.split("/")
        require({len(row) for row in rows} == {len(rows[0])}, "rows differ in length")
        self.lay_out(len(rows[0]), len(rows), int(k))
        ahead = position.count(turn) - position.count("xo".strip(turn))
        require(ahead in (-1, 0), "the sides did not take turns")
        squares, board = enumerate("".join(rows)), (bytes(len(self.windows)), (1 << self.size) - 1)
        marks = [at + self.size * (mark != winner) for at, mark in squares if mark != "."]
        for mark in marks:
            board = self.put(board, 1 << mark % self.size, mark // self.size)
        require(not {self.k, MANY + self.k} & {*board[0]}, "the game is over")
        (self.answer if turn == winner else self.follow)(marks, board)
        require(self.at == len(self.text), "it goes on after its end")

    def lay_out(self, width: int, height: int, k: int) -> None:
        """Find the windows, those through each square, and the bits that marks set in images."""
        require(0 < min(width, height) <= max(width, height, k) < 27, "sides and k are 1 to 26")
        places = {divmod(square, width): square for square in range(width * height)}
        self.k, self.size, self.bits = k, len(places), list[tuple[int, ...]]()
        rays = [{(r + i * d, c + i * e) for i in range(k)} for r, c in places for d, e in STEPS]
        self.windows = [sum(1 << places[p] for p in ray) for ray in rays if ray <= places.keys()]
        self.through = {1 << at: list[int]() for at in range(self.size)}
        for number, square in ((n, s) for n, w in enumerate(self.windows) for s in bits(w)):
            self.through[square].append(number)
        for row, column in places:
            images = [(r, c) for r in (row, height - 1 - row) for c in (column, width - 1 - column)]
            images += [(c, r) for r, c in images] if width == height else []
            self.bits.append(tuple(1 << places[image] for image in images))
        self.bits += [tuple(bit << self.size for bit in bits) for bits in self.bits]

    def put(self, board: Board, squares: int, side: int) -> Board:
        """Return a board after marks of a side on free squares."""
        self.steps += 200 + len(self.windows)
        require(self.steps <= MOST_STEPS, f"to follow it takes more than {MOST_STEPS:,} steps")
        windows, after = bytearray(board[0]), AFTER_O if side else AFTER_X
        for square in bits(squares):
            for number in self.through[square]:
                windows[number] = after[windows[number]]
        return bytes(windows), board[1] - squares

    def lacks(self, board: Board, side: int, *numbers: int) -> set[int]:
        """Return what the windows open to a side lack that lack so many squares."""
        lacking = set[int]()
        for marks in (self.k - number for number in numbers if number <= self.k):
            state = marks + MANY if side and marks else marks
            at = board[0].find(state)
            while at >= 0:
                lacking.add(self.windows[at] & board[1])
                at = board[0].find(state, at + 1)
        return lacking

    def answer(self, marks: list[int], board: Board) -> None:
        """Read X's move; follow it unless it completes a line or leads to what was seen."""
        square = ord(self.text[self.at : self.at + 1] or " ") - ord("0")
        require(square >= 0 and board[1] >> square & 1, f"character {self.at:,} is no free square")
        self.at, marks, board = self.at + 1, [*marks, square], self.put(board, 1 << square, CROSS)
        position = min(map(sum, zip(*(self.bits[mark] for mark in marks), strict=True)))
        if self.k not in board[0] and position not in self.seen:
            self.seen.add(position)
            self.follow(marks, board)

    def follow(self, marks: list[int], board: Board) -> None:
        """Follow the replies of O: sequences cover some, and each of the others has an answer."""
        require(board[1], "the board is full, and X has no line")
        require(not self.lacks(board, NOUGHT, 1), "O completes a line")
        threats = sum(self.lacks(board, CROSS, 1))
        left = board[1] if not threats else 0 if threats & threats - 1 else threats
        while sequence := SEQUENCE.match(self.text, self.at):
            self.at = sequence.end()
            require(len(sequence[1]) <= self.size, "a sequence is longer than any game")
            moves, before = [ord(letter) - ord("0") for letter in sequence[1]], left
            left &= self.attack(board, moves) or left
            for reply in bits(left):
                left -= reply if self.attack(self.put(board, reply, NOUGHT), moves) else 0
            require(left < before, f"the sequence before character {self.at:,} covers no reply")
        require(self.text.startswith(".", self.at), f"character {self.at:,} is no period")
        self.at += 1
        for move in bits(left):
            self.answer([*marks, move.bit_length() - 1 + self.size], self.put(board, move, NOUGHT))

    def attack(self, board: Board, moves: list[int]) -> int:
        """Return the zone of X's win by a sequence, X to move; 0 if it does not win."""
        if lines := self.lacks(board, CROSS, 1):
            return min(lines)
        move, dangers = 1 << moves[0] if moves else 0, self.lacks(board, NOUGHT, 0, 1)
        if not move & board[1] or not dangers <= {move}:
            return 0
        zone = self.defend(self.put(board, move, CROSS), moves[1:])
        return zone and reduce(or_, self.lacks(board, NOUGHT, 1, 2), zone | move)

    def defend(self, board: Board, moves: list[int]) -> int:
        """Return the zone of X's win by a sequence, O to move; 0 if it does not win."""
        if threats := sum(self.lacks(board, CROSS, 1)):
            one = not threats & threats - 1
            zone = self.attack(self.put(board, threats, NOUGHT), moves) if one else threats
            return zone and zone | threats
        pairs, forks = self.lacks(board, CROSS, 2), dict[int, int]()
        for pair in pairs:  # with all that a square is in a pair with
            forks |= {square: forks.get(square, 0) | pair for square in bits(pair)}
        if not (forks := {square: fork for square, fork in forks.items() if fork not in pairs}):
            return 0
        fours = reduce(or_, self.lacks(board, NOUGHT, 2), 0)
        zone = reduce(or_, [*forks.values(), *self.lacks(board, NOUGHT, 3)], fours)
        for four in bits(fours):
            after = self.put(board, four, NOUGHT)
            answer = sum(self.lacks(after, NOUGHT, 1))
            part = 0 if answer & answer - 1 else self.defend(self.put(after, answer, CROSS), moves)
            if not part:
                return 0
            zone |= part
        met = [fork if fork.bit_count() == 3 else square for square, fork in forks.items()]
        defences = reduce(and_, met) & ~fours
        part = self.attack(self.put(board, defences, NOUGHT), moves) if defences else zone
        return part and part | zone


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES + 1)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {len(proof.seen):,} positions")
            print(f"  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError, lzma.LZMAError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

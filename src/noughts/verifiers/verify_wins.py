"""A checker of certificates of wins: on every board around a part of it, or from a position.

`python -I -S verify_wins.py FILE...` never searches: it follows the winner's answers. It exits with
0 if all are proved, 1 if one is refused, 2 if used wrongly. k or more in a row, a column or a
diagonal are a line, and a file begins with one of these claims:

  noughts family certificate 1: k = N on every board [H high] that holds WxH: x wins
  noughts certificate 2: POSITION: x|o wins [unless o|x plays SQUARES]

A position is its rows from the top, as in `x.o/.x./..o x 3`, the side to move and k. The exceptions
are moves that the other side, to move, has there; about what follows them nothing is said.

The winner is called X here, the other side O. S is where X plays: a place of W by H squares on the
board, or all of the board of a position. O plays anywhere. O's stones are either known, or loose:
all that is said of a loose stone is that it is not in a set, the zone.

*Lemma of the zone.* `attack` gives a zone such that X wins with the known stones given, O to move,
whatever O does, even if there are as many loose stones as given, all outside the zone. Proof:
1. O completes no line at once: at most k - 2 stones are loose, so the line has a known one. It has
   no X and lacks n >= 2 known stones, of which the move is one and the others are loose, so that
   n - 1 are loose at most. But if so, `attack` puts all of what it lacks into the zone.
2. If X could complete a line on two squares of the zone, O cannot take both; if on one, O has to.
3. Otherwise, X's answer to "a loose stone more" comes with a zone of its own. A move of O outside
   of that zone is a loose stone more; each move in it has its own answer. All zones are joined.
An answer of X is a free square of S, and in the zone, so no loose stone is on it, and O was never
without a move. Less board around S only means fewer moves and lines for O. On a board as high as S,
no square is above or below S.
"""

import hashlib
import re
import sys
from pathlib import Path

MOST_BYTES, MOST_STEPS, MARGIN = 1 << 20, 60_000_000, 16
N = "[1-9][0-9]?"
PART = f"k = ({N}) on every board(?: ({N}) high)? that holds ({N})x({N}): x wins"
POSITION = f"([xo./]+) ([xo]) ({N}): ([xo]) wins(?: unless ([xo]) plays((?: [a-z]{N})+))?"
FORMS = (f"noughts family certificate 1: ({PART})\n", f"noughts certificate 2: ({POSITION})\n")
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def require(condition: object, reason: str) -> None:
    """Reject a certificate unless a condition holds."""
    if not condition:
        raise ValueError(reason)


class Certificate:
    """A certificate of a win that proves its claim; any other raises ValueError."""

    def __init__(self, packed: bytes) -> None:
        require(len(packed) <= MOST_BYTES, f"it has more than {MOST_BYTES:,} bytes")
        self.text = packed.decode()
        self.positions = self.spent = self.at = 0
        part, position = (re.match(form, self.text) for form in FORMS)
        if not (header := part or position):
            raise ValueError("it does not begin as a certificate of a win does")
        self.claim, self.at = header[1], header.end()
        (self.follow_in_part if part else self.follow_from_position)(*header.groups()[1:])
        require(self.text[self.at :] == "\n", "it does not end with its last move and a line feed")

    def follow_in_part(self, k: str, high: str | None, wide: str, tall: str) -> None:
        """Check a win on every board that holds a rectangle."""
        require(high in (None, tall), "the board and what it holds differ in height")
        require(max(int(wide), int(tall), int(k)) <= MARGIN, f"sides and k are at most {MARGIN}")
        Attack(self, int(k), int(wide), int(tall), MARGIN, 0 if high else MARGIN).answer(0, 0, 0)

    def follow_from_position(
        self, board: str, turn: str, k: str, winner: str, other: str | None, moves: str | None
    ) -> None:
        """Check a win from a position."""
        rows = board.split("/")
        wide, tall = len(rows[0]), len(rows)
        require({len(row) for row in rows} == {wide}, "rows differ in length")
        require(0 < min(wide, tall) <= max(wide, tall) < 27, "sides are 1 to 26")
        squares = [*enumerate("".join(rows))]
        crosses = sum(1 << at for at, mark in squares if mark == winner)
        noughts = sum(1 << at for at, mark in squares if mark not in (".", winner))
        ahead = board.count(turn) - board.count("o" if turn == "x" else "x")
        require(ahead in (-1, 0), "the sides did not take turns")
        attack = Attack(self, int(k), wide, tall, 0, 0)
        for marks in crosses, noughts:
            require(all(line & ~marks for line in attack.lines), "the game is over")
        if turn == winner:
            require(not other, "exceptions are for the side to move")
            attack.answer(crosses, noughts, 0)
            return
        require(other in (None, turn), "exceptions are for the side to move")
        excepted = [(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in (moves or "").split()]
        require(all(x < wide and y < tall for y, x in excepted), "an exception is off the board")
        unless = sum({1 << y * wide + x for y, x in excepted})
        free = (unless & ~(crosses | noughts)).bit_count()
        require(free == len(excepted), "an exception is taken, or there twice")
        attack.attack(crosses, noughts, 0, unless)

    def read(self, free: int) -> int:
        """Read a square that must be free, and return its number; the first is written "0"."""
        square = ord(self.text[self.at : self.at + 1] or " ") - ord("0")
        require(square >= 0 and free >> square & 1, f"character {self.at:,} is no free square")
        self.at += 1
        return square

    def spend(self, steps: int) -> None:
        """Count looks at lines and squares, so that no file takes long."""
        self.spent += steps
        require(self.spent <= MOST_STEPS, f"it takes more than {MOST_STEPS:,} steps")


class Attack:
    """X's answers in S, followed against O anywhere: a set of squares is an integer of bits."""

    def __init__(
        self, proof: Certificate, k: int, width: int, height: int, beside: int, above: int
    ) -> None:
        self.proof, self.k = proof, k
        # S and the squares beside, above and below it, with space for O's stones.
        wide, high = width + 2 * beside, height + 2 * above
        plane = {(x, y): 1 << y * wide + x for y in range(high) for x in range(wide)}
        self.inside = [plane[beside + x, above + y] for y in range(height) for x in range(width)]
        self.through = {bit: list[int]() for bit in plane.values()}
        for x, y in plane:
            for dx, dy in STEPS:
                run = [(x + i * dx, y + i * dy) for i in range(k)]
                if run[-1] in plane:
                    line = sum(plane[square] for square in run)
                    for square in run:
                        self.through[plane[square]].append(line)
        # From here no line leaves this part of the plane, unless the board ends there.
        across = range(k - 1, wide - k + 1) if beside else range(wide)
        down = range(k - 1, high - k + 1) if above else range(high)
        self.near = sum(plane[x, y] for x, y in plane if x in across and y in down)
        lines = {line for bit in self.inside for line in self.through[bit]}
        self.lines = [line for line in lines if line & sum(self.inside) == line]
        self.seen = dict[tuple[int, int, int], int]()

    def answer(self, crosses: int, noughts: int, loose: int) -> int:
        """Read X's move and follow it; returns the zone, the move included."""
        self.proof.spend(len(self.inside) + len(self.lines))
        free = sum(1 << at for at, bit in enumerate(self.inside) if not bit & (crosses | noughts))
        move = self.inside[self.proof.read(free)]
        return move | self.attack(crosses | move, noughts, loose)

    def attack(self, crosses: int, noughts: int, loose: int, unless: int = 0) -> int:
        """Follow every move of O but for exceptions; returns the zone of the lemma."""
        lacking = {line & ~crosses for line in self.lines if not line & noughts}
        if 0 in lacking:  # X has a line
            return 0
        if (key := (crosses, noughts, loose)) in self.seen:
            return self.seen[key]
        self.proof.positions += 1
        zone = self.held(crosses, noughts, loose)
        winning = sorted(missing for missing in lacking if missing & (missing - 1) == 0)[:2]
        zone |= sum(winning)
        if len(winning) == 1:
            zone |= self.answer(crosses, noughts | winning[0], loose)
        elif not winning:
            default = self.answer(crosses, noughts, loose + 1)
            zone |= default
            for move in self.bits(default & ~(crosses | noughts | unless)):
                zone |= self.answer(crosses, noughts | move, loose)
        self.seen[key] = zone
        return zone

    def held(self, crosses: int, noughts: int, loose: int) -> int:
        """Return what O's lines lack if loose stones could matter; raise if it completes one."""
        require(loose <= self.k - 2, "O may have a line of loose stones")
        require(noughts & self.near == noughts, "O's stones go too far from S")
        self.proof.spend(noughts.bit_count() * 4 * self.k + len(self.through) // 8)
        zone = 0
        for stone in self.bits(noughts):
            for line in self.through[stone]:
                if not line & crosses:
                    lack = line & ~noughts
                    require(lack & (lack - 1), "O completes a line")
                    zone |= lack if lack.bit_count() <= loose + 1 else 0
        return zone

    @staticmethod
    def bits(squares: int) -> list[int]:
        """Return the bits of a set, in ascending order."""
        return [1 << at for at, bit in enumerate(reversed(f"{squares:b}")) if bit == "1"]


def main(paths: list[str]) -> int:
    """Check files, say what each proves, and return the exit code."""
    codes = [0 if paths else 2]
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                packed = file.read(MOST_BYTES + 1)
            proof = Certificate(packed)
            print(f"{path}: {proof.claim}: proved by {proof.positions:,} positions")
            print(f"  sha256 {hashlib.sha256(packed).hexdigest()}")
        except (OSError, ValueError) as error:
            codes.append(2 if isinstance(error, OSError) else 1)
            print(f"{path}: refused: {error}", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

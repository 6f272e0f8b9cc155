"""The walk of a certificate: the strategy's answer in every position that it reaches.

docs/atlas.md describes the walk. The certificate is trusted here: `noughts.verify` checks it.
"""

from __future__ import annotations

from .grid import Grid, Words, count, lowest, mixed

UNREACHED = -2  # an answer: the walk does not reach the position
NO_ANSWER = -1  # it does, but the other side is to move there, or pairs hold from there on

_FREE, _REACHED, _ANSWERED = 0, 1, 2  # states of an entry; the last plus the square
_ZERO, _OPEN, _CLOSE = ord("0"), ord("("), ord(")")


class Walk:
    """The positions of a certificate and the answers there, one position per symmetry class.

    `text` is the certificate without its first line. `entries` is a power of two, and greater than
    the number of positions. A position is the marks of the player who began, then the other's.
    """

    def __init__(self, grid: Grid, text: bytes, wins: bool, entries: int) -> None:
        self.grid = grid
        self.full = grid.full
        self.text = text
        self.wins = wins
        self.at = 0
        self.positions = 0
        self.firsts = Words(entries)
        self.seconds = Words(entries)
        self.states = memoryview(bytearray(entries))
        self.mask = entries - 1

    def follow_all(self) -> bool:
        """Follow the certificate from the empty board; returns whether it ends with the walk."""
        self.add(0, 0)
        self.follow(0, 0)
        return self.at == len(self.text)

    def answer(self, first: int, second: int) -> int:
        """Return the strategy's move in a position, NO_ANSWER or UNREACHED."""
        place = self.find(first, second)
        if self.states[place] < _ANSWERED:
            return NO_ANSWER if self.states[place] == _REACHED else UNREACHED
        one = 1
        wanted = one << (self.states[place] - _ANSWERED)
        for square in range(self.grid.size):
            if self.grid.image(one << square, self.grid.symmetry) == wanted:
                return square
        return UNREACHED

    def follow(self, first: int, second: int) -> None:
        """Follow the answer in a position, or every move of the side that is answered."""
        free = self.full & ~(first | second)
        begins = count(first | second) % 2 == 0
        if free == 0 or self.skip_pairs(begins):
            return
        threats = 0
        own = self.grid.completing(first if begins else second, free)
        if self.wins and not begins:
            threats = self.grid.completing(first, free)
        moves = free
        if begins == self.wins:
            moves = self.read(first, second, free)
        while moves:
            move = moves & (0 - moves)
            moves = moves ^ move
            # Unless the move blocks every threat, the winner completes a line next.
            if own & move == 0 and threats & ~move == 0:
                if begins:
                    if self.add(first | move, second):
                        self.follow(first | move, second)
                elif self.add(first, second | move):
                    self.follow(first, second | move)

    def skip_pairs(self, begins: bool) -> bool:
        """Skip the pairs that hold here, if there are any."""
        if self.wins or not begins or self.at >= len(self.text) or self.text[self.at] != _OPEN:
            return False
        while self.at < len(self.text) and self.text[self.at] != _CLOSE:
            self.at += 1
        self.at += 1
        return True

    def read(self, first: int, second: int, free: int) -> int:
        """Read the answer in a position, and store it for the image in the table.

        If there is no free square to be read, the walk cannot end where the text does.
        """
        one = 1
        square = self.text[self.at] - _ZERO if self.at < len(self.text) else -1
        if not 0 <= square < self.grid.size or free & (one << square) == 0:
            self.at = len(self.text) + 1
            return 0
        self.at += 1
        place = self.find(first, second)
        image = self.grid.image(one << square, self.grid.symmetry)
        self.states[place] = _ANSWERED + lowest(image)
        return one << square

    def add(self, first: int, second: int) -> bool:
        """Add a position; returns whether it is new. A full table takes no more."""
        place = self.find(first, second)
        if self.states[place] != _FREE:
            return False
        if self.positions >= self.mask:
            self.at = len(self.text) + 1
            return False
        self.firsts.at[place] = self.grid.maker
        self.seconds.at[place] = self.grid.breaker
        self.states[place] = _REACHED
        self.positions += 1
        return True

    def find(self, first: int, second: int) -> int:
        """Return the place of a position's image in the table, or the free one where it belongs."""
        self.grid.canonical(first, second)
        first = self.grid.maker
        second = self.grid.breaker
        place = mixed(first, second, 0) & self.mask
        while self.states[place] != _FREE and (
            self.firsts.at[place] != first or self.seconds.at[place] != second
        ):
            place = (place + 1) & self.mask
        return place

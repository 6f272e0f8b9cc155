"""Run minimax on a board of any size, and compare what it says with what is proved.

python docs/tutorial/09_any_board.py 4x3:3
"""

import sys

try:
    from noughts import Limit, NoughtsError, Rules, Unsolved, Value, solve
except ImportError:
    sys.exit("This step needs the library: python -m pip install .")

MOST = 10_000  # positions, after which minimax gives up
NAMES = {Value.WIN: "X wins", Value.DRAW: "a tie", Value.LOSS: "O wins"}


class TooMany(Exception):
    """Raised when there are more positions than we want to look at."""


def minimax(position, table):
    """Return the value of a position for the side to move, using a table of all seen before."""
    if position in table:
        return table[position]
    if len(table) >= MOST:
        raise TooMany
    if position.is_over:
        value = Value.DRAW if position.outcome.winner is None else Value.LOSS  # the other has won
    else:
        value = Value.LOSS
        for move in position.moves:
            value = max(value, Value(-minimax(position.play(move), table)))
            if value == Value.WIN:
                break  # nothing is better
    table[position] = value
    return value


def ours(position):
    """Return what minimax says about a board."""
    table = {}
    try:
        value = minimax(position, table)
    except TooMany:
        return f"unknown, after {MOST:,} positions"
    return f"{NAMES[value]}, after {len(table):,} positions"


def proved(position):
    """Return what the library has proved about a board."""
    try:
        return NAMES[solve(position, Limit(seconds=10)).value]
    except Unsolved:
        return "unknown"


def main():
    """Ask both about every board that is named."""
    for text in sys.argv[1:] or ["3x3:3", "4x3:3", "4x4:4", "7x7:5", "15x15:5"]:
        try:
            position = Rules.parse(text).start()
        except NoughtsError as error:
            sys.exit(str(error))
        print(f"{text}: minimax says {ours(position)}; the library says {proved(position)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")

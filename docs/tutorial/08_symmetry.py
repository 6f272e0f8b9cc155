"""Look at every position once only, and at one of all that are the same turned or mirrored.

python docs/tutorial/08_symmetry.py
"""

EMPTY = "."
WINS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
SCORES = {"X": 1, "Tie": 0, "O": -1}  # what the end of a game is worth to X
NAMES = {1: "X wins", 0: "a tie", -1: "O wins"}

TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # the square that comes to each place in a quarter turn
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def other(player):
    """The opponent of a player."""
    return "O" if player == "X" else "X"


def winner(board):
    """X or O if one of them has a row, Tie if the board is full, otherwise None."""
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    return None if EMPTY in board else "Tie"


def play(board, square, player):
    """The board after a move; the board before stays as it was."""
    return board[:square] + player + board[square + 1 :]


def rearranged(board, places):
    """The board with the squares in other places."""
    return "".join(board[place] for place in places)


def images(board):
    """The eight boards that are this one turned and mirrored."""
    found = []
    for _ in range(4):
        found.append(board)
        found.append(rearranged(board, MIRRORED))
        board = rearranged(board, TURNED)
    return found


def itself(board):
    """Every board stands for itself."""
    return board


def smallest_image(board):
    """One board stands for all eight: the one that comes first in the alphabet."""
    return min(images(board))


def solve(board, player, table, standing_for):
    """Return a position's value for X, and write all values found into the table."""
    key = standing_for(board)
    if key in table:
        return table[key]
    if winner(board) is not None:
        value = SCORES[winner(board)]
    else:
        values = [
            solve(play(board, square, player), other(player), table, standing_for)
            for square in range(9)
            if board[square] == EMPTY
        ]
        value = max(values) if player == "X" else min(values)
    table[key] = value
    return value


def main():
    """Solve the game twice, and count."""
    for standing_for in (itself, smallest_image):
        table = {}
        value = solve(EMPTY * 9, "X", table, standing_for)
        print(f"{standing_for.__name__}: {len(table):,} positions, and the value is {NAMES[value]}")
    print("The first moves that are different:")
    for board in sorted({smallest_image(play(EMPTY * 9, square, "X")) for square in range(9)}):
        print(f"{board[:3]}\n{board[3:6]}\n{board[6:]}  {NAMES[table[board]]}\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")

"""Play against a computer that thinks every game through to its end.

python docs/tutorial/06_minimax.py
"""

import random

EMPTY = " "
WINS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
SCORES = {"X": 1, "Tie": 0, "O": -1}  # what the end of a game is worth to X


def ask(question, allowed):
    """Ask until the answer is one of those allowed."""
    answers = [str(each) for each in allowed]
    while True:
        try:
            typed = input(question).strip().upper()
        except UnicodeDecodeError:  # the keys typed something that is not text
            typed = ""
        if typed in answers:
            return typed
        print("Please type one of:", ", ".join(answers))


def other(player):
    """The opponent of a player."""
    return "O" if player == "X" else "X"


def show(board):
    """Print the board, with a number in every free square."""
    cells = [str(i) if board[i] == EMPTY else board[i] for i in range(9)]
    print()
    print(f" {cells[0]} | {cells[1]} | {cells[2]}")
    print("---+---+---")
    print(f" {cells[3]} | {cells[4]} | {cells[5]}")
    print("---+---+---")
    print(f" {cells[6]} | {cells[7]} | {cells[8]}")
    print()


def legal_moves(board):
    """The squares that are free."""
    return [square for square in range(9) if board[square] == EMPTY]


def winner(board):
    """X or O if one of them has a row, Tie if the board is full, otherwise None."""
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    return None if EMPTY in board else "Tie"


def minimax(board, player):
    """Return a position's value for X, and how many positions it took to find out."""
    if winner(board) is not None:
        return SCORES[winner(board)], 1
    values = []
    count = 1  # this position
    for square in legal_moves(board):
        board[square] = player
        value, looked_at = minimax(board, other(player))
        board[square] = EMPTY
        values.append(value)
        count += looked_at
    return max(values) if player == "X" else min(values), count


def computer_move(board, computer):
    """The first square with the best value for the computer, and the positions looked at."""
    values = {}
    count = 1
    for square in legal_moves(board):
        board[square] = computer
        values[square], looked_at = minimax(board, other(computer))
        board[square] = EMPTY
        count += looked_at
    best = max(values.values()) if computer == "X" else min(values.values())
    good = [square for square in values if values[square] == best]
    return good[0], count


def main():
    """Play one game."""
    person = ask("Play as X or O: ", ["X", "O"])
    player = random.choice(["X", "O"])
    print(f"{player} goes first.")
    board = [EMPTY] * 9
    show(board)
    while winner(board) is None:
        if player == person:
            square = int(ask("Your move (0-8): ", legal_moves(board)))
        else:
            square, count = computer_move(board, player)
            print(f"I looked at {count:,} positions, and take square {square}.")
        board[square] = player
        show(board)
        player = other(player)
    messages = {person: "Congratulations, you win!", other(person): "I win!", "Tie": "It's a tie!"}
    print(messages[winner(board)])


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):  # Ctrl-D or Ctrl-C: the players have had enough
        print("\nGoodbye!")

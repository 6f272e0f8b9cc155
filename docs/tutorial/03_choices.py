"""Instructions, a choice of piece, and a coin toss that decides who begins.

python docs/tutorial/03_choices.py
"""

import random

EMPTY = " "
WINS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


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


def show_instructions():
    """Say how the game is played."""
    print("Two players, X and O, take turns to claim a free square.")
    print("The first to get three in a row - across, down or diagonally - wins.")
    print("If the board fills up first, it's a tie.")


def first_player():
    """Toss a coin for the piece that moves first."""
    return random.choice(["X", "O"])


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


def main():
    """Play one game."""
    show_instructions()
    piece = ask("Player 1, play as X or O: ", ["X", "O"])
    names = {piece: "player 1", other(piece): "player 2"}
    player = first_player()
    print(f"{player} goes first: {names[player]}.")
    board = [EMPTY] * 9
    show(board)
    while winner(board) is None:
        square = ask(f"{player}, enter a move (0-8): ", legal_moves(board))
        board[int(square)] = player
        show(board)
        player = other(player)
    won = winner(board)
    print("It's a tie!" if won == "Tie" else f"Congratulations, {names[won]} ({won}), you win!")


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):  # Ctrl-D or Ctrl-C: the players have had enough
        print("\nGoodbye!")

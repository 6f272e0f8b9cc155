"""Two people at one terminal, and nothing they type can break the program.

python docs/tutorial/02_safe_input.py
"""

ORDER = "row column"  # how a move is typed; the other way is "column row"


def new_board():
    """A board is three rows of three squares; a free square is a dash."""
    return [
        ["-", "-", "-"],
        ["-", "-", "-"],
        ["-", "-", "-"],
    ]


def show(board):
    """Print the board."""
    for row in board:
        print(row[0], row[1], row[2])


def ask(question):
    """Return the typed text, without spaces around it."""
    try:
        return input(question).strip()
    except UnicodeDecodeError:  # the keys typed something that is not text
        return ""


def ask_for_move(board, player):
    """Ask until the answer is a free square; returns its row and its column, counted from 0."""
    first, second = ORDER.split()
    while True:
        typed = ask(f"Player {player}, enter {first} (1-3) and {second} (1-3): ")
        words = typed.split()
        if len(words) != 2:
            print("Please type two numbers with a space between them, such as 1 3.")
            continue
        if words[0] not in ("1", "2", "3") or words[1] not in ("1", "2", "3"):
            print("Please type numbers from 1 to 3.")
            continue
        row, column = int(words[0]) - 1, int(words[1]) - 1
        if first == "column":
            row, column = column, row
        if board[row][column] != "-":
            print("That square is taken.")
            continue
        return row, column


def has_won(board, player):
    """True if a player has three in a row, in a column or in a diagonal."""
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] == player:
            return True
        if board[0][i] == board[1][i] == board[2][i] == player:
            return True
    if board[0][0] == board[1][1] == board[2][2] == player:
        return True
    return board[0][2] == board[1][1] == board[2][0] == player


def is_full(board):
    """True if no square is free."""
    return all("-" not in row for row in board)


def main():
    """Play one game."""
    board = new_board()
    player = "X"
    show(board)
    while True:
        row, column = ask_for_move(board, player)
        board[row][column] = player
        show(board)
        if has_won(board, player):
            print(f"Player {player} wins!")
            break
        if is_full(board):
            print("It's a tie!")
            break
        player = "O" if player == "X" else "X"


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):  # Ctrl-D or Ctrl-C: the players have had enough
        print("\nGoodbye!")

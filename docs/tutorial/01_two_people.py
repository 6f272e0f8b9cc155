"""Two people play noughts and crosses at one terminal.

python docs/tutorial/01_two_people.py
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


def ask_for_move(player):
    """Ask a player for a square; returns its row and its column, counted from 0."""
    first, second = ORDER.split()
    typed = input(f"Player {player}, enter {first} (1-3) and {second} (1-3) separated by space: ")
    numbers = typed.split()
    a = int(numbers[0]) - 1
    b = int(numbers[1]) - 1
    if first == "row":
        return a, b
    return b, a


def is_valid(board, row, column):
    """A move is valid if its square is on the board and free."""
    return 0 <= row <= 2 and 0 <= column <= 2 and board[row][column] == "-"


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
        row, column = ask_for_move(player)
        if not is_valid(board, row, column):
            print("Invalid move! Try again.")
            continue
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
    main()

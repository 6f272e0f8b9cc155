"""Say what is wrong with a move."""


def is_valid(board, row, column):
    """A move is valid if its square is on the board and free."""
    if row < 0 or row > 2 or column < 0 or column > 2:
        print("There is no such square.")
        return False
    if board[row][column] != "-":
        print("That square is taken.")
        return False
    return True

"""Number the rows and the columns."""


def show(board):
    """Print the board, with numbers along its edges."""
    print("  1 2 3")
    for number, row in enumerate(board, start=1):
        print(number, row[0], row[1], row[2])

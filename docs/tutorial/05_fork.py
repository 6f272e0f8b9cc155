"""Try every game against the computer of step 4, and show how it loses.

python docs/tutorial/05_fork.py
"""

EMPTY = " "
WINS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
BEST_MOVES = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre, the corners, the edges


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


def winning_moves(board, player):
    """All squares on which a player would win at once."""
    found = []
    for square in legal_moves(board):
        board[square] = player
        if winner(board) == player:
            found.append(square)
        board[square] = EMPTY
    return found


def computer_move(board, computer):
    """Win, else block, else take the best square that is free."""
    urgent = winning_moves(board, computer) or winning_moves(board, other(computer))
    if urgent:
        return urgent[0]
    return next(square for square in BEST_MOVES if board[square] == EMPTY)


def every_game(board, player, computer, moves):
    """All games that can follow: the computer makes its move, the person every move there is.

    Returns a list of games, each with its moves and its winner.
    """
    if winner(board) is not None:
        return [(moves, winner(board))]
    squares = [computer_move(board, computer)] if player == computer else legal_moves(board)
    games = []
    for square in squares:
        board[square] = player
        games += every_game(board, other(player), computer, [*moves, square])
        board[square] = EMPTY
    return games


def replay(moves):
    """Show a game, and every fork in it: a move that makes two threats at once."""
    board = [EMPTY] * 9
    for number, square in enumerate(moves):
        player = "XO"[number % 2]
        board[square] = player
        print(f"{player} takes {square}.")
        threats = winning_moves(board, player)
        if len(threats) > 1 and winner(board) is None:
            print(f"A fork! {player} threatens to win on {threats[0]} and on {threats[1]}.")
            show(board)
    show(board)


def main():
    """Count the games for both pieces, and replay the shortest that is lost."""
    for computer in ("X", "O"):
        games = every_game([EMPTY] * 9, "X", computer, [])
        lost = [moves for moves, won in games if won == other(computer)]
        print(f"As {computer}, the computer loses {len(lost)} of {len(games)} games.")
    if lost:
        print()
        replay(min(lost, key=len))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")

"""Two people at the prompt: row and column from 1."""


def initialize_board():
    return [["-" for _ in range(3)] for _ in range(3)]


def print_board(board):
    for row in board:
        print(" ".join(row))


def is_valid_move(board, row, col):
    return 0 <= row < 3 and 0 <= col < 3 and board[row][col] == "-"


def check_win(board, player):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] == player:
            return True
        if board[0][i] == board[1][i] == board[2][i] == player:
            return True
    if board[0][0] == board[1][1] == board[2][2] == player:
        return True
    return board[0][2] == board[1][1] == board[2][0] == player


def is_board_full(board):
    return all("-" not in row for row in board)


def read_move(player):
    words = input(f"Player {player}, enter row (1-3) and column (1-3): ").split()
    if len(words) != 2 or not all(word.isdigit() for word in words):
        return None
    return int(words[0]) - 1, int(words[1]) - 1


def main():
    board, player = initialize_board(), "X"
    while True:
        print_board(board)
        move = read_move(player)
        if move is None or not is_valid_move(board, *move):
            print("Invalid move! Try again.")
            continue
        board[move[0]][move[1]] = player
        if check_win(board, player):
            print(f"Player {player} wins!")
            break
        if is_board_full(board):
            print("It's a tie!")
            break
        player = "O" if player == "X" else "X"
    print_board(board)


if __name__ == "__main__":
    main()

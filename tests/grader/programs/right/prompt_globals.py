"""Two people at the prompt: column and row from 1, with a global board."""

M = [["_"] * 3 for _ in range(3)]
S = True
C = 0


def xo():
    board_show()
    while C < 9:
        turn()
        if big_check():
            print("O" if S else "X", "wins!")
            break
    else:
        print("It's a tie!")


def board_show():
    print()
    for row in M:
        print(*row)


def turn():
    global S, C
    try:
        x, y = [int(word) - 1 for word in input("Your move: ").split()]
    except ValueError:
        print("Two numbers, please!")
        return
    if x in range(3) and y in range(3) and M[y][x] == "_":
        M[y][x] = "X" if S else "O"
        S = not S
        C += 1
        board_show()
    else:
        print("Invalid move!")


def big_check():
    rows = M + [list(column) for column in zip(*M)]
    rows += [[M[i][i] for i in range(3)], [M[i][2 - i] for i in range(3)]]
    return any(row[0] == row[1] == row[2] != "_" for row in rows)


if __name__ == "__main__":
    xo()

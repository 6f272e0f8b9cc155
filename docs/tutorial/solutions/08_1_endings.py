"""Count how the game can end, up to turning and mirroring."""


def main():
    """Count the finished positions in the table."""
    table = {}
    solve(EMPTY * 9, "X", table, smallest_image)
    endings = [winner(board) for board in table if winner(board) is not None]
    for name in ("X", "O", "Tie"):
        print(name, endings.count(name))

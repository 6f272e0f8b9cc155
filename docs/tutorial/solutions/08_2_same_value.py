"""Check that a position and its smallest image have the same value."""


def main():
    """Solve the game without symmetry, and compare."""
    table = {}
    solve(EMPTY * 9, "X", table, itself)
    other_value = [board for board in table if table[board] != table[smallest_image(board)]]
    print(f"{len(table):,} positions, {len(other_value)} with another value than their image")

"""Do without knowing that nothing is better than a win."""


def main():
    """Count positions with and without that knowledge."""
    board = [EMPTY] * 9
    _, knowing = alpha_beta(board, "X", -1, 1)
    _, without = alpha_beta(board, "X", -2, 2)
    print(f"{knowing:,} positions if a win is the best there can be, {without:,} otherwise")

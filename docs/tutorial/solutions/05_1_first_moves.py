"""Find out with which first moves X can beat the computer."""


def main():
    """Count the games that the computer loses as O, for every first move."""
    games = every_game([EMPTY] * 9, "X", "O", [])
    for first in range(9):
        lost = [moves for moves, won in games if won == "X" and moves[0] == first]
        print(f"X begins on {first}: the computer loses {len(lost)}.")

"""Show the instructions only to those who want them."""


def show_instructions():
    """Say how the game is played, if the players want to know."""
    if ask("Do you want to read the rules (y or n)? ", ["Y", "N"]) == "N":
        return
    print("Two players, X and O, take turns to claim a free square.")
    print("The first to get three in a row - across, down or diagonally - wins.")
    print("If the board fills up first, it's a tie.")

"""Find the first move on another board."""


def main():
    """Play random games after every first move on 4×4 with three in a row."""
    start = Rules.parse("4x4:3").start()
    share = {}
    for move in start.moves:
        played = playouts(start.play(move), 10_000, seed=1)
        share[start.name(move)] = played.x / played.games
    best = max(share, key=share.get)
    print(f"{best}: X wins {share[best]:.1%} of the random games")

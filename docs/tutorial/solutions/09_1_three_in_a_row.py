"""Find the boards on which X can force three in a row."""


def main():
    """Ask the library about every board of up to five by three."""
    for height in (1, 2, 3):
        for width in (3, 4, 5):
            print(f"{width}x{height}:3", proved(Rules(width, height, 3).start()))

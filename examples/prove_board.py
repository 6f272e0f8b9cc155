"""Prove the value of a board, save the proof, and check it.

python examples/prove_board.py 5x5:4 5x5-4.xz
"""

import sys

from noughts import Limit, NoughtsError, prove, verify


def main() -> None:
    """Prove, save, check."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    board, path = sys.argv[1:]
    try:
        proof = prove(board, Limit(seconds=60))
        proof.save(path)
        print(proof)
        print(verify(path))
    except (NoughtsError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

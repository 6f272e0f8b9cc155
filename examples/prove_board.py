"""Prove the value of a board, write the certificate, and check it with the standalone checker.

python examples/prove_board.py 5x5:4 5x5-4.xz
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import noughts.verifiers.verify
from noughts import Limit, NoughtsError, Rules, prove
from noughts.solver.certificate import certificate


def main() -> None:
    """Prove, write, check."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    board, path = sys.argv[1:]
    try:
        rules = Rules.parse(board)
        proof = prove(rules, Limit(seconds=60))
    except NoughtsError as error:
        sys.exit(str(error))
    print(f"{rules}: {proof.value} for X, {proof.nodes:,} nodes")
    (strategy,) = proof.strategies
    Path(path).write_bytes(certificate(rules, strategy, wins=strategy.wins))
    checker = noughts.verifiers.verify.__file__  # one file that imports nothing else of noughts
    sys.stdout.flush()
    sys.exit(subprocess.run([sys.executable, "-I", checker, path], check=False).returncode)


if __name__ == "__main__":
    main()

"""Plot how far a long proof has come, from the lines that `noughts prove` writes in a pipe.

Needs matplotlib:

    noughts prove 8x8:5 --checkpoint 8x8-5.checkpoint 2> 8x8-5.log
    python tools/plot_proof.py 8x8-5.log docs/pictures/8x8-5.svg
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

_NUMBER = r"([\d,]+)"
_LINE = re.compile(
    rf"nodes {_NUMBER}, .*proof number of a win of X {_NUMBER}, disproof number {_NUMBER}"
)
_STYLE = {"svg.hashsalt": "noughts", "svg.fonttype": "none"}  # the same file from the same log


def main() -> None:
    """Read the log, and write the plot."""
    log, target = map(Path, sys.argv[1:])
    lines = _LINE.findall(log.read_text())
    figures = [[int(figure.replace(",", "")) for figure in line] for line in lines]
    nodes, proofs, disproofs = zip(*figures, strict=True)
    with rc_context(_STYLE):
        plot = Figure(figsize=(7, 3.5), layout="constrained")
        axes = plot.subplots()
        axes.plot([each / 1e6 for each in nodes], disproofs, label="disproof number: 0 is a draw")
        axes.plot([each / 1e6 for each in nodes], proofs, label="proof number: 0 is a win of X")
        axes.set(xlabel="million nodes", xlim=(0, None), ylim=(0, None))
        axes.grid(alpha=0.3)
        axes.legend()
        plot.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    main()

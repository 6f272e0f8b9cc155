"""The versions of the kernels for older processors, which newer ones do not choose."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# Random games on various boards, and batches of boards, as one line.
PROGRAM = """
import numpy as np
from noughts import Rules, playouts
from noughts.kernels.batch import Batch

shown = [playouts(Rules.parse(board).start(), 999, seed=3) for board in ("3x3:3", "4x6:5", "9x9:5")]
for board in ("3x3:3", "9x9:5"):
    batch, rng = Batch(Rules.parse(board), 77), np.random.default_rng(3)
    for _ in range(200):
        batch.step((batch.legal * rng.random(batch.legal.shape)).argmax(1))
        shown.append(hash((batch.observations.tobytes(), batch.rewards.tobytes())))
print(shown)
"""


def shown(level: str) -> str:
    environment = {**os.environ, "NOUGHTS_LEVEL": level, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("level", ["baseline", "avx2"])
def test_all_levels_play_the_same(level: str) -> None:
    assert shown(level) == shown("avx512")

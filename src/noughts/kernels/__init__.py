"""Code that must be fast: plain Python, which Cython compiles if there is a C compiler.

>>> from noughts import Rules
>>> played = playouts(Rules().start(), 1_000, seed=7)
>>> played.x + played.o + played.draws
1000
"""

from noughts.kernels.compilation import COMPILED, DESCRIPTION
from noughts.kernels.random_games import Playouts, playouts

__all__ = ["COMPILED", "DESCRIPTION", "Playouts", "playouts"]

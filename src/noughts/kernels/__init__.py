"""What must be fast, in plain Python that Cython compiles wherever a C compiler is found.

>>> from noughts import Rules
>>> played = playouts(Rules().start(), 1_000, seed=7)
>>> played.x + played.o + played.draws
1000
"""

from noughts.kernels import generator
from noughts.kernels.playouts import Playouts, playouts

COMPILED = not generator.__file__.endswith(".py")
DESCRIPTION = f"kernels: {'compiled' if COMPILED else 'pure Python'}"

__all__ = ["COMPILED", "DESCRIPTION", "Playouts", "playouts"]

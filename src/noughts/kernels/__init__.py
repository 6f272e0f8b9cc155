"""What must be fast, in plain Python that Cython compiles wherever a C compiler is found.

Raises UncompiledWarning, once a process, where there was none.

>>> from noughts import Rules
>>> played = playouts(Rules().start(), 1_000, seed=7)
>>> played.x + played.o + played.draws
1000
"""

from warnings import warn

from noughts.core.errors import UncompiledWarning
from noughts.kernels import generator
from noughts.kernels.playouts import Playouts, playouts

COMPILED = not generator.__file__.endswith(".py")
DESCRIPTION = f"kernels: {'compiled' if COMPILED else 'pure Python'}"

if not COMPILED:
    from multiprocessing import current_process

    if current_process().name == "MainProcess":  # which speaks for its workers, too
        warn(
            "the kernels are not compiled: random games in bulk and proofs take a hundred to some"
            " thousand times as long; to have them fast, install noughts again from a wheel, or"
            " where there is a C compiler",
            UncompiledWarning,
            stacklevel=2,
        )

__all__ = ["COMPILED", "DESCRIPTION", "Playouts", "playouts"]

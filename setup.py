"""Compiles the kernels wherever there is a C compiler; without one they run as plain Python.

NOUGHTS_NATIVE=1 compiles for this very processor, and for no other.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = (
    "common",
    "fours",
    "generator",
    "grid",
    "orders",
    "pairing",
    "proofs",
    "stepping",
    "table",
    "words",
)
# With what debuggers want, which Python's own flags ask for, a kernel is five times as large.
FLAGS = ["-O3", "-g0", *(["-march=native"] if os.environ.get("NOUGHTS_NATIVE") == "1" else [])]

extensions = cythonize(
    [
        Extension(
            f"noughts.kernels.{name}",
            [str(Path("src", "noughts", "kernels", f"{name}.py"))],
            extra_compile_args=[] if os.name == "nt" else FLAGS,
        )
        for name in MODULES
    ],
    build_dir="build/cython",
    include_path=["src"],
    language_level=3,
)
for extension in extensions:
    extension.optional = True  # which cythonize() does not pass on

setup(ext_modules=extensions)

"""Compiles the kernels wherever there is a C compiler; without one they run as plain Python.

A kernel is a module of `noughts.kernels` with a `.pxd` beside it. With NOUGHTS_COMPILE=0 nothing is
compiled.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOM = Path("src", "noughts", "kernels")
PACKAGE = "noughts.kernels"
SHARED = f"{PACKAGE}._shared"  # what Cython would otherwise put into every kernel
WORKERS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BuildKernels(build_ext):
    """Makes C of the kernels before it is compiled."""

    def build_extensions(self) -> None:
        from Cython.Build import cythonize  # noqa: PLC0415  # for nothing but this

        translated = cythonize(
            self.extensions,
            build_dir="build/cython",
            include_path=["src"],
            language_level=3,
            nthreads=WORKERS,
            shared_utility_qualified_name=SHARED,
        )
        for extension, made in zip(self.extensions, translated, strict=True):
            extension.sources = made.sources
        super().build_extensions()


def extensions() -> list[Extension]:
    """All kernels, and first what they share, which takes longest."""
    paths = sorted(path for path in ROOM.glob("*.pxd") if path.stem != "vectors")
    kernels = [extension(path.stem, [str(path.with_suffix(".py"))], "-O3") for path in paths]
    return [extension("_shared", [], "-O1"), *kernels]


def extension(name: str, sources: list[str], optimisation: str) -> Extension:
    # With what debuggers want, which Python's own flags ask for, a kernel is five times as large.
    flags = [] if os.name == "nt" else [optimisation, "-g0"]
    return Extension(f"{PACKAGE}.{name}", sources, extra_compile_args=flags, optional=True)


if __name__ == "__main__":  # processes that work for `cythonize` may import this file
    setup(
        cmdclass={"build_ext": BuildKernels},
        ext_modules=[] if os.environ.get("NOUGHTS_COMPILE") == "0" else extensions(),
        options={"build_ext": {"parallel": WORKERS}},
    )

"""Compiles the kernels wherever there is a C compiler; without one they run as plain Python.

A kernel is a module of `noughts.kernels` with a `.pxd` beside it. Those of proofs are compiled
twice: again as modules of `noughts.kernels.words128`, with words of 128 bits, from copies of the
sources, since Cython looks for a `.pxd` by the name of its module. With NOUGHTS_COMPILE=0 nothing
is compiled. In a checkout the tutorial is rendered for the server, and its scripts are shortened; a
source distribution has both. NOUGHTS_SOURCES is the address of this version's files, such as
https://example.org/noughts/blob/v1.2.3; on the package index the README's links, and those beside
it, lead there.
"""

import os
import re
import shutil
import signal
import sys
from pathlib import Path
from sysconfig import get_config_var, get_platform

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

KERNELS = Path("src", "noughts", "kernels")
PACKAGE = "noughts.kernels"
SHARED = f"{PACKAGE}._shared"  # code that Cython would otherwise put into every kernel
WIDE_PACKAGE = f"{PACKAGE}.words128"
WIDE_KERNELS = "grid", "pairing", "proofs", "strategy_walk", "table", "walk"
COPIES = Path("build", "words128")
# Kernels check nothing, and their `.pxd` says the types. None is pickled: a sixth of the code.
OFF = "annotation_typing", "auto_pickle", "boundscheck", "initializedcheck", "wraparound"
DIRECTIVES = {"freethreading_compatible": True, **dict.fromkeys(OFF, False)}
# The kernels whose loops compilers vectorise, and `levels.c`, which chooses among their versions.
VECTOR_KERNELS = {f"{PACKAGE}.{name}" for name in ("common", "generator", "orders", "stepping")}
HOT_KERNELS = {*VECTOR_KERNELS, f"{PACKAGE}.threat_board"}
CHOICE = str(KERNELS / "levels.c")
LEVELS = {
    "baseline": [],
    "avx2": ["-mavx2"],
    "avx512": ["-mavx512bw", "-mavx512dq", "-mavx512vl", "-mprefer-vector-width=512"],
}
MSVC_LEVELS = {"baseline": [], "avx2": ["/arch:AVX2"]}
# One build then serves every Python from 3.11 on. Free-threaded ones take a build each: since 3.15
# they too have a stable ABI (abi3t, PEP 803), for which Cython 3.3 cannot compile (its issue 7399).
IS_LIMITED = sys.implementation.name == "cpython" and not get_config_var("Py_GIL_DISABLED")
SOURCES = os.environ.get("NOUGHTS_SOURCES", "").rstrip("/")
WORKERS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BuildKernels(build_ext):
    """Translates the kernels to C, and compiles some of them for several instruction sets."""

    def build_extensions(self) -> None:
        from Cython.Build import cythonize  # only needed here

        if self.compiler.compiler_type == "msvc":  # which has no integers of 128 bits
            self.extensions = [each for each in self.extensions if not is_wide(each)]
        copy_wide_kernels()
        translated = cythonize(
            self.extensions,
            build_dir="build/cython",
            include_path=["src", str(COPIES)],
            language_level=3,
            compiler_directives=DIRECTIVES,
            nthreads=WORKERS,
            shared_utility_qualified_name=SHARED,
        )
        for extension, made in zip(self.extensions, translated, strict=True):
            extension.sources = made.sources
            # Proofs are as fast at -O1, which compiles them in half the time; a search is by 3 %
            # slower if all but the board with its threats are, and by 12 % if that is too.
            # Debug information, which Python's own flags include, makes a file five times as large.
            if self.compiler.compiler_type != "msvc":
                level = "-O3" if extension.name in HOT_KERNELS else "-O1"
                extension.extra_compile_args = [level, "-g0"]
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        levels = self.levels() if extension.name in VECTOR_KERNELS else {}
        if levels:
            extension.depends, extension.sources = [CHOICE, *extension.sources], []
            if self.force or newer_group(extension.depends, self.get_ext_fullpath(extension.name)):
                extension.extra_objects = self.compile_levels(extension, levels)
        super().build_extension(extension)

    def levels(self) -> dict[str, list[str]]:
        """The levels worth compiling for, with the compiler flags of each."""
        platform = get_platform()
        if self.compiler.compiler_type == "msvc":
            return MSVC_LEVELS if platform == "win-amd64" else {}
        if platform.startswith("macosx") and platform.endswith(("x86_64", "universal2")):
            only = "-Xarch_x86_64"  # a universal build has two architectures
            return {
                level: [each for flag in flags for each in (only, flag)]
                for level, flags in LEVELS.items()
            }
        return LEVELS if platform.endswith(("x86_64", "amd64")) else {}

    def compile_levels(self, extension: Extension, levels: dict[str, list[str]]) -> list[str]:
        """Compile a kernel once per level, under different names, and the code that chooses."""
        kernel = kernel_of(extension)
        names = f"PyInit_{kernel}", f"__pyx_module_is_main_{extension.name.replace('.', '__')}"
        directory = Path(self.build_temp, kernel)

        def compiled(source: str, level: str, macros: list[tuple[str, str]]) -> list[str]:
            return self.compiler.compile(
                [source],
                output_dir=str(directory / level),
                macros=[*extension.define_macros, *macros],
                extra_postargs=[*extension.extra_compile_args, *levels[level]],
            )

        choice, source = extension.depends
        objects = compiled(choice, "baseline", [("KERNEL", kernel)])
        for level in levels:
            objects += compiled(source, level, [(name, f"{name}_{level}") for name in names])
        return objects


def extensions() -> list[Extension]:
    """All kernels, after the module they share, which takes longest."""
    paths = sorted(KERNELS.glob("*.pxd"))
    kernels = {f"{PACKAGE}.{path.stem}": [str(path.with_suffix(".py"))] for path in paths}
    wide = {f"{WIDE_PACKAGE}.{name}": [str(copy_of(f"{name}.py"))] for name in WIDE_KERNELS}
    limited = [("Py_LIMITED_API", "0x030B0000")] if IS_LIMITED else []
    return [
        Extension(
            name,
            sources,
            define_macros=[*limited, *([("NOUGHTS_WORDS128", "1")] if name in wide else [])],
            optional=True,
            py_limited_api=IS_LIMITED,
        )
        for name, sources in {SHARED: [], **kernels, **wide}.items()
    ]


def kernel_of(extension: Extension) -> str:
    """The name of its module, without the packages."""
    return extension.name.rpartition(".")[2]


def is_wide(extension: Extension) -> bool:
    """True if an extension is for words of 128 bits."""
    return extension.name.startswith(f"{WIDE_PACKAGE}.")


def copy_of(file: str) -> Path:
    """Where a source of the kernels is copied to."""
    return COPIES.joinpath(*WIDE_PACKAGE.split("."), file)


def copy_wide_kernels() -> None:
    """Copy those sources, with the times of their last change."""
    for file in (f"{name}{suffix}" for name in WIDE_KERNELS for suffix in (".py", ".pxd")):
        copy_of(file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(KERNELS / file, copy_of(file))


def description() -> str:
    """The README for the package index: its relative links lead to the sources."""
    picture, link = r'<img src="([^":]+)"([^>]*>)', r"\[([^\]]*)\]\(([^)#:][^):]*)\)"
    readme = Path("README.md").read_text(encoding="utf-8")
    readme = re.sub(picture, rf'<img src="{SOURCES}/\1?raw=true"\2' if SOURCES else "", readme)
    return re.sub(link, rf"[\1]({SOURCES}/\2)" if SOURCES else r"\1", readme)


def links() -> dict[str, str]:
    """The links beside the README on the package index; none where the sources have no address."""
    if not SOURCES:
        return {}
    repository = SOURCES.partition("/blob/")[0].removesuffix("/-")  # which GitLab has before it
    return {
        "Homepage": repository,
        "Documentation": f"{SOURCES}/docs/index.md",
        "Changelog": f"{SOURCES}/CHANGELOG.md",
        "Source": repository,
        "Issues": f"{repository}/issues",
    }


def write_pages() -> None:
    """Write the tutorial, and scripts without comments, into the package."""
    sys.path.insert(0, os.curdir)  # where pip does not look
    from tools import static_files, tutorial

    tutorial.write()
    static_files.write()


if __name__ == "__main__":  # worker processes of `cythonize` may import this file
    # Otherwise Ctrl-C waits until the threads of build_ext have compiled all that is left.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if Path("docs", "tutorial").exists():
        write_pages()
    setup(
        cmdclass={"build_ext": BuildKernels},
        long_description=description(),
        long_description_content_type="text/markdown",
        project_urls=links(),
        ext_modules=[] if os.environ.get("NOUGHTS_COMPILE") == "0" else extensions(),
        options={
            "build_ext": {"parallel": WORKERS},
            "bdist_wheel": {"py_limited_api": "cp311" if IS_LIMITED else False},
        },
    )

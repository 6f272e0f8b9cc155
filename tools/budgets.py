"""Prints what the project costs beside what it may cost; exit code 1 if a count is over budget.

`python tools/budgets.py STAGES`, of which each line is the name of a stage and its seconds.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
BUDGETS = ROOT / ".ci" / "budgets.toml"


def main() -> int:
    """Measure what is not a stage, and report."""
    stages = dict(line.split() for line in Path(sys.argv[1]).read_text("utf-8").splitlines())
    times = {f"{name}, seconds": float(seconds) for name, seconds in stages.items()}
    times["all of them, seconds"] = sum(times.values())
    times["pip install, seconds of processor time"] = pip_install()
    times["first board, milliseconds"] = first_board()
    budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    rows, is_within = compared(counts(), times, budgets)
    print(*rows, sep="\n")
    return 0 if is_within else 1


def compared(
    counts: Mapping[str, float],
    times: Mapping[str, float],
    budgets: Mapping[str, Mapping[str, float]],
) -> tuple[list[str], bool]:
    """The rows of the table, and whether all counts are within budget; times need not be."""
    rows, is_within = [f"{'':54} {'now':>9} {'budget':>9}"], True
    for kind, figures in (("counts", counts), ("times", times)):
        if figures.keys() != budgets[kind].keys():
            others = sorted(figures.keys() ^ budgets[kind].keys())
            raise SystemExit(f"{BUDGETS.name} and what is measured differ: {', '.join(others)}")
        for name, figure in figures.items():
            is_over = figure > budgets[kind][name]
            is_within &= not (is_over and kind == "counts")
            shown = name.upper() + " OVER BUDGET" if is_over else name
            rows.append(f"{shown:54} {figure:9,.0f} {budgets[kind][name]:9,}")
    return rows, is_within


def counts() -> dict[str, float]:
    """Figures that are the same on every machine."""
    source, tests = (sorted((ROOT / folder).rglob("*.py")) for folder in ("src", "tests"))
    return {
        "tests": tests_collected(),
        "lines of tests": lines(tests),
        "lines of source": lines(source),
        "files of source": len(source),
        "bytes of the first page": first_page(),
    }


def lines(files: list[Path]) -> int:
    """Return the number of lines that files have together."""
    return sum(len(file.read_bytes().splitlines()) for file in files)


def tests_collected() -> int:
    """Return the number of tests that pytest finds, slow ones too."""
    listed = run(sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "")
    found = re.search(r"^(\d+) tests collected", listed, re.MULTILINE)
    if found is None:
        raise SystemExit(listed)
    return int(found[1])


def first_page() -> int:
    """Return the bytes that a new browser transfers for the page at `/`."""
    shown = run(sys.executable, "benchmarks/first_page.py", "--weight")
    sizes = re.findall(r" ([\d,]+)$", shown, re.MULTILINE)
    return sum(int(size.replace(",", "")) for size in sizes)


def pip_install() -> float:
    """Seconds of processor time to install the plain package, compiling its kernels anew."""
    made = shutil.ignore_patterns(".*", "build", "*.so", "__pycache__")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(ROOT, Path(folder, "noughts"), ignore=made)
        before = os.times()
        run(*pip, f"--target={folder}/installed", str(copy))
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def first_board() -> float:
    """Milliseconds of `noughts` without input, which shows one board and ends: the best of 5."""
    took = []
    for _ in range(5):
        began = perf_counter()
        run(sys.executable, "-m", "noughts", "--plain")
        took.append(1_000 * (perf_counter() - began))
    return min(took)


def run(*command: str) -> str:
    """Return what a command prints; it must succeed."""
    return subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main())

"""Print what the project costs, beside what it cost when that was last recorded.

`python tools/costs.py STAGES YARDSTICKS` reads the name and the seconds of each stage of `.ci/run`,
and what `yardstick.py` said meanwhile. It writes `build/costs.json`: copied to `.ci/costs.json`,
it is what the next report compares with. Exit code 1 if the first page is too heavy; nothing else
fails.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / ".ci" / "costs.json"
NEW_RECORD = ROOT / "build" / "costs.json"
HEAVIEST_PAGE = 60_000  # bytes of `/` for a new browser: a second on a slow phone's connection
PAGE = "bytes of the first page"

Costs = dict[str, dict[str, float]]


def main() -> int:
    """Measure what is not a stage, report and record."""
    stages, yardsticks = (Path(name).read_text("utf-8") for name in sys.argv[1:])
    times = {name: float(seconds) for name, seconds in map(str.split, stages.splitlines())}
    times["all stages"] = sum(times.values())
    times["pip install (processor time)"] = pip_install()
    times["first board"] = first_board()
    times["yardstick"] = median(map(float, yardsticks.split()))
    now = {**counts(), "seconds": times}
    before: Costs = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else now
    NEW_RECORD.parent.mkdir(exist_ok=True)
    NEW_RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    print(*report(now, before), sep="\n")
    return int(now["sizes"][PAGE] > HEAVIEST_PAGE)


def report(now: Costs, before: Costs) -> Iterator[str]:
    """Yield the rows of all tables: counts, by package where one changed, times in yardsticks."""
    for title in (title for title in now if title != "seconds"):
        table, old = now[title], before.get(title, {})
        rows = {name: (table.get(name, 0), old.get(name, 0)) for name in {**table, **old}}
        rows = {name: row for name, row in rows.items() if row[0] != row[1]}
        rows["together"] = sum(table.values()), sum(old.values())
        yield f"\n{title:32}{'now':>12}{'before':>12}{'change':>12}"
        for name, (count, earlier) in rows.items():
            yield f"  {name:30}{count:12,.0f}{earlier:12,.0f}{count - earlier:+12,.0f}"
    if now["sizes"][PAGE] > HEAVIEST_PAGE:
        yield f"THE FIRST PAGE IS TOO HEAVY: at most {HEAVIEST_PAGE:,} bytes"
    times, old = now["seconds"], before["seconds"]
    unit, old_unit = times["yardstick"], old["yardstick"]
    title = f"yardstick {unit:.2f} s, before {old_unit:.2f} s"
    yield f"\n{title:32}{'seconds':>12}{'yardsticks':>12}{'before':>12}{'ratio':>12}"
    for name in (name for name in times if name != "yardstick"):
        count, earlier = times[name] / unit, old.get(name, 0) / old_unit
        row = f"  {name:30}{times[name]:12,.2f}{count:12,.2f}"
        yield f"{row}{earlier:12,.2f}{count / earlier:12.2f}" if earlier else row


def counts() -> Costs:
    """Return figures that are the same on every machine, by package."""
    source, tests = (sorted((ROOT / folder).rglob("*.py")) for folder in ("src/noughts", "tests"))
    return {
        "lines of source": by_package(source, lines),
        "lines of tests": by_package(tests, lines),
        "files of source": by_package(source, lambda _file: 1),
        "tests": tests_collected(),
        "sizes": {PAGE: first_page()},
    }


def by_package(files: list[Path], count: Callable[[Path], int]) -> dict[str, float]:
    """Add up a figure of files for each folder below src/noughts or tests."""
    sums: Counter[str] = Counter()
    for file in files:
        sums[package(file.relative_to(ROOT).as_posix())] += count(file)
    return dict(sorted(sums.items()))


def package(path: str) -> str:
    """Return the folder below src/noughts or tests that a file is in, else its own."""
    folders = path.removeprefix("src/noughts/").removeprefix("tests/").split("/")[:-1]
    return folders[0] if folders else "files outside of folders"


def lines(file: Path) -> int:
    """Return the number of lines of a file."""
    return len(file.read_bytes().splitlines())


def tests_collected() -> dict[str, float]:
    """Return the number of tests that pytest finds, slow ones too."""
    listed = run(sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "")
    tests = Counter(map(package, re.findall(r"^([^:\n]+)::", listed, re.MULTILINE)))
    return dict(sorted(tests.items()))


def first_page() -> int:
    """Return the bytes that a new browser transfers for the page at `/`."""
    shown = run(sys.executable, "benchmarks/first_page.py", "--weight")
    sizes = re.findall(r" ([\d,]+)$", shown, re.MULTILINE)
    return sum(int(size.replace(",", "")) for size in sizes)


def pip_install() -> float:
    """Return seconds of processor time to install the plain package, compiling its kernels anew."""
    made = shutil.ignore_patterns(".*", "build", "*.so", "__pycache__")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    pip += ["--no-index", "--no-build-isolation"]
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(ROOT, Path(folder, "noughts"), ignore=made)
        before = os.times()
        run(*pip, f"--target={folder}/installed", str(copy))
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def first_board() -> float:
    """Return seconds of `noughts` without input, which shows one board and ends: the best of 5."""
    took = []
    for _ in range(5):
        began = perf_counter()
        run(sys.executable, "-m", "noughts", "--plain")
        took.append(perf_counter() - began)
    return min(took)


def run(*command: str) -> str:
    """Return what a command prints; it must succeed."""
    return subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main())

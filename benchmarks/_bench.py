"""Contenders measured in turn and a table with the verdict, shared by the benchmarks.

Figures can be compared only if they were measured side by side: every round measures every
contender once, in the opposite order to the round before, so that other work on the machine
affects all alike.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TypeVar

T = TypeVar("T")

ROUNDS = 11
WARM_UPS = 2


def arguments_of(description: str) -> argparse.ArgumentParser:
    """Return a parser with the options that every benchmark has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--quick", action="store_true", help="a smoke test: few rounds, figures of no worth"
    )
    return parser


def interleave(
    contenders: Mapping[str, Callable[[], T]], rounds: int, warm_ups: int = 0
) -> dict[str, list[T]]:
    """Measure each contender once a round, and discard the warm-up rounds."""
    samples: dict[str, list[T]] = {name: [] for name in contenders}
    order = list(contenders)
    for _ in range(warm_ups + rounds):
        for name in order:
            samples[name].append(contenders[name]())
        order.reverse()
    return {name: shown[warm_ups:] for name, shown in samples.items()}


def spread(figures: Sequence[float], digits: int) -> str:
    """Return the median, then the range."""
    low, middle, high = (
        f"{figure:.{digits}f}" for figure in (min(figures), median(figures), max(figures))
    )
    return f"{middle} ({low} to {high})"


def print_machine(*packages: str) -> None:
    """Print when and where the figures were measured: they mean little on another machine."""
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{os.cpu_count()} cores, load {load():.1f}",
        f"{platform.system()} {platform.machine()}",
        processor(),
        f"{platform.python_implementation()} {platform.python_version()}",
        *packages,
    ]
    print("; ".join(parts))
    if load() > (os.cpu_count() or 1) / 2:
        print("THE MACHINE IS BUSY with other work: measure again when it is not")


def processor() -> str:
    """Return the processor's name, where the system tells it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "a processor without a name"


def load() -> float:
    """Return the load average of the last minute; 0 where the system does not tell it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print aligned columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *others = (
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *others]).rstrip())


def judged(text: str, *, reached: bool, aim_reached: bool | None = None) -> str:
    """Return a target, and whether it was reached."""
    verdict = "reached" if reached else "MISSED"
    if aim_reached is not None:
        verdict += ", the aim too" if aim_reached else ", the aim not"
    return f"{text}: {verdict}"

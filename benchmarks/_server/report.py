"""The figures of several servers side by side, and whether the targets were reached."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from _bench import judged, print_table, spread
from _server.load import Stretch
from _server.session import RATE, Figures

Samples = Mapping[str, Sequence[Figures]]

_SERVICES = "DB"  # the part of PostgreSQL in a move's processor time


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio to another contender's figure: the least or the most there may be, and the aim."""

    what: str
    figure: Callable[[Figures], float]
    other: str
    least: float | None = None
    most: float | None = None
    aim: float | None = None

    def judge(self, name: str, samples: Samples) -> str:
        """Return a contender's ratios, and whether they reach the target."""
        pairs = zip(samples[name], samples[self.other], strict=True)
        ratios = [self.figure(one) / self.figure(other) for one, other in pairs]
        text = f"{name}: {self.what} {spread(ratios, 2)} of {self.other}; {self._wanted()}"
        if self.aim is None:
            return judged(text, reached=self._reached(median(ratios), self._bound))
        return judged(
            f"{text}, aim {self.aim:.2f}",
            reached=self._reached(median(ratios), self._bound),
            aim_reached=self._reached(median(ratios), self.aim),
        )

    @property
    def _bound(self) -> float:
        bound = self.most if self.least is None else self.least
        assert bound is not None
        return bound

    def _wanted(self) -> str:
        return f"at {'most' if self.least is None else 'least'} {self._bound:.2f}"

    def _reached(self, ratio: float, wanted: float) -> bool:
        return ratio <= wanted if self.least is None else ratio >= wanted


def print_figures(count: int, samples: Samples) -> None:
    """Print two tables: peak throughput, and moves at a fixed rate."""
    print(f"\n{count:,} games at once, peak throughput: medians (ranges)")
    head = ("", "moves/s", "frames/s", "µs CPU/move", _SERVICES, "cores", "client's", "others'")
    print_table(head, [(name, *_saturated_row(figures)) for name, figures in samples.items()])
    print(f"\n{count:,} games at once, {RATE:,} moves a second")
    head = ("", "p50, ms", "p99, ms", "µs CPU/move", _SERVICES, "client's", "others'", "kB a game")
    with_pace = {name: runs for name, runs in samples.items() if runs[0].paced is not None}
    print_table(head, [(name, *_paced_row(figures)) for name, figures in with_pace.items()])


def print_judgements(names: Iterable[str], targets: Iterable[Target], samples: Samples) -> None:
    """Print whether each contender reached the targets."""
    targets = tuple(targets)
    for name in names:
        print()
        for target in targets:
            print(target.judge(name, samples))
    sys.stdout.flush()


def _saturated_row(samples: Sequence[Figures]) -> tuple[str, ...]:
    """Return a row of the peak throughput and its cost."""
    figures = (moves_a_second, frames_a_second, saturated_microseconds)
    usages = [sample.saturated.cores for sample in samples]
    return (
        *(spread(list(map(figure, samples)), 0) for figure in figures),
        _services([sample.saturated for sample in samples]),
        *(f"{median(cores):.2f}" for cores in zip(*usages, strict=True)),
    )


def _paced_row(samples: Sequence[Figures]) -> tuple[str, ...]:
    """Return a row of latencies at the fixed rate and their cost."""
    _, client, others = zip(*(paced(sample).cores for sample in samples), strict=True)
    return (
        spread([paced(sample).percentile(50) for sample in samples], 2),
        spread(list(map(p99, samples)), 2),
        spread(list(map(paced_microseconds, samples)), 0),
        _services([paced(sample) for sample in samples]),
        f"{median(client):.2f}",
        f"{median(others):.2f}",
        spread([sample.bytes_a_game / 1_000 for sample in samples], 1),
    )


def _services(stretches: Sequence[Stretch]) -> str:
    return f"{median(1e6 * stretch.usage.services / stretch.moves for stretch in stretches):.0f}"


def paced(figures: Figures) -> Stretch:
    """Return the stretch at a fixed rate; the echo has none."""
    assert figures.paced is not None
    return figures.paced


def moves_a_second(figures: Figures) -> float:
    """Return moves a second at peak throughput."""
    return figures.saturated.moves / figures.saturated.usage.at


def frames_a_second(figures: Figures) -> float:
    """Return frames a second, in and out, at peak throughput."""
    return figures.saturated.frames / figures.saturated.usage.at


def saturated_microseconds(figures: Figures) -> float:
    """Return the processor time of a move at peak throughput."""
    return figures.saturated.microseconds


def paced_microseconds(figures: Figures) -> float:
    """Return the processor time of a move at the fixed rate."""
    return paced(figures).microseconds


def p99(figures: Figures) -> float:
    """Return the 99th percentile of the latencies at the fixed rate, in milliseconds."""
    return paced(figures).percentile(99)


def memory(figures: Figures) -> float:
    """Return the memory of a game, in bytes."""
    return figures.bytes_a_game

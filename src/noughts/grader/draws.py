"""All that random choices can come to, each with its exact probability.

While a function is called, the module `random` draws from here. Every draw is a fork: the function
is called again and again until every way has been taken.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

_MOST_WAYS = 10_000  # of one call; `shuffle` of seven squares has 5,040
_MOST_SIDES = 100  # of one draw
_SAMPLES = 40  # where there are more

T = TypeVar("T")


class TooManyWays(BaseException):
    """The ways are too many to be taken one by one; no `except Exception` of a program stops it."""


class Draws(random.Random):
    """A source of random numbers that takes the ways of a tree, one after another."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(seed)
        self._way: list[tuple[int, tuple[Fraction, ...]]] = []  # the side taken, of these shares
        self._taken = 0  # of the way, by the call that runs
        self.has_drawn = False  # since the beginning
        self._is_sampling = True
        self.is_too_wide = False  # what a program that catches everything hides

    def begin(self, *, is_sampling: bool = False) -> None:
        """Begin with the first way, or draw as usual."""
        self._way, self._taken, self._is_sampling = [], 0, is_sampling
        self.is_too_wide = self.has_drawn = False

    @property
    def chance(self) -> Fraction:
        """The probability of the way that was taken."""
        product = Fraction(1)
        for side, shares in self._way:
            product *= shares[side]
        return product

    def go_on(self) -> bool:
        """Turn to the next way; False if there is none."""
        del self._way[self._taken :]
        while self._way:
            side, shares = self._way.pop()
            if side + 1 < len(shares):
                self._way.append((side + 1, shares))
                self._taken = 0
                return True
        return False

    def _draw(self, shares: tuple[Fraction, ...]) -> int:
        self.has_drawn = True
        if self._taken == len(self._way):
            self._way.append((0, shares))
        side, known = self._way[self._taken]
        if known != shares:  # it depends on more than what is drawn
            raise self._too_many()
        self._taken += 1
        return side

    def _randbelow(self, n: int) -> int:  # by which randrange, choice, shuffle, sample, … draw
        if self._is_sampling:
            return int(super().random() * n)
        if n > _MOST_SIDES:
            raise self._too_many()
        return self._draw((Fraction(1, n),) * n)

    def choices(
        self,
        population: Any,
        weights: Sequence[Any] | None = None,
        *,
        cum_weights: Sequence[Any] | None = None,
        k: int = 1,
    ) -> list[Any]:
        """Draw by weight, with the weights as they are given."""
        if self._is_sampling:
            return super().choices(population, weights, cum_weights=cum_weights, k=k)
        if weights is None and cum_weights is not None:
            weights = [high - low for low, high in pairwise((0, *cum_weights))]
        sides = list(population)
        exact = [Fraction(weight) for weight in weights or (1,) * len(sides)]
        drawable = [side for side, weight in zip(sides, exact, strict=True) if weight]
        total = sum(exact)
        if not 1 <= len(drawable) <= _MOST_SIDES:
            raise self._too_many()
        shares = tuple(weight / total for weight in exact if weight)
        return [drawable[self._draw(shares)] for _ in range(k)]

    def random(self) -> float:
        """Draw a number, of which there are too many."""
        if not self._is_sampling:
            raise self._too_many()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Draw bits, as few as a die has."""
        if self._is_sampling:
            return super().getrandbits(k)
        return self._randbelow(1 << k)

    def _too_many(self) -> TooManyWays:
        self.is_too_wide = True
        return TooManyWays()


class Source:
    """The one source from which a program draws, in place of those of the library."""

    def __init__(self) -> None:
        self.draws = Draws(0)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Have `random` and `secrets` draw from here."""
        methods = [
            name
            for name, member in vars(random).items()
            if isinstance(getattr(member, "__self__", None), random.Random)
        ]
        before = {name: getattr(random, name) for name in methods}
        others = random.Random, random.SystemRandom, secrets.choice, secrets.randbelow
        draws = self.draws
        for name in methods:
            setattr(random, name, getattr(draws, name))
        # A source of its own, however it is seeded, and one that is seeded again, are this one.
        random.Random = random.SystemRandom = lambda *_: draws  # type: ignore[misc, assignment]
        random.seed = lambda *_args, **_named: None
        secrets.choice, secrets.randbelow = draws.choice, draws.randrange  # type: ignore[assignment]
        try:
            yield
        finally:
            for name, method in before.items():
                setattr(random, name, method)
            random.Random, random.SystemRandom, secrets.choice, secrets.randbelow = others  # type: ignore[misc]

    def ways(
        self, call: Callable[[], T], is_late: Callable[[], bool]
    ) -> Iterator[tuple[T, Fraction]]:
        """Yield what comes of every way through a call; raises TooManyWays, also if late."""
        self.draws.begin()
        for _ in range(_MOST_WAYS):
            result = call()
            if self.draws.is_too_wide:
                break
            yield result, self.draws.chance
            if not self.draws.go_on():
                return
            if is_late():
                break
        raise TooManyWays

    def samples(self, call: Callable[[], T]) -> Iterator[tuple[T, Fraction]]:
        """Yield what comes of some calls that draw as usual."""
        self.draws.begin(is_sampling=True)
        for _ in range(_SAMPLES):
            yield call(), Fraction(1, _SAMPLES)

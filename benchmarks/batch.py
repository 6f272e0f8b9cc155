"""A ply on each of many boards at once, against pgx.

Ours is measured twice: `Batch.step`, which reuses its result arrays, and on top of it
`NoughtsVectorEnv`, which returns new arrays every time. The peer is pgx's `tic_tac_toe` on
JAX's CPU backend: its step with auto-reset, mapped over boards and compiled, called from Python
once a ply. Each step of any of them brings observations, masks of legal actions, rewards, ends and
new games; ours take a step to start one (1 in 8.6), pgx starts it in the step that ended the last.
The actions are drawn beforehand and not timed. Wall-clock time, since all may use all cores: pgx
does so by itself, ours get a thread per core with 100,000 boards, and one thread with 1,000, where
more do not pay. In the peer's second row JAX draws the actions and runs 100 plies in one call.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import product
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from _bench import arguments_of, interleave, judged, print_machine, print_table, spread
from noughts import Rules
from noughts.kernels import DESCRIPTION
from noughts.kernels.batch import Batch
from noughts.rl import NoughtsVectorEnv

MUST, AIM = 10, 30

_WARM_UPS = 1
_SCANNED = 100  # plies in one call into JAX


def main() -> None:
    """Measure and report."""
    options = arguments_of("Many boards at once against pgx.").parse_args()
    try:
        jax, pgx = import_module("jax"), import_module("pgx")
        auto_reset = import_module("pgx.experimental").auto_reset
    except ImportError as error:
        sys.exit(f"{error.name} is not installed here: run `make bench`")
    print_machine(DESCRIPTION, f"pgx {pgx.__version__}, jax {jax.__version__}")
    environment = pgx.make("tic_tac_toe")
    peer = Peer(jax, environment.init, auto_reset(environment.step, environment.init))
    rounds = 3 if options.quick else 11
    for size, plies, threads in ((1_000, 300, 1), (100_000, 20, os.cpu_count() or 1)):
        compare(peer, size, plies, threads, rounds)


def compare(peer: Peer, size: int, plies: int, threads: int, rounds: int) -> None:
    """Print the steps a second of each, and the ratio beside its targets."""
    ours, environment = f"Batch, {threads} threads", f"NoughtsVectorEnv, {threads} threads"
    theirs, scanned = "pgx, a step a call", "pgx, 100 a call"
    contenders: dict[str, Callable[[], float]] = {
        ours: partial(batch_rate, Batch(Rules(), size, threads), plies),
        environment: partial(environment_rate, size, threads, plies),
        theirs: partial(peer.step_rate, size, plies),
        scanned: partial(peer.scan_rate, size),
    }
    samples = interleave(contenders, rounds, _WARM_UPS)
    rows = [
        (f"{size:,} boards, {name}", spread([figure / 1e6 for figure in figures], 1))
        for name, figures in samples.items()
    ]
    print_table(("vector environment", f"M steps/s, median of {rounds} (range)"), rows)
    for one, other in product((ours, environment), (theirs, scanned)):
        ratios = [mine / its for mine, its in zip(samples[one], samples[other], strict=True)]
        ratio = median(ratios)
        text = f"{one}: {spread(ratios, 1)} times {other}; at least {MUST}, aim {AIM}"
        print(judged(text, reached=ratio >= MUST, aim_reached=ratio >= AIM))


def batch_rate(batch: Batch, plies: int) -> float:
    """Return our steps a second, in random games."""
    rng, seconds = np.random.default_rng(1), 0.0
    batch.reset()
    for _ in range(plies):
        actions = np.argmax(rng.random(batch.legal.shape, np.float32) * batch.legal, axis=1)
        begun = perf_counter()
        batch.step(actions)
        seconds += perf_counter() - begun
    return batch.size * plies / seconds


def environment_rate(size: int, threads: int, plies: int) -> float:
    """Return steps a second of our Gymnasium environment, in random games."""
    environment = NoughtsVectorEnv(size, threads=threads)
    rng, seconds = np.random.default_rng(1), 0.0
    _, infos = environment.reset()
    for _ in range(plies):
        masks = infos["action_mask"]
        actions = np.argmax(rng.random(masks.shape, np.float32) * masks, axis=1)
        begun = perf_counter()
        _, _, _, _, infos = environment.step(actions)
        seconds += perf_counter() - begun
    return size * plies / seconds


class Peer:
    """pgx, compiled once for all rounds."""

    def __init__(self, jax: Any, init: Any, step: Any) -> None:
        self._jax = jax
        self._init, self._step = jax.jit(jax.vmap(init)), jax.jit(jax.vmap(step))
        self._scan = jax.jit(self._many, static_argnums=2)
        self._draw = jax.jit(self._drawn)

    def step_rate(self, size: int, plies: int) -> float:
        """Return steps a second, one ply per call."""
        key, seconds = self._jax.random.PRNGKey(1), 0.0
        state = self._init(self._jax.random.split(key, size))
        for _ in range(plies):
            key, drawing, resetting = self._jax.random.split(key, 3)
            actions = self._draw(drawing, state.legal_action_mask)
            keys = self._jax.random.split(resetting, size)
            self._jax.block_until_ready((actions, keys))
            begun = perf_counter()
            state = self._jax.block_until_ready(self._step(state, actions, keys))
            seconds += perf_counter() - begun
        return size * plies / seconds

    def scan_rate(self, size: int) -> float:
        """Return steps a second, drawing the actions too, many plies per call."""
        key = self._jax.random.PRNGKey(1)
        state = self._jax.block_until_ready(self._init(self._jax.random.split(key, size)))
        begun = perf_counter()
        self._jax.block_until_ready(self._scan(state, key, size))
        return size * _SCANNED / (perf_counter() - begun)

    def _drawn(self, key: Any, mask: Any) -> Any:
        odds = self._jax.numpy.where(mask, 0.0, -1e9)
        return self._jax.random.categorical(key, odds, axis=-1)

    def _many(self, state: Any, key: Any, size: int) -> Any:
        def ply(carried: Any, _: Any) -> Any:
            state, key = carried
            key, drawing, resetting = self._jax.random.split(key, 3)
            actions = self._drawn(drawing, state.legal_action_mask)
            keys = self._jax.random.split(resetting, size)
            return (self._step(state, actions, keys), key), None

        return self._jax.lax.scan(ply, (state, key), None, length=_SCANNED)[0]


if __name__ == "__main__":
    main()

"""Many boards at once, over NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

from noughts.core.checks import as_type, whole
from noughts.core.errors import WrongType
from noughts.core.extras import extra
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels import stepping
from noughts.kernels.compilation import warn_if_uncompiled

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

_MOST_SQUARES = 1 << 31  # on all boards together
_MOST_THREADS = 1_024
# The rewards of X and O if X wins, O wins, or nobody does. Both share one word: one store takes a
# fifth of the time of two with different signs.
_PRIZES = np.array([[1, -1], [-1, 1], [0, 0]], np.float32).view(np.uint64).reshape(3)
_BLOCK = 1_024  # boards at a time; 256 to 2,048 differ by less than a tenth


class Batch:
    """The same game on `size` boards at once; a step takes one ply on each.

    The arrays belong to the batch, are read-only, and change with every step: copy what you want
    to keep. Steps from several threads run one after another. A batch can be pickled and
    deep-copied, and keeps working in a forked process.

    | array | shape, type | what it holds |
    |---|---|---|
    | `observations` | (size, height, width, 2) int8 | marks of the side to move, of its opponent |
    | `legal` | (size, squares) int8 | 1 for a square that can be taken; all 0 at the end |
    | `turns` | (size,) int8 | 0 where X is to move, 1 where O is |
    | `rewards` | (size, 2) float32 | of the last ply, for X and O: 1, -1, or 0 |
    | `ended` | (size,) bool | whether the last ply ended the game |
    | `winners` | (size,) int8 | 0 for X, 1 for O, 2 for nobody (yet) |

    A board that has ended is reset by the next step, whatever its action: the mode that Gymnasium
    calls NEXT_STEP. `threads` splits the boards among threads; a step takes about 8 ns per board on
    3×3, so this pays for many thousands of boards.

    >>> batch = Batch(Rules(), size=2)
    >>> for actions in ([4, 0], [0, 1], [3, 4], [1, 2], [5, 8]):
    ...     batch.step(np.array(actions))
    >>> batch.ended, batch.winners
    (array([ True,  True]), array([0, 0], dtype=int8))
    """

    def __init__(self, rules: Rules | str, size: int, threads: int = 1) -> None:
        self.rules = rules = as_type(rules, Rules, "the board")
        self.size = whole(size, "size", 1, _MOST_SQUARES // rules.size)
        self.threads = whole(threads, "threads", 1, _MOST_THREADS)
        warn_if_uncompiled()
        size, squares = self.size, rules.size
        words = (squares + 63) // 64
        self._given = np.zeros(size, np.int64)
        actions = np.zeros(size, np.int16)
        self._sets = np.zeros((2 * words, size), np.uint64)
        cells = np.zeros(size * squares, "<u2")
        self._legal = np.ones((size, squares), np.int8)
        turns = np.zeros(size, np.int8)
        plies = np.zeros(size, np.int16)
        rewards = np.zeros(size, np.uint64)
        ended = np.zeros(size, np.uint8)
        self._winners = np.full(size, 2, np.int8)
        directions = rules.lines.directions
        starts = b"".join(each.starts.to_bytes(8 * words, "little") for each in directions)
        rows = np.frombuffer(starts, "<u8").astype(np.uint64).reshape(-1, words)
        shifts = np.array([each.shifts for each in directions], np.int64)
        self._starts, self._shifts = rows, shifts.reshape(len(directions), -1)
        shape = size, rules.height, rules.width, 2
        self.observations: NDArray[np.int8] = _read_only(cells.view(np.int8).reshape(shape))
        self.legal: NDArray[np.int8] = _read_only(self._legal)
        self.turns: NDArray[np.int8] = _read_only(turns)
        self.rewards: NDArray[np.float32] = _read_only(rewards.view(np.float32).reshape(size, 2))
        self.ended: NDArray[np.bool_] = _read_only(ended.view(np.bool_))
        self.winners: NDArray[np.int8] = _read_only(self._winners)
        # Everything that a step changes, in the order of the kernel's arguments.
        self._state: tuple[NDArray[Any], ...] = (
            self._sets,
            cells,
            self._legal,
            turns,
            plies,
            rewards,
            ended,
            self._winners,
        )
        # The same, with a row for each board.
        self._rows: tuple[NDArray[Any], ...] = (
            self._sets.T,
            cells.reshape(size, squares),
            *self._state[2:],
        )
        # As buffers, so that the uncompiled kernel reads plain integers.
        self._buffers: Any = [
            array.data for array in (actions, *self._state, self._starts, self._shifts, _PRIZES)
        ]
        self._checks: Any = [array.data for array in (self._given, actions, self._legal, ended)]
        self._reset_threads()
        _living.add(self)

    def _reset_threads(self) -> None:
        """Start without threads and with a free lock, in a new batch and after a fork."""
        self._pool: ThreadPoolExecutor | None = None
        self._lock = Lock()  # nothing may change between check and step

    def __reduce__(self) -> tuple[Any, ...]:
        return Batch, (self.rules, self.size, self.threads), self._state

    def __setstate__(self, state: tuple[NDArray[Any], ...]) -> None:
        for own, given in zip(self._state, state, strict=True):
            own[:] = given

    def reset(self) -> None:
        """Reset every board."""
        with self._lock:
            for array in self._state:
                array[:] = 0
            self._legal[:] = 1
            self._winners[:] = 2

    def step(self, actions: NDArray[Any], only: NDArray[np.bool_] | None = None) -> None:
        """Take a square on each board; `actions` are integers, of shape (size,).

        With `only`, booleans of the same shape, the other boards stay as they are. Raises WrongType
        and ValueError for another type or shape, and IllegalMove for the first action that its
        board does not allow; then no board has changed.
        """
        given = self._checked(actions, "iu", "actions are integers")
        others = None if only is None else ~self._checked(only, "b", "the boards are booleans")

        def first_wrong(start: int, stop: int) -> int:
            self._given[start:stop] = given[start:stop]
            arguments = (*self._checks, start, stop)
            return stepping.check(*arguments)

        with self._lock:
            if others is not None:  # they take a step as well, which is taken back
                given = np.where(others, self._legal.argmax(axis=1), given)
                kept = [array[others] for array in self._rows]
            for wrong in self._share_out(first_wrong):
                if wrong >= 0:
                    self.position(wrong).play(int(self._given[wrong]))  # raises, with the reason
            self._share_out(self._step)
            if others is not None:
                for array, before in zip(self._rows, kept, strict=True):
                    array[others] = before

    def _checked(self, given: Any, kinds: str, rule: str) -> NDArray[Any]:
        """Return one value of a kind for each board; raises WrongType and ValueError."""
        array = np.asarray(given)
        if array.dtype.kind not in kinds:
            raise WrongType(f"{rule}, not {array.dtype}")
        if array.shape != (self.size,):
            raise ValueError(f"{rule} of shape {(self.size,)}, not {array.shape}")
        return array

    def position(self, board: int) -> Position:
        """Return the position on one board, counted from 0; raises WrongType and IllegalAction."""
        board = whole(board, "the board", 0, self.size - 1)
        words = len(self._sets) // 2
        xs, os = (
            int.from_bytes(self._sets[rows, board].astype("<u8").tobytes(), "little")
            for rows in (slice(0, words), slice(words, None))
        )
        return Position(self.rules, xs, os, Mark.O if self.turns[board] else Mark.X)

    def _share_out(self, work: Callable[[int, int], T]) -> list[T]:
        """Run the work on each thread's share of the boards; returns the results."""
        if self.threads == 1:
            return [work(0, self.size)]
        self._pool = self._pool or ThreadPoolExecutor(self.threads - 1)
        bounds = [self.size * part // self.threads for part in range(self.threads + 1)]
        others = [self._pool.submit(work, *each) for each in pairwise(bounds[1:])]
        return [work(0, bounds[1]), *(each.result() for each in others)]

    def _step(self, start: int, stop: int) -> None:
        work = np.empty((len(self._sets) + 1, min(stop - start, _BLOCK)), np.uint64).data
        arguments = (*self._buffers, work, start, stop)
        stepping.step(*arguments)


# A forked process has none of its parent's threads, and would wait for them or their lock for ever.
_living: WeakSet[Batch] = WeakSet()


def _reset_after_fork() -> None:
    for batch in list(_living):
        batch._reset_threads()


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_reset_after_fork)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view

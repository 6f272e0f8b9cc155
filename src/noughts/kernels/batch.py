"""Many boards at once, over NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

from noughts.core.checks import check_type, whole
from noughts.core.errors import IllegalAction, WrongType
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

_MOST_SQUARES = 1 << 31  # over all boards
_MOST_THREADS = 1_024
# The rewards of X and O if X wins, O, or nobody: a word for both, since one store costs a fifth of
# what two of alternate signs do.
_PRIZES = np.array([[1, -1], [-1, 1], [0, 0]], np.float32).view(np.uint64).reshape(3)
_BLOCK = 1_024  # boards done at a time; 256 to 2,048 are within a tenth of each other


class Batch:
    """The same game on `size` boards at once; a step takes one ply on each.

    The arrays are the batch's own, can only be read, and change with every step: copy what is to
    be kept. Steps on several threads follow one another. A batch can be pickled and deep-copied,
    and goes on in a forked process.

    | array | shape, type | what it holds |
    |---|---|---|
    | `observations` | (size, height, width, 2) int8 | marks of the side to move, of its opponent |
    | `legal` | (size, squares) int8 | 1 for a square that can be taken; all 0 at the end |
    | `turns` | (size,) int8 | 0 where X is to move, 1 where O is |
    | `rewards` | (size, 2) float32 | of the last ply, for X and O: 1, -1, or 0 |
    | `ended` | (size,) bool | whether the last ply ended the game |
    | `winners` | (size,) int8 | 0 for X, 1 for O, 2 for nobody (yet) |

    A board that has ended is begun anew by the next step, whatever its action: the mode that
    Gymnasium calls NEXT_STEP. With `threads`, the boards are shared out among so many; a step takes
    about 8 ns a board of 3×3, so that this pays for many thousands.

    >>> batch = Batch(Rules(), size=2)
    >>> for actions in ([4, 0], [0, 1], [3, 4], [1, 2], [5, 8]):
    ...     batch.step(np.array(actions))
    >>> batch.ended, batch.winners
    (array([ True,  True]), array([0, 0], dtype=int8))
    """

    def __init__(self, rules: Rules, size: int, threads: int = 1) -> None:
        check_type(rules, Rules, "the board")
        squares, size, threads = rules.size, whole(size, "size"), whole(threads, "threads")
        if not 1 <= size <= _MOST_SQUARES // squares:
            raise IllegalAction(f"size is 1 to {_MOST_SQUARES // squares}, not {size}")
        if not 1 <= threads <= _MOST_THREADS:
            raise IllegalAction(f"threads are 1 to {_MOST_THREADS}, not {threads}")
        self.rules, self.size, self.threads = rules, size, threads
        warn_if_uncompiled()
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
        self._starts, self._shifts = _directions(rules, words)
        shape = size, rules.height, rules.width, 2
        self.observations: NDArray[np.int8] = _read_only(cells.view(np.int8).reshape(shape))
        self.legal: NDArray[np.int8] = _read_only(self._legal)
        self.turns: NDArray[np.int8] = _read_only(turns)
        self.rewards: NDArray[np.float32] = _read_only(rewards.view(np.float32).reshape(size, 2))
        self.ended: NDArray[np.bool_] = _read_only(ended.view(np.bool_))
        self.winners: NDArray[np.int8] = _read_only(self._winners)
        # All that a step changes, in the order in which the kernel is handed it.
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
        # As buffers, because the uncompiled kernel then reads plain integers.
        self._buffers: Any = [
            array.data for array in (actions, *self._state, self._starts, self._shifts, _PRIZES)
        ]
        self._checks: Any = [array.data for array in (self._given, actions, self._legal, ended)]
        self._be_alone()
        _living.add(self)

    def _be_alone(self) -> None:
        """Have no threads yet, and nobody under way: so it is made, and so it is in a fork."""
        self._pool: ThreadPoolExecutor | None = None
        self._lock = Lock()  # what was checked must be what is taken: the kernels check no bounds

    def __reduce__(self) -> tuple[Any, ...]:
        return Batch, (self.rules, self.size, self.threads), self._state

    def __setstate__(self, state: tuple[NDArray[Any], ...]) -> None:
        for own, given in zip(self._state, state, strict=True):
            own[:] = given

    def reset(self) -> None:
        """Begin every board anew."""
        with self._lock:
            for array in self._state:
                array[:] = 0
            self._legal[:] = 1
            self._winners[:] = 2

    def step(self, actions: NDArray[Any]) -> None:
        """Take a square on each board; `actions` are integers, of shape (size,).

        Raises WrongType and ValueError for another type or shape, and IllegalMove for the first
        action that its board does not allow; then no board has changed.
        """
        integers = self._integers(actions)
        with self._lock:
            for wrong in self._share_out(partial(self._first_wrong, integers)):
                if wrong >= 0:
                    self.position(wrong).play(int(self._given[wrong]))  # raises, with the reason
            self._share_out(self._step)

    def position(self, board: int) -> Position:
        """The position on one board."""
        words = len(self._sets) // 2
        xs, os = (
            int.from_bytes(self._sets[rows, board].astype("<u8").tobytes(), "little")
            for rows in (slice(0, words), slice(words, None))
        )
        return Position(self.rules, xs, os, Mark.O if self.turns[board] else Mark.X)

    def _integers(self, actions: NDArray[Any]) -> NDArray[np.integer[Any]]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise WrongType(f"actions are integers, not {array.dtype}")
        if array.shape != (self.size,):
            raise ValueError(f"actions have shape {(self.size,)}, not {array.shape}")
        return array

    def _share_out(self, work: Callable[[int, int], T]) -> list[T]:
        """What the work on each thread's share of the boards comes to."""
        if self.threads == 1:
            return [work(0, self.size)]
        self._pool = self._pool or ThreadPoolExecutor(self.threads - 1)
        bounds = [self.size * part // self.threads for part in range(self.threads + 1)]
        others = [self._pool.submit(work, *each) for each in pairwise(bounds[1:])]
        return [work(0, bounds[1]), *(each.result() for each in others)]

    def _first_wrong(self, integers: NDArray[np.integer[Any]], start: int, stop: int) -> int:
        self._given[start:stop] = integers[start:stop]
        arguments = (*self._checks, start, stop)
        return stepping.check(*arguments)

    def _step(self, start: int, stop: int) -> None:
        work = np.empty((len(self._sets) + 1, min(stop - start, _BLOCK)), np.uint64).data
        arguments = (*self._buffers, work, start, stop)
        stepping.step(*arguments)


# A fork has none of its parent's threads, and would wait for them, or for their lock, for ever.
_living: WeakSet[Batch] = WeakSet()


def _be_alone_in_fork() -> None:
    for batch in list(_living):
        batch._be_alone()


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_be_alone_in_fork)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The array, for reading only."""
    view = array.view()
    view.flags.writeable = False
    return view


def _directions(rules: Rules, words: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Where lines can begin, and the shifts that find them; a row for each direction that fits."""
    directions = [each for each in rules.lines.directions if each.starts]
    starts = b"".join(each.starts.to_bytes(8 * words, "little") for each in directions)
    rows = np.frombuffer(starts, "<u8").astype(np.uint64).reshape(-1, words)
    shifts = np.array([each.shifts for each in directions], np.int64)
    return rows, shifts.reshape(len(directions), -1)

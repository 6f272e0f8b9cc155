"""Many boards at once, each compared with a game of the core."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import IllegalAction, IllegalMove, Mark, Position, Rules, WrongType
from noughts.core.bits import of_squares
from noughts.kernels import COMPILED, stepping
from noughts.kernels.batch import Batch
from tests.core.strategies import boards


def check_board(batch: Batch, board: int, position: Position) -> None:
    """Every array agrees with the position of the core."""
    rules = position.rules
    squares = range(rules.size)
    own, other = position.marks(position.turn), position.marks(position.turn.other)
    shown = batch.observations[board].reshape(rules.size, 2)
    assert of_squares(square for square in squares if shown[square, 0]) == own
    assert of_squares(square for square in squares if shown[square, 1]) == other
    assert tuple(np.flatnonzero(batch.legal[board])) == position.moves
    assert batch.turns[board] == (position.turn is Mark.O)
    assert batch.ended[board] == position.is_over
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    assert batch.winners[board] == {Mark.X: 0, Mark.O: 1, None: 2}[winner]
    rewards = {Mark.X: [1, -1], Mark.O: [-1, 1], None: [0, 0]}[winner]
    assert batch.rewards[board].tolist() == rewards
    assert batch.position(board) == position


@given(boards(26), st.integers(1, 5), st.integers(1, 3), st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_each_board_is_a_game_of_the_core(rules: Rules, size: int, threads: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch = Batch(rules, size, threads)
    positions = [rules.start()] * size
    for _ in range(40):
        actions = [
            int(rng.choice(position.moves)) if position.moves else -5 for position in positions
        ]
        batch.step(np.array(actions))
        positions = [
            rules.start() if position.is_over else position.play(action)
            for position, action in zip(positions, actions, strict=True)
        ]
        for board, position in enumerate(positions):
            check_board(batch, board, position)
    batch.reset()
    for board in range(size):
        check_board(batch, board, rules.start())


@given(boards(26), st.data())
def test_a_set_has_a_line_where_the_core_says_so(rules: Rules, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, rules.full)) | data.draw(st.integers(0, rules.full))
    batch = Batch(rules, 1)
    words = len(batch._sets) // 2  # the kernel has no other door for any set
    work = np.zeros((2 * words + 1, 1), np.uint64)
    work[:words, 0] = np.frombuffer(bits.to_bytes(8 * words, "little"), "<u8")
    starts, shifts = batch._starts, batch._shifts
    stepping.find_lines(work.data, starts.data, shifts.data, 1)
    assert bool(work[-1, 0]) == rules.lines.has_line(bits)


def test_a_wrong_action_changes_nothing() -> None:
    batch = Batch(Rules(), 2)
    batch.step(np.array([4, 4]))
    for actions, error in (
        ([0, 9], IllegalMove),
        ([-1, 0], IllegalMove),
        ([0, 4], IllegalMove),  # taken on the second board
        ([0, 2**62], IllegalMove),
        ([0], ValueError),
        ([[0], [1]], ValueError),
        ([0.0, 1.0], TypeError),
        (["a", "b"], TypeError),
        ([True, False], TypeError),
    ):
        with pytest.raises(error):
            batch.step(np.array(actions))
        for board in range(2):
            check_board(batch, board, Rules().start().play(4))


def test_the_boards_that_a_step_leaves_out_stay_as_they_are() -> None:
    some, all_ = Batch("3x3:3", 4), Batch("3x3:3", 4)
    for actions in ([4, 4, 4, 4], [0, 0, 0, 0], [1, 3, 5, 8], [7, 5, 3, 2]):
        some.step(np.array(actions))
        all_.step(np.array(actions))
    before = copy.deepcopy(some)
    only = np.array([True, False, True, False])
    some.step(np.array([2, 99, 2, -1]), only)
    all_.step(np.array([2, 6, 2, 6]))
    for name in ("observations", "legal", "turns", "rewards", "ended", "winners"):
        now = getattr(some, name)
        assert np.array_equal(now[only], getattr(all_, name)[only]), name
        assert np.array_equal(now[~only], getattr(before, name)[~only]), name
    assert [some.position(board).plies for board in range(4)] == [5, 4, 5, 4]
    some.step(np.array([0, 6, 0, 6]), ~only)  # of the others, those that ended begin anew later
    assert np.array_equal(some.observations[~only], all_.observations[~only])
    for wrong, error in ((np.array([1, 0, 1, 0]), WrongType), (np.array([True]), ValueError)):
        with pytest.raises(error):
            some.step(np.array([0, 0, 0, 0]), wrong)


def test_any_integers_will_do_and_nobody_else_writes_to_the_arrays() -> None:
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        batch = Batch(Rules(), 2)
        batch.step(np.broadcast_to(np.int64(4), 2))
        actions = np.array([0, 8], kind)
        actions.flags.writeable = False
        batch.step(actions)
        check_board(batch, 1, Rules().start().play(4).play(8))
    for name in ("observations", "legal", "turns", "rewards", "ended", "winners"):
        assert not getattr(Batch(Rules(), 2), name).flags.writeable


def pickled(batch: Batch) -> Batch:
    again = pickle.loads(pickle.dumps(batch))
    assert isinstance(again, Batch)
    return again


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_goes_on_by_itself(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch(Rules(9, 8, 3), 2, threads=2)
    batch.step(np.array([4, 71]))
    twin = copied(batch)
    twin.step(np.array([0, 0]))
    for board, first in enumerate((4, 71)):
        check_board(batch, board, batch.rules.start().play(first))
        check_board(twin, board, batch.rules.start().play(first).play(0))


def test_steps_on_several_threads_follow_one_another() -> None:
    batch = Batch(Rules(), 2_000 if COMPILED else 20)

    def play(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(40):
            actions = np.argmax(rng.random(batch.legal.shape) * batch.legal, axis=1)
            actions[batch.ended] = 2**40  # no such square, should the board have begun anew
            with suppress(IllegalMove):
                batch.step(actions)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(play, range(3)))
    for board in range(batch.size):
        position = batch.position(board)
        assert batch.ended[board] == position.is_over
        assert tuple(np.flatnonzero(batch.legal[board])) == position.moves


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # that it may hang: we see to it
@pytest.mark.parametrize("made", [lambda batch: batch, copy.deepcopy, pickled])
def test_a_batch_goes_on_in_a_fork(made: Callable[[Batch], Batch]) -> None:
    batch = made(Batch(Rules(9, 8, 3), 4, threads=3))
    batch.step(np.array([4, 5, 6, 7]))
    with batch._lock:  # as where another thread is in the middle of a step
        child = multiprocessing.get_context("fork").Process(target=play_on, args=(batch,))
        child.start()
    child.join(timeout=60)
    hangs = child.is_alive()
    child.kill()
    child.join()
    assert not hangs
    assert child.exitcode == 0
    batch.step(np.array([0, 0, 0, 0]))
    check_board(batch, 3, batch.rules.start().play(7).play(0))


def play_on(batch: Batch) -> None:
    """Take a square more on a batch and on copies of it."""
    for each in (batch, copy.deepcopy(batch), pickled(batch)):
        twin = pickled(each)
        twin.step(np.array([1, 1, 1, 1]))
        for board, first in enumerate((4, 5, 6, 7)):
            check_board(twin, board, batch.rules.start().play(first).play(1))
    batch.step(np.array([1, 1, 1, 1]))
    check_board(batch, 0, batch.rules.start().play(4).play(1))


def test_sizes_out_of_bounds_are_refused() -> None:
    for size, threads in ((0, 1), (2**40, 1), (1, 0), (1, 10**6)):
        with pytest.raises(IllegalAction):
            Batch(Rules(), size, threads)

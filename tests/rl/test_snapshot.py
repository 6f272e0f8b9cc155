"""Snapshots are what the core says of the same position, however they were come by."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from noughts import Position, Rules
from noughts.rl.snapshot import Snapshot, snapshot_of
from tests.core.strategies import positions
from tests.rl.playing import mask, planes


def check(snapshot: Snapshot, position: Position) -> None:
    assert snapshot.position == position
    assert snapshot.turn is position.turn
    assert snapshot.is_over == position.is_over
    assert snapshot.reward == position.has_winner
    assert snapshot.legal.tolist() == mask(position)
    assert np.array_equal(snapshot.own, planes(position, position.turn))
    assert np.array_equal(snapshot.other, planes(position, position.turn.other))
    for array in (snapshot.legal, snapshot.own, snapshot.other):
        assert array.dtype == np.int8


def test_every_position_of_the_common_board_is_made_once() -> None:
    start = snapshot_of(Rules().start())
    met, ply = {start.position: start}, [start]
    while ply:
        following = []
        for snapshot in ply:
            check(snapshot, snapshot.position)
            for square in range(9):
                after = snapshot.play(square)
                assert (after is not None) == snapshot.position.is_legal(square)
                if after is None:
                    continue
                if after.position not in met:
                    met[after.position] = after
                    following.append(after)
                assert met[after.position] is after
                assert after.position == snapshot.position.play(square)
        ply = following
    assert len(met) == 5_478


@given(positions())
def test_any_position_of_any_board_and_what_follows_it(position: Position) -> None:
    snapshot = snapshot_of(position)
    check(snapshot, position)
    for square in position.moves[:5]:
        after = snapshot.play(square)
        assert after is not None
        check(after, position.play(square))
    check(snapshot, position)

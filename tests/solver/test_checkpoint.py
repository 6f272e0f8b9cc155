"""Proofs that stop early and resume from a checkpoint."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Limit, NotationError, Position, Rules, Value, prove
from noughts.kernels import COMPILED
from noughts.solver.checkpoint import read_header
from noughts.solver.prover import Prover, Unproved

BOARD = Rules.parse("5x5:4" if COMPILED else "6x4:4")
ENTRIES = 1 << 14
NONE = [b"", b"\n", b"{}\n", b"[]", b"x", b"[" * 20_000, b'{"a":1}']


def interrupted(rules: Rules = BOARD, nodes: int = 100) -> Prover:
    prover = Prover(rules, entries=ENTRIES)
    with pytest.raises(Unproved):
        prover.prove(Limit(nodes=nodes))
    return prover


@pytest.mark.untraced
def test_a_proof_goes_on_from_its_checkpoint_on_more_than_64_squares_too() -> None:
    wide = Rules.parse("11x7:6" if COMPILED else "11x6:6")
    for rules, nodes in ((BOARD, 100), (wide, 600 if COMPILED else 8)):
        first = interrupted(rules, nodes)
        second = Prover(rules, entries=ENTRIES)
        second.restore(first.dump())
        assert second.progress() == first.progress()
        proof = second.prove()
        assert proof.value is Value.DRAW
        assert proof.nodes < first.nodes + prove(rules).nodes
        assert proof.strategies[0].answer(1, 0) is not None


@pytest.mark.untraced
def test_many_interruptions_come_to_the_same_value() -> None:
    prover = Prover(BOARD, entries=ENTRIES)
    value = None
    while value is None:
        try:
            value = prover.prove(Limit(nodes=200)).value
        except Unproved:
            dumped = prover.dump()
            prover = Prover(BOARD, entries=ENTRIES)
            prover.restore(dumped)
    assert value is Value.DRAW


def test_a_draw_that_takes_two_proofs_goes_on_from_the_second() -> None:
    position = Position.parse("xo../..../..../.... x 4")
    first = Prover(position, entries=16)
    first.prove()
    dumped = first.dump()
    assert read_header(dumped).position == str(position)
    second = Prover(position, entries=16)
    second.restore(dumped)
    assert second.prove().value is Value.DRAW
    for strategy in second.prove().strategies:
        strategy.answer(position.xs, position.os)


def test_what_is_no_checkpoint_of_this_proof_is_refused() -> None:
    dumped = interrupted().dump()
    header, _, packed = dumped.partition(b"\n")

    def told(**changes: object) -> bytes:
        return json.dumps({**json.loads(header), **changes}).encode() + b"\n" + packed

    for other, reason in (
        (Prover(Rules.parse("4x5:4"), entries=ENTRIES), "this checkpoint is of"),
        (Prover(BOARD, 1, ENTRIES), "this checkpoint is of"),
        (Prover(BOARD, entries=16), "16,384 entries, not of what was asked for"),
    ):
        with pytest.raises(NotationError, match=reason):
            other.restore(dumped)
    prover = Prover(BOARD, entries=ENTRIES)
    for data, reason in (
        (told(nodes="many"), "wrong number"),
        (told(seconds=None), "wrong number"),
        (told(held=0.5), "wrong number"),
        (told(held=-1), "no question left"),
        (told(held=1), "no question left"),
        *((data, "this is not a checkpoint") for data in NONE),
    ):
        with pytest.raises(NotationError, match=reason):
            prover.restore(data)


@given(st.data())
def test_damage_is_noticed(data: st.DataObject) -> None:
    dumped = bytearray(Prover(Rules(), entries=4).dump())
    place = data.draw(st.integers(0, len(dumped) - 1))
    dumped[place] ^= data.draw(st.integers(1, 255))
    prover = Prover(Rules(), entries=4)
    try:
        prover.restore(bytes(dumped))
    except NotationError:
        return
    header = json.loads(bytes(dumped).partition(b"\n")[0])
    assert header["position"] == str(Rules().start())  # the damage was to a number


def test_a_table_of_another_size_than_is_told_is_refused() -> None:
    header, _, _ = Prover(Rules(), entries=4).dump().partition(b"\n")
    _, _, packed = Prover(Rules(), entries=8).dump().partition(b"\n")
    for table, words in [(packed, "size"), (packed[:-3], "size"), (b"x" * 9, "unpacked")]:
        told = {**json.loads(header), "sha256": sha256(table).hexdigest()}
        with pytest.raises(NotationError, match=words):
            Prover(Rules(), entries=4).restore(json.dumps(told).encode() + b"\n" + table)

"""Proofs on boards of up to 128 squares, their strategies, and the certificates of these."""

from __future__ import annotations

import copy
import json
import lzma
import pickle
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Limit, Mark, NotationError, Position, Rules, Unsolved, Value, prove, solve
from noughts.core.errors import IllegalAction, UnsupportedRules, WrongType
from noughts.kernels import COMPILED
from noughts.kernels.strategy_walk import StrategyWalk
from noughts.solver.certificate import Answer, Fours, Pairs, Play, ProvedStrategy, certificate
from noughts.solver.prover import Progress, Prover, Unproved, read_header
from noughts.solver.question import EFFORT, Inquiry
from noughts.verifiers.verify import Certificate
from tests.certificates import pack, proved
from tests.core.strategies import positions
from tests.solver.playing import assert_holds, assert_wins
from tests.solver.writing import written

# From the literature: Uiterwijk and van den Herik (2000), Hsu and others (2020).
WINS = ["1x1:1", "2x1:1", "2x2:2", "7x1:2", "4x3:3", "3x4:3", "5x3:3", "13x5:1"]
DRAWS = ["2x1:2", "8x1:3", "3x3:3", "5x3:4", "4x4:4", "5x4:4", "4x5:4", "5x5:5", "6x5:5", "6x6:5"]
LARGER_WINS = ["6x5:4", "5x6:4", "8x8:4", "16x8:3"]  # whose last square is no ASCII letter
LARGER_DRAWS = ["5x5:4", "7x7:6", "12x8:7", "11x7:6"]

compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes with plain kernels")


@pytest.mark.parametrize(
    "text",
    [*WINS, *DRAWS, *(pytest.param(text, marks=compiled) for text in LARGER_WINS + LARGER_DRAWS)],
)
def test_boards_have_the_value_of_the_literature_and_the_strategy_proves_it(text: str) -> None:
    """The strategy works against every reply, and the checker accepts it as it is written."""
    start = Rules.parse(text).start()
    proof = prove(start)
    wins = text in WINS + LARGER_WINS
    assert proof.value is (Value.WIN if wins else Value.DRAW)
    (strategy,) = proof.strategies
    assert strategy.maker is Mark.X
    assert strategy.wins is wins
    (assert_wins if wins else assert_holds)(strategy, start, set())
    if text in ("8x8:4", "11x7:6"):
        return  # they take as long to check as all others together
    packed = certificate(start.rules, strategy, wins=wins)
    assert Certificate(packed).claim == f"{text} {'x wins' if wins else 'draw'}"
    assert strategy.text() == written(start.rules, strategy, wins=wins), "plain code writes this"


@pytest.mark.untraced
@pytest.mark.parametrize("text", ["3x3:3", "4x3:3", "4x4:4", "4x4:3", "5x3:4", "2x2:2"])
def test_positions_have_the_value_that_the_exact_solver_gives(text: str) -> None:
    rules, random = Rules.parse(text), Random(1)
    for _ in range(20):
        position = rules.start(random.choice(list(Mark)))
        for _ in range(random.randint(0, rules.size)):
            if not position.is_over:
                position = position.play(random.choice(position.moves))
        proof = prove(position)
        assert proof.value is solve(position).value, position.notation
        for strategy in proof.strategies:
            assert_does_what_it_says(strategy, position)


def assert_does_what_it_says(strategy: ProvedStrategy, position: Position) -> None:
    """Even if the side to move is not the one that the walks begin with."""
    begins = (position.turn is strategy.maker) is strategy.wins
    walk = assert_wins if strategy.wins else assert_holds
    if begins or not strategy.wins:
        starts = [position] if position.turn is strategy.maker else []
    else:
        starts = [position.play(move) for move in position.moves]
    for start in starts:
        walk(strategy, start, set())


def test_a_strategy_and_its_writing_are_asked_and_stopped() -> None:
    (strategy,) = prove(Rules()).strategies
    lost = Position.parse("xo./.x./... o 3")
    with pytest.raises(Unsolved, match="does not allow"):
        strategy.answer(lost.xs, lost.os)

    def pause() -> None:
        raise KeyboardInterrupt

    search = prove(Rules()).strategies[0]._question.search
    with pytest.raises(KeyboardInterrupt):
        StrategyWalk(search, pause).hold(0, 0)


@pytest.mark.untraced
def test_the_limit_ends_a_proof_with_what_was_learnt() -> None:
    for limit in (Limit(nodes=50), Limit(seconds=1e-9)):
        prover = Prover(Rules.parse("8x8:5" if COMPILED else "5x5:4"))
        with pytest.raises(Unproved, match="not proved within the limit") as raised:
            prover.prove(limit)
        progress = raised.value.progress
        assert progress.maker is Mark.X
        assert progress.proof > 0
        assert progress.disproof > 0
        assert len(set(progress.line)) == len(progress.line) > 0
        assert limit.nodes is None or progress.nodes in (50, 51)


def test_progress_is_reported_and_moves_nothing() -> None:
    told: list[Progress] = []
    rules = Rules.parse("7x4:4" if COMPILED else "6x4:4")
    watched = Prover(rules)
    proof = watched.prove(report=lambda prover: told.append(prover.progress()))
    assert (proof.value, proof.nodes) == (Value.DRAW, prove(rules).nodes)
    assert told
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)


@pytest.mark.untraced
def test_a_proof_depends_on_the_seed_alone() -> None:
    rules = Rules.parse("5x4:4")
    assert prove(rules, seed=1).nodes == prove(rules, seed=1).nodes
    assert len({prove(rules, seed=seed).nodes for seed in range(4)}) > 1


# Certificates: complete strategies in few bytes.


def test_a_proof_pickles_and_copies_with_what_proves_it() -> None:
    proof = Prover("5x4:4", entries=1 << 12).prove()
    rules, (strategy, *_) = proof.position.rules, proof.strategies
    for twin in (pickle.loads(pickle.dumps(proof)), copy.deepcopy(proof), copy.copy(proof)):
        assert (twin, hash(twin)) == (proof, hash(proof))
        told = certificate(rules, twin.strategies[0], wins=False)
        assert told == certificate(rules, strategy, wins=False)


class Scripted:
    """A strategy that gives the next of a list of answers, whatever the position."""

    def __init__(self, *answers: Answer | None) -> None:
        self._answers = list(answers)

    def answer(self, xs: int, os: int) -> Answer | None:
        assert not xs & os
        return self._answers.pop(0)


def test_no_more_is_written_than_the_checker_needs_and_idle_pairs_are_left_to_it() -> None:
    # Of the pairs: two rows of three. X in a corner: O beside it, and one pair holds the other row.
    # X in the middle of a row: the same pair will do, although another was offered.
    cases: list[tuple[Rules, tuple[Answer | None, ...], str, str]] = [
        (Rules(2, 1, 2), (None, Play(1), Pairs(())), "draw", "1"),  # nothing of a full board
        (Rules(5, 1, 2), (Fours((2,)),), "x wins", "2"),
        (
            Rules(3, 2, 3),
            (None, Play(1), Pairs(((3, 4),)), Play(0), Pairs(((4, 5),))),
            "draw",
            "1(34)0()",
        ),
    ]
    for rules, answers, claim, text in cases:
        assert written(rules, Scripted(*answers), wins=claim == "x wins") == text
        packed = pack(f"noughts certificate 1: {rules} {claim}\n{text}")
        assert Certificate(packed).claim == f"{rules} {claim}"
    text = written(Rules(3, 1, 2), Scripted(Pairs(((0, 2),))), wins=False)
    with pytest.raises(ValueError, match="neither an O nor a pair"):
        Certificate(pack(f"noughts certificate 1: 3x1:2 draw\n{text}"))


def test_a_certificate_is_of_what_the_strategy_shows() -> None:
    (draw,) = prove("3x3:3").strategies
    (later,) = prove("xo./.../... x 3").strategies
    for strategy, rules, wins in (
        (draw, Rules(), True),
        (draw, Rules(4, 3, 3), False),
        (later, Rules(), True),
    ):
        with pytest.raises(IllegalAction, match="this strategy does not"):
            certificate(rules, strategy, wins=wins)
    with pytest.raises(WrongType, match="the strategy"):
        certificate(Rules(), prove("3x3:3"), wins=False)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_hard_board_has_the_value_of_the_literature_in_few_bytes() -> None:
    packed = proved("7x7:5")
    assert len(packed) <= 60_000
    assert Certificate(packed).claim == "7x7:5 draw"


def test_the_text_is_packed_as_xz_and_the_same_proof_gives_the_same_bytes() -> None:
    packed = proved("4x4:4")
    assert lzma.decompress(packed, lzma.FORMAT_XZ).startswith(b"noughts certificate 1: ")
    assert proved("4x4:4") == packed


# Inquiries: who wins, as the prover finds out within a limit, against the tables.


@pytest.mark.untraced
@settings(max_examples=150)
@given(positions(longest=4))
def test_what_it_answers_is_what_the_tables_say(position: Position) -> None:
    if position.rules.size > 16:
        return
    inquiry = Inquiry(position.rules)
    value = solve(position).value
    assert inquiry.wins(position, position.turn) in {None, value is Value.WIN}
    assert inquiry.wins(position, position.turn.other) in {None, value is Value.LOSS}
    for move in position.moves[:4]:
        after = position.play(move)
        after_value = solve(after).value
        assert inquiry.wins(after, after.turn, nodes=0) in {None, after_value is Value.WIN}
        assert inquiry.wins(after, after.turn.other) in {None, after_value is Value.LOSS}


def test_an_inquiry_remembers_its_answers_and_without_a_limit_spends_a_bounded_effort() -> None:
    start = Rules.parse("4x4:4").start()
    inquiry = Inquiry(start.rules, Limit(seconds=60))
    assert inquiry.wins(start, Mark.X, nodes=0) is None
    assert inquiry.wins(start, Mark.X) is False
    assert inquiry.wins(start, Mark.X, nodes=0) is False
    nodes = inquiry.nodes
    assert inquiry.wins(start, Mark.X) is False
    assert inquiry.nodes == nodes
    start = Rules.parse("8x8:5").start()
    for limit in (None, Limit()):
        inquiry = Inquiry(start.rules, limit)
        assert inquiry.wins(start, Mark.X, share=0.01) is None
        assert EFFORT.nodes is not None
        assert inquiry.nodes == EFFORT.nodes // 100


@pytest.mark.untraced
def test_it_spends_no_more_than_its_limit_and_then_knows_nothing_new() -> None:
    start = Rules.parse("7x7:5").start()
    inquiry = Inquiry(start.rules, Limit(nodes=100))
    assert inquiry.wins(start, Mark.X, share=0.5) is None
    assert inquiry.nodes == 50
    assert inquiry.wins(start, Mark.O, nodes=10) is None
    assert inquiry.nodes == 60
    assert inquiry.left == Limit(None, 40)
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.nodes == 100


def test_beyond_128_squares_only_finished_games_are_known_and_a_proof_is_refused() -> None:
    with pytest.raises(UnsupportedRules, match=r"13x10:5 has 130 squares.*at most 128"):
        prove(Rules.parse("13x10:5"))
    start = Rules.parse("12x11:1").start()
    inquiry = Inquiry(start.rules)
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.wins(start.play(0), Mark.X) is True
    assert inquiry.wins(start.play(0), Mark.O) is False
    assert inquiry.nodes == 0


# Checkpoints, from which proofs that stopped early go on.

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
    assert read_header(dumped).position == position.notation
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
    assert header["position"] == Rules().start().notation  # the damage was to a number


def test_a_table_of_another_size_than_is_told_is_refused() -> None:
    header, _, _ = Prover(Rules(), entries=4).dump().partition(b"\n")
    _, _, packed = Prover(Rules(), entries=8).dump().partition(b"\n")
    for table, words in [(packed, "size"), (packed[:-3], "size"), (b"x" * 9, "unpacked")]:
        told = {**json.loads(header), "sha256": sha256(table).hexdigest()}
        with pytest.raises(NotationError, match=words):
            Prover(Rules(), entries=4).restore(json.dumps(told).encode() + b"\n" + table)

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import permutations, product
from threading import Event, Thread
from weakref import ref

import pytest
from hypothesis import assume, given

import noughts
from noughts import atlas, search
from noughts.atlas import solve, values
from noughts.core import Position, Rules
from noughts.core.errors import IllegalAction, InvalidPosition, UnsupportedRules
from noughts.core.threats import blocks, wins
from noughts.kernels import playouts
from noughts.kernels.transpositions import SURE
from noughts.search.deepening import Budget
from noughts.solver import Limit, Value
from tests.cli.process import run_code
from tests.core.strategies import positions

BIG = Rules(15, 15, 5)
START = BIG.start().play("h8").play("i9")


@given(positions(longest=7))
def test_it_plays_a_legal_move_and_expects_legal_ones(position: Position) -> None:
    assume(not position.is_over)
    found = search.quick_engine_for(position.rules).search_afresh(position, 60)
    assert found.line[:1] in ((), (found.move,))
    for move in found.line or (found.move,):
        position = position.play(move)


@given(positions(longest=6))
def test_it_completes_a_line_or_else_blocks_one(position: Position) -> None:
    assume(not position.is_over)
    urgent = wins(position) or blocks(position)
    found = search.quick_engine_for(position.rules).search_afresh(position, 100)
    assert not urgent or found.move in urgent


def test_what_it_claims_on_small_boards_is_proved_and_its_moves_keep_it() -> None:
    for text in ("3x3:3", "4x3:3", "4x4:3"):
        rules = Rules.parse(text)
        for move, reply in permutations(rules.start().moves, 2):
            position = rules.start().play(move).play(reply)
            found = search.quick_engine_for(rules).search_afresh(position, 400)
            proved = solve(position)
            if found.value is not None:
                assert found.value is proved.value, position
                assert found.plies is not None
                assert proved.plies is not None
                assert found.plies >= proved.plies, position
            assert values(position)[found.move].value is proved.value, position


def test_a_forced_win_is_found_at_once_and_its_line_ends_with_it() -> None:
    position = BIG.start()
    for name in ["h8", "a1", "i9", "o15", "j8", "a15"]:
        position = position.play(name)
    found = noughts.best_move(position, Limit(nodes=100_000))
    assert isinstance(found, noughts.Searched)
    assert found.value is Value.WIN
    assert found.score > SURE
    for move in found.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is not None


def test_what_was_found_is_kept_for_the_next_move_and_every_depth_is_reported() -> None:
    engine = search.Engine(BIG)
    position = BIG.start().play("h8").play("i9").play("i8")
    reports: list[search.Searched] = []
    first = engine.search(position, Limit(nodes=4_000))
    assert first.nodes <= 4_000 + 1
    engine.search(position, Limit(nodes=4_000), report=reports.append)
    assert [each.depth for each in reports] == list(range(1, len(reports) + 1))
    assert 0 < reports[0].nodes <= reports[first.depth - 1].nodes < first.nodes


def test_a_limit_of_nothing_still_gives_a_move_and_a_budget_its_nodes() -> None:
    position = BIG.start().play("h8")
    near = {position.square(f"{column}{row}") for column in "fghij" for row in range(6, 11)}
    for limit in (Limit(nodes=0), Limit(seconds=0), Limit(seconds=0.0001, nodes=1)):
        assert search.Engine(BIG).search(position, limit).move in near - {position.square("h8")}
    position = Position.parse("......./..x..../..x.o../..x.o../......./......./....... o 5")
    assert search.Engine(position.rules).search(position, Limit(seconds=0)).depth > 0
    budget = Budget(Limit(nodes=10_000), lambda: False)
    while nodes := budget.slice():
        budget.nodes += nodes
    assert budget.nodes == 10_000
    assert Budget(Limit(), lambda: True).slice() == 0
    hurried = Budget(Limit(seconds=0))
    assert hurried.slice() > hurried.slice() == 0
    assert Budget(Limit()).in_time(2_000) == 2_000 > Budget(Limit(seconds=0)).in_time(2_000) > 0


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(UnsupportedRules, match="12x12:10 needs 10 in a row"):
        search.engine_for(Rules(12, 12, 10))
    with pytest.raises(UnsupportedRules, match="this engine plays 15x15:5, not 6x5:4"):
        search.engine_for(BIG).search(Rules(6, 5, 4).start())
    with pytest.raises(IllegalAction, match="the game is over"):
        search.best_move(Position.parse("xxx/oo./... o 3"))
    for entries in (-1, 0, 1, 3, 1000, 2**63):
        with pytest.raises(IllegalAction, match=f"a power of two from 2 to .*, not {entries}"):
            search.Engine(BIG, entries)
    with pytest.raises(IllegalAction, match="weights, not 3"):
        search.Engine(BIG, weights=(1, 2, 3))


def test_marks_on_no_board_or_two_on_one_square_reach_no_kernel() -> None:
    small = atlas.solve, atlas.values, atlas.keeping_moves, atlas.best_line, playouts
    large = (
        search.best_move,
        search.promises,
        search.forced_win,
        search.forced_loss,
        search.threatened_win,
        search.prove_win,
        noughts.prove,
    )
    for text, doors in (("4x4:4", small), ("7x7:5", small + large), ("9x9:5", small + large)):
        start = Rules.parse(text).start()
        off = start.play_unchecked(100)  # 100 squares are more than 9x9 has, or a word of 64 bits
        twice = start.play_unchecked(3).play_unchecked(3)
        for position, door in product((off, off.play(0), twice), doors):
            with pytest.raises(InvalidPosition, match=r"off the board|holds both X and O"):
                door(position, *((10, 1) if door is playouts else ()))


# It returns what it has found when it is told to stop.


def test_a_search_without_a_limit_ends_when_it_is_stopped() -> None:
    engine, found = search.Engine(START.rules), []

    def report(searched: search.Searched) -> None:
        found.append(searched)
        if len(found) == 2:
            engine.stop()

    searched = engine.search(START, Limit(), report=report)
    assert searched.depth >= found[-1].depth >= 2
    assert START.is_legal(searched.move)


def test_another_thread_may_stop_it_once_it_runs() -> None:
    engine, is_running = search.Engine(START.rules), Event()
    engine.stop()  # too early
    assert engine.search(START, Limit(nodes=20_000)).depth > 1

    def stop() -> None:
        is_running.wait()
        engine.stop()

    other = Thread(target=stop)
    other.start()
    searched = engine.search(START, Limit(), report=lambda _: is_running.set())
    assert START.is_legal(searched.move)
    other.join()


# It belongs to one search at a time.

FORKS = """
import os, signal, threading, noughts, noughts.atlas.strategy, noughts.search
start, limit = noughts.Rules(9, 9, 5).start().play("e5"), noughts.Limit(nodes=100)
engine = noughts.search.Engine(start.rules)
is_running, is_forked = threading.Event(), threading.Event()
wait = lambda found: (is_running.set(), is_forked.wait())
threading.Thread(target=engine.search, args=(start, limit), kwargs={"report": wait}).start()
certificate = noughts.atlas.strategy.strategy_of(noughts.Rules(7, 7, 5))
look_up = lambda: [certificate.covers(1, 0) for _ in iter(is_forked.is_set, True)]
[threading.Thread(target=look_up).start() for _ in range(3)]
is_running.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    certificate.covers(1, 0)
    os._exit(engine.search(start, limit).move not in start.moves)
is_forked.set()
print(os.waitpid(child, 0)[1])
"""


def test_a_search_afresh_depends_on_none_before_and_no_other_thread() -> None:
    def found(position: Position) -> tuple[int, int, int]:
        result = search.quick_engine_for(BIG).search_afresh(position, 300)
        return result.move, result.score, result.nodes

    asked = [START.play(name) for name in ("i8", "h9", "g7", "j10")] * 30
    alone = {position: found(position) for position in asked[:4]}
    assert search.quick_engine_for(BIG).search(asked[0].play("h10"), Limit(nodes=500)).nodes > 300
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(found, asked)) == [alone[position] for position in asked]


def test_its_reports_cannot_ask_it_and_others_can_once_it_has_failed() -> None:
    engine = search.Engine(START.rules)
    for ask in (lambda _: engine.search(START), lambda _: engine.forget()):
        with pytest.raises(IllegalAction, match="the engine is searching"):
            engine.search(START, Limit(nodes=2_000), report=ask)
    assert engine.search(START, Limit(nodes=2_000)).depth > 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_child_forked_while_other_threads_search_and_look_up_can_do_so() -> None:
    assert run_code(FORKS).stdout == b"0\n"


def test_the_engines_of_the_boards_asked_for_last_are_kept() -> None:
    def keep() -> None:
        search.use_own_engines()
        first, last = ref(search.engine_for(Rules(5, 5, 4))), Rules(8, 5, 4)
        kept = [search.engine_for(rules) for rules in (Rules(6, 5, 4), Rules(7, 5, 4), last)]
        assert first() is None
        assert search.engine_for(last) is kept[-1]

    copy_context().run(keep)

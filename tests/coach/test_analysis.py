"""One analysis answers as the separate questions do, and keeps to one limit."""

from __future__ import annotations

from typing import Any

import pytest

from noughts import Limit, Position, Rules, Unsolved, Value
from noughts.atlas import best_line, facts, keeping_moves, large, small, solve, values
from noughts.coach import analyse, explain
from noughts.solver.exact import tables_of
from tests.core import naive


class Begun(list[Any]):
    """The searches and inquiries that were begun."""

    def watch(self, patch: pytest.MonkeyPatch, module: object, name: str) -> None:
        kind = getattr(module, name)

        def begin(*arguments: object) -> object:
            self.append(kind(*arguments))
            return self[-1]

        patch.setattr(module, name, begin)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    found = Begun()
    found.watch(monkeypatch, small, "Search")
    found.watch(monkeypatch, large, "Inquiry")
    return found


def test_every_position_of_3x3_is_analysed_as_it_is_asked_about_bit_by_bit() -> None:
    for board in naive.reachable_by_one_name(3, 3, 3):
        position = Position.parse(str(board))
        analysis = analyse(position)
        verdict, worths = solve(position), values(position)
        assert (analysis.verdict, analysis.worths) == (verdict, worths), position
        assert analysis.line == best_line(position), position
        keeping = tuple(move for move in worths if worths[move].value is verdict.value)
        assert keeping == keeping_moves(position), position
        assert analysis.shows_best is not position.is_over, position
    assert analysis.line == ()


def test_an_analysis_gives_the_reasons_for_its_moves() -> None:
    analysis = analyse("x../.o./..x o 3", line=False)
    assert analysis.line == ()
    assert analysis.explain("c1") == explain(analysis.position, "c1")
    assert analysis.explain("c1").worth == analysis.worths[2]


def test_a_small_board_is_searched_once_within_one_limit(begun: Begun) -> None:
    start = Rules(4, 3, 4).start()
    tables_of.cache_clear()
    expected = analyse(start)
    (search,) = begun
    assert 0 < expected.verdict.nodes < search.nodes
    tables_of.cache_clear()
    assert analyse(start, Limit(nodes=search.nodes)) == expected
    tables_of.cache_clear()
    cut = analyse(start, Limit(nodes=search.nodes - 1))
    assert (cut.verdict, cut.line) == (expected.verdict, ()), "what is proved stands"
    tables_of.cache_clear()
    too_few = expected.verdict.nodes - 1
    with pytest.raises(Unsolved, match=f"not solved within {too_few:,} nodes"):
        analyse(start, Limit(nodes=too_few))
    assert len(begun) == 4


def test_on_a_large_board_all_questions_share_one_limit(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position.parse("x..o../....../x...../.....o/o...x. x 4")
    told = []
    for nodes in (300, 4_000):
        monkeypatch.setattr(facts, "_cache", {})
        analysis = analyse(position, Limit(nodes=nodes))
        assert begun[-1].nodes <= nodes
        assert analysis.verdict.value is Value.WIN
        assert analysis.shows_best
        assert analysis.line[0] in analysis.verdict.best
        assert len(analysis.line) > 1, "what the verdict proved serves the line"
        told.append(len(analysis.worths))
    assert told[0] < told[1]
    assert len(begun) == 2

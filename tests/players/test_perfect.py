"""The perfect player against every line, and against its rules implemented another way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.perfect import Perfect
from noughts.solver import Limit, Value, keeping_moves, solve
from noughts.solver.exact import board_of

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def results(position: Position, side: Mark) -> Iterator[Mark | None]:
    """The winner of every game that any opponent can play against the perfect player."""
    if position.outcome is not None:
        yield position.outcome.winner
        return
    chosen = position.turn is side
    for move in (Perfect().choose(position).move,) if chosen else position.moves:
        yield from results(position.play(move), side)


@pytest.mark.parametrize("side", Mark)
@pytest.mark.parametrize("first", Mark)
def test_it_never_loses_a_line_against_any_opponent(side: Mark, first: Mark) -> None:
    winners = list(results(Rules().start(first), side))
    assert len(winners) == (73 if side is first else 489)
    assert side.other not in winners
    assert side in winners


def has_line(cells: str, mark: str) -> bool:
    return any(all(cells[int(square)] == mark for square in line) for line in LINES)


def is_over(cells: str) -> bool:
    return has_line(cells, "x") or has_line(cells, "o") or "." not in cells


def free(cells: str) -> list[int]:
    return [square for square in range(9) if cells[square] == "."]


def placed(cells: str, square: int, turn: str) -> str:
    return cells[:square] + turn + cells[square + 1 :]


@cache
def minimax(cells: str, turn: str) -> tuple[int, int]:
    """Value for the side to move, and plies to the end: a win soonest, a loss latest."""
    other = "o" if turn == "x" else "x"
    if has_line(cells, other):
        return -1, 0
    if "." not in cells:
        return 0, 0
    found = [minimax(placed(cells, square, turn), other) for square in free(cells)]
    value = max(-reply for reply, _ in found)
    plies = [count + 1 for reply, count in found if -reply == value]
    return value, min(plies) if value == 1 else max(plies)


def expected(cells: str, turn: str) -> int:
    """The move by value, plies, the replies that hold, and the lowest square, in that order."""
    other = "o" if turn == "x" else "x"

    def preference(square: int) -> tuple[int, int, int, int]:
        after = placed(cells, square, turn)
        reply, plies = minimax(after, other)
        replies = [] if is_over(after) else free(after)
        holding = [r for r in replies if -minimax(placed(after, r, other), turn)[0] == reply]
        return reply, plies if reply == -1 else -plies, len(holding), square

    return min(free(cells), key=preference)


def positions(cells: str, turn: str, seen: dict[str, str]) -> dict[str, str]:
    """Every position of every game from here, with its side to move."""
    if cells not in seen:
        seen[cells] = turn
        for square in [] if is_over(cells) else free(cells):
            positions(placed(cells, square, turn), "o" if turn == "x" else "x", seen)
    return seen


@pytest.mark.parametrize("first", ["x", "o"])
def test_value_then_plies_then_the_trap_then_the_lowest_square_in_every_position(
    first: str,
) -> None:
    every = positions("." * 9, first, {})
    assert len(every) == 5478
    for cells, turn in every.items():
        if not is_over(cells):
            position = Position.parse(f"{cells[:3]}/{cells[3:6]}/{cells[6:]} {turn} 3")
            assert Perfect().choose(position).move == expected(cells, turn), str(position)


def test_it_wins_now_rather_than_later() -> None:
    assert Perfect().choose(Position.parse("xx./oo./... x 3")).move == 2


def test_it_opens_in_the_corner_where_one_reply_holds() -> None:
    assert Perfect().choose(Rules().start()).move == 0
    assert [len(keeping_moves(Rules().start().play(move))) for move in range(9)] == [
        *(1, 4, 1),
        *(4, 4, 4),
        *(1, 4, 1),
    ]


def test_its_choice_carries_the_proof() -> None:
    choice = Perfect().choose(Rules().start())
    assert choice.verdict == solve(Rules().start())
    assert choice.verdict is not None
    assert choice.verdict.value is Value.DRAW


def test_it_would_rather_raise_than_guess() -> None:
    board_of.cache_clear()  # so that nothing is known yet
    start = Rules(8, 1, 4).start()
    with pytest.raises(Unsolved):
        Perfect().choose(start, Limit(nodes=3))
    assert Perfect().choose(start).verdict is not None

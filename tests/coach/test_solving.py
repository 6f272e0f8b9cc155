"""Puzzles played out: no wrong move passes, no right one is refused, and the goal is reached."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from noughts import IllegalMove, Position, Rules
from noughts.coach.puzzle import BOARDS, Goal, Puzzle, puzzle_at, puzzle_for, random_puzzle, themes
from noughts.coach.puzzle import positions as classes
from noughts.coach.solving import MOST_MOVES, hint, play
from noughts.coach.tries import Try
from tests.core import naive

WINS = {Goal.WIN_NOW: 1, Goal.WIN_IN_2: 2, Goal.WIN_IN_3: 3}


def every_way(puzzle: Puzzle, tried: Try) -> Iterator[tuple[Try, dict[int, Try]]]:
    """Yield each try from which all right moves lead on, with what each of its moves comes to."""
    outcomes = {move: play(puzzle, [*tried.moves, move]) for move in tried.position.moves}
    yield tried, outcomes
    for after in outcomes.values():
        if after.is_right and not after.is_done:
            yield from every_way(puzzle, after)


def check_end(puzzle: Puzzle, end: Try) -> None:
    """Check that the goal is reached, by lines alone."""
    board, solver = naive.board_of(end.position), puzzle.position.turn.value.lower()
    if puzzle.goal in WINS:
        assert len(end.moves) <= WINS[puzzle.goal]
        assert naive.has_won(board, solver)
    elif puzzle.goal is not Goal.HOLD_OUT:
        assert not naive.has_won(board, naive.other(solver))
        assert naive.is_over(board) or not naive.winning(board, naive.other(solver))


def test_on_3x3_a_move_is_right_exactly_if_it_reaches_the_goal_by_any_way() -> None:
    puzzles = list(filter(None, map(puzzle_for, classes(Rules()))))
    replies = 0
    for puzzle in puzzles:
        for tried, outcomes in every_way(puzzle, play(puzzle, [])):
            board = naive.board_of(tried.position)
            worths = {move: naive.worth(board, move) for move in outcomes}
            left = WINS.get(puzzle.goal, 0) - len(tried.moves)
            for move, after in outcomes.items():
                value, plies = worths[move]
                reaches = value == 1 and plies < 2 * left if left > 0 else value >= 0
                assert after.is_right == reaches, (puzzle.position.url, tried.moves, move)
                assert after.text.startswith("Right!") == after.is_right
                if not after.is_right:
                    assert (after.position, after.moves) == (tried.position, tried.moves)
                    continue
                assert after.moves == (*tried.moves, move)
                if after.is_done:
                    check_end(puzzle, after)
                    continue
                answered, (_move, reply) = naive.play(board, move), after.line
                replies += 1
                assert after.text.endswith(f"answers {tried.position.name(reply)}.")
                best = naive.best_worth(answered)
                assert naive.worth(answered, reply) == best  # which loses as late as possible
            assert outcomes[hint(puzzle, tried)[0]].is_right
    assert len(puzzles) == 377
    assert replies > 100


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ("4x4:4", 20),
        ("5x5:4", 20),
        ("9x9:5", 10),
        *(pytest.param(str(rules), 250, marks=pytest.mark.slow) for rules in BOARDS),
    ],
)
def test_puzzles_are_played_out_to_their_goal_by_right_moves_at_random(
    board: str, count: int
) -> None:
    rules, rng, longest = Rules.parse(board), Random(58), 0
    for number in range(count):
        theme = themes(rules)[number % len(themes(rules))]
        puzzle = random_puzzle(None, rng, theme, rules)
        tried = play(puzzle, [])
        while not tried.is_done:
            outcomes = [play(puzzle, [*tried.moves, move]) for move in _sample(puzzle, tried, rng)]
            tried = rng.choice([outcome for outcome in outcomes if outcome.is_right])
        check_end(puzzle, tried)
        longest = max(longest, len(tried.moves))
    assert 1 < longest <= MOST_MOVES


def _sample(puzzle: Puzzle, tried: Try, rng: Random) -> set[int]:
    """A right move and three others: on large boards the reasons of all would take minutes."""
    moves = tried.position.moves
    return {hint(puzzle, tried)[0], *rng.sample(moves, min(3, len(moves)))}


def test_moves_after_the_end_are_not_looked_at_and_taken_squares_are_refused() -> None:
    puzzle = puzzle_at("xx./oo./... x 3")
    done = play(puzzle, ["c1"])
    assert done == play(puzzle, ["c1", "a1", "c1"])
    with pytest.raises(IllegalMove):
        play(puzzle, ["a1"])
    assert play(puzzle, []) == Try(puzzle.position, (), puzzle.position)


def test_a_fork_is_won_after_the_block() -> None:
    puzzle = puzzle_at(Position.parse("xo./o../.x. x 3"))
    first = play(puzzle, ["c3"])
    assert (first.is_right, first.is_done, len(first.line)) == (True, False, 2)
    assert first.text.startswith("Right! c3 wins in two moves")
    missed = play(puzzle, [*first.moves, "c1"])
    assert not missed.is_right
    square, reason = hint(puzzle, first)
    won = play(puzzle, [*first.moves, square])
    assert (won.is_done, won.position.has_winner) == (True, True)
    assert won.text == f"Right! {reason}"

"""The solutions of the exercises do what the exercises ask."""

from __future__ import annotations

import re

import pytest

from noughts import Mark, Position, Rules, Value, canonical, solve, values
from noughts.atlas import keeping_moves
from noughts.coach.puzzle import positions
from noughts.kernels import COMPILED
from tests.docs.blocks import BLOCKS
from tests.tutorial.steps import SOLUTIONS, names, play, program, run, solution
from tests.tutorial.test_values import board_of

needs_kernels = pytest.mark.skipif(not COMPILED, reason="takes minutes with plain kernels")
ROW = ["1 1", "2 1", "1 2", "2 2", "1 3"]  # X has the first row


def said(name: str, *typed: object) -> str:
    """What a step says with a solution in it."""
    return play(program(int(name.split("_", maxsplit=1)[0])), typed, solution(name), seed=1)


def plain(name: str) -> str:
    """What the step says without the solution: test_pages.py compares its page with that."""
    page = program(int(name.split("_", maxsplit=1)[0])).with_suffix(".md")
    (session,) = (each for each in BLOCKS if each.page == page and each.language == "console")
    return session.text


def test_1_1_edges_are_numbered() -> None:
    boards = re.findall(r"  1 2 3\n1 . . .\n2 . . .\n3 . . .\n", said("1_1", *ROW))
    assert len(boards) == 6


def test_1_2_reasons_are_given() -> None:
    typed = ["4 1", "0 2", "1 1", "1 1", "2 1", "1 2", "2 2", "1 3"]
    text = said("1_2", *typed)
    assert text.count("There is no such square.") == 2
    assert text.count("That square is taken.") == 1
    assert text.endswith("Player X wins!\n")


def test_2_1_commas_are_spaces() -> None:
    typed = [move.replace(" ", ",") for move in ROW]
    assert said("2_1", *typed).endswith("Player X wins!\n")
    assert said("2_1", *ROW).endswith("Player X wins!\n")


def test_2_2_quit_leaves() -> None:
    assert said("2_2", "1 1", " QUIT ").endswith("\nGoodbye!\n")
    assert said("2_2", *ROW).endswith("Player X wins!\n")


def test_3_1_instructions_are_for_those_who_want_them() -> None:
    rules = "Two players, X and O"
    assert rules in said("3_1", "y", "x")
    assert rules not in said("3_1", "maybe", "n", "x")


def test_3_2_a_tie_ends_early() -> None:
    winner, plain_winner = names(program(3), solution("3_2"))["winner"], names(program(3))["winner"]
    early = 0
    for position in positions(Rules()):
        board = board_of(position)
        if (ended := winner(board)) != plain_winner(board):
            early += 1
            assert ended == "Tie"
            assert can_only_be_drawn(position)
        else:
            assert not can_only_be_drawn(position)
    assert early == 5


def can_only_be_drawn(position: Position) -> bool:
    """True if neither side gets a line even with all free squares."""
    xs, os = position.xs | position.empty, position.os | position.empty
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return all(xs & line != line and os & line != line for line in lines)


def test_6_1_it_surprises() -> None:
    move = names(program(6), solution("6_1"))["computer_move"]
    fork_coming = board_of(Position.parse("x../.o./..x o 3"))
    assert {move(fork_coming, "O")[0] for _ in range(100)} == {1, 3, 5, 7}
    for position in positions(Rules()):
        if position.plies > 4:
            assert move(board_of(position), str(position.turn))[0] in keeping_moves(position)


def test_4_1_it_wins_and_blocks_still() -> None:
    move = names(program(4), solution("4_1"))["computer_move"]
    assert move(board_of(Position.parse("xx./oo./... x 3")), "X") == 2
    assert move(board_of(Position.parse("xx./.o./... o 3")), "O") == 2
    surprised = board_of(Position.parse(".../.x./... o 3"))
    assert {move(surprised, "O") for _ in range(100)} == {0, 2, 6, 8}


def test_4_2_it_is_easy() -> None:
    move = names(program(4), solution("4_2"))["computer_move"]
    assert move(board_of(Position.parse("xx./oo./... x 3")), "X") == 2
    threatened = board_of(Position.parse("xx./.o./... o 3"))
    assert {move(threatened, "O") for _ in range(100)} == {2, 3, 5, 6, 7, 8}


def test_5_1_first_moves_that_win_are_found() -> None:
    counts = [int(count) for count in re.findall(r"loses (\d+)\.", said("5_1"))]
    assert (len(counts), sum(counts)) == (9, 12)
    assert counts[4] == 0


def test_5_2_no_game_is_lost_any_more() -> None:
    assert re.findall(r"loses (\d+) of", said("5_2")) == ["0", "0"]


def test_6_2_wins_come_soon() -> None:
    move = names(program(6), solution("6_2"))["computer_move"]
    for position in positions(Rules()):
        if position.plies:
            chosen, _ = move(board_of(position), str(position.turn))
            worths = values(position)
            if solve(position).value is not Value.DRAW:
                assert chosen in solve(position).best
            assert worths[chosen].value is solve(position).value


def test_7_1_a_good_order_saves_more() -> None:
    first_line = r"\.{9}  X .* ([\d,]+) +([\d,]+)"
    ((all_now, left),) = re.findall(first_line, said("7_1"))
    ((all_before, left_before),) = re.findall(first_line, plain("7_1"))
    assert all_now == all_before == "549,946"
    assert int(left.replace(",", "")) < int(left_before.replace(",", "")) / 2


def test_7_2_a_window_is_counted() -> None:
    knowing, without = re.findall(r"[\d,]{4,}", said("7_2"))
    assert knowing == "16,811"
    assert int(without.replace(",", "")) > 16_811


def test_8_1_endings_are_counted() -> None:
    after = (each.play(move) for each in positions(Rules()) for move in each.moves)
    ended = [each.outcome for each in {canonical(each) for each in after if each.is_over}]
    winners = [outcome.winner for outcome in ended if outcome is not None]
    expected = [winners.count(winner) for winner in (Mark.X, Mark.O, None)]
    assert said("8_1") == "X {}\nO {}\nTie {}\n".format(*expected)


def test_8_2_values_of_images_are_the_same() -> None:
    assert said("8_2") == "5,478 positions, 0 with another value than their image\n"


def test_9_1_boards_that_x_wins_are_found() -> None:
    found = dict(line.split(" ", 1) for line in said("9_1").splitlines())
    assert len(found) == 9
    for board, claim in found.items():
        worth = solve(Rules.parse(board).start()).value
        assert claim == {Value.WIN: "X wins", Value.DRAW: "a tie"}[worth]


def test_9_2_symmetry_leaves_fewer() -> None:
    pattern = r"3x3:3: minimax says a tie, after ([\d,]+) positions"
    counts = []
    for solutions in ([], [solution("9_2")]):
        text = run(program(9), lambda _said: "", *solutions, arguments=["3x3:3"])
        (count,) = re.findall(pattern, text)
        counts.append(int(count.replace(",", "")))
    assert counts[0] > 765 >= counts[1]


@needs_kernels
def test_10_1_random_games_like_a_square_in_the_middle() -> None:
    found = re.fullmatch(r"(\w\d): X wins \d+\.\d% of the random games\n", said("10_1"))
    assert found
    start = Rules.parse("4x4:3").start()
    assert solve(start.play(found[1])).value is Value.LOSS  # for O


def lost_of(text: str) -> list[int]:
    """The lost games in the lines of a report."""
    return [int(count) for count in re.findall(r"loses (\d+) of", text)]


@needs_kernels
def test_10_2_who_is_awake_loses_less() -> None:
    assert sum(lost_of(said("10_2"))) < sum(lost_of(plain("10_2"))) / 2


def test_11_1_without_curiosity_it_learns_nothing() -> None:
    lost = lost_of(said("11_1"))
    assert lost[-2:] == lost[2:4]
    assert sum(lost_of(plain("11_1"))[-2:]) < sum(lost[-2:]) / 3


def test_11_2_small_steps_learn_too() -> None:
    lost = lost_of(said("11_2"))
    assert sum(lost[-2:]) < sum(lost[:2]) / 3


def test_12_1_x_does_not_lose_either() -> None:
    assert re.fullmatch(r"\d+ answers, and X loses none of \d+ games\.\n", said("12_1"))


def test_12_2_forged_proofs_are_refused() -> None:
    assert said("12_2") == "20 of 20 forged proofs are refused.\n"


def test_every_solution_is_tested() -> None:
    tested = {re.findall(r"\d+_\d", name)[0] for name in globals() if re.match(r"test_\d", name)}
    assert sorted(map(solution, tested)) == SOLUTIONS

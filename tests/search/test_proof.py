"""The referee of forced wins, against minimax and false claims; and what it says of our claims."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from noughts import Limit, Mark, Position, Rules
from noughts.core.errors import IllegalAction, Unsolved, UnsupportedRules
from noughts.core.notation import square_name
from noughts.search import WinProof, forced_win, proof, prove_win
from noughts.verifiers import verify_wins
from noughts.verifiers.verify_wins import Certificate
from tests.core import naive
from tests.search.claims import check_boards
from tests.search.oracle import FalseClaim, Referee, completing, each_square, lines
from tests.search.positions import BOARDS, SMALL_BOARDS, greedy, near_the_fight, positions


def test_lines_and_the_squares_that_complete_them_are_those_of_the_rules() -> None:
    for board in ("3x3:3", "5x4:4", "15x15:5", "7x1:3", "4x4:1", "2x6:6"):
        rules = Rules.parse(board)
        assert sorted(lines(rules.width, rules.height, rules.k)) == sorted(rules.line_masks), board
    for position in islice(positions("7x7:4", near_the_fight, Random(2)), 60):
        board_now = naive.board_of(position)
        for side in Mark:
            completed = (naive.put(board_now, each, side.value) for each in naive.moves(board_now))
            naively = [naive.has_won(after, side.value) for after in completed]
            found = set(each_square(completing(position, side)))
            assert [move in found for move in position.moves] == naively, position


def minimax_strategy(position: Position) -> tuple[int, int] | None:
    worth = naive.minimax(naive.board_of(position))
    return (worth.best[0], worth.plies) if worth.value == 1 else None


def test_a_referee_accepts_minimax_and_no_claim_of_a_ply_less() -> None:
    checked = 0
    for board in sorted(naive.reachable(3, 3, 3))[::9]:
        worth, position = naive.minimax(board), Position.parse(str(board))
        if worth.value != 1:
            continue
        Referee(minimax_strategy).check(position, worth.plies)
        with pytest.raises(FalseClaim):
            Referee(minimax_strategy).check(position, worth.plies - 1)
        checked += 1
    assert checked > 200


def test_a_false_claim_or_a_strategy_that_gives_up_is_refuted() -> None:
    for text, answer, plies, why in (
        ("...../...../..x../...../..o.. x 4", (7, 1), 3, "do not suffice"),
        (".xx../ooo../x.... x 4", (3, 1), 3, "the defender wins at once"),
        ("xxo./..../o... x 4", (4, 1), 3, "do not suffice"),
        ("...../...../...../..... x 4", None, 9, "knows no win"),
    ):
        position = Position.parse(text)
        with pytest.raises(FalseClaim, match=why):
            Referee({position: answer}.get).check(position, plies)


@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_every_claimed_win_holds_against_every_reply(board: str) -> None:
    """`benchmarks/claims.py` checks 100,000."""
    ((_, seen),) = check_boards((board,), 10)
    assert seen.false == []


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_many_more_claimed_wins_hold_against_every_reply(board: str) -> None:
    ((_, seen),) = check_boards((board,), 60, seed=1)
    assert seen.false == []
    assert seen.claims.total() > 20


# Proofs of wins: every one is accepted by the checker, which shares no code.

# O's three can be stopped on both sides, but not together with X's own attack.
OPEN_THREE = "......./.xxx.../......./...oo../......./......./....... o 5"
STEP = Limit(nodes=2_000)


def played(moves: str) -> Position:
    position = Rules(15, 15, 5).start()
    for move in moves.split():
        position = position.play(move)
    return position


def check(proof: WinProof) -> Certificate:
    checked = Certificate(proof.certificate)
    assert checked.claim.startswith(f"{proof.position.notation}: {proof.winner.value} wins")
    assert checked.positions == proof.positions
    return checked


@pytest.mark.parametrize("board", BOARDS)
def test_forced_wins_are_proved_for_the_checker(board: str) -> None:
    proved = 0
    for position in islice(positions(board, greedy, Random(1)), 40):
        if forced_win(position) is not None:
            proof = prove_win(position, STEP)
            assert (proof.winner, proof.exceptions) == (position.turn, ())
            check(proof)
            proved += 1
    assert proved > 0


def test_wins_with_the_other_side_to_move_and_quiet_moves_are_proved() -> None:
    seen = set()
    for position in islice(positions("15x15:5", near_the_fight, Random(2)), 30):
        try:
            proof = prove_win(position, STEP)
        except Unsolved:
            continue
        check(proof)
        seen.add((proof.winner is position.turn, bool(proof.exceptions)))
    assert {(True, False), (False, True)} <= seen
    position = played("h8 a1 i9 b1 h10 i8")
    proof = prove_win(position)
    assert proof.winner is Mark.X
    assert check(proof).positions > 10


@pytest.mark.slow
def test_three_stones_that_may_not_even_move_win_against_any_two_moves() -> None:
    proof = prove_win(played("h8 a1 i9 b1 i7"))
    assert (proof.winner, proof.exceptions) == (Mark.X, ())
    assert check(proof).positions > 1_000


def test_the_exceptions_are_the_moves_without_an_answer() -> None:
    proof = prove_win(Position.parse(OPEN_THREE), STEP)
    assert proof.winner is Mark.X
    assert proof.exceptions
    names = proof.certificate.decode().partition("\n")[0].partition(" unless o plays ")[2].split()
    assert names == [square_name(7, move) for move in proof.exceptions]
    for move in set(proof.position.moves) - set(proof.exceptions):
        assert prove_win(proof.position.play(move)).winner is Mark.X


def test_no_proof_is_longer_than_the_checker_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that would make it longer are left out."""
    position, limit = played("h8 a1 i9 b1 i7"), Limit(nodes=20_000)
    longest = prove_win(position, limit)
    most = check(longest).spent * 2 // 3
    monkeypatch.setattr(proof, "_MOST_STEPS", most)
    monkeypatch.setattr(verify_wins, "MOST_STEPS", most)
    found = prove_win(position, limit)
    assert check(found).spent <= most
    assert len(found.exceptions) > len(longest.exceptions) > 0
    monkeypatch.setattr(proof, "_MOST_STEPS", 100)
    with pytest.raises(Unsolved, match="steps to check"):
        prove_win(position, limit)


def test_what_cannot_be_proved_is_not() -> None:
    with pytest.raises(Unsolved):  # a claim would except every move
        prove_win(Position.parse(".x..o o 3"))
    told: list[int] = []
    with pytest.raises(Unsolved, match=r"[\d,]+ nodes, and more would find none$"):
        prove_win(Rules(15, 15, 5).start(), report=told.append)
    assert told == sorted(told)
    with pytest.raises(Unsolved, match=r"nodes$"):
        prove_win(Position.parse("....../....../..xo../....../....../...... x 4"), Limit(nodes=10))
    asked = count()
    with pytest.raises(Unsolved):
        prove_win(Rules(15, 15, 5).start(), should_stop=lambda: next(asked) > 3)


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        prove_win(Position.parse("xxx/oo./... o 3"))
    with pytest.raises(UnsupportedRules):
        prove_win(Rules(12, 12, 10).start())

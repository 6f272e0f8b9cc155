"""Games against certificates: X may play anywhere, and never completes a line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from noughts import IllegalMove, Mark, Rules, canonical
from noughts.atlas.answers import answers_file, answers_name, read_answers
from noughts.atlas.strategy import Defence, defend, every_answer
from noughts.core.errors import Unsolved
from noughts.kernels.compilation import COMPILED


def check_pairs(defence: Defence) -> None:
    """Every line without an O has a pair whose squares are free, and no square is in two pairs."""
    free = [
        1 << first | 1 << second
        for first, second in defence.pairs or ()
        if not (1 << first | 1 << second) & defence.position.occupied
    ]
    assert sum(pair.bit_count() for pair in free) == sum(free).bit_count()
    for line in defence.position.rules.line_masks:
        is_held = line & defence.position.os or any(pair & line == pair for pair in free)
        assert is_held, (defence.position.notation, line)


def check_answer(defence: Defence) -> None:
    outcome = defence.position.outcome
    assert outcome is None or outcome.winner is not Mark.X
    if defence.pairs is not None and outcome is None:
        check_pairs(defence)


@pytest.mark.parametrize("board", ["4x4:4", "5x5:4", "5x5:5", "7x7:5"])
def test_x_completes_no_line_whatever_it_plays(board: str) -> None:
    rules, rng = Rules.parse(board), Random(board)
    for _ in range(150):
        taken: list[int] = []
        defence = defend(rules)
        while not defence.position.is_over:
            taken.append(rng.choice(defence.position.moves))
            defence = defend(rules, taken)
            check_answer(defence)


def test_where_a_certificate_is_not_read_a_file_has_all_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, rng = Rules(7, 7, 5), Random(5)
    if COMPILED:
        assert every_answer(rules) == read_answers(rules)
    monkeypatch.setattr("noughts.atlas.strategy.strategy_of", lambda _rules: None)
    for _ in range(30):
        taken: list[int] = []
        defence = defend(rules)
        while not defence.position.is_over:
            taken.append(rng.choice(defence.position.moves))
            defence = defend(rules, taken)
            check_answer(defence)


def test_a_file_of_answers_is_read_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(4, 4, 4)
    answers = every_answer(rules)
    assert answers
    (tmp_path / answers_name(rules)).write_bytes(answers_file(answers))
    monkeypatch.setattr("noughts.atlas.answers.PROOFS", tmp_path)
    assert read_answers.__wrapped__(rules) == answers


@pytest.mark.slow
@pytest.mark.parametrize(("board", "least"), [("5x5:4", 400), ("7x7:5", 200)])
def test_until_pairs_hold_the_certificate_answers_everything(board: str, least: int) -> None:
    rules = Rules.parse(board)
    seen = set()
    ways: list[tuple[int, ...]] = [()]
    while ways:
        taken = ways.pop()
        defence = defend(rules, taken)
        check_answer(defence)
        one_of_all = canonical(defence.position)
        if one_of_all in seen or defence.pairs is not None or defence.position.is_over:
            continue
        seen.add(one_of_all)
        ways += [(*taken, move) for move in defence.position.moves]
    assert len(seen) > least


def test_pairs_are_found_on_any_image_and_a_board_without_a_draw_is_refused() -> None:
    defence = defend(Rules(7, 7, 5), ["g6", "c6", "d6"])
    assert defence.pairs is not None
    check_pairs(defence)
    with pytest.raises(IllegalMove):
        defend(Rules(5, 5, 5), ["a1", "a1"])
    with pytest.raises(Unsolved, match="no answer"):
        defend(Rules(6, 6, 4), ["a1"])


def test_a_square_of_a_pair_is_answered_by_the_other_and_one_outside_of_them_anywhere() -> None:
    rules = Rules(5, 5, 5)
    pairs = defend(rules).pairs
    assert pairs is not None
    for first, second in pairs:
        for taken, answer in ((first, second), (second, first)):
            defence = defend(rules, [taken])
            assert (defence.reply, defence.is_paired) == (answer, True)
    (single,) = set(range(25)) - {square for pair in pairs for square in pair}
    defence = defend(rules, [single])
    assert defence.reply is not None
    assert not defence.is_paired
    check_pairs(defence)

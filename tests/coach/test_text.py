"""No sentence of the coach is false: all of them, over all positions and moves of 3×3."""

from __future__ import annotations

import re

import pytest

from noughts import Game, Mark, Position, Rules
from noughts.coach.explanation import explain
from noughts.coach.reviews import review
from noughts.coach.text import explanation_text, own_moves, review_text, worth_text
from noughts.solver import MoveValue, Value
from noughts.terminal.styles import STYLES
from tests.coach.conftest import Explained, forbid_solving
from tests.coach.sentences import SHAPES, check_sentence

UNPROVED = "is not proved good or bad"


def said(position: str, move: int) -> str:
    return explanation_text(explain(Position.parse(position), move))


def test_every_clause_of_every_sentence_is_true(explained: list[Explained]) -> None:
    shapes = set()
    for each in explained:
        shapes |= check_sentence(each, explanation_text(each.explanation))
    assert shapes == SHAPES - {UNPROVED}, "a shape that nothing is said in is not checked"


@pytest.mark.slow
def test_every_clause_is_true_where_nothing_is_proved_but_at_sight(
    explained_at_sight: list[Explained],
) -> None:
    shapes = set()
    for each in explained_at_sight:
        sentence = explanation_text(each.explanation)
        shapes |= check_sentence(each, sentence)
        assert (UNPROVED in sentence) == (each.explanation.worth is None)
    assert UNPROVED in shapes


def test_a_mistake_is_always_given_a_reason(explained: list[Explained]) -> None:
    for each in explained:
        if each.explanation.keeps_value is False:
            assert ": " in explanation_text(each.explanation)


def test_a_lost_move_is_always_answered(explained: list[Explained]) -> None:
    for each in explained:
        worth = each.explanation.worth
        if worth is not None and worth.value is Value.LOSS:
            assert " answers " in explanation_text(each.explanation)


def test_every_sentence_is_short(explained: list[Explained]) -> None:
    assert max(len(explanation_text(each.explanation)) for each in explained) <= 130


def test_squares_are_spelled_as_they_are_typed(explained: list[Explained]) -> None:
    spell = STYLES["number"](Rules()).spell
    numbers = {f"{'abc'[at % 3]}{at // 3 + 1}": str(at + 1) for at in range(9)}
    for each in explained[::7]:
        by_name, by_number = (explanation_text(each.explanation, how) for how in (None, spell))
        assert re.sub("[abc][123]", lambda found: numbers[found[0]], by_name) == by_number


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (
            "x../.o./..x o 3",
            2,
            "c1 loses: X answers a3, which blocks and makes two threats, a2 and b3.",
        ),
        ("xx./oo./... x 3", 2, "c1 wins: it completes a1, b1 and c1."),
        ("xx./oo./... x 3", 5, "c2 only draws: c1 would have won at once."),
        ("x.x/oo./... x 3", 8, "c3 loses: b1 would have won at once; O answers c2 and wins."),
        ("x../.../..o x 3", 2, "c1 wins in three moves: O must answer b1."),
        ("x../.../..o x 3", 4, "b2 only draws: c1 would have won in three moves."),
        ("x../.o./..x o 3", 3, "a2 keeps the draw: X must answer c2; it stops a fork on a3."),
        (
            "xox/.o./... x 3",
            7,
            "b3 keeps the draw: it blocks b1, b2 and b3; every other move loses.",
        ),
        (
            "xo./o../.x. x 3",
            8,
            "c3 wins in two moves: it makes two threats, b2 and a3; no other move wins.",
        ),
        (
            "..x/.../o.o x 3",
            7,
            "b3 loses, as every move does: it blocks a3, b3 and c3, but O answers a1, "
            "which makes two threats, a2 and b2.",
        ),
        ("x../.../... o 3", 4, "b2 keeps the draw: every other move loses."),
        ("x../.../... o 3", 1, "b1 loses: X answers a2 and wins (O a3, X b2, O c1, X c2)."),
        (".../.../... x 3", 0, "a1 keeps the draw: every reply but b2 loses."),
        (".../.../... x 3", 4, "b2 keeps the draw."),
    ],
)
def test_a_sentence_reads_like_this(position: str, move: int, sentence: str) -> None:
    assert said(position, move) == sentence


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("...../...../...../...../..... x 4", 12, f"c3 {UNPROVED}."),
        (
            "...../.xx../..o../..o../..... x 4",
            6 + 2,
            "d2 wins in two moves: it makes two threats, a2 and e2.",
        ),
        (
            "...../.xx../..o../..o../..... x 4",
            24,
            f"e5 {UNPROVED}, but d2 would have won in two moves.",
        ),
        (
            "...../.xx../..o../..o../..... x 4",
            9,
            f"e2 {UNPROVED}, but O must answer d2; d2 would have won in two moves.",
        ),
    ],
)
def test_on_a_board_without_proofs_it_reads_like_this(
    position: str, move: int, sentence: str
) -> None:
    assert said(position, move) == sentence


@pytest.mark.parametrize(
    ("worth", "text"),
    [
        (MoveValue(Value.WIN, 1), "win in 1"),
        (MoveValue(Value.DRAW, 4), "draw"),
        (MoveValue(Value.LOSS, 6), "loss in 6"),
    ],
)
def test_a_worth_in_short_counts_the_moves_of_both(worth: MoveValue, text: str) -> None:
    assert worth_text(worth) == text


@pytest.mark.parametrize(
    ("plies", "text"), [(1, "one move"), (2, "one move"), (3, "two moves"), (21, "11 moves")]
)
def test_own_moves_are_every_second_one(plies: int, text: str) -> None:
    assert own_moves(plies) == text


# --- reviews


def test_a_review_names_each_mistake_with_its_reason_and_sums_up() -> None:
    game = Game().play(0, 4, 8, 2, 6, 3, 7)
    assert review_text(review(game)) == "\n".join(
        [
            "  1. X a1 keeps the draw.",
            "  2. O b2 keeps the draw.",
            "  3. X c3 keeps the draw.",
            "  4. O c1 loses: X answers a3, which blocks and makes two threats, a2 and b3. "
            "[draw to loss]",
            "  5. X a3 wins in two moves.",
            "  6. O a2 loses, as every move does.",
            "  7. X b3 wins.",
            "",
            "Turning point: move 4, O c1.",
            "Accuracy of X: 100%.",
            "Accuracy of O: 67%.",
        ]
    )


def test_a_review_tells_a_win_let_slip_from_a_draw_thrown_away() -> None:
    text = review_text(review(Game().play(0, 1, 2, 4, 3, 7)))
    assert "  2. O b1 loses: X answers" in text
    assert "[draw to loss]\n" in text
    assert "[win to draw]\n" in text


def test_a_review_of_a_game_without_moves_says_so() -> None:
    assert review_text(review(Game())) == (
        "Turning point: none, no move gave anything away.\n"
        "Accuracy of X: it made no move.\n"
        "Accuracy of O: it made no move."
    )


def test_a_review_of_a_game_without_mistakes_has_no_turning_point() -> None:
    text = review_text(review(Game().play(0, 4)))
    assert "Turning point: none, no move gave anything away.\n" in text
    assert "[" not in text


def test_a_review_of_an_unproved_game_says_what_the_lines_show() -> None:
    start = Rules(5, 5, 3).start(Mark.O)
    assert review_text(review(Game(start).play(12, 0, 13, 1, 11))) == "\n".join(
        [
            f"  1. O c3 {UNPROVED}.",
            "  2. X a1 loses: O answers c2, which makes two threats, c1 and c4.",
            "  3. O d3 wins in two moves.",
            "  4. X b1 loses, as every move does.",
            "  5. O b3 wins.",
            "",
            "Turning point: move 2, X a1, or an earlier one that is not proved.",
            "Accuracy of X: unknown.",
            "Accuracy of O: unknown.",
        ]
    )


def test_where_not_even_the_end_is_proved_there_is_no_turning_point() -> None:
    text = review_text(review(Game(Rules(5, 5, 3).start()).play(12).resign()))
    assert "Turning point: unknown.\n" in text


def test_a_proof_that_is_not_found_makes_the_sum_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_solving(monkeypatch)
    text = review_text(review(Game().play(0, 3, 1, 4, 8)))
    assert "Turning point: move 5, X c3, or an earlier one that is not proved.\n" in text
    assert "Accuracy of X: unknown.\nAccuracy of O: unknown." in text
    assert (
        "  5. X c3 loses: c1 would have won at once; O answers c2 and wins. [win to loss]" in text
    )

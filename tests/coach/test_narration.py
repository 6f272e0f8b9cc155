"""Reviews in sentences: what each mistake threw away, the turning point, and you addressed."""

from __future__ import annotations

import re

import pytest

from noughts import Game, Mark, Position, Rules
from noughts.coach.explanation import explain
from noughts.coach.narration import accuracy_text, judgement_text, review_text, turning_point_text
from noughts.coach.reviews import Better, better_moves, review
from noughts.core.notation import square_name
from tests.coach import facts
from tests.coach.conftest import Explained, forbid_solving
from tests.coach.test_outlook import held
from tests.coach.test_text import FORCED, THREE


def test_a_review_names_each_mistake_with_its_reason_and_sums_up() -> None:
    game = Game().play(0, 4, 8, 2, 6, 3, 7)
    assert review_text(review(game)) == "\n".join(
        [
            "  1. X a1 keeps the draw.",
            "  2. O b2 keeps the draw.",
            "  3. X c3 keeps the draw.",
            "  4. O c1 loses: X answers a3, which blocks and makes a fork on a2 and b3. "
            "[throws a draw away]",
            "  5. X a3 wins in two moves.",
            "  6. O a2 loses, as every move does.",
            "  7. X b3 wins.",
            "",
            "The game turned on move 4, O's c1.",
            "Accuracy of X: 100%.",
            "Accuracy of O: 67%.",
        ]
    )


def test_a_review_tells_a_win_let_slip_from_a_draw_thrown_away() -> None:
    text = review_text(review(Game().play(0, 1, 2, 4, 3, 7)))
    assert "  2. O b1 loses: X answers" in text
    assert "[throws a draw away]\n" in text
    assert "[misses a win]\n" in text


def test_a_review_of_a_game_without_moves_or_mistakes_or_proofs_says_so() -> None:
    assert review_text(review(Game())) == (
        "Nobody made a mistake.\nAccuracy of X: no moves.\nAccuracy of O: no moves."
    )
    text = review_text(review(Game().play(0, 4)))
    assert "Nobody made a mistake.\n" in text
    assert "[" not in text
    text = review_text(review(Game(Rules(8, 8, 5).start()).play(12).resign()))
    assert "Where the game turned isn't proved.\n" in text


def test_a_review_of_an_unproved_game_says_what_the_lines_show() -> None:
    start = Rules(5, 5, 3).start(Mark.O)
    assert review_text(review(Game(start).play(12, 0, 13, 1, 11))) == "\n".join(
        [
            "  1. O c3 forces a win in three moves at most.",
            "  2. X a1 loses, as every move does.",
            "  3. O d3 wins in two moves.",
            "  4. X b1 loses, as every move does.",
            "  5. O b3 wins.",
            "",
            "Nobody made a mistake.",
            "Accuracy of X: 100%.",
            "Accuracy of O: 100%.",
        ]
    )


def test_a_proof_that_is_not_found_makes_the_sum_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_solving(monkeypatch)
    text = review_text(review(Game().play(0, 3, 1, 4, 8)))
    assert "The game turned on move 5, X's c3.\n" in text
    assert "Accuracy of X: not proved; of the proved moves, 0 of 1 gave nothing away.\n" in text
    assert text.endswith("Accuracy of O: not proved.")
    assert (
        "  5. X c3 loses: c1 would have won at once; O answers c2 and wins. [throws a win away]"
        in text
    )


def test_a_review_marks_a_win_by_force_that_was_given_up_and_one_that_was_allowed() -> None:
    given_up = review_text(review(Game(Position.parse(FORCED)).play("a9")))
    assert "four moves at most. [passes up a sure win]\n" in given_up
    allowed = review_text(review(Game(Position.parse(THREE)).play("a1")))
    assert " [loses]\n" in allowed
    assert "If the game turned, it was on move 1, O's a1, at the latest.\n" in allowed


# --- on the page

WON = "x.x/oo./... x 3"


def test_the_right_moves_of_every_mistake_are_all_that_would_have_kept_the_value(
    explained: list[Explained],
) -> None:
    for each in explained:
        better = better_moves(each.explanation)
        if each.explanation.keeps_value:
            assert better == Better(())
            continue
        best = facts.best_worth(each.board)
        worths = {move: facts.worth(each.board, move) for move in each.explanation.position.moves}
        right = [move for move, worth in worths.items() if worth[0] == best[0]]
        if best[0] == 1:
            right = [move for move in right if worths[move] == best]
        if better.is_any:
            assert set(right) == set(worths) - {each.move}
            fewest = min(held(each.board, move) for move in right)
            right = [move for move in right if held(each.board, move) == fewest]
        assert list(better.moves) == right


@pytest.mark.parametrize(
    ("position", "move", "you", "sentence"),
    [
        ("xx./oo./... x 3", "c2", Mark.X, "You could have won here: c1."),
        ("xx./oo./... x 3", "c2", Mark.O, "X could have won here: c1."),
        (WON, "c3", Mark.X, "You could have won here: b1. Instead, O answers c2 and wins."),
        (WON, "c3", Mark.O, "X could have won here: b1. Instead, you can answer c2 and win."),
        (
            "x../.../... o 3",
            "b1",
            Mark.O,
            "Your b1 loses: X answers a2 and wins (O a3, X b2, O c1, X c2). b2 would have held the"
            " draw.",
        ),
        (
            "x../.o./..x o 3",
            "c1",
            Mark.X,
            "O's c1 loses: you can answer a3, which blocks and makes a fork on a2 and b3. b1, a2,"
            " c2 or b3 would have held the draw.",
        ),
        ("x../.o./... x 3", "a2", Mark.X, "a2 keeps the draw: O has to block on a3."),
        (
            ".../xo./... x 3",
            "c2",
            Mark.X,
            "Your c2 loses: O answers a1 and wins (X c3, O c1, X b1, O a3). Any other move would"
            " have drawn, such as a1 or a3.",
        ),
        (".../.../... x 3", "b2", Mark.X, "b2 keeps the draw."),
        (FORCED, "a9", Mark.X, "You had a sure win here: c5."),
        (THREE, "a1", Mark.X, "a1 loses: you can answer c5, which makes a fork on b5 and g5."),
    ],
)
def test_a_mistake_is_told_with_what_would_have_been_right(
    position: str, move: str, you: Mark, sentence: str
) -> None:
    explanation = explain(Position.parse(position), move)
    assert judgement_text(explanation, better_moves(explanation), you) == sentence


def test_what_is_said_of_a_mistake_is_whole_and_names_a_right_move(
    explained: list[Explained],
) -> None:
    for each in explained:
        if each.explanation.keeps_value is not False:
            continue
        better = better_moves(each.explanation)
        for you in (None, *Mark):
            said = judgement_text(each.explanation, better, you)
            assert not re.search(r"[:,;] ?[.,:;]|  | \.|\.\.", said), said
            assert all(square_name(3, move) in said for move in better.moves)
            mover = each.explanation.position.turn
            assert (str(mover) in said.split(":")[0]) == (you is not mover)


def test_the_turning_point_and_the_accuracy_are_yours() -> None:
    reviewed = review(Game().play(0, 4, 8, 2, 6, 3, 7))
    assert turning_point_text(reviewed, Mark.O) == "The game turned on move 4, your c1."
    assert turning_point_text(reviewed, Mark.X) == "The game turned on move 4, O's c1."
    assert accuracy_text(reviewed, Mark.O, Mark.O) == "Your accuracy: 67%."
    assert accuracy_text(reviewed, Mark.X, Mark.O) == "Your opponent's accuracy: 100%."

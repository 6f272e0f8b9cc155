"""Reviews, against minimax on random games and where nothing is proved, and in sentences."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Limit, Mark, Position, Rules
from noughts.coach import reviews
from noughts.coach.explanation import explain
from noughts.core.notation import square_name
from noughts.solver.exact import tables_of
from tests.coach.conftest import Explained, forbid_solving
from tests.coach.test_outlook import held
from tests.coach.test_text import FORCED, THREE
from tests.core import naive


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of 3×3 from anywhere, of random moves, finished or not, or given up."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    start = _played(
        Game(Rules().start(draw(st.sampled_from(Mark)))), draw(st.integers(0, 8)), random
    )
    game = _played(Game(start.position), draw(st.integers(0, 9)), random)
    return game.resign() if game.ending is None and draw(st.booleans()) else game


def _played(game: Game, plies: int, random: Random) -> Game:
    for _ in range(plies):
        if game.ending is None:
            game = game.play(random.choice(game.position.moves))
    return game


def kept_values(game: Game) -> list[bool]:
    """For each move, whether it brings what the best would have brought."""
    kept = []
    board = naive.board_of(game.start)
    for move in game.moves:
        kept.append(naive.worth(board, move)[0] == naive.minimax(board).value)
        board = naive.play(board, move)
    return kept


@given(games())
def test_mistakes_turning_point_and_accuracy_follow_moves_that_kept_the_value(game: Game) -> None:
    kept, reviewed = kept_values(game), reviews.review(game)
    assert reviewed.game == game
    assert [each.move for each in reviewed.explanations] == list(game.moves)
    assert [each.position for each in reviewed.explanations] == list(game.positions())[:-1]
    mistakes = [ply for ply, each in enumerate(kept) if not each]
    assert list(reviewed.mistakes) == mistakes
    assert reviewed.is_proved
    turning_point = mistakes[-1] if mistakes else None
    assert reviewed.turning_point == reviewed.decided_by == turning_point
    for mark, own in ((game.start.turn, kept[::2]), (game.start.turn.other, kept[1::2])):
        assert reviewed.accuracy(mark) == (Fraction(sum(own), len(own)) if own else None)


# --- without proofs


def test_where_not_every_move_is_proved_only_mistakes_that_the_lines_show_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first moves of the game are too far from the end to be judged at sight."""
    forbid_solving(monkeypatch)
    unproved = reviews.review(Game().play(0, 3, 1, 4, 8, 5))
    assert not unproved.is_proved
    assert unproved.turning_point is None
    assert [unproved.accuracy(mark) for mark in Mark] == [None, None]
    assert unproved.mistakes == (4,)
    assert unproved.decided_by == 4
    assert reviews.review(Game().play(0, 4)).decided_by is None
    assert reviews.review(Game()).decided_by is None


def test_the_limit_holds_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def watched(position: Position, move: int, limit: Limit | None = None) -> object:
        limits.append(limit)
        return explain(position, move, limit)

    monkeypatch.setattr("noughts.coach.reviews.explain", watched)
    limit = Limit(nodes=10_000)
    reviews.review(Game().play(0, 4, 8), limit)
    assert limits == [limit] * 3


def test_a_review_names_each_mistake_with_its_reason_and_sums_up() -> None:
    game = Game().play(0, 4, 8, 2, 6, 3, 7)
    assert str(reviews.review(game)) == "\n".join(
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


def test_a_review_of_a_game_without_moves_or_mistakes_or_proofs_says_so() -> None:
    assert reviews.review_text(reviews.review(Game())) == (
        "Nobody made a mistake.\nAccuracy of X: no moves.\nAccuracy of O: no moves."
    )
    text = reviews.review_text(reviews.review(Game().play(0, 4)))
    assert "Nobody made a mistake.\n" in text
    assert "[" not in text
    text = reviews.review_text(reviews.review(Game(Rules(8, 8, 5).start()).play(12).resign()))
    assert "We can't tell yet where this game turned.\nWe can't score this board yet.\n" in text


def test_a_review_of_an_unproved_game_says_what_the_lines_show() -> None:
    start = Rules(5, 5, 3).start(Mark.O)
    assert reviews.review_text(reviews.review(Game(start).play(12, 0, 13, 1, 11))) == "\n".join(
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
    text = reviews.review_text(reviews.review(Game().play(0, 3, 1, 4, 8)))
    assert "The game turned on move 5, X's c3.\n" in text
    assert text.endswith("\nWe can't score this board yet.")
    assert text.count("score") == 1
    assert (
        "  5. X c3 loses: c1 would have won at once; O answers c2 and wins. [misses a win]" in text
    )


def test_a_review_marks_a_win_that_was_missed_or_allowed_and_a_draw_thrown_away() -> None:
    text = reviews.review_text(reviews.review(Game().play(0, 1, 2, 4, 3, 7)))
    assert "  2. O b1 loses: X answers" in text
    assert "[throws a draw away]\n" in text
    assert "[misses a win]\n" in text
    given_up = reviews.review_text(reviews.review(Game(Position.parse(FORCED)).play("a9")))
    assert "four moves at most. [misses a win]\n" in given_up
    allowed = reviews.review_text(reviews.review(Game(Position.parse(THREE)).play("a1")))
    assert " [loses]\n" in allowed
    assert "The game was decided on move 1, O's a1, if not before.\n" in allowed


# --- on the page

WON = "x.x/oo./... x 3"


def test_the_moves_said_to_be_right_are_all_that_kept_the_value(explained: list[Explained]) -> None:
    for each in explained:
        better = reviews.better_moves(each.explanation)
        if each.explanation.keeps_value:
            assert better == reviews.Better(())
            continue
        best = naive.best_worth(each.board)
        worths = {move: naive.worth(each.board, move) for move in each.explanation.position.moves}
        right = [move for move, worth in worths.items() if worth[0] == best[0]]
        if best[0] == 1:
            right = [move for move in right if worths[move] == best]
        if better.is_any:
            assert set(right) == set(worths) - {each.move}
            fewest = min(held(each.board, move) for move in right)
            right = [move for move in right if held(each.board, move) == fewest]
        assert list(better.moves) == right
        mover = each.explanation.position.turn
        for you in (None, *Mark):
            said = reviews.judgement_text(each.explanation, better, you)
            assert not re.search(r"[:,;] ?[.,:;]|  | \.|\.\.", said), said
            assert all(square_name(3, move) in said for move in right)
            assert (str(mover) in said.split(":")[0]) == (you is not mover)


def test_a_win_in_sight_is_told_as_right_also_once_the_limit_is_spent() -> None:
    tables_of.cache_clear()
    spent = Limit(nodes=0)
    missed = explain("xxx./ooo./..../.... x 4", "d4", spent)
    assert reviews.better_moves(missed, spent).moves == (3,)


def test_a_mistake_is_told_with_what_would_have_been_right_and_the_accuracy_is_yours() -> None:
    held, any_other = "would have held the draw", "Any other move would have drawn, such as"
    forced = "X answers a2, which forces a block on a3, and then b2 makes a fork on c2 and c3"
    fork = "you can answer a3, which blocks and makes a fork on a2 and b3"
    other = "O answers a1, which forces a block on c3, and then c1 makes a fork on b1 and a3"
    lost = f"Your c2 loses: {other}. {any_other} a1 or a3."
    for position, move, you, sentence in [
        ("xx./oo./... x 3", "c2", Mark.X, "You could have won here: c1."),
        ("xx./oo./... x 3", "c2", Mark.O, "X could have won here: c1."),
        (WON, "c3", Mark.X, "You could have won here: b1. Instead, O answers c2 and wins."),
        (WON, "c3", Mark.O, "X could have won here: b1. Instead, you can answer c2 and win."),
        ("x../.../... o 3", "b1", Mark.O, f"Your b1 loses: {forced}. b2 {held}."),
        ("x../.o./..x o 3", "c1", Mark.X, f"O's c1 loses: {fork}. b1, a2, c2 or b3 {held}."),
        ("x../.o./... x 3", "a2", Mark.X, "a2 keeps the draw: O has to block on a3."),
        (".../xo./... x 3", "c2", Mark.X, lost),
        (".../.../... x 3", "b2", Mark.X, "b2 keeps the draw."),
        (FORCED, "a9", Mark.X, "You had a sure win here: c5."),
        (THREE, "a1", Mark.X, "a1 loses: you can answer c5, which makes a fork on b5 and g5."),
    ]:
        explanation = explain(Position.parse(position), move)
        better = reviews.better_moves(explanation)
        assert reviews.judgement_text(explanation, better, you) == sentence
    reviewed = reviews.review(Game().play(0, 4, 8, 2, 6, 3, 7))
    assert reviews.turning_point_text(reviewed, Mark.O) == "The game turned on move 4, your c1."
    assert reviews.turning_point_text(reviewed, Mark.X) == "The game turned on move 4, O's c1."
    assert reviews.accuracy_text(reviewed, Mark.O, Mark.O) == "Your accuracy: 67%."
    assert reviews.accuracy_text(reviewed, Mark.X, Mark.O) == "Your opponent's accuracy: 100%."

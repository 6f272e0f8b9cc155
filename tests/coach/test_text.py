"""No sentence of the coach is false: all of them, over all positions and moves of 3×3."""

from __future__ import annotations

import re
from functools import partial

import pytest

from noughts import Position, Rules
from noughts.coach.explanation import advise, explain
from noughts.coach.text import Explanation, explanation_text, own_moves, worth_text
from noughts.core.notation import square_name
from noughts.players import player
from noughts.solver import MoveValue, Value
from noughts.wording.language import LANGUAGES, use
from noughts.wording.text import Numbers, bare
from tests.coach.conftest import Explained
from tests.coach.sentences import HINT_CLAUSES, SHAPES, UNPROVED_CLAUSES, check_sentence
from tests.core import naive

PERFECT = player("perfect")

UNPROVED = "isn't proved good or bad"


def check_texts(cases: list[tuple[str, str]]) -> None:
    """What is said of a move in a position, which a sentence begins with."""
    for position, sentence in cases:
        assert explanation_text(explain(Position.parse(position), sentence[:2])) == sentence


def test_every_sentence_is_short_and_every_clause_of_it_true(explained: list[Explained]) -> None:
    shapes = set()
    for each in explained:
        sentence, worth = str(each.explanation), each.explanation.worth
        shapes |= check_sentence(each, sentence)
        assert len(sentence) <= 140
        assert each.explanation.keeps_value is not False or ": " in sentence, (
            "a mistake without a reason"
        )
        is_lost = worth is not None and worth.value is Value.LOSS
        assert not is_lost or " answers " in sentence, "a lost move without an answer"
    unproved = {UNPROVED, "draws", *UNPROVED_CLAUSES}
    assert shapes == SHAPES - unproved, "not checked"


@pytest.mark.slow
def test_every_clause_is_true_where_only_sight_proves(explained_at_sight: list[Explained]) -> None:
    shapes = set()
    for each in explained_at_sight:
        sentence = explanation_text(each.explanation)
        shapes |= check_sentence(each, sentence)
        assert (UNPROVED in sentence) == (each.explanation.worth is None)
    assert shapes >= {UNPROVED, *UNPROVED_CLAUSES}


def test_every_hint_on_3x3_has_a_reason_and_every_clause_of_it_is_true() -> None:
    shapes = set()
    for board in naive.reachable_by_one_name(3, 3, 3):
        if naive.is_over(board):
            continue
        advice = advise(Position.parse(str(board)), PERFECT)
        each = Explained(board, naive.play(board, advice.move), advice)
        sentence = explanation_text(advice)
        shapes |= check_sentence(each, sentence, is_hint=True)
        assert ": " in sentence or ", but " in sentence
    unseen = HINT_CLAUSES.keys() - shapes
    assert all("answer to every reply" in shape for shape in unseen), "not checked"


def test_the_side_that_is_addressed_is_you_and_squares_are_spelled_as_they_are_typed(
    explained: list[Explained],
) -> None:
    for each in explained[::5]:
        opponent = each.explanation.position.turn.other
        plain, addressed = (explanation_text(each.explanation, you=you) for you in (None, opponent))
        asked = re.sub("[XO] has to block", "you have to block", plain)
        asked = re.sub("[XO] answers ([abc][123]), which", r"you can answer \1, which", asked)
        asked = re.sub("[XO] answers ([abc][123]) and wins", r"you can answer \1 and win", asked)
        asked = re.sub("(you can answer .*), and wins", r"\1, and win", asked)
        assert addressed == asked
    spell = partial(bare, Numbers())
    numbers = {f"{'abc'[at % 3]}{at // 3 + 1}": str(at + 1) for at in range(9)}
    for each in explained[::7]:
        by_name, by_number = (explanation_text(each.explanation, how) for how in (None, spell))
        assert re.sub("[abc][123]", lambda found: numbers[found[0]], by_name) == by_number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_every_language(explained: list[Explained], language: str) -> None:
    plain = [explanation_text(each.explanation) for each in explained[::23]]
    with use(language):
        said = [explanation_text(each.explanation) for each in explained[::23]]
    for each, sentence in zip(explained[::23], said, strict=True):
        assert square_name(3, each.move) in sentence
        assert not set("{}") & set(sentence)
    assert [explanation_text(each.explanation) for each in explained[::23]] == plain


def test_a_sentence_reads_like_this() -> None:
    start, lost = "x../.o./..x o 3", "..x/.../o.o x 3"
    fork = "it makes a fork, with threats on b2 and a3"
    reply = "O has to block on a3, then b2 makes a fork on c2 and c3"
    check_texts(
        [
            (start, "c1 loses: X answers a3, which blocks and makes a fork on a2 and b3."),
            (start, "a2 keeps the draw: it prevents a fork on a3; X has to block on c2."),
            ("x.x/oo./... x 3", "c3 loses: b1 would have won at once; O answers c2 and wins."),
            ("xo./o../.x. x 3", f"c3 wins in two moves: {fork}; no other move wins."),
            ("xo./.../... x 3", f"a2 wins in three moves: {reply}."),
            (
                lost,
                "b3 loses, as every move does: it blocks a3, b3 and c3, but O answers a1, "
                "which makes a fork on a2 and b2.",
            ),
            (
                "x../.../... o 3",
                "b1 loses: X answers a2, which forces a block on a3, and then b2 makes a fork on c2"
                " and c3.",
            ),
        ]
    )


@pytest.mark.usefixtures("without_atlas")
def test_on_a_board_without_proofs_it_reads_like_this() -> None:
    position, missed = "...../.xx../..o../..o../..... x 4", "but d2 would have won in two moves"
    check_texts(
        [
            ("...../...../...../...../..... x 4", f"c3 {UNPROVED}."),
            (position, "d2 wins in two moves: it makes a fork, with threats on a2 and e2."),
            (position, f"e5 {UNPROVED}, {missed}."),
            (position, f"e2 {UNPROVED}; O has to block on d2, {missed}."),
        ]
    )


EMPTY = "........./........./........./........./"
THREE = f"{EMPTY}...xxx.../....oo.../...o..x../........./......... o 5"
FORCED = (
    "........./........./.o.o...../..x..x.../...xx..../....oo.../........./........./......... x 5"
)


def test_on_a_big_board_it_reads_like_this() -> None:
    three, won = "an open row of three", "a win in four moves at most"
    line = "O b5, X c7, O c3, X d6, O g3, X b8"
    meets = "it meets X's threat to force a win, as only c5 and g5 can"
    check_texts(
        [
            (
                FORCED,
                f"c5 forces {won}: it makes {three}; there's an answer to every reply, for"
                f" example {line}.",
            ),
            (FORCED, f"a9 {UNPROVED}; it makes a row of two, but c5 would have forced {won}."),
            (THREE, f"g5 {UNPROVED}; {meets}; it makes an open row of two."),
            (THREE, "a1 loses: X answers c5, which makes a fork on b5 and g5."),
            (
                f"{EMPTY}...xx..../....o..../...o...../........./......... x 5",
                f"f5 {UNPROVED}; it makes {three}; it keeps O from making {three}.",
            ),
        ]
    )


def test_a_worth_in_short_counts_ones_own_moves_every_second_one() -> None:
    for worth, text in [
        (MoveValue(Value.WIN, 1), "win in 1"),
        (MoveValue(Value.DRAW, 4), "draw"),
        (MoveValue(Value.LOSS, 6), "loss in 3"),
    ]:
        assert worth_text(worth) == text
    assert list(map(own_moves, (1, 2, 3, 21))) == [1, 1, 2, 11]
    position, draw = Rules(3, 3, 3).start(), MoveValue(Value.DRAW, None)
    assert explanation_text(Explanation(position, 4, None, draw, ())) == "b2 draws."
    assert explanation_text(Explanation(position, 4, draw, draw, ())) == "b2 keeps the draw."

"""What stands out among the moves: true by brute force, in every position of 3×3."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noughts import Limit, Position
from noughts.atlas import values
from noughts.coach.outlook import Difference, outlook, outlook_text, square_texts
from tests.core import naive
from tests.core.naive import Board

_SQUARE = "[a-c][1-3]"
ALL_DRAW = "Every move draws"
ALL_WIN = "Every move wins"
ALL_LOSE = "Every move loses"


def said(position: str) -> str:
    found = Position.parse(position)
    return outlook_text(outlook(found, values(found)))


def boards() -> Iterator[Board]:
    every = naive.reachable_by_one_name(3, 3, 3)
    yield from (board for board in every if not naive.is_over(board))


def squares(text: str) -> list[int]:
    return ["abc".index(name[0]) + 3 * (int(name[1]) - 1) for name in re.findall(_SQUARE, text)]


def held(board: Board, move: int) -> int:
    """How many replies do not lose."""
    after = naive.play(board, move)
    return sum(naive.worth(after, reply)[0] >= 0 for reply in naive.moves(after))


def check(board: Board, sentence: str) -> str:
    """Check a sentence about a board by brute force; the shape of the sentence."""
    worths = {move: naive.worth(board, move) for move in naive.moves(board)}
    best = max(value for value, _ in worths.values())
    good = [move for move, (value, _) in worths.items() if value == best]
    named = squares(sentence)
    shape = re.sub(f"{_SQUARE}(?:(?:, {_SQUARE})*,? (?:and|or) {_SQUARE})?", "…", sentence)
    assert named == sorted(named)
    first = shape.split(";")[0].rstrip(".")
    if shape.startswith("Only … is left"):
        assert list(worths) == named
        assert sentence.endswith({1: "it wins.", 0: "it draws.", -1: "it loses."}[best])
    elif first in (ALL_DRAW, ALL_WIN, ALL_LOSE):
        assert best == {ALL_DRAW: 0, ALL_WIN: 1, ALL_LOSE: -1}[first]
        assert len(good) == len(worths)
        check_standing_out(board, sentence, worths)
    elif shape.startswith(("Careful", "You can win with every move but")):
        assert best == (0 if shape.startswith("Careful") else 1)
        assert named == [move for move in worths if move not in good]
        assert len(named) < len(good)
    else:
        assert best == (1 if shape.startswith("You can win") else 0)
        assert named == good
        assert 2 * len(good) <= len(worths)
        assert best == 1 or all(worths[move][0] == -1 for move in set(worths) - set(good))
    return shape


def check_standing_out(board: Board, sentence: str, worths: dict[int, tuple[int, int]]) -> None:
    """Check which of moves of one value win soonest, last longest or set the most traps."""
    value = next(iter(worths.values()))[0]
    if value == 0:
        ranks = {move: held(board, move) for move in worths}
    else:
        ranks = {move: value * plies for move, (_, plies) in worths.items()}
    first = [move for move in ranks if ranks[move] == min(ranks.values())]
    if ";" not in sentence:
        assert 2 * len(first) > len(worths)
    elif "a corner" in sentence:
        assert first == [0, 2, 6, 8]
    elif "the centre" in sentence:
        assert first == [4]
    else:
        assert squares(sentence) == first


def test_what_is_said_is_true_in_every_position_of_3x3() -> None:
    shapes = set()
    for board in boards():
        position = Position.parse(str(board))
        worths = values(position)
        found = outlook(position, worths)
        shapes.add(check(board, outlook_text(found)))
        # Moves of one value are never all marked.
        equal = len(set(worths.values())) == 1 and found.difference is not Difference.TRAPS
        assert not equal or not found.moves
        assert 2 * len(found.moves) <= len(worths)
    assert len(shapes) >= 15
    assert shapes >= {
        f"{ALL_DRAW}.",
        f"{ALL_LOSE}.",
        f"{ALL_WIN}; … wins soonest.",
        "You can win with every move but ….",
        "Careful: … lose. Every other move draws.",
    }


def test_it_reads_like_this_and_what_stands_out_has_a_word_and_a_label() -> None:
    for position, sentence in [
        (".../.../... x 3", f"{ALL_DRAW}; a corner sets the most traps."),
        ("x../.../... o 3", "Only b2 holds the draw – every other move loses."),
        ("x../.o./..x o 3", "Careful: c1 and a3 lose. Every other move draws."),
        ("xx./oo./... x 3", "You can win, but only with c1."),
        ("..x/.../o.o x 3", f"{ALL_LOSE}; b3 lasts longest."),
        ("xox/oox/ox. x 3", "Only c3 is left, and it wins."),
        (".../.../... x 2", f"{ALL_WIN}."),
    ]:
        assert said(position) == sentence
    shown = [difference for difference in Difference if difference is not Difference.NONE]
    words, labels = zip(*(square_texts(difference, "b2") for difference in shown), strict=True)
    assert words == ("wins", "soonest", "no win", "draws", "loses", "traps", "lasts")
    assert len(set(labels)) == len(labels)
    assert all(label.startswith("b2, empty, ") for label in labels)


def test_traps_that_are_not_counted_in_time_do_not_stand_out() -> None:
    position = Position.parse("x.../..../..../.... o 4")
    found = outlook(position, values(position), Limit(nodes=1))
    assert (found.difference, outlook_text(found)) == (Difference.NONE, f"{ALL_DRAW}.")

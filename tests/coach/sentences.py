"""Parses the coach's sentences, and checks each clause against naive facts.

A sentence of an unknown shape is an error, so that nothing goes unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.coach import facts
from tests.coach.conftest import Explained
from tests.coach.facts import Line
from tests.core import naive

_SQUARE = "[a-c][1-3]"
_AND = rf"{_SQUARE}(?:, {_SQUARE})* and {_SQUARE}"
_OR = rf"{_SQUARE}(?:(?:, {_SQUARE})* or {_SQUARE})?"
_LINES = rf"{_AND}(?:, and {_AND})*"
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_NUMBER = "|".join(_NUMBERS)

_SENTENCE = re.compile(
    rf"(?P<square>{_SQUARE}) "
    r"(?P<verdict>[^:]*?)(?:: (?P<reasons>.*?))?(?:, but (?P<against>.*))?\."
)

Check = Callable[..., None]


def check_sentence(each: Explained, sentence: str) -> set[str]:
    """Check every clause of a sentence; the names of their shapes."""
    found = _SENTENCE.fullmatch(sentence)
    assert found, sentence
    assert _square(found["square"]) == each.move
    parts = [part for part in (found["reasons"], found["against"]) if part]
    clauses = [clause for part in parts for clause in part.split("; ")]
    assert len(set(clauses)) == len(clauses), sentence
    shapes = {_check(_VERDICTS, each, found["verdict"])}
    return shapes | {_check(_CLAUSES, each, clause) for clause in clauses}


def _check(shapes: dict[str, Check], each: Explained, clause: str) -> str:
    fitting = [shape for shape in shapes if re.fullmatch(shape, clause)]
    assert len(fitting) == 1, f"{clause!r} is of {len(fitting)} shapes"
    found = re.fullmatch(fitting[0], clause)
    assert found
    shapes[fitting[0]](each, *found.groups())
    return fitting[0]


# --- verdicts


def _wins(each: Explained) -> None:
    assert naive.has_won(each.after, each.mover)


def _wins_in(each: Explained, number: str) -> None:
    value, plies = facts.worth(each.board, each.move)
    assert value == 1
    assert plies == 2 * _NUMBERS[number] - 1


def _keeps_draw(each: Explained) -> None:
    assert naive.minimax(each.board).value == 0 == facts.worth(each.board, each.move)[0]


def _only_draws(each: Explained) -> None:
    assert naive.minimax(each.board).value == 1
    assert facts.worth(each.board, each.move)[0] == 0


def _loses(each: Explained) -> None:
    assert facts.worth(each.board, each.move)[0] == -1


def _loses_needlessly(each: Explained) -> None:
    _loses(each)
    if each.explanation.best is not None:
        assert naive.minimax(each.board).value > -1


def _loses_as_every_move(each: Explained) -> None:
    for move in naive.moves(each.board):
        assert facts.worth(each.board, move)[0] == -1


def _is_unproved(each: Explained) -> None:
    assert each.explanation.worth is None


_VERDICTS: dict[str, Check] = {
    "wins": _wins,
    rf"wins in ({_NUMBER}) moves": _wins_in,
    "keeps the draw": _keeps_draw,
    "only draws": _only_draws,
    "loses": _loses_needlessly,
    "loses, as every move does": _loses_as_every_move,
    "is not proved good or bad": _is_unproved,
}


# --- reasons


def _completes(each: Explained, lines: str) -> None:
    _check_lines(lines, facts.lines_through(each.board, each.mover, each.move))


def _blocks(each: Explained, lines: str) -> None:
    _check_lines(lines, facts.lines_through(each.board, each.opponent, each.move))


def _makes_threats(each: Explained, number: str, squares: str) -> None:
    _check_threats(each.after, each.mover, number, squares)
    assert not facts.winning(each.after, each.opponent)


def _must_answer(each: Explained, side: str, square: str) -> None:
    assert side.lower() == each.opponent
    assert not facts.winning(each.after, each.opponent)
    for reply in naive.moves(each.after):
        loses = facts.loses_at_once(each.after, reply)
        assert loses or reply == _square(square)
    assert facts.winning(each.after, each.mover) == [_square(square)]


def _stops_fork(each: Explained, squares: str) -> None:
    could, can = (facts.forking(board, each.opponent) for board in (each.board, each.after))
    assert _squares(squares) == sorted(could - can)


def _no_other_wins(each: Explained) -> None:
    assert facts.worth(each.board, each.move)[0] == 1
    assert all(value < 1 for value in _values_of_others(each))


def _every_other_loses(each: Explained) -> None:
    assert facts.worth(each.board, each.move)[0] == 0
    assert all(value == -1 for value in _values_of_others(each))


def _every_other_reply_loses(each: Explained, square: str) -> None:
    for reply in naive.moves(each.after):
        value = facts.worth(each.after, reply)[0]
        assert value == (0 if reply == _square(square) else -1)


def _values_of_others(each: Explained) -> list[int]:
    others = [move for move in naive.moves(each.board) if move != each.move]
    assert others
    return [facts.worth(each.board, move)[0] for move in others]


def _would_have_won_at_once(each: Explained, square: str) -> None:
    assert facts.worth(each.board, _square(square)) == (1, 1)
    assert facts.worth(each.board, each.move) != (1, 1)


def _would_have_won_in(each: Explained, square: str, number: str) -> None:
    plies = 2 * _NUMBERS[number] - 1
    assert facts.worth(each.board, _square(square)) == (1, plies)
    value, own_plies = facts.worth(each.board, each.move)
    assert value < 1 or own_plies > plies


def _answers_by_fork(
    each: Explained, side: str, square: str, blocks: str | None, number: str, squares: str
) -> None:
    reply = _square(square)
    assert side.lower() == each.opponent
    assert reply in naive.moves(each.after)
    assert (blocks is not None) == bool(facts.lines_through(each.after, each.mover, reply))
    replied = naive.play(each.after, reply)
    assert not facts.winning(replied, each.mover)
    _check_threats(replied, each.opponent, number, squares)


def _answers_and_wins(each: Explained, side: str, square: str) -> None:
    assert side.lower() == each.opponent
    assert _square(square) in facts.winning(each.after, each.opponent)


def _answers_and_wins_by(each: Explained, side: str, square: str, rest: str) -> None:
    played = [(side, square), *(move.split(" ") for move in rest.split(", "))]
    sides = [mark.lower() for mark, _ in played]
    assert sides == [each.opponent, each.mover] * (len(sides) // 2) + [each.opponent]
    line = tuple(_square(name) for _, name in played)
    assert len(line) > 1
    assert facts.is_best_play_to_a_win(each.after, line, each.opponent)


_CLAUSES: dict[str, Check] = {
    rf"it completes ({_LINES})": _completes,
    rf"it blocks ({_LINES})": _blocks,
    rf"it makes ({_NUMBER}) threats, ({_AND})": _makes_threats,
    rf"([XO]) must answer ({_SQUARE})": _must_answer,
    rf"it stops a fork on ({_OR})": _stops_fork,
    "no other move wins": _no_other_wins,
    "every other move loses": _every_other_loses,
    rf"every reply but ({_SQUARE}) loses": _every_other_reply_loses,
    rf"({_SQUARE}) would have won at once": _would_have_won_at_once,
    rf"({_SQUARE}) would have won in ({_NUMBER}) moves": _would_have_won_in,
    rf"([XO]) answers ({_SQUARE}), which (blocks and )?makes ({_NUMBER}) threats, ({_AND})": (
        _answers_by_fork
    ),
    rf"([XO]) answers ({_SQUARE}) and wins": _answers_and_wins,
    rf"([XO]) answers ({_SQUARE}) and wins \(((?:[XO] {_SQUARE}(?:, )?)+)\)": _answers_and_wins_by,
}

SHAPES = {*_VERDICTS, *_CLAUSES}


# --- reading


def _square(name: str) -> int:
    return "abc".index(name[0]) + 3 * (int(name[1]) - 1)


def _squares(text: str) -> list[int]:
    return [_square(name) for name in re.findall(_SQUARE, text)]


def _check_lines(text: str, lines: set[Line]) -> None:
    told = [tuple(_squares(line)) for line in text.split(", and ")]
    assert len(told) == len(lines)
    assert set(told) == lines


def _check_threats(board: naive.Board, mark: str, number: str, squares: str) -> None:
    told = _squares(squares)
    assert len(told) == _NUMBERS[number]
    assert told == facts.winning(board, mark)

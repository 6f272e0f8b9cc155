"""Parses the coach's sentences, and checks each clause against naive facts.

A sentence of an unknown shape is an error, so that nothing goes unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.coach import facts
from tests.coach.conftest import Explained
from tests.core import naive

_SQUARE = "[a-c][1-3]"
_AND = rf"{_SQUARE}(?:, {_SQUARE})* and {_SQUARE}"
_OR = rf"{_SQUARE}(?:(?:, {_SQUARE})* or {_SQUARE})?"
_LINES = rf"{_AND}(?:, and {_AND})*"
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_NUMBER = "|".join(_NUMBERS)

_SENTENCE = re.compile(
    rf"(?P<square>{_SQUARE}) "
    r"(?P<verdict>[^:;]*?)(?:[:;] (?P<reasons>.*?))?(?:, but (?P<against>.*))?\."
)

Check = Callable[..., None]


def check_sentence(each: Explained, sentence: str, *, is_hint: bool = False) -> set[str]:
    """Check every clause of a sentence; the names of their shapes."""
    known = _CLAUSES | HINT_CLAUSES if is_hint else _CLAUSES
    found = _SENTENCE.fullmatch(sentence)
    assert found, sentence
    assert _square(found["square"]) == each.move
    parts = [part for part in (found["reasons"], found["against"]) if part]
    clauses = [clause for part in parts for clause in part.split("; ")]
    assert len(set(clauses)) == len(clauses), sentence
    shapes = {_check(_VERDICTS, each, found["verdict"])}
    return shapes | {_check(known, each, clause) for clause in clauses}


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


def _draws(each: Explained) -> None:
    assert each.explanation.best is None
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
    "draws": _draws,
    "loses": _loses_needlessly,
    "loses, as every move does": _loses_as_every_move,
    "isn't proved good or bad": _is_unproved,
}


# --- reasons


def _completes(each: Explained, lines: str) -> None:
    _check_lines(lines, naive.lines_through(each.board, each.mover, each.move))


def _blocks(each: Explained, lines: str) -> None:
    _check_lines(lines, naive.lines_through(each.board, each.opponent, each.move))


def _makes_threats(each: Explained, squares: str) -> None:
    _check_threats(each.after, each.mover, squares)
    assert not naive.winning(each.after, each.opponent)


def _must_answer(each: Explained, side: str, square: str) -> None:
    assert side.lower() == each.opponent
    assert not naive.winning(each.after, each.opponent)
    for reply in naive.moves(each.after):
        loses = facts.loses_at_once(each.after, reply)
        assert loses or reply == _square(square)
    assert naive.winning(each.after, each.mover) == [_square(square)]


def _stops_fork(each: Explained, squares: str) -> None:
    could, can = (naive.forking(board, each.opponent) for board in (each.board, each.after))
    assert _squares(squares) == sorted(could - can)


def _no_other_wins(each: Explained) -> None:
    assert facts.worth(each.board, each.move)[0] == 1
    assert all(value < 1 for value in _values_of_others(each))


def _every_other_loses(each: Explained) -> None:
    assert facts.worth(each.board, each.move)[0] == 0
    assert all(value == -1 for value in _values_of_others(each))


def _every_other_reply_loses(each: Explained, squares: str) -> None:
    for reply in naive.moves(each.after):
        value = facts.worth(each.after, reply)[0]
        assert value == (0 if reply in _squares(squares) else -1)


def _wins_like(each: Explained, line: str) -> None:
    played = [move.split(" ") for move in line.split(", ")]
    assert [side.lower() for side, _ in played[:2]] == [each.opponent, each.mover]
    moves = tuple(_square(name) for _, name in played)
    assert facts.is_best_play_to_a_win(each.after, moves, each.mover)


def _others_would_lose(each: Explained, squares: str) -> None:
    worths = {move: facts.worth(each.board, move)[0] for move in naive.moves(each.board)}
    assert _squares(squares) == [move for move in worths if worths[move] == -1]


def _all_draw(each: Explained) -> None:
    assert all(value == 0 for value in _values_of_others(each))


def _is_last(each: Explained) -> None:
    assert naive.moves(each.board) == [each.move]


def _is_part_of_rows(each: Explained, number: str) -> None:
    lanes = [lane for lane in naive.lanes(3, 3) if len(lane) == 3 and each.move in lane]
    open_ = [lane for lane in lanes if all(each.board.cells[at] != each.opponent for at in lane)]
    assert len(open_) == {"one": 1, **_NUMBERS}[number]


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
    each: Explained, side: str, square: str, blocks: str | None, squares: str
) -> None:
    reply = _square(square)
    assert side.lower() == each.opponent
    assert reply in naive.moves(each.after)
    assert (blocks is not None) == bool(naive.lines_through(each.after, each.mover, reply))
    replied = naive.play(each.after, reply)
    assert not naive.winning(replied, each.mover)
    _check_threats(replied, each.opponent, squares)


def _answers_and_wins(each: Explained, side: str, square: str) -> None:
    assert side.lower() == each.opponent
    assert _square(square) in naive.winning(each.after, each.opponent)


def _answers_and_wins_by(each: Explained, side: str, square: str, rest: str) -> None:
    played = [(side, square), *(move.split(" ") for move in rest.split(", "))]
    sides = [mark.lower() for mark, _ in played]
    assert sides == [each.opponent, each.mover] * (len(sides) // 2) + [each.opponent]
    line = tuple(_square(name) for _, name in played)
    assert len(line) > 1
    assert facts.is_best_play_to_a_win(each.after, line, each.opponent)


def _keeps_from_rows(each: Explained, side: str, rows: str) -> None:
    assert side.lower() == each.opponent
    assert _twos(each, each.opponent) == _ROWS[rows]


def _twos(each: Explained, mark: str) -> int:
    """The lines through the square in which a mark there makes two, with room for the third."""
    marked = naive.put(each.board, each.move, mark)
    lanes = [lane for lane in naive.lanes(3, 3) if len(lane) == 3 and each.move in lane]
    cells = [sorted(marked.cells[square] for square in lane) for lane in lanes]
    return cells.count([".", mark, mark])


_ROWS = {"a row of two": 1, "two rows of two": 2, "three rows of two": 3}
_ROW = "|".join(_ROWS)

# Said only where the value is not proved.
UNPROVED_CLAUSES: dict[str, Check] = {rf"it keeps ([XO]) from making ({_ROW})": _keeps_from_rows}

_CLAUSES: dict[str, Check] = {
    **UNPROVED_CLAUSES,
    rf"it completes ({_LINES})": _completes,
    rf"it blocks ({_LINES})": _blocks,
    rf"it makes a fork, with threats on ({_AND})": _makes_threats,
    rf"([XO]) has to block on ({_SQUARE})": _must_answer,
    rf"it prevents a fork on ({_OR})": _stops_fork,
    "no other move wins": _no_other_wins,
    "every other move loses": _every_other_loses,
    rf"it sets a trap – every reply but ({_SQUARE}) loses": _every_other_reply_loses,
    rf"({_SQUARE}) would have won at once": _would_have_won_at_once,
    rf"({_SQUARE}) would have won in ({_NUMBER}) moves": _would_have_won_in,
    rf"([XO]) answers ({_SQUARE}), which (blocks and )?makes a fork on ({_AND})": _answers_by_fork,
    rf"([XO]) answers ({_SQUARE}) and wins": _answers_and_wins,
    rf"([XO]) answers ({_SQUARE}) and wins \(((?:[XO] {_SQUARE}(?:, )?)+)\)": _answers_and_wins_by,
}

# Said only of a hint.
HINT_CLAUSES: dict[str, Check] = {
    rf"it sets traps – every reply but ({_OR}) loses": _every_other_reply_loses,
    rf"there's an answer to every reply, for example ((?:[XO] {_SQUARE}(?:, )?)+)": _wins_like,
    rf"it's part of ({_NUMBER}|one) possible rows?": _is_part_of_rows,
    rf"({_OR}) would lose": _others_would_lose,
    "every other move does so too": _all_draw,
    "it's the last square": _is_last,
}

SHAPES = {*_VERDICTS, *_CLAUSES}


# --- reading


def _square(name: str) -> int:
    return "abc".index(name[0]) + 3 * (int(name[1]) - 1)


def _squares(text: str) -> list[int]:
    return [_square(name) for name in re.findall(_SQUARE, text)]


def _check_lines(text: str, lines: set[naive.Line]) -> None:
    told = [tuple(_squares(line)) for line in text.split(", and ")]
    assert len(told) == len(lines)
    assert set(told) == lines


def _check_threats(board: naive.Board, mark: str, squares: str) -> None:
    told = _squares(squares)
    assert len(told) >= 2
    assert told == naive.winning(board, mark)

"""Parses the coach's sentences, and checks each clause against naive naive.

A sentence of an unknown shape is an error, so that nothing goes unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from tests.coach.conftest import Explained
from tests.core import naive

_SQUARE = "[a-c][1-3]"
_AND = rf"{_SQUARE}(?:, {_SQUARE})* and {_SQUARE}"
_OR = rf"{_SQUARE}(?:(?:, {_SQUARE})* or {_SQUARE})?"
_LINES = rf"{_AND}(?:, and {_AND})*"
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_NUMBER = "|".join(_NUMBERS)
_ROWS = {"a row of two": 1, "two rows of two": 2, "three rows of two": 3}
_ROW = "|".join(_ROWS)
_PLAYED = rf"(?:[XO] {_SQUARE}(?:, )?)+"

_SENTENCE = re.compile(
    rf"(?P<square>{_SQUARE}) "
    r"(?P<verdict>[^:;]*?)(?:[:;] (?P<reasons>.*?))?(?:, but (?P<against>.*))?\."
)

Check = Callable[..., bool]  # of the move and the groups of a shape


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
    found = _match(tuple(shapes), clause)
    shape = found.re.pattern
    assert shapes[shape](each, *found.groups()), f"{each.board}: {clause!r} is false"
    return shape


@cache
def _match(shapes: tuple[str, ...], clause: str) -> re.Match[str]:
    """The match with the only shape that a clause has; most are said of many moves."""
    fitting = [found for shape in shapes if (found := re.fullmatch(shape, clause))]
    assert len(fitting) == 1, f"{clause!r} is of {len(fitting)} shapes"
    return fitting[0]


# --- reading


def _square(name: str) -> int:
    return "abc".index(name[0]) + 3 * (int(name[1]) - 1)


def _squares(text: str) -> list[int]:
    return [_square(name) for name in re.findall(_SQUARE, text)]


def _are_lines(text: str, lines: set[naive.Line]) -> bool:
    told = [tuple(_squares(line)) for line in text.split(", and ")]
    return len(told) == len(lines) and set(told) == lines


def _are_threats(board: naive.Board, mark: str, squares: str) -> bool:
    return len(_squares(squares)) >= 2 and _squares(squares) == naive.winning(board, mark)


def _worth(each: Explained, square: str | None = None) -> tuple[int, int]:
    return naive.worth(each.board, each.move if square is None else _square(square))


def _best(each: Explained) -> int:
    return naive.minimax(each.board).value


def _of_others(each: Explained) -> set[int]:
    """What the other moves bring, of which there are some."""
    others = {naive.worth(each.board, at)[0] for at in naive.moves(each.board) if at != each.move}
    assert others
    return others


# --- clauses


def _must_answer(each: Explained, side: str, square: str) -> bool:
    others = [reply for reply in naive.moves(each.after) if reply != _square(square)]
    return (
        side.lower() == each.opponent
        and not naive.winning(each.after, each.opponent)
        and naive.winning(each.after, each.mover) == [_square(square)]
        and all(naive.loses_at_once(each.after, reply) for reply in others)
    )


def _then_forks(each: Explained, side: str, square: str, fork: str, squares: str) -> bool:
    """The only reply is answered by a fork, which nothing stops: a win in three moves."""
    forked = naive.play(naive.play(each.after, _square(square)), _square(fork))
    return (
        _must_answer(each, side, square)
        and not naive.winning(forked, each.opponent)
        and _are_threats(forked, each.mover, squares)
        and _worth(each) == (1, 5)
    )


def _stops_fork(each: Explained, squares: str) -> bool:
    could, can = (naive.forking(board, each.opponent) for board in (each.board, each.after))
    return _squares(squares) == sorted(could - can)


def _every_other_reply_loses(each: Explained, squares: str) -> bool:
    return all(
        naive.worth(each.after, reply)[0] == (0 if reply in _squares(squares) else -1)
        for reply in naive.moves(each.after)
    )


def _would_have_won_in(each: Explained, square: str, number: str) -> bool:
    plies = 2 * _NUMBERS[number] - 1
    value, own_plies = _worth(each)
    return _worth(each, square) == (1, plies) and (value < 1 or own_plies > plies)


def _answers_by_fork(
    each: Explained, side: str, square: str, blocks: str | None, squares: str
) -> bool:
    reply = _square(square)
    assert reply in naive.moves(each.after)
    replied = naive.play(each.after, reply)
    return (
        side.lower() == each.opponent
        and (blocks is not None) == bool(naive.lines_through(each.after, each.mover, reply))
        and not naive.winning(replied, each.mover)
        and _are_threats(replied, each.opponent, squares)
    )


def _answers_by_threat(
    each: Explained, side: str, square: str, block: str, fork: str, squares: str
) -> bool:
    """The reply has to be blocked, then the fork decides: a loss in six plies."""
    replied = naive.play(each.after, _square(square))
    forked = naive.play(naive.play(replied, _square(block)), _square(fork))
    return (
        side.lower() == each.opponent
        and not naive.winning(replied, each.mover)
        and naive.winning(replied, each.opponent) == [_square(block)]
        and not naive.winning(forked, each.mover)
        and _are_threats(forked, each.opponent, squares)
        and _worth(each) == (-1, 6)
    )


def _answers_and_goes_on(
    each: Explained, side: str, square: str, block: str | None, forks: str | None, rest: str
) -> bool:
    """The reply threatens one square, or these forks, and the line is one of best play."""
    replied = naive.play(each.after, _square(square))
    threatened = [] if block is None else [_square(block)]
    return (
        not naive.winning(replied, each.mover)
        and naive.winning(replied, each.opponent) == threatened
        and (
            forks is None or _squares(forks) == sorted(naive.forking(replied, each.opponent)) != []
        )
        and _goes_on(each, f"{side} {square}, {rest}", each.opponent)
    )


def _answers_and_wins(each: Explained, side: str, square: str) -> bool:
    winning = naive.winning(each.after, each.opponent)
    return side.lower() == each.opponent and _square(square) in winning


def _goes_on(each: Explained, played: str, winner: str) -> bool:
    """Both sides play their best in turn, and the winner wins."""
    sides = re.findall("[XO]", played)
    turns = [(each.opponent, each.mover)[ply % 2] for ply in range(len(sides))]
    line = tuple(_squares(played))
    is_best = naive.is_best_play_to_a_win(each.after, line, winner)
    return [side.lower() for side in sides] == turns and len(line) > 1 and is_best


def _keeps_from_rows(each: Explained, side: str, rows: str) -> bool:
    """The lines through the square in which a mark there makes two, with room for the third."""
    marked = naive.put(each.board, each.move, each.opponent)
    lines = [line for line in naive.windows(3, 3, 3) if each.move in line]
    cells = [sorted(marked.cells[square] for square in line) for line in lines]
    twos = cells.count([".", each.opponent, each.opponent])
    return side.lower() == each.opponent and twos == _ROWS[rows]


_VERDICTS: dict[str, Check] = {
    "wins": lambda each: naive.has_won(each.after, each.mover),
    rf"wins in ({_NUMBER}) moves": lambda each, n: _worth(each) == (1, 2 * _NUMBERS[n] - 1),
    "keeps the draw": lambda each: _best(each) == 0 == _worth(each)[0],
    "only draws": lambda each: _best(each) == 1 and _worth(each)[0] == 0,
    "draws": lambda each: each.explanation.best is None and _worth(each)[0] == 0,
    "loses": lambda each: (
        _worth(each)[0] == -1 and (each.explanation.best is None or _best(each) > -1)
    ),
    "loses, as every move does": lambda each: _best(each) == -1,
    "isn't proved good or bad": lambda each: each.explanation.worth is None,
}

# Said only where the value is not proved.
UNPROVED_CLAUSES: dict[str, Check] = {rf"it keeps ([XO]) from making ({_ROW})": _keeps_from_rows}

_CLAUSES: dict[str, Check] = {
    **UNPROVED_CLAUSES,
    rf"it completes ({_LINES})": lambda each, lines: _are_lines(
        lines, naive.lines_through(each.board, each.mover, each.move)
    ),
    rf"it blocks ({_LINES})": lambda each, lines: _are_lines(
        lines, naive.lines_through(each.board, each.opponent, each.move)
    ),
    rf"it makes a fork, with threats on ({_AND})": lambda each, squares: (
        _are_threats(each.after, each.mover, squares)
        and not naive.winning(each.after, each.opponent)
    ),
    rf"([XO]) has to block on ({_SQUARE})": _must_answer,
    rf"([XO]) has to block on ({_SQUARE}), then ({_SQUARE}) makes a fork on ({_AND})": _then_forks,
    rf"it prevents a fork on ({_OR})": _stops_fork,
    "no other move wins": lambda each: _worth(each)[0] == 1 and max(_of_others(each)) < 1,
    "every other move loses": lambda each: _worth(each)[0] == 0 and _of_others(each) == {-1},
    rf"it sets a trap – every reply but ({_SQUARE}) loses": _every_other_reply_loses,
    rf"({_SQUARE}) would have won at once": lambda each, square: (
        _worth(each, square) == (1, 1) != _worth(each)
    ),
    rf"({_SQUARE}) would have won in ({_NUMBER}) moves": _would_have_won_in,
    rf"([XO]) answers ({_SQUARE}), which (blocks and )?makes a fork on ({_AND})": _answers_by_fork,
    rf"([XO]) answers ({_SQUARE}), which forces a block on ({_SQUARE}), and then ({_SQUARE}) makes"
    rf" a fork on ({_AND})": _answers_by_threat,
    rf"([XO]) answers ({_SQUARE}), which (?:forces a block on ({_SQUARE})|threatens a fork on"
    rf" ({_OR})), and wins \(({_PLAYED})\)": _answers_and_goes_on,
    rf"([XO]) answers ({_SQUARE}) and wins": _answers_and_wins,
}

# Said only of a hint.
HINT_CLAUSES: dict[str, Check] = {
    rf"it sets traps – every reply but ({_OR}) loses": _every_other_reply_loses,
    rf"there's an answer to every reply, for example ({_PLAYED})": lambda each, played: _goes_on(
        each, played, each.mover
    ),
    rf"it's part of ({_NUMBER}|one) possible rows?": lambda each, number: (
        naive.open_lines(each.board, each.move) == {"one": 1, **_NUMBERS}[number]
    ),
    rf"({_OR}) would lose": lambda each, squares: (
        _squares(squares)
        == [at for at in naive.moves(each.board) if naive.worth(each.board, at)[0] == -1]
    ),
    "every other move draws too": lambda each: _of_others(each) == {0},
    "it's the last square": lambda each: naive.moves(each.board) == [each.move],
}

SHAPES = {*_VERDICTS, *_CLAUSES}

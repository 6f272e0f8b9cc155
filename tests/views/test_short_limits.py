"""However short the limit, what the coach says is proved: its lists, sentences and reasons."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from noughts.atlas import solve, values
from noughts.coach.tactics import value_at_sight
from noughts.core import Position
from noughts.core.errors import Unsolved
from noughts.solver import Limit, Value
from noughts.views.analysis import compare, evaluate
from tests.docs.blocks import ROOT
from tests.views.short_limits import BOARDS

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
_LONG, _WIDE_LONG = Limit(nodes=4_000), Limit(nodes=200)  # beyond 64 squares ten times as slow
EMPTY_9 = "/".join(["." * 9] * 9)
_SQUARE = "[a-i][1-9]"
_LIST = rf"{_SQUARE}(?:, {_SQUARE})*(?: (?:and|or) {_SQUARE})?"


class Case(NamedTuple):
    """A position, and the values of moves in the list beside a sentence."""

    position: Position
    listed: dict[str, Value]

    @property
    def moves(self) -> set[str]:
        return set(self.position.move_names)


def named(text: str) -> set[str]:
    return set(re.findall(_SQUARE, text))


def long_limit(position: Position) -> Limit:
    return _LONG if position.rules.size <= 64 else _WIDE_LONG


@lru_cache(maxsize=1_000)
def truth(position: Position) -> dict[str, Value]:
    """The values of moves that the solver proves, with much longer a limit."""
    try:
        return {
            position.name(move): worth.value
            for move, worth in values(position, long_limit(position)).items()
        }
    except Unsolved:
        return {}


def best(position: Position) -> set[Value]:
    """The values that a position can have."""
    try:
        return {solve(position, long_limit(position)).value}
    except Unsolved:
        return set(Value)


def are(case: Case, names: set[str], *allowed: Value) -> bool:
    """True unless the solver proves that one of these moves is worth something else."""
    true = truth(case.position)
    return names <= case.moves and all(true.get(name) in {None, *allowed} for name in names)


def others(case: Case, squares: str) -> set[str]:
    return case.moves - named(squares)


def unlisted(case: Case, squares: str, value: Value) -> bool:
    """True if the list has none but these moves of a value; of many a sentence names some."""
    return value not in {worth for name, worth in case.listed.items() if name not in named(squares)}


Check = Callable[..., bool]

SENTENCES: dict[str, Check] = {
    "Every move wins.": lambda case: are(case, case.moves, WIN),
    "Every move draws.": lambda case: are(case, case.moves, DRAW),
    "Every move loses.": lambda case: are(case, case.moves, LOSS),
    r"Every move wins; .* wins? soonest.": lambda case: are(case, case.moves, WIN),
    r"Every move draws; .* sets? the most traps.": lambda case: are(case, case.moves, DRAW),
    r"Every move loses; .* lasts? longest.": lambda case: are(case, case.moves, LOSS),
    rf"Only ({_LIST}) holds? the draw – every other move loses.": lambda case, squares: (
        are(case, named(squares), DRAW) and are(case, others(case, squares), LOSS)
    ),
    rf"Only ({_LIST}) and some more hold the draw – every other move loses.": (
        lambda case, squares: (
            named(squares) <= set(case.listed)
            and are(case, set(case.listed), DRAW)
            and are(case, case.moves - set(case.listed), LOSS)
        )
    ),
    rf"Careful: ({_LIST})(?: and some more)? loses?. Every other move draws.": (
        lambda case, squares: (
            named(squares) <= set(case.listed)
            and are(case, set(case.listed), LOSS)
            and are(case, case.moves - set(case.listed), DRAW)
        )
    ),
    rf"Only ({_SQUARE}) is left, and it (wins|draws|loses).": lambda case, squares, value: (
        named(squares) == case.moves
        and are(case, case.moves, {"wins": WIN, "draws": DRAW, "loses": LOSS}[value])
    ),
    rf"You can win with every move but ({_LIST})(?: and some more)?.": lambda case, squares: (
        named(squares) <= set(case.listed)
        and are(case, set(case.listed), DRAW, LOSS)
        and are(case, case.moves - set(case.listed), WIN)
    ),
    rf"You can win, but only with ({_LIST}).": lambda case, squares: (
        are(case, named(squares), WIN) and are(case, others(case, squares), DRAW, LOSS)
    ),
    rf"You can win with ({_LIST}).": lambda case, squares: (
        are(case, named(squares), WIN) and are(case, others(case, squares), DRAW, LOSS)
    ),
    rf"You can win with ({_LIST})(?: and some more)?; no other move is proved to.": (
        lambda case, squares: are(case, named(squares), WIN)
    ),
    rf"You can win with ({_LIST}) and some more.": lambda case, squares: are(
        case, named(squares), WIN
    ),
    rf"You can hold the draw with ({_LIST})(?: and some more)?; no other move is proved to.": (
        lambda case, squares: are(case, named(squares), DRAW)
    ),
    rf"[XO] can win in \w+ moves? with ({_LIST})(?: and others)?.": lambda case, squares: are(
        case, named(squares), WIN
    ),
    rf"[XO] can force a win with ({_LIST}).": lambda case, squares: (
        are(case, named(squares), WIN) and are(case, others(case, squares), DRAW, LOSS)
    ),
    rf"[XO] can force a win with ({_LIST}) and others.": lambda case, squares: are(
        case, named(squares), WIN
    ),
    rf"[XO] can force a win with ({_LIST}); no other move is proved to win.": (
        lambda case, squares: are(case, named(squares), WIN) and unlisted(case, squares, WIN)
    ),
    rf"[XO] can force a win with ({_LIST}) and others; no other move is proved to win.": (
        lambda case, squares: are(case, named(squares), WIN)
    ),
    rf"[XO] can hold the draw with ({_LIST}); no other move is proved to.": (
        lambda case, squares: are(case, named(squares), DRAW) and unlisted(case, squares, DRAW)
    ),
    rf"[XO] can hold the draw with ({_LIST}) and others(?:; no other move is proved to)?.": (
        lambda case, squares: are(case, named(squares), DRAW)
    ),
    rf"[XO] has at least a draw with ({_LIST})(?: and others)?; a win isn't proved.": (
        lambda case, squares: are(case, named(squares), DRAW, WIN) and unlisted(case, "", WIN)
    ),
    r"([XO]) can force a win, whatever [XO] plays.": lambda case, side: (
        side == str(case.position.turn.other) and are(case, case.moves, LOSS)
    ),
    r"([XO]) wins in \w+ moves? at most, whatever [XO] plays.": lambda case, side: (
        side == str(case.position.turn.other) and are(case, case.moves, LOSS)
    ),
    r"([XO]) threatens to force a win, and not every move stops it.": lambda case, side: (
        side == str(case.position.turn.other)
        and set(case.listed.values()) == {LOSS}
        and are(case, set(case.listed), LOSS)
    ),
    rf"([XO]) threatens to force a win: every move but ({_LIST}) loses, and those aren't proved.": (
        lambda case, side, squares: (
            side == str(case.position.turn.other)
            and set(case.listed) == others(case, squares)
            and are(case, others(case, squares), LOSS)
        )
    ),
    "Neither side has a forced win in sight; nothing is proved.": lambda case: (
        not case.listed and value_at_sight(case.position) is None
    ),
}

VERDICTS: dict[str, tuple[set[Value], set[Value]]] = {  # of the move, and of the position
    r"wins|wins in \w+ moves?|keeps the win|forces a win in \w+ moves? at most": ({WIN}, {WIN}),
    "keeps the draw": ({DRAW}, {DRAW}),
    "only draws": ({DRAW}, {WIN}),
    "draws": ({DRAW}, {DRAW, WIN}),
    "loses": ({LOSS}, set(Value)),
    "loses, as every move does": ({LOSS}, {LOSS}),
    "isn't proved good or bad|seems best, though that isn't proved": (set(Value), set(Value)),
}


def are_replies(case: Case, move: str, squares: str) -> bool:
    """True unless the solver proves that the move does not draw by just these replies."""
    after = Case(case.position.play(move), {})
    return are(after, named(squares), DRAW) and are(after, others(after, squares), LOSS)


# Of which the case and the move are given.
CLAUSES: dict[str, Check] = {
    rf"it sets traps? – every reply but ({_LIST}) loses": are_replies,
    "no other move wins": lambda case, move: are(case, others(case, move), DRAW, LOSS),
    "every other move loses": lambda case, move: are(case, others(case, move), LOSS),
    "every other move draws too": lambda case, _: are(case, case.moves, DRAW),
    rf"({_LIST}) would lose": lambda case, _, squares: are(case, named(squares), LOSS),
    rf"({_SQUARE}) would have (?:won|forced a win).*": lambda case, _, square: are(
        case, named(square), WIN
    ),
    r"[XO] answers .*": lambda case, move: are(case, named(move), LOSS),
    r"it meets [XO]'s threat to force a win – every other move loses": (
        lambda case, move: are(case, others(case, move), LOSS)
    ),
    rf"it meets [XO]'s threat to force a win, as only ({_LIST}) can": lambda case, _, squares: are(
        case, others(case, squares), LOSS
    ),
}


def check_sentence(case: Case, text: str) -> None:
    """A sentence of an unknown shape is an error, so that nothing goes unchecked."""
    (found,) = [
        (shape, match) for shape in SENTENCES if (match := re.fullmatch(shape[:-1] + r"\.", text))
    ]
    shape, match = found
    assert SENTENCES[shape](case, *match.groups()), text


def check_reason(position: Position, text: str) -> None:
    move, case = text[:2], Case(position, {})
    verdict, *clauses = re.split(r": |; |, but |\.$", text[3:])
    (shape,) = [each for each in VERDICTS if re.fullmatch(each, verdict)]
    of_move, of_position = VERDICTS[shape]
    assert are(case, {move}, *of_move), text
    assert of_position & best(position), text
    for clause in clauses:
        for each, check in CLAUSES.items():
            if match := re.fullmatch(each, clause):
                assert check(case, move, *match.groups()), text


def check(told: dict[str, Any]) -> None:
    position = Position.parse(told["position"])
    for name, text in told["texts"].items():
        listed = {move: Value[value.upper()] for move, value in told["values"][name].items()}
        case = Case(position, listed)
        for move, value in listed.items():
            assert are(case, {move}, value), (name, move, value)
        check_sentence(case, text)
    for text in told["reasons"]:
        check_reason(position, text)


def told_of(board: str, count: int, kernels: str) -> Iterator[dict[str, Any]]:
    """What another process says of positions of a board."""
    command = [sys.executable, "-m", "tests.views.short_limits", kernels, board, str(count)]
    done = subprocess.run([*command, "60"], cwd=ROOT, capture_output=True, text=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


def check_all(board: str, count: int, kernels: str) -> None:
    seen = 0
    for told in told_of(board, count, kernels):
        try:
            check(told)
        except (AssertionError, ValueError) as error:
            error.add_note(json.dumps(told))
            raise
        seen += 1
    assert seen == count


@pytest.mark.parametrize("kernels", ["compiled", "plain"])
def test_what_is_said_within_short_limits_is_true(kernels: str) -> None:
    check_all("5x4:4", 8, kernels)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kernels", ["compiled", "plain"])
def test_what_is_said_within_limits_up_to_a_second_is_true(board: str, kernels: str) -> None:
    check_all(board, 100, kernels)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("..x../oo.../.x.../..o.x/.o... x 4", 0.02),
        ("...../.o.../....x/...xo x 4", 0.001),
        ("......./......./......./......./......./......./....... x 5", 0.2),
        (f"{EMPTY_9} x 6", 0.2),
    ],
)
def test_what_is_proved_to_draw_is_not_said_to_lose(text: str, seconds: float) -> None:
    position = Position.parse(text)
    for view in (evaluate, compare):
        shown = view(position, Limit(seconds=seconds))
        listed = {move.name: Value[move.value.upper()] for move in shown.moves}
        check_sentence(Case(position, listed), shown.text)

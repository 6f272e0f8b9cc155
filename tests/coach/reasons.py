"""Losing moves in random positions, and a referee of the reasons given for them.

The referee reads the sentence and plays out each clause by the rules, as strings. What is longer
than it can search, a win, is played out against every reply by the moves of the solver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from noughts.atlas import solve, values
from noughts.coach.forced import ForcedValue
from noughts.coach.text import Explanation
from noughts.core import Move, Position
from noughts.core.errors import Unsolved
from noughts.search import forced_win
from noughts.solver import Limit, Value, can_solve
from tests.core import naive
from tests.core.naive import Board
from tests.search.oracle import Referee
from tests.search.positions import STYLES, positions

BOARDS = ("4x4:4", "5x5:4", "6x6:5", "7x7:5")
_PROVING = Limit(nodes=6_000)  # for which moves of a position lose
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}

_SQUARE = "[a-g][1-7]"
_AND = rf"{_SQUARE}(?:, {_SQUARE})* and {_SQUARE}"
_OR = rf"{_SQUARE}(?:(?:, {_SQUARE})* or {_SQUARE})?"
_REPLY = rf"[XO] (?:can )?answers? ({_SQUARE})"
_REST = r"(?: \((.*)\))?"


def losing_moves(board: str, count: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """Yield positions, each from another random game, and in each one of the moves proved to lose.

    A third of the games is played near the fight, by a line counter and at random.
    """
    random, number = Random(f"{board} {seed}"), 0
    while count:
        game = _game(board, STYLES[number % len(STYLES)], random)
        position, number = random.choice(game), number + 1
        try:
            worths = values(position, _PROVING)
        except Unsolved:
            continue
        losing = [move for move, worth in worths.items() if worth.value is Value.LOSS]
        if losing:
            yield position, random.choice(losing)
            count -= 1


def _game(board: str, style: Callable[[Position, Random], int], random: Random) -> list[Position]:
    games = positions(board, style, random)
    game = [next(games)]
    game += iter(lambda: next(games), game[0])
    return game


class Case:
    """A losing move: the boards before and after it, and the squares that a sentence names."""

    def __init__(self, position: Position, move: Move) -> None:
        self.position = position
        self.board, self.after = naive.board_of(position), naive.board_of(position.play(move))
        self.mover, self.opponent = self.board.turn, self.after.turn

    def squares(self, text: str) -> list[int]:
        return [self.position.square(name) for name in re.findall(_SQUARE, text)]

    def replied(self, reply: str) -> Board:
        """The board after the reply, with which the opponent has not won, and the mover cannot."""
        board = naive.play(self.after, self.position.square(reply))
        assert not naive.is_over(board)
        assert not naive.winning(board, self.mover)
        return board

    def goes_on(self, reply: str, rest: str | None) -> None:
        """The line is legal and, if it is given in full, the opponent wins with its last move."""
        board = naive.play(self.after, self.position.square(reply))
        for square in self.squares(rest or ""):
            assert square in naive.moves(board)
            board = naive.play(board, square)
        assert rest is None or rest.endswith(" and so on") or naive.has_won(board, self.opponent)


def _at_once(case: Case, reply: str, rest: str | None) -> str | None:
    case.goes_on(reply, rest)
    if case.position.square(reply) in naive.winning(case.after, case.opponent):
        return "a line"
    return None


def _fork(case: Case, reply: str, blocks: str | None, squares: str) -> str:
    board = case.replied(reply)
    lines = naive.lines_through(case.after, case.mover, case.position.square(reply))
    assert (blocks is not None) == bool(lines)
    assert naive.winning(board, case.opponent) == case.squares(squares)
    return "a fork"


def _block(case: Case, reply: str, block: str, rest: str | None) -> str:
    assert naive.winning(case.replied(reply), case.opponent) == case.squares(block)
    case.goes_on(reply, rest)
    return "a threat"


def _block_and_fork(case: Case, reply: str, block: str, fork: str, squares: str) -> str:
    _block(case, reply, block, None)
    blocked = naive.play(case.replied(reply), case.position.square(block))
    forked = naive.play(blocked, case.position.square(fork))
    assert not naive.is_over(forked)
    assert not naive.winning(forked, case.mover)
    assert naive.winning(forked, case.opponent) == case.squares(squares)
    return "a threat and a fork"


def _fork_threat(case: Case, reply: str, squares: str, rest: str | None) -> str:
    board = case.replied(reply)
    assert not naive.winning(board, case.opponent)
    assert sorted(naive.forking(board, case.opponent)) == case.squares(squares)
    case.goes_on(reply, rest)
    return "a threatened fork"


def _blocked(case: Case, lines: str) -> None:
    said = {tuple(case.squares(line)) for line in lines.split(", and ")}
    own = {line for line in said if len(set(line)) == len(line) >= case.board.k}
    assert said == own
    assert any(
        said == naive.lines_through(case.board, case.opponent, at) for at in own.copy().pop()
    )


def _won_at_once(case: Case, square: str) -> None:
    assert case.position.square(square) in naive.winning(case.board, case.mover)


def _won(case: Case, square: str, number: str | None) -> None:
    assert case.position.square(square) in case.position.moves
    if number is not None:
        Referee(_best, may_lengthen=True).check(case.position, 2 * _NUMBERS[number] - 1)


def _best(position: Position) -> tuple[int, int] | None:
    """A move that wins, and in how many plies."""
    if not can_solve(position.rules):
        found = forced_win(position)
        return None if found is None else (found.line[0], found.plies)
    verdict = solve(position)
    return (verdict.best[0], verdict.plies or 0) if verdict.value is Value.WIN else None


_CLAUSES: dict[str, Callable[..., str | None]] = {
    rf"{_REPLY} and wins{_REST}": _at_once,
    rf"{_REPLY}, which (blocks and )?makes a fork on ({_AND})": _fork,
    rf"{_REPLY}, which forces a block on ({_SQUARE}), and wins{_REST}": _block,
    rf"{_REPLY}, which forces a block on ({_SQUARE}), and then ({_SQUARE}) makes a fork on"
    rf" ({_AND})": _block_and_fork,
    rf"{_REPLY}, which threatens a fork on ({_OR}), and wins{_REST}": _fork_threat,
    rf"it blocks ({_AND}(?:, and {_AND})*)": _blocked,
    rf"({_SQUARE}) would have won at once": _won_at_once,
    rf"({_SQUARE}) would have won(?: in (\w+) moves)?": _won,
    rf"({_SQUARE}) would have forced a win in (\w+) moves? at most": _won,
}


def named_reason(explanation: Explanation) -> str | None:
    """Return what a sentence names that decides after a losing move; None if it names nothing.

    Raises AssertionError for a false clause, and for one of an unknown shape.
    """
    case, sentence = Case(explanation.position, explanation.move), str(explanation)
    verdict, *clauses = re.split(r": |; |, but |\.$", sentence[3:])
    kinds = [_kind(case, clause, sentence) for clause in clauses if clause]
    assert verdict in {"loses", "loses, as every move does", "isn't proved good or bad"}, sentence
    return next((kind for kind in kinds if kind is not None), None)


def _kind(case: Case, clause: str, sentence: str) -> str | None:
    matches = ((check, re.fullmatch(shape, clause)) for shape, check in _CLAUSES.items())
    found = [(check, match) for check, match in matches if match is not None]
    assert len(found) == 1, f"{clause!r} is of {len(found)} shapes"
    check, match = found[0]
    try:
        return check(case, *match.groups())
    except AssertionError as error:
        error.add_note(f"{case.position.notation}: {sentence}")
        raise


def check_loss(explanation: Explanation) -> bool:
    """Play the opponent's win out against every reply; False if its length is not known."""
    worth, after = explanation.worth, explanation.position.play(explanation.move)
    if worth is None or worth.plies is None:
        return False
    Referee(_best, may_lengthen=isinstance(worth, ForcedValue)).check(after, worth.plies - 1)
    return True

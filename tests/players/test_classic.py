"""The third tutorial's computer player with its bugs fixed, each with its own test."""

from __future__ import annotations

import pytest

from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.classic import Classic, best_squares

BEST_MOVES = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the tutorial's own order
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def choose(text: str) -> int:
    return Classic().choose(Position.parse(text)).move


def mended_seed(cells: str, computer: str) -> int:
    """The tutorial's `cpuMove`, line by line, with the person's piece placed in the block test."""
    person = "o" if computer == "x" else "x"
    legal = [square for square in range(9) if cells[square] == "."]
    for piece in (computer, person):
        for move in legal:
            board = [*cells]
            board[move] = piece
            if any(all(board[square] == piece for square in line) for line in WINS):
                return move
    return next(move for move in BEST_MOVES if move in legal)


def unfinished(start: Position) -> set[Position]:
    """Every unfinished position of every game from here."""
    found: set[Position] = set()
    left = [start]
    while left:
        position = left.pop()
        if position not in found and not position.is_over:
            found.add(position)
            left.extend(map(position.play, position.moves))
    return found


@pytest.mark.parametrize("first", Mark)
def test_it_is_the_seeds_player_mended_in_every_position(first: Mark) -> None:
    seen = unfinished(Rules().start(first))
    assert len(seen) == 4520
    for position in seen:
        cells = "".join(str(position.mark_at(square) or ".").lower() for square in range(9))
        assert Classic().choose(position).move == mended_seed(cells, position.turn.value)


def test_the_best_squares_are_the_seeds() -> None:
    assert best_squares(Rules()) == BEST_MOVES


def test_it_wins_before_it_blocks() -> None:
    assert choose("xx./oo./... x 3") == 2


def test_the_block_places_the_persons_piece_and_not_the_computers() -> None:
    """The tutorial looked for the person's win after placing its own piece: it never blocked."""
    assert choose("xx./.o./... o 3") == 2


def test_legal_moves_are_squares_and_not_their_contents() -> None:
    """The third tutorial's list of legal moves held the empty squares' contents."""
    assert choose("..x/.o./... x 3") == 0


def test_the_first_of_several_wins_or_blocks_is_taken() -> None:
    assert choose("x.x/.o./.o. x 3") == 1
    assert choose("x.x/.o./x.o o 3") == 1


def test_a_fork_beats_it_as_o() -> None:
    position = Rules().start()
    for move in (0, None, 7, None, 6, None):  # None is its own move
        position = position.play(Classic().choose(position).move if move is None else move)
    assert len([move for move in position.moves if position.play(move).has_winner]) >= 1


def test_on_other_boards_the_best_square_has_the_most_lines_through_it() -> None:
    assert best_squares(Rules(4, 4, 4))[:8] == (5, 6, 9, 10, 0, 3, 12, 15)
    assert best_squares(Rules(5, 1, 3)) == (2, 1, 3, 0, 4)
    # Many squares have 20 lines through them, and the centre is the centre of these.
    assert best_squares(Rules(15, 15, 5))[0] == 7 * 15 + 7


def test_it_blocks_and_wins_on_other_boards() -> None:
    assert choose("xxx../ooo../...../...../..... x 4") == 3
    assert choose("xxx../oo.../...../...../..... o 4") == 3


@pytest.mark.parametrize("rules", [Rules(15, 15, 5), Rules(26, 26, 5)], ids=str)
def test_a_win_hidden_on_a_large_board_is_found(rules: Rules) -> None:
    row, column = rules.width, 1
    own = sum(1 << 3 * row + 2 * column + step * (row + column) for step in (0, 1, 3, 4))
    other = sum(1 << square for square in (0, 5, row - 1, rules.size - 1))
    position = Position(rules, own, other, Mark.X)
    assert Classic().choose(position).move == 5 * row + 4 * column

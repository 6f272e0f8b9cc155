"""The third tutorial's computer player with its bugs fixed."""

from __future__ import annotations

from noughts.core import Mark, Position, Rules
from noughts.players.classic import Classic, best_squares
from tests.core import naive

BEST_MOVES = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the tutorial's own order
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


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


def test_it_is_the_seeds_player_mended_and_takes_the_square_with_the_most_lines() -> None:
    every = [board for board in naive.reachable(3, 3, 3) if not naive.is_over(board)]
    assert len(every) == 2 * 4520
    for board in every:
        choice = Classic().choose(Position.parse(str(board)))
        assert choice.move == mended_seed(board.cells, board.turn), str(board)
    assert best_squares(Rules()) == BEST_MOVES
    assert best_squares(Rules(4, 4, 4))[:8] == (5, 6, 9, 10, 0, 3, 12, 15)
    assert best_squares(Rules(5, 1, 3)) == (2, 1, 3, 0, 4)
    # Many squares have 20 lines through them, and the centre is the centre of these.
    assert best_squares(Rules(15, 15, 5))[0] == 7 * 15 + 7


def test_it_wins_and_blocks_on_other_boards_though_a_win_is_hidden() -> None:
    for text in ("xxx../ooo../...../...../..... x 4", "xxx../oo.../...../...../..... o 4"):
        assert Classic().choose(Position.parse(text)).move == 3, text
    for rules in (Rules(15, 15, 5), Rules(26, 26, 5)):
        row, column = rules.width, 1
        own = sum(1 << 3 * row + 2 * column + step * (row + column) for step in (0, 1, 3, 4))
        other = sum(1 << square for square in (0, 5, row - 1, rules.size - 1))
        position = Position(rules, own, other, Mark.X)
        assert Classic().choose(position).move == 5 * row + 4 * column, rules

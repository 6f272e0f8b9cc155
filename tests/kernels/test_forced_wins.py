"""Wins by fours and by threes, against exact values and by playing them out."""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import given, settings

from noughts.atlas import solve
from noughts.core import Position, Rules
from noughts.core.symmetry import symmetries
from noughts.core.threats import blocks, winning_squares, wins
from noughts.kernels.forced_wins import ForcedWins, FourSearch
from noughts.kernels.grid import Grid
from noughts.kernels.proofs import Fours
from noughts.kernels.threat_board import ThreatBoard
from noughts.search.weights import WEIGHTS
from noughts.solver import Value
from tests.core import strategies
from tests.search.positions import anywhere, positions, threat_board
from tests.solver.playing import assert_wins_by_fours

# X has four marks far from O's, and wins by two threes, the second of which ends the game.
EMPTY_ROWS = ["..........."] * 4
CORNERS = "o.........o"
OPEN = [CORNERS, *EMPTY_ROWS[1:], "....x.x....", "...x.x.....", *EMPTY_ROWS, CORNERS]
ALL = 1 << 40  # nodes
THREES = f"{'/'.join(OPEN)} x 5"


def test_what_is_found_is_true_and_never_sooner_than_possible() -> None:
    found = 0
    for text in ("3x3:3", "4x3:3", "4x4:3", "4x4:4", "8x2:4"):
        board = ThreatBoard(Rules.parse(text), WEIGHTS)
        forced = ForcedWins(board)
        for position in islice(positions(text, anywhere, Random(1)), 60):
            board.set_up(position, position.turn)
            before = board.hash
            for ask, value in ((forced.wins, Value.WIN), (forced.loses, Value.LOSS)):
                plies = ask(4, 200)
                assert board.hash == before
                if plies:
                    proved = solve(position)
                    assert proved.value is value, position
                    assert proved.plies is not None
                    assert plies >= proved.plies, position
                    found += 1
    assert found > 30


def test_a_win_by_threes_is_a_line_of_legal_moves() -> None:
    position = Position.parse(THREES)
    forced = ForcedWins(threat_board(position))
    assert [forced.wins(threes, 1_000) for threes in range(3)] == [0, 0, 7]
    for move in forced.line:
        position = position.play(move)
    while not position.is_over:
        position = position.play((wins(position) or blocks(position))[0])
    assert position.outcome is not None
    assert position.outcome.winner is not None


def test_where_the_nodes_run_out_or_there_are_none_nothing_is_said() -> None:
    forced = ForcedWins(threat_board(Position.parse(THREES)))
    assert forced.wins(3, 0) == 0
    assert forced.left < 0
    forced.forget()
    assert forced.wins(1, 1_000) == 0
    assert forced.left >= 0
    assert forced.was_cut
    fours = fours_of(Rules.parse("5x5:4"))
    assert fours.wins(0b1100000, 0b11, 0, ALL) == fours.wins(0b1100000, 0b11, 0, 100)
    assert not fours.wins(0b1100000, 0b11, 0, 0)


def test_the_replies_to_an_open_three_are_those_that_touch_it() -> None:
    rows = ["." * 9] * 4 + ["...xxx..."] + ["." * 9] * 3 + ["oo......."]
    position = Position.parse("/".join(rows) + " o 5")
    forced = ForcedWins(threat_board(position))
    count = forced.threatens()
    stops = {forced.moves[number] for number in range(count)}
    assert {position.square(name) for name in ("c5", "g5")} <= stops
    assert stops <= {position.square(name) for name in ("b5", "c5", "g5", "h5")}
    assert ForcedWins(threat_board(position.rules.start())).threatens() == 0


def test_a_win_by_fours_is_played_out_with_forced_replies() -> None:
    board, found = ThreatBoard(Rules(6, 6, 4), WEIGHTS), 0
    fours = FourSearch(board)
    for position in islice(positions("6x6:4", anywhere, Random(1)), 200):
        board.set_up(position, position.turn)
        won = fours.wins(8, 10_000)
        assert won is wins_plainly(position), position
        if not won:
            continue
        found += 1
        winner, line = position.turn, list(fours.line[: fours.length])
        after = position
        for move in line:
            assert after.turn is winner or blocks(after) == (move,)
            after = after.play(move)
        while not after.is_over:
            after = after.play((wins(after) or blocks(after))[0])
        assert after.outcome is not None
        assert after.outcome.winner is winner
    assert found > 20
    fours.forget()


# Fours before a proof, against a plain search for them with the threats of the core.


def fours_of(rules: Rules) -> Fours:
    return Fours(Grid(rules, symmetries(rules.width, rules.height)))


def wins_plainly(position: Position) -> bool:
    """True if the side to move wins by moves that each leave the other side one reply."""
    if winning_squares(position, position.turn):
        return True
    blocked = winning_squares(position, position.turn.other)
    for move in position.moves:
        after = position.play(move)
        threats = winning_squares(after, position.turn)
        if blocked & ~(1 << move) or not threats:
            continue
        if threats.bit_count() > 1 or wins_plainly(after.play(threats.bit_length() - 1)):
            return True
    return False


@settings(max_examples=300)
@given(strategies.positions(longest=5))
def test_wins_are_those_of_a_plain_search(position: Position) -> None:
    own = winning_squares(position, position.turn)
    other = winning_squares(position, position.turn.other)
    if position.is_over or own or other.bit_count() > 1:
        return
    fours = fours_of(position.rules)
    maker, breaker = position.marks(position.turn), position.marks(position.turn.other)
    assert fours.wins(maker, breaker, other, ALL) is wins_plainly(position)
    if fours.wins(maker, breaker, other, ALL):
        assert_wins_by_fours(position, tuple(fours.moves[: fours.count]))

"""Marks, games and their endings: playing, taking back, resigning."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Ending, Game, Mark, Position, Rules, Termination
from noughts.core.errors import IllegalAction, IllegalMove, NotationError
from tests.core.strategies import ENDINGS_OFF_THE_BOARD, games, played_games
from tests.core.test_position import NumPyLike

X_WINS = (0, 3, 1, 4, 2)
DRAW = (4, 0, 2, 6, 3, 5, 1, 7, 8)
UNFINISHED = Game().play(4, 0)


# --- playing


def test_a_new_game_is_noughts_and_crosses_with_x_to_move() -> None:
    assert Game() == Game(Rules().start())
    assert Game().rules == Rules()
    assert (Game().last_move, Game().ending, Game().moves) == (None, None, ())


@pytest.mark.parametrize(
    ("game", "ending"),
    [
        (Game().play(*X_WINS), Ending(Termination.LINE, Mark.X)),
        (Game(Rules().start(Mark.O)).play(*X_WINS), Ending(Termination.LINE, Mark.O)),
        (Game().play(*DRAW), Ending(Termination.FULL)),
        # A line on the last free square is no draw.
        (Game().play(0, 1, 2, 3, 4, 5, 7, 6, 8), Ending(Termination.LINE, Mark.X)),
        (Game(Position.parse("xxx/oo./... o 3")), Ending(Termination.LINE, Mark.X)),
    ],
)
def test_a_line_wins_for_its_maker_and_a_full_board_for_nobody(game: Game, ending: Ending) -> None:
    assert game.ending == ending
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play(8)


@given(games())
def test_moves_by_name_or_square_one_by_one_or_together_make_the_same_game(game: Game) -> None:
    assert game == game.play() == Game(game.start, game.move_names, game.ending)
    assert Game(game.start, game.move_names).moves == game.moves
    one_by_one, positions = Game(game.start), list(game.positions())
    assert positions[0] == game.start
    for move, after in zip(game.moves, positions[1:], strict=True):
        one_by_one = one_by_one.play(move)
        assert one_by_one.position == after
    assert positions[-1] == game.position
    assert game.last_move == (game.moves[-1] if game.moves else None)
    if game.ending is None or game.ending.termination.on_board:
        assert one_by_one == game == Game(game.start).play(*game.move_names)
        assert hash(one_by_one) == hash(game)


def test_names_and_squares_are_moves_and_an_illegal_one_is_refused_wherever_it_stands() -> None:
    for moves in [(4,), (1, 0), (1, 2, 9)]:
        with pytest.raises(IllegalMove) as caught:
            UNFINISHED.play(*moves)
        assert caught.value.move == moves[-1]
    with pytest.raises(IllegalMove, match="a1 is already taken by X"):
        Game(moves=(0, 0))
    assert Game().play(4, 0) == UNFINISHED
    assert Game().play("b2", 0) == Game(moves=["B2", 0]) == UNFINISHED
    with pytest.raises(IllegalMove, match="b2 is already taken by X"):
        UNFINISHED.play("c3", "b2")
    with pytest.raises(NotationError, match="not '5'"):
        Game(moves=["5"])


def test_moves_of_any_integer_type_are_kept_as_plain_integers() -> None:
    """Else a NumPy move beyond square 63 overflows when the game is walked through again."""
    game = Game(Rules(15, 15, 5).start()).play(NumPyLike(200), NumPyLike(3))  # type: ignore[arg-type]
    assert game.moves == (200, 3)
    assert [type(move) for move in game.moves] == [int, int]
    assert list(game.positions())[-1] == game.position


# --- taking back


@given(played_games(), st.data())
def test_taking_back_restores_the_game_before(game: Game, data: st.DataObject) -> None:
    plies = data.draw(st.integers(0, len(game.moves)))
    kept = game.moves[: len(game.moves) - plies]
    assert game.undo(plies) == Game(game.start, kept)
    assert game.undo(plies).play(*game.moves[len(kept) :]) == game


def test_a_move_that_ended_the_game_can_be_taken_back_and_no_more_than_there_are() -> None:
    undone = Game().play(*X_WINS).undo()
    assert undone.ending is None
    assert undone.play(8).ending is None
    later = Game(Position.parse("x.o/.x./..o x 3"))  # whose start is no move
    for game, plies in ((UNFINISHED, 3), (UNFINISHED, 100), (UNFINISHED, -1), (later, 1)):
        with pytest.raises(IllegalAction, match="no move to undo"):
            game.undo(plies)


def test_it_is_known_how_long_ago_a_side_moved() -> None:
    assert UNFINISHED.plies_since_turn_of([Mark.O]) == UNFINISHED.plies_since_turn_of([*Mark]) == 1
    assert UNFINISHED.plies_since_turn_of([Mark.X]) == 2
    assert UNFINISHED.plies_since_turn_of([]) is None
    assert Game().play(4).plies_since_turn_of([Mark.O]) is None
    assert Game().plies_since_turn_of([*Mark]) is None


# --- ending


@pytest.mark.parametrize("ending", ENDINGS_OFF_THE_BOARD, ids=repr)
def test_a_game_can_end_off_the_board_once_and_then_nobody_moves(ending: Ending) -> None:
    ended = UNFINISHED.end(ending)
    assert (ended.ending, ended.moves) == (ending, UNFINISHED.moves)
    assert ended.position == UNFINISHED.position
    assert ended == Game(UNFINISHED.start, UNFINISHED.moves, ending) != UNFINISHED
    acts: list[Callable[[], Game]] = [ended.undo, ended.resign, lambda: ended.end(ending)]
    for act in acts:
        with pytest.raises(IllegalAction, match="is over"):
            act()
    with pytest.raises(IllegalMove) as caught:
        ended.play(8)
    assert caught.value.reason == "the game is over"
    assert (caught.value.position, caught.value.move) == (UNFINISHED.position, 8)
    for moves in (X_WINS, DRAW):
        with pytest.raises(IllegalAction, match="is over"):
            Game().play(*moves).end(ending)
        with pytest.raises(IllegalAction, match="ended on the board, and cannot end another way"):
            Game(moves=moves, ending=ending)


def test_an_ending_on_the_board_may_be_given_and_who_resigns_loses() -> None:
    assert Game(moves=DRAW, ending=Ending(Termination.FULL)) == Game(moves=DRAW)
    with pytest.raises(IllegalAction, match="cannot end another way"):
        Game(moves=X_WINS, ending=Ending(Termination.LINE, Mark.O))
    for loser, winner in ((None, Mark.O), (Mark.X, Mark.O), (Mark.O, Mark.X)):
        assert UNFINISHED.resign(loser).ending == Ending(Termination.RESIGNATION, winner)


@pytest.mark.parametrize("ending", [Ending(Termination.FULL), Ending(Termination.LINE, Mark.X)])
def test_an_ending_the_board_does_not_show_is_refused(ending: Ending) -> None:
    message = f"the board shows no ending by {ending.termination.value}"
    with pytest.raises(IllegalAction, match=message):
        UNFINISHED.end(ending)
    with pytest.raises(IllegalAction, match=message):
        Game(ending=ending)


# --- values


@given(games())
def test_a_game_is_a_value(game: Game) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert twin.position == game.position
    assert {twin: "found"}[game] == "found"
    assert Game(game.start, game.moves, game.ending) == game
    with pytest.raises(FrozenInstanceError):
        game.moves = ()  # type: ignore[misc]
    assert not hasattr(game, "__dict__")


def test_marks_are_capitals_for_people_small_letters_in_texts_and_themselves_when_copied() -> None:
    assert [str(mark) for mark in Mark] == ["X", "O"]
    assert [mark.value for mark in Mark] == ["x", "o"]
    assert [mark.other for mark in Mark] == [Mark.O, Mark.X]
    assert repr(Mark.X) == "Mark.X"
    for mark in Mark:
        assert pickle.loads(pickle.dumps(mark)) is mark
        assert copy.deepcopy(mark) is mark
        assert {mark: "found"}[Mark(mark.value)] == "found"


def test_an_ending_has_a_winner_just_where_its_kind_has_one_and_few_are_on_the_board() -> None:
    drawn = {Termination.FULL, Termination.AGREEMENT}
    either = {Termination.ABANDONED}
    for termination, winner in product(Termination, (None, *Mark)):
        if termination in either or (winner is None) == (termination in drawn):
            ending = Ending(termination, winner)
            unfinished = "draw" if termination in drawn else "*"
            assert ending.winner is winner
            assert ending.result == (unfinished if winner is None else winner.value)
        else:
            wanted = "no winner" if termination in drawn else "a winner"
            with pytest.raises(IllegalAction, match=f"by {termination.value} has {wanted}"):
                Ending(termination, winner)
    on_board = {termination for termination in Termination if termination.on_board}
    assert on_board == {Termination.LINE, Termination.FULL}

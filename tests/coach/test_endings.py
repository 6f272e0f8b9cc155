"""Why a game ended: every sentence true by the values of all its positions, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Ending, Game, IllegalAction, Mark, Position, Rules, Termination, Value, solve
from noughts.coach import ending, reviews
from noughts.coach.explanation import explain
from noughts.coach.reviews import retry_from
from noughts.wording.language import LANGUAGES, use
from noughts.wording.text import Numbers
from tests.core import naive

_S, _WHO = "([a-e][1-4])", "(Your|X's|O's)"
FORK, LET = rf"{_WHO} fork on {_S} did it\.", rf"(Your) {_S} let [XO] fork on {_S}\."
LATE = rf"{_WHO} fork on {_S} did it, after your mistake on {_S}\."
OPEN, MISSED = rf"{_WHO} {_S} left {_S} open\.", rf"{_WHO} {_S} missed a win\."
DECIDED = rf"{_WHO} {_S} lost the game\."
FAIR, CLEAN = r"Nobody made a mistake, so it's a draw\.", r"Nobody made a mistake\."
SHAPES = [FORK, LET, LATE, OPEN, MISSED, DECIDED, FAIR, CLEAN]


def check(game: Game, you: Mark | None) -> str:
    """Check what is said of a game that ended on its board; the shape of the sentence."""
    found, moves, positions = ending(game, you), game.moves, list(game.positions())
    fitting = ((shape, re.fullmatch(shape, found.text)) for shape in SHAPES)
    ((shape, said),) = ((shape, said) for shape, said in fitting if said)
    case = f"{found} of {game.move_names} for {you}"
    values, winner = list(map(value, positions)), game.ending and game.ending.winner
    mistakes = [ply for ply in range(len(moves)) if values[ply] != -values[ply + 1]]
    last = mistakes[-1] if mistakes else None
    who, *squares = said.groups() or [""]
    side = you if who == "Your" else Mark(who[0].lower()) if who else None
    assert not who or (side is you) == (who == "Your"), case
    names = [positions[0].name(move) for move in moves]
    if shape in (FORK, LET, LATE):
        after = naive.board_of(positions[-3])
        threats = naive.threats(after, str(winner).lower())
        assert (len(threats) >= 2, naive.winning(after, after.turn)) == (True, []), case
        assert set(found.lines) == {line for lines in threats.values() for line in lines}, case
    else:
        assert found.lines == (), case
    assert shape not in (FORK, LATE) or (side, squares[0]) == (winner, names[-3]), case
    holds = {
        FORK: lambda: you is not (winner and winner.other) or last is None,
        LET: lambda: (last, squares) == (len(moves) - 4, names[-4:-2]),
        LATE: lambda: names[:-4].index(squares[1]) == last,
        OPEN: lambda: (last, squares) == (len(moves) - 2, names[-2:]),
        MISSED: lambda: names.index(squares[0]) == last and values[last] is Value.WIN,
        DECIDED: lambda: names.index(squares[0]) == last and values[last] is not Value.WIN,
        FAIR: lambda: (last, winner) == (None, None),
        CLEAN: lambda: last is None and winner is not None,
    }
    assert holds[shape](), case
    mistake = last if shape in (LET, LATE, OPEN, MISSED, DECIDED) else None
    assert found.mistake == (None if mistake is None else moves[mistake]), case
    mover = None if mistake is None else positions[mistake].turn
    assert (found.retry is not None) == (mover is not None and mover is you), case
    assert shape == LATE or mover is None or mover is side, case
    if found.retry is not None:  # where one could have done better
        again = retry_from(game, found.retry, you)
        result = Value.DRAW if winner is None else Value.LOSS
        assert (again.turn, value(again) > result) == (you, True), case
    return shape


@cache
def value(position: Position) -> Value:
    return solve(position).value


def whole_games(game: Game) -> Iterator[Game]:
    """Every game that begins like this one."""
    if game.ending is not None:
        yield game
    else:
        for move in game.position.moves:
            yield from whole_games(game.play(move))


@pytest.mark.slow
def test_what_is_said_is_true_of_every_game_of_3x3(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that begin with one of twelve pairs of moves; the others mirror them."""
    monkeypatch.setattr(reviews, "explain", cache(explain))
    seconds = {0: (1, 2, 4, 5, 8), 1: (0, 3, 4, 6, 7), 4: (0, 1)}
    shapes = {
        check(game, you)
        for first, replies in seconds.items()
        for second in replies
        for game in whole_games(Game().play(first, second))
        for you in (None, *Mark)
    }
    assert shapes == {*SHAPES} - {CLEAN}


@given(
    st.sampled_from(["4x3:3", "5x3:3", "4x4:3", "3x3:3"]),
    st.randoms(use_true_random=False),
    st.sampled_from([None, *Mark]),
)
def test_what_is_said_is_true_on_big_boards(board: str, random: Random, you: Mark | None) -> None:
    game = Game(Rules.parse(board).start())
    while game.ending is None:
        game = game.play(random.choice(game.position.moves))
    check(game, you)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_it_names_the_same_squares_and_sides(language: str) -> None:
    for game in islice(whole_games(Game().play(1)), 0, None, 613):
        for you in (None, *Mark):
            english = ending(game, you).text
            with use(language):
                text = ending(game, you).text
            for pattern in (r"\b[a-c][1-3]\b", r"\b[XO]\b"):
                assert sorted(re.findall(pattern, text)) == sorted(re.findall(pattern, english))


def test_an_ending_off_the_board_is_told_by_what_the_position_was_worth() -> None:
    drawn, won, early = Game().play("a1", "b2"), Game().play("a1", "b1", "b2"), Game()
    agreed = Ending(Termination.AGREEMENT)
    for game, you, text, retry in [
        (drawn.resign(), Mark.X, "You could still have held the draw.", 2),
        (drawn.resign(), Mark.O, "X could still have held the draw.", None),
        (won.resign(), Mark.X, "You had a sure win.", None),
        (won.resign(Mark.X), Mark.X, "You had a sure win.", 3),
        (won.resign(), Mark.O, "X had a sure win.", None),
        (won.end(agreed), Mark.O, "X had a sure win.", None),
        (won.end(Ending(Termination.TIME, Mark.O)), None, "X had a sure win.", None),
        (early.end(agreed), Mark.X, "Neither side had a sure win.", None),
        (won.end(Ending(Termination.ABANDONED)), Mark.X, "", None),
        (Game(Rules(15, 15, 5).start()).play("h8").resign(), Mark.O, "", None),
    ]:
        found = ending(game, you)
        assert (found.text, found.retry) == (text, retry), game


def test_it_reads_like_this() -> None:
    held = Game().play("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3")
    mate = Game().play("a1", "b2", "c3", "c1", "a3", "b3", "a2")
    five = Game(Rules(9, 9, 5).start()).play(40, 0, 41, 9, 42, 72, 43, 73, 39)
    assert ending(held, Mark.X, "perfect").text == "You held Perfect – that's as good as it gets."
    assert ending(held, None, "perfect").text == "Nobody made a mistake, so it's a draw."
    assert ending(mate, Mark.O).text == "Your c1 let X fork on a3."
    spelled = ending(mate, Mark.O, spell=Numbers()).text
    assert spelled == "Your square 3 let X fork on square 7."
    assert ending(five, Mark.X).text == "Your fork on h5 did it."
    with pytest.raises(IllegalAction, match="once it's over"):
        ending(Game())

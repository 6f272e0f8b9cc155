"""What is asked before a game: which piece, and who starts by lot."""

from __future__ import annotations

import io
from random import Random

import pytest

from noughts import Mark, Rules
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.questions import ask_side_and_first


def ask(typed: str, seed: int = 0) -> tuple[tuple[Mark, Mark], str]:
    said = io.StringIO()
    console = Console(io.BytesIO(typed.encode()), said)
    return ask_side_and_first(console, Rules(), Random(seed)), said.getvalue()


@pytest.mark.parametrize(
    ("answer", "side"), [("x", Mark.X), ("X", Mark.X), ("o", Mark.O), (" O ", Mark.O)]
)
def test_the_piece_is_the_persons_choice_in_either_case(answer: str, side: Mark) -> None:
    assert ask(f"{answer}\n")[0][0] is side


@pytest.mark.parametrize("answer", ["", "0", "xo", "yes", "a1", "\0", "×"])
def test_anything_else_is_asked_again(answer: str) -> None:
    (side, _), said = ask(f"{answer}\no\n")
    assert side is Mark.O
    assert said.count("Please type X or O.") == 1
    assert said.count("Play as X or O: ") == 2


def test_the_instructions_come_before_the_question() -> None:
    _, said = ask("x\n")
    assert said.index("in a row") < said.index("Play as X or O: ")


def test_who_starts_is_drawn_by_lot_and_said() -> None:
    starters = set()
    for seed in range(20):
        (side, first), said = ask("x\n", seed)
        starters.add(first)
        starter = "you" if first is side else "the computer"
        assert f"{first} goes first – that's {starter}." in said
    assert starters == set(Mark)


def test_the_lot_does_not_depend_on_the_piece() -> None:
    for seed in range(5):
        assert ask("x\n", seed)[0][1] is ask("o\n", seed)[0][1]


@pytest.mark.parametrize("typed", ["", "maybe\n", "quit\n", "q\nx\n"])
def test_whoever_leaves_here_plays_no_game(typed: str) -> None:
    with pytest.raises(EndOfInput):
        ask(typed)

"""Before a game: who sits where, how sentences call them, and what is asked with `--ask`."""

from __future__ import annotations

import io
from random import Random

import pytest

from noughts import Mark, Rules
from noughts.players import player
from noughts.terminal.console import Console, EndOfInput
from noughts.terminal.session import ask_side_and_first
from tests.typed_session import table_of

COMPUTER = player("classic")


def test_people_are_those_whom_no_player_plays_and_only_a_single_one_is_called_you() -> None:
    for x, o, subjects, people in (
        (None, None, ["X", "O"], (Mark.X, Mark.O)),
        (None, COMPUTER, ["you", "the computer"], (Mark.X,)),
        (COMPUTER, None, ["the computer", "you"], (Mark.O,)),
        (COMPUTER, COMPUTER, ["X", "O"], ()),
    ):
        table = table_of(x=x, o=o)
        assert [table.subjects[mark] for mark in Mark] == subjects
        names = ["human" if each is None else "classic" for each in (x, o)]
        assert [table.names[mark] for mark in Mark] == names
        assert table.people == people


def ask(typed: str, seed: int = 0) -> tuple[tuple[Mark, Mark], str]:
    said = io.StringIO()
    console = Console(io.BytesIO(typed.encode()), said)
    return ask_side_and_first(console, Rules(), Random(seed)), said.getvalue()


def test_the_piece_is_the_persons_choice_in_either_case_and_else_asked_again() -> None:
    for answer, side in (("x", Mark.X), ("X", Mark.X), ("o", Mark.O), (" O ", Mark.O)):
        assert ask(f"{answer}\n")[0][0] is side, answer
    for answer in ("", "0", "xo", "yes", "a1", "\0", "×"):
        (side, _), said = ask(f"{answer}\no\n")
        assert side is Mark.O, answer
        assert said.count("Please type X or O.") == 1, answer
        assert said.count("Play as X or O: ") == 2, answer
    for typed in ("", "maybe\n", "quit\n", "q\nx\n"):  # who leaves here plays no game
        with pytest.raises(EndOfInput):
            ask(typed)


def test_after_the_instructions_who_starts_is_drawn_by_lot_and_said() -> None:
    starters = set()
    for seed in range(20):
        (side, first), said = ask("x\n", seed)
        starters.add(first)
        starter = "you" if first is side else "the computer"
        assert f"{first} goes first – that's {starter}." in said
        assert said.index("in a row") < said.index("Play as X or O: ")
        assert first is ask("o\n", seed)[0][1]  # which does not depend on the piece
    assert starters == set(Mark)

"""Sittings at the terminal, from the introduction to the goodbye."""

from __future__ import annotations

import re

import pytest

from noughts import Mark, Position, Rules, Termination, solve
from noughts.players import player
from noughts.terminal.commands import Command
from tests.typed_session import boards, lines, play_typed

X_WINS = (1, 4, 2, 5, 3)
O_WINS = (1, 4, 2, 5, 9, 6)
DRAW = (5, 1, 3, 7, 4, 6, 2, 8, 9)
EMPTY_BOARD = " 1 | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\n"


# --- how a game ends


def test_two_people_play_until_one_has_a_row() -> None:
    said, games = play_typed(lines(*X_WINS, "n"))
    assert "Congratulations! X wins! The winning line: 1, 2 and 3." in said
    assert [game.moves for game in games] == [(0, 3, 1, 4, 2)]


def test_either_of_two_people_is_congratulated() -> None:
    said, _ = play_typed(lines(*O_WINS, "n"))
    assert "Congratulations! O wins! The winning line: 4, 5 and 6." in said


def test_a_full_board_without_a_row_is_a_draw() -> None:
    said, games = play_typed(lines(*DRAW, "n"))
    assert "It's a draw" in said
    assert "Congratulations" not in said
    assert games[0].ending is not None
    assert games[0].ending.termination is Termination.FULL


def test_a_person_beaten_by_the_computer_is_told_along_which_line() -> None:
    said, _ = play_typed(lines(2, 4, 8, "n"), o=player("classic"))
    assert "The computer wins. The winning line: 1, 5 and 9.\n" in said
    assert "Congratulations" not in said


def test_both_lines_of_a_double_win_are_named() -> None:
    said, _ = play_typed(lines(1, 2, 3, 6, 9, 4, 7, 8, 5, "n"))
    assert "X wins! The winning lines: 1, 5 and 9; 3, 5 and 7." in said


def test_a_person_who_resigns_loses() -> None:
    said, games = play_typed(lines(5, "resign", "n"))
    assert "X wins – O resigned." in said
    assert games[0].ending is not None
    assert games[0].ending.winner is Mark.X
    assert games[0].ending.termination is Termination.RESIGNATION


def test_a_person_who_resigns_against_the_computer_is_spoken_to() -> None:
    said, _ = play_typed(lines("resign", "n"), o=player("classic"))
    assert "The computer wins – you resigned." in said
    assert "Score: You 0, Computer 1, draws 0." in said


# --- the course of a game


def test_the_board_is_shown_at_first_and_after_every_move() -> None:
    said, games = play_typed(lines(*DRAW, "n"))
    assert list(boards(said)) == list(games[0].positions())


def test_each_prompt_says_whose_turn_it_is() -> None:
    said, _ = play_typed(lines(1, 2, "quit"))
    prompts = [text for text in said.splitlines() if "your move" in text]
    assert prompts == ["X, your move: ", "O, your move: ", "X, your move: Goodbye!"]


def test_the_computers_move_is_said_in_words() -> None:
    said, _ = play_typed(lines(1, "quit"), o=player("classic"))
    assert "The computer takes square 5." in said


def test_the_computer_begins_when_the_other_side_is_the_persons() -> None:
    said, _ = play_typed(lines("quit"), x=player("classic"))
    assert "You're O; the computer (classic) is X." in said
    assert said.index("The computer takes square 5.") < said.index("Your move (O): ")


def test_squares_are_spelt_as_they_are_typed() -> None:
    said, _ = play_typed(lines("1 1", "quit"), o=player("classic"), style="row-col")
    assert "The computer takes 2 2." in said


def test_a_taken_square_is_refused_with_those_that_are_free() -> None:
    said, _ = play_typed(lines(5, 5, "quit"))
    assert "Square 5 is already taken by X. Free: 1, 2, 3, 4, 6, 7, 8 and 9." in said
    assert said.count("O, your move: ") == 2


def test_a_taken_square_that_was_named_otherwise_is_called_what_the_board_shows() -> None:
    said, _ = play_typed(lines(5, "B2", "quit"))
    assert "b2 is square 5, which is already taken by X. Free: 1, 2, 3, 4, 6, 7, 8 and 9." in said


@pytest.mark.parametrize("word", ["hnt", "HINTS", "resing"])
def test_a_command_typed_nearly_right_is_suggested(word: str) -> None:
    said, _ = play_typed(lines(word, "quit"))
    meant = "resign" if word == "resing" else "hint"
    assert f"'{word}' isn't a square here. Did you mean {meant}?\n" in said


def test_on_a_large_board_the_free_squares_are_not_listed() -> None:
    said, _ = play_typed(lines("a1", "a1", "quit"), start=Rules(15, 15, 5).start())
    assert "a1 is already taken by X.\n" in said
    assert "Free:" not in said


@pytest.mark.parametrize("nonsense", ["0", "10", "a4", "hello", "1 1", "\0", "\x1b[2J", "٣"])
def test_nonsense_is_explained_and_asked_again(nonsense: str) -> None:
    said, games = play_typed(lines(nonsense, *X_WINS, "n"))
    assert "isn't a square here. Type a square, 1 to 9 or a1 to c3; or help.\n" in said
    assert said.count("your move: ") == 6
    assert len(games) == 1


def test_an_empty_line_is_told_what_to_type() -> None:
    said, _ = play_typed(lines("", "quit"))
    assert "X, your move: Type a square, 1 to 9 or a1 to c3; or help.\n" in said


def test_help_tells_the_rules_and_every_command() -> None:
    said, _ = play_typed(lines("help", "quit"))
    assert "3 or more in a row" in said
    for command in Command:
        assert f"  {command.name.lower()} " in said
        assert command.value in said


# --- undo


def test_undo_between_two_people_takes_one_move_back() -> None:
    _, games = play_typed(lines(1, 9, "undo", 4, 2, 5, 3, "n"))
    assert games[0].moves == (0, 3, 1, 4, 2)


def test_undo_against_the_computer_takes_its_answer_back_too() -> None:
    said, _ = play_typed(lines(1, "undo", "quit"), o=player("classic"))
    assert said.count(EMPTY_BOARD) == 2
    assert said.endswith(f"{EMPTY_BOARD}\nYour move (X): Goodbye!\n")


def test_undo_can_go_back_to_the_start() -> None:
    said, _ = play_typed(lines(1, 2, 3, "undo", "undo", "undo", "undo", "quit"))
    assert said.count(EMPTY_BOARD) == 2
    assert said.count("You have no move to undo.") == 1


@pytest.mark.parametrize("x", [None, "classic"])
def test_undo_before_any_move_of_ones_own_says_so_and_changes_nothing(x: str | None) -> None:
    computer = None if x is None else player(x)
    said, _ = play_typed(lines("undo", "quit"), x=computer)
    assert "You have no move to undo." in said
    shown = list(boards(said))
    assert shown == list(dict.fromkeys(shown))


def test_undo_does_not_go_back_beyond_a_given_start() -> None:
    start = Position.parse("x../.o./... x 3")
    said, _ = play_typed(lines("undo", 9, "undo", "undo", "quit"), start=start)
    assert said.count("You have no move to undo.") == 2
    assert list(boards(said)) == [start, start.play(8), start]


# --- the board again, and a new start


def test_the_board_can_be_seen_again() -> None:
    said, _ = play_typed(lines(5, "board", "quit"))
    assert list(boards(said))[-2:] == [Rules().start().play(4)] * 2


def test_a_game_can_be_started_again() -> None:
    said, games = play_typed(lines(9, 8, "new", "y", *X_WINS, "n"))
    assert "Start this game again? [Y/n] " in said
    assert [game.moves for game in games] == [(0, 3, 1, 4, 2)]
    assert "Score: X 1, O 0, draws 0." in said


def test_a_game_goes_on_unless_it_is_to_start_again() -> None:
    _, games = play_typed(lines(1, "n", "n", 4, 2, 5, 3, "n"))
    assert [game.moves for game in games] == [(0, 3, 1, 4, 2)]


def test_without_a_move_there_is_nothing_to_ask_before_a_new_start() -> None:
    said, _ = play_typed(lines("new", "quit"))
    assert "Start this game again?" not in said


# --- hint


def hint_for(start: Position) -> str:
    said, _ = play_typed(lines("hint", "quit"), start=start)
    return said.split("your move: ")[1].splitlines()[0]


@pytest.mark.parametrize(
    "text",
    ["xx./oo./... x 3", "x../.../... o 3", "x.o/.x./..o x 3", "x../.o./..x o 3", "oxo/.x./... o 3"],
)
def test_a_hint_names_a_square_that_the_solver_proves_best(text: str) -> None:
    position = Position.parse(text)
    named = re.search(r"[1-9]", hint_for(position))
    assert named is not None
    assert int(named[0]) - 1 in solve(position).best


def test_a_hint_where_nothing_is_proved_says_so() -> None:
    hint = hint_for(Rules(15, 15, 5).start())
    assert re.search(r"\b[a-o]1?[0-9]\b", hint.lower())
    assert "proved" in hint


def test_a_hint_moves_nothing() -> None:
    said, _ = play_typed(lines("hint", "hint", "quit"))
    assert list(boards(said)) == [Rules().start()]


# --- from game to game


def test_the_last_move_is_explained_after_the_game_too() -> None:
    said, games = play_typed(lines(*X_WINS, "why", "hm", "n"))
    assert "[Y/n] Square 3 wins: it completes squares 1, 2 and 3.\nAnother game? " in said
    assert "[Y/n] Please type y or n.\n" in said
    assert len(games) == 1


def test_the_last_move_is_explained_after_a_resignation_too() -> None:
    said, _ = play_typed(lines(1, "resign", "why", "n"))
    assert "[Y/n] Square 1 keeps the draw" in said
    said, _ = play_typed(lines("resign", "why", "n"))
    assert "[Y/n] Nobody has moved yet.\n" in said


def test_the_other_side_starts_the_next_game() -> None:
    said, games = play_typed(lines(*X_WINS, "y", *X_WINS, "", *X_WINS, "n"))
    assert [game.start.turn for game in games] == [Mark.X, Mark.O, Mark.X]
    assert said.index("O goes first this time.") < said.index("X goes first this time.")


def test_against_the_computer_the_starter_alternates_too() -> None:
    said, _ = play_typed(lines("resign", "y", "quit"), o=player("classic"))
    assert "The computer goes first this time." in said
    assert said.endswith(" 7 | 8 | 9\n\nYour move (X): Goodbye!\n")
    assert " 4 | O | 6" in said


def test_the_score_counts_wins_and_draws() -> None:
    said, _ = play_typed(lines(*X_WINS, "y", *X_WINS, "y", *DRAW, "y", *X_WINS, "n"))
    scores = [line for line in said.splitlines() if line.startswith("Score: ")]
    assert scores == [
        "Score: X 1, O 0, draws 0.",
        "Score: X 1, O 1, draws 0.",
        "Score: X 1, O 1, draws 1.",
        "Score: X 1, O 2, draws 1.",
    ]


def test_a_given_position_is_where_every_game_starts() -> None:
    start = Position.parse("x../.o./... x 3")
    said, games = play_typed(lines("resign", "y", "resign", "n"), start=start)
    assert [game.start for game in games] == [start, start]
    assert "starts this time" not in said


def test_two_computers_play_one_game_and_ask_nobody() -> None:
    said, games = play_typed(b"1\n", x=player("perfect"), o=player("perfect"))
    assert len(games) == 1
    assert "Perfect plays X, Perfect plays O." in said
    assert "It's a draw" in said
    assert "your move" not in said.lower()
    assert "Score" not in said


def test_two_computers_moves_are_told_by_their_marks() -> None:
    said, _ = play_typed(b"", x=player("classic"), o=player("classic"))
    assert said.index("X takes square 5.") < said.index("O takes square 1.")


# --- leaving


def test_quitting_says_goodbye_and_finishes_no_game() -> None:
    said, games = play_typed(lines(1, 2, "quit"))
    assert said.endswith("Goodbye!\n")
    assert games == []


def test_the_end_of_input_shows_the_board_as_it_stood() -> None:
    said, games = play_typed(lines(1))
    assert said.endswith(
        "Stopped. The board as it stood:\n\n"
        " X | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\n\nGoodbye!\n"
    )
    assert games == []


def test_the_end_of_input_between_games_says_goodbye() -> None:
    said, games = play_typed(lines(*X_WINS))
    assert said.endswith("Another game? [Y/n] \nGoodbye!\n")
    assert len(games) == 1

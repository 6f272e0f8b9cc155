"""Sittings at the terminal, from the introduction to the goodbye, and what is recorded of them.

What a whole sitting looks like is in tests/golden/transcripts.
"""

from __future__ import annotations

import io
import re
import signal
import threading
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from noughts import Game, Limit, Mark, Position, Rules, solve
from noughts.core.record import Record
from noughts.players import Player, player
from noughts.players.base import Choice, Deterministic
from noughts.search import engine_for
from noughts.terminal.console import Console
from noughts.terminal.session import on_interrupt, play_session
from noughts.terminal.text import TypedWord
from noughts.wording.text import Role
from tests.terminal.screen import Keyboard, Screen
from tests.typed_session import boards, lines, play_typed, table_of

X_WINS = (1, 4, 2, 5, 3)
O_WINS = (1, 4, 2, 5, 9, 6)
DRAW = (5, 1, 3, 7, 4, 6, 2, 8, 9)
HEAD, RULE = "   a   b   c\n", "  ---+---+---\n"
EMPTY_BOARD = f"{HEAD}1    |   |\n{RULE}2    |   |\n{RULE}3    |   |\n"
STOPPED = f"Stopped. The board as it stood:\n\n{HEAD}1  X |   |\n{RULE}2    |   |\n"
FREE = "already taken by X. Free: a1, b1, c1, a2, c2, a3, b3 and c3.\nO, your move: "
USAGE = "Type a square, a1 to c3; or help.\nX, your move: "
START = Position.parse("x../.o./... x 3")

# What two people type, and what is said to it.
BETWEEN_PEOPLE: list[tuple[tuple[str | int, ...], str]] = [
    (X_WINS, "\nCongratulations! X wins! The winning line: a1, b1 and c1.\n"),
    (O_WINS, "\nCongratulations! O wins! The winning line: a2, b2 and c2.\n"),
    ((1, 2, 3, 6, 9, 4, 7, 8, 5), "X wins! The winning lines: a1, b2 and c3; c1, b2 and a3."),
    (DRAW, "\nIt's a draw"),
    ((5, "resign"), "\n\nO, your move: X wins – O resigned.\n"),
    ((5, "B2"), f"O, your move: b2 is {FREE}"),
    ((5, 5), f"O, your move: 5 is b2, which is {FREE}"),
    (("hnt",), "'hnt' isn't a square here. Did you mean hint?\n"),
    (("HINTS",), "'HINTS' isn't a square here. Did you mean hint?\n"),
    (("resing",), "'resing' isn't a square here. Did you mean resign?\n"),
    (("",), f"X, your move: {USAGE}"),
    *(
        ((text,), f"isn't a square here. {USAGE}")
        for text in ("0", "10", "a4", "hello", "1 1", "\0", "\x1b[2J", "٣")
    ),
    (("undo",), "X, your move: You have no move to undo.\nX, your move: "),
    (("new",), f"X, your move: \n{EMPTY_BOARD}\nX, your move: "),
    ((9, "new"), "O, your move: Start this game again? [Y/n] "),
    ((*X_WINS, "why"), "[Y/n] c1 wins: it completes a1, b1 and c1.\nAnother game? "),
    ((*X_WINS, "hm"), "[Y/n] Please type y or n.\nAnother game? "),
    ((1, "resign", "why"), "[Y/n] a1 keeps the draw"),
    (("resign", "why"), "[Y/n] Nobody has moved yet.\n"),
    ((1, 2, "quit"), "X, your move: Goodbye!\n"),
    ((1,), f"{STOPPED}{RULE}3    |   |\n\nGoodbye!\n"),
    (X_WINS, "Another game? [Y/n] \nGoodbye!\n"),
]
# What a person types against the classic player, and what is said to it.
AGAINST_THE_COMPUTER: list[tuple[tuple[str | int, ...], str]] = [
    ((1,), "The computer takes b2."),
    ((2, 4, 8), "\nThe computer wins. The winning line: a1, b2 and c3.\n"),
    (("resign",), "The computer wins – you resigned.\n"),
    (("resign",), "Score: You 0, Computer 1, draws 0."),
    ((1, "undo", "quit"), f"{EMPTY_BOARD}\nYour move (X): Goodbye!\n"),
    (("resign", "y"), "The computer goes first this time."),
    (("resign", "y", "quit"), f"2    | O |\n{RULE}3    |   |\n\nYour move (X): Goodbye!\n"),
]
# What two people type, and the moves of the games that are finished.
FINISHED: list[tuple[tuple[str | int, ...], list[tuple[int, ...]]]] = [
    (X_WINS, [(0, 3, 1, 4, 2)]),
    ((1, 9, "undo", 4, 2, 5, 3, "n"), [(0, 3, 1, 4, 2)]),
    ((9, 8, "new", "y", *X_WINS, "n"), [(0, 3, 1, 4, 2)]),
    ((1, "n", "n", 4, 2, 5, 3), [(0, 3, 1, 4, 2)]),
    (("0", "hello", *X_WINS, "hm"), [(0, 3, 1, 4, 2)]),
    ((5, "resign", "y", "resign"), [(4,), ()]),
    ((), []),
    ((1,), []),
    ((1, "quit"), []),
    ((1, 5, 2), []),
]


def test_every_line_is_answered_and_finished_games_are_kept_without_what_was_taken_back() -> None:
    for opponent, rows in ((None, BETWEEN_PEOPLE), (player("classic"), AGAINST_THE_COMPUTER)):
        for typed, answer in rows:
            said, _ = play_typed(lines(*typed), o=opponent)
            assert answer in said, (opponent, typed)
    for typed, moves in FINISHED:
        assert [game.moves for game in play_typed(lines(*typed))[1]] == moves, typed


def test_the_board_is_shown_after_every_move_and_when_asked_for_and_after_undo() -> None:
    said, games = play_typed(lines(*DRAW, "n"))
    assert list(boards(said)) == list(games[0].positions())
    said, _ = play_typed(lines(5, "hint", "hint", "board", "quit"))
    assert list(boards(said))[-2:] == [Rules().start().play(4)] * 2
    said, _ = play_typed(lines("undo", 9, "undo", "undo", "quit"), start=START)
    assert said.count("You have no move to undo.") == 2
    assert list(boards(said)) == [START, START.play(8), START]


def test_the_computer_begins_when_the_other_side_is_the_persons_and_plays_itself_once() -> None:
    said, _ = play_typed(lines("undo", "quit"), x=player("classic"), style="row-col")
    assert "You're O; the computer (classic) is X." in said
    assert said.index("The computer takes 2 2.") < said.index("Your move (O): ")
    assert "Your move (O): You have no move to undo.\nYour move (O): Goodbye!" in said
    said, games = play_typed(b"1\n", x=player("perfect"), o=player("perfect"))
    assert len(games) == 1
    assert said.splitlines()[1] == "Perfect plays X, Perfect plays O."
    assert said.index("X takes ") < said.index("O takes ")
    assert said.endswith("\n\nIt's a draw.\n")


def test_help_tells_the_rules_and_every_command_and_no_free_squares_of_a_large_board() -> None:
    said, _ = play_typed(lines("a1", "a1", "quit"), start=Rules(15, 15, 5).start())
    assert "a1 is already taken by X.\n" in said
    said, _ = play_typed(lines("help", "quit"))
    assert "3 in a row" in said
    for word in TypedWord:
        assert f"  {word.value} " in said


def test_a_hint_names_a_square_that_the_solver_proves_best_and_else_says_so() -> None:
    def hint_for(start: Position) -> str:
        said, _ = play_typed(lines("hint", "quit"), start=start)
        return said.split("your move: ")[1].splitlines()[0]

    for text in (
        *("xx./oo./... x 3", "x../.../... o 3", "x.o/.x./..o x 3"),
        *("x../.o./..x o 3", "oxo/.x./... o 3"),
    ):
        position = Position.parse(text)
        assert position.square(hint_for(position)[:2]) in solve(position).best, text
    hint = hint_for(Rules(15, 15, 5).start())
    assert re.search(r"\b[a-o]1?[0-9]\b", hint.lower())
    assert "proved" in hint


def test_the_other_side_starts_the_next_game_unless_a_position_is_given() -> None:
    said, games = play_typed(lines(*X_WINS, "y", *X_WINS, "", *DRAW, "y", *X_WINS, "n"))
    assert [game.start.turn for game in games] == [Mark.X, Mark.O, Mark.X, Mark.O]
    assert said.index("O goes first this time.") < said.index("X goes first this time.")
    assert re.findall("Score: (.*)", said) == [
        "X 1, O 0, draws 0.",
        "X 1, O 1, draws 0.",
        "X 1, O 1, draws 1.",
        "X 1, O 2, draws 1.",
    ]
    said, games = play_typed(lines("resign", "y", "resign", "n"), start=START)
    assert [game.start for game in games] == [START, START]
    assert "first this time" not in said


# --- what is recorded


def record_session(source: io.BytesIO, o: Player | None = None) -> tuple[list[Record], str]:
    """Play at a table whose clock starts at noon and strikes a minute whenever it is read."""
    kept: list[Record] = []
    said = io.StringIO()
    noon = datetime(2024, 2, 29, 12, tzinfo=UTC)
    minutes = (noon + timedelta(minutes=number) for number in count())
    try:
        table = table_of(o=o, keep=kept.append, now=lambda: next(minutes))
        play_session(table, Console(source, said))
    except KeyboardInterrupt:
        said.write("(interrupted)")
    return kept, said.getvalue()


def test_an_interruption_shows_the_board_and_goes_on_to_the_caller() -> None:
    kept, said = record_session(Keyboard([1], Screen(), interrupted=True))
    assert STOPPED in said
    assert said.endswith("(interrupted)")
    assert kept == []
    kept, said = record_session(Keyboard(X_WINS, Screen(), interrupted=True))
    assert said.endswith("Another game? [Y/n] (interrupted)")
    assert len(kept) == 1


def test_finished_games_are_kept_with_their_players_and_times() -> None:
    kept, _ = record_session(io.BytesIO(lines(*X_WINS, "y", *X_WINS, "n")))
    assert kept[0] == Record(
        Game().play(0, 3, 1, 4, 2),
        {Mark.X: "human", Mark.O: "human"},
        "2024-02-29T12:00:00+00:00",
        "2024-02-29T12:01:00+00:00",
    )
    assert kept[1].started == "2024-02-29T12:02:00+00:00"
    kept, _ = record_session(io.BytesIO(lines("resign", "n")), o=player("hard", 1))
    assert kept[0].players == {Mark.X: "human", Mark.O: "hard"}


# --- Ctrl-C while the computer thinks: the first makes it move, the second interrupts


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_interrupt_stops_the_second_is_one_and_other_threads_are_left_alone() -> None:
    stopped: list[bool] = []
    with on_interrupt(lambda: stopped.append(True)):
        interrupt()
        assert stopped == [True]
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert stopped == [True]
    with pytest.raises(KeyboardInterrupt):  # afterwards the first is one again
        interrupt()
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def think() -> None:
        with on_interrupt(lambda: None):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert seen == [before]


class Thinker(Deterministic):
    """Searches without a limit, and is interrupted once it has found something."""

    name = "thinker"

    def move(self, position: Position) -> int:
        return self.choose(position).move

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        assert limit == Limit(seconds=30)
        engine = engine_for(position.rules)
        found = engine.search(position, Limit(), report=lambda _: interrupt())
        return Choice(found.move)


def test_a_long_thought_ends_with_a_move_and_the_game_goes_on() -> None:
    said = io.StringIO()
    table = table_of(o=Thinker(), start=Rules(15, 15, 5).start(), thinking=Limit(seconds=30))
    play_session(table, Console(io.BytesIO(lines("h8", "resign")), said))
    assert (
        "Thinking for up to 30 seconds – press Ctrl-C for an answer now\nThe computer takes "
        in said.getvalue()
    )
    assert "The computer wins – you resigned." in said.getvalue()


def test_people_are_those_whom_no_player_plays_and_only_a_single_one_is_called_you() -> None:
    for x, o, subjects, people in (
        (None, None, [Mark.X, Mark.O], (Mark.X, Mark.O)),
        (None, player("classic"), [Role.YOU, Role.COMPUTER], (Mark.X,)),
        (player("classic"), None, [Role.COMPUTER, Role.YOU], (Mark.O,)),
        (player("classic"), player("classic"), [Mark.X, Mark.O], ()),
    ):
        table = table_of(x=x, o=o)
        assert [table.subjects[mark] for mark in Mark] == subjects
        names = ["human" if each is None else "classic" for each in (x, o)]
        assert [table.names[mark] for mark in Mark] == names
        assert table.people == people


def test_the_level_is_changed_by_a_word_and_the_score_begins_again() -> None:
    typed = lines("resign", "y", "y", "level", "hrad", "hard", "level", "", "resign", "y", "n")
    said, games = play_typed(typed, o=player("easy", 1))
    assert len(games) == 2
    assert "There's no player 'hrad'; did you mean hard?" in said
    assert "It's hard now – easy, medium, hard or perfect: " in said
    assert said.count("Score: You 0, Computer 1, draws 0.") == 2
    said, games = play_typed(lines("level", "quit"), o=player("easy", 1))
    assert (said.endswith("Goodbye!\n"), games) == (True, [])
    said, _ = play_typed(lines("level", "quit"))
    assert "The computer doesn't play in this game." in said

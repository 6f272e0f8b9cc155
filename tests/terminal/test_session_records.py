"""What is recorded of a sitting at the terminal, interrupted ones too."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from noughts import Game, Mark, Rules
from noughts.core.record import Record
from noughts.players import Player, player
from noughts.terminal.console import Console
from noughts.terminal.session import play_session
from noughts.terminal.styles import STYLES
from noughts.terminal.table import Table, seats_for
from tests.typed_session import lines

X_WINS = (1, 4, 2, 5, 3)
DRAW = (5, 1, 3, 7, 4, 6, 2, 8, 9)


class Interrupted(io.BytesIO):
    """Input of someone who presses Ctrl-C after the last line."""

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        if not line:
            raise KeyboardInterrupt
        return line


def record_session(source: io.BytesIO, o: Player | None = None) -> tuple[list[Record], str]:
    """Play at a table whose clock starts at noon and strikes a minute whenever it is read."""
    kept: list[Record] = []
    said = io.StringIO()
    minutes = _minutes()
    table = Table(
        start=Rules().start(),
        seats=seats_for({Mark.X: None, Mark.O: o}),
        style=STYLES["auto"](Rules()),
        adviser=player("strongest"),
        keep=kept.append,
        now=lambda: next(minutes),
    )
    try:
        play_session(table, Console(source, said))
    except KeyboardInterrupt:
        said.write("(interrupted)")
    return kept, said.getvalue()


def _minutes() -> Iterator[datetime]:
    time = datetime(2024, 2, 29, 12, tzinfo=UTC)
    while True:
        yield time
        time += timedelta(minutes=1)


def test_an_interruption_shows_the_board_and_goes_on_to_the_caller() -> None:
    kept, said = record_session(Interrupted(b"5\n"))
    assert "Stopped. The board as it stood:\n\n 1 | 2 | 3\n---+---+---\n 4 | X | 6\n" in said
    assert said.endswith("(interrupted)")
    assert kept == []


def test_an_interruption_between_games_goes_on_to_the_caller() -> None:
    kept, said = record_session(Interrupted(lines(*X_WINS)))
    assert said.endswith("(interrupted)")
    assert len(kept) == 1


def test_a_finished_game_is_kept_with_its_players_and_times() -> None:
    kept, _ = record_session(io.BytesIO(lines(*X_WINS, "n")))
    assert kept == [
        Record(
            Game().play(0, 3, 1, 4, 2),
            {Mark.X: "human", Mark.O: "human"},
            "2024-02-29T12:00:00+00:00",
            "2024-02-29T12:01:00+00:00",
        )
    ]


def test_each_game_of_a_sitting_has_its_own_times() -> None:
    kept, _ = record_session(io.BytesIO(lines(*X_WINS, "y", *X_WINS, "n")))
    assert [record.started for record in kept] == [
        "2024-02-29T12:00:00+00:00",
        "2024-02-29T12:02:00+00:00",
    ]


def test_the_computer_is_recorded_by_its_own_name() -> None:
    kept, _ = record_session(io.BytesIO(lines("resign", "n")), o=player("hard", 1))
    assert kept[0].players == {Mark.X: "human", Mark.O: "hard"}


@pytest.mark.parametrize(
    ("typed", "termination"), [(X_WINS, "line"), (DRAW, "full"), ((5, "resign"), "resignation")]
)
def test_a_record_says_how_the_game_ended(typed: tuple[str | int, ...], termination: str) -> None:
    kept, _ = record_session(io.BytesIO(lines(*typed, "n")))
    assert kept[0].game.ending is not None
    assert kept[0].game.ending.termination.value == termination


def test_moves_taken_back_are_not_recorded() -> None:
    kept, _ = record_session(io.BytesIO(lines(9, "undo", *X_WINS, "n")))
    assert kept[0].game.moves == (0, 3, 1, 4, 2)


@pytest.mark.parametrize("typed", [b"", b"1\n", b"1\nquit\n", b"1\n5\n2\n"])
def test_an_unfinished_game_is_not_kept(typed: bytes) -> None:
    kept, _ = record_session(io.BytesIO(typed))
    assert kept == []

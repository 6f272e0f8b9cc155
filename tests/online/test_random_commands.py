"""Random commands from several keys, against the rules told once more with strings and lists."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts import IllegalAction, IllegalMove, NoughtsError
from noughts.online import (
    Ask,
    Command,
    Event,
    Offer,
    Play,
    Refused,
    Resign,
    Seat,
    SharedGame,
    Stale,
    begin,
    decide,
    evolve,
    replay,
)
from tests.core import naive
from tests.online.people import ANN, BEN, CAT, ENGINE, NOW, began

seats = st.sampled_from([ANN, ANN, ENGINE])
askers = st.sampled_from([ANN, ANN, BEN, BEN, ENGINE, CAT])
drifts = st.sampled_from([0, 0, 0, 0, 0, 0, 0, -1, 1, 5])
BOARDS = {"3x3:3": (3, 3, 3), "4x3:3": (4, 3, 3), "2x2:2": (2, 2, 2)}


class SharedGames(RuleBasedStateMachine):
    """The model knows the squares taken, who gave up, and how many commands were accepted."""

    shared: SharedGame
    events: list[Event]
    boards: list[naive.Board]
    given_up: str | None = None
    accepted: int = 0
    sits: dict[str, Seat]

    @initialize(x=seats, o=seats, board=st.sampled_from(sorted(BOARDS)))
    def sit_down(self, x: Seat, o: Seat, board: str) -> None:
        self.events = [began(x, o, board)]
        self.shared = replay(self.events)
        self.boards = [naive.empty_board(*BOARDS[board])]
        self.sits = {"x": x, "o": o}

    @rule(by=askers, drift=drifts, square=st.integers(-1, 12))
    def play(self, by: Seat, drift: int, square: int) -> None:
        board = self.boards[-1]
        error: type[NoughtsError] | None = None
        if not self.is_over and self.sits[board.turn] != by:
            error = Refused
        elif self.is_over or square not in naive.moves(board):
            error = IllegalMove
        if self.give(lambda version: Play(by, version, square), by, drift, error):
            self.boards.append(naive.play(board, square))

    @precondition(lambda self: not self.is_over)
    @rule(choice=st.integers(0, 11))
    def play_well(self, choice: int) -> None:
        """A legal move, so that games get somewhere."""
        board = self.boards[-1]
        squares = naive.moves(board)
        by = self.sits[board.turn]
        square = squares[choice % len(squares)]
        assert self.give(lambda version: Play(by, version, square), by, 0, None)
        self.boards.append(naive.play(board, square))

    @rule(by=askers, drift=drifts)
    def take_back(self, by: Seat, drift: int) -> None:
        own = [ply for ply, board in enumerate(self.boards[:-1]) if self.sits[board.turn] == by]
        error = IllegalAction if self.given_up or not own else None
        if self.give(lambda version: Ask(by, version, Offer.TAKEBACK), by, drift, error):
            del self.boards[own[-1] + 1 :]

    @rule(by=askers, drift=drifts)
    def resign(self, by: Seat, drift: int) -> None:
        error = IllegalAction if self.is_over else None
        if self.give(lambda version: Resign(by, version), by, drift, error):
            turn = self.boards[-1].turn
            self.given_up = turn if self.sits[turn] == by else naive.other(turn)

    def give(
        self,
        command: Callable[[int], Command],
        by: Seat,
        drift: int,
        error: type[NoughtsError] | None,
    ) -> bool:
        """Give a command and check that it is refused as it should be; whether it was accepted."""
        if by not in self.sits.values():
            error = Refused
        if drift:
            error = Stale
        try:
            events = decide(self.shared, command(self.shared.version + drift), NOW)
        except NoughtsError as refusal:
            assert type(refusal) is error
            return False
        assert error is None
        self.accepted += 1
        self.events += events
        for event in events:
            self.shared = evolve(self.shared, event)
        return True

    @property
    def is_over(self) -> bool:
        return self.given_up is not None or naive.is_over(self.boards[-1])

    @invariant()
    def it_is_as_the_model_says(self) -> None:
        board, game = self.boards[-1], self.shared.game
        assert naive.board_of(game.position) == board
        assert len(game.moves) == len(self.boards) - 1
        assert self.shared.version == self.accepted + 1
        assert (game.ending is not None) == self.is_over
        assert sum((self.shared.score.x, self.shared.score.o, self.shared.score.drawn)) == (
            self.is_over
        )

    @invariant()
    def the_winner_has_the_point(self) -> None:
        board, score = self.boards[-1], self.shared.score
        for mark, points in (("x", score.x), ("o", score.o)):
            gave_up = self.given_up == naive.other(mark)
            assert points == (gave_up or naive.has_won(board, mark))

    @invariant()
    def its_events_make_the_same_game(self) -> None:
        assert replay(self.events) == self.shared
        assert begin(began(self.shared.x, self.shared.o, str(self.shared.game.rules))) == replay(
            self.events[:1]
        )


TestSharedGames = SharedGames.TestCase

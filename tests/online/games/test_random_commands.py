"""Random commands from several keys, against a second implementation with strings and lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts import IllegalAction, IllegalMove, Mark, NoughtsError
from noughts.core.ending import Termination
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    Ask,
    CheckClock,
    ClaimWin,
    Clock,
    Command,
    Computer,
    Decline,
    Event,
    Offer,
    Play,
    RanOut,
    Resign,
    Seat,
    SharedGame,
    Sit,
    decide,
    evolve,
    replay,
)
from tests.core import naive
from tests.online.people import ANN, BEN, CAT, ENGINE, FREE, at, began

FRIENDS: list[tuple[Seat, Seat]] = [(ANN, BEN), (BEN, ANN), (ANN, FREE), (FREE, BEN)]
OTHERS: list[tuple[Seat, Seat]] = [(ANN, ANN), (BEN, ENGINE), (ENGINE, ANN)]
seats = st.sampled_from([*FRIENDS * 3, *OTHERS])
askers = st.sampled_from([*[ANN, BEN] * 5, ENGINE, CAT])
drifts = st.sampled_from([*[0] * 9, -1, -2, 1])
clocks = st.none() | st.builds(Clock, st.sampled_from(["move", "game"]), st.integers(5, 99))
BOARDS = {"3x3:3": (3, 3, 3), "4x3:3": (4, 3, 3), "2x2:2": (2, 2, 2)}
FAIR = 30.0


@dataclass
class Model:
    """The expected state of the game, in its own terms."""

    sits: dict[str, Seat]
    empty: naive.Board
    clock: Clock | None
    time: int = 0  # seconds since the game was begun
    boards: list[naive.Board] = field(default_factory=list)
    ended: tuple[str, str | None] | None = None  # off the board: how, and who won
    offer: tuple[str, str] | None = None  # what, and which side
    finished: list[Seat | None] = field(default_factory=list)  # who won the games before
    changed: int = 1
    since: int | None = None  # when the turn under way began, if that is timed
    left: dict[str, int] = field(default_factory=dict)  # seconds at that time

    def __post_init__(self) -> None:
        self.set_up()

    def set_up(self) -> None:
        """The board is empty, the clocks are full."""
        self.boards = [self.empty]
        self.ended = self.offer = None
        seconds = 0 if self.clock is None else self.clock.seconds
        self.left = {"x": seconds, "o": seconds}
        self.start_clock()

    def start_clock(self) -> None:
        runs = self.clock is not None and FREE not in self.sits.values() and not self.is_over
        self.since = self.time if runs else None

    @property
    def board(self) -> naive.Board:
        return self.boards[-1]

    @property
    def turn(self) -> str:
        return self.board.turn

    @property
    def is_over(self) -> bool:
        return self.ended is not None or naive.is_over(self.board)

    @property
    def winner(self) -> str | None:
        if self.ended is not None:
            return self.ended[1]
        return next((mark for mark in "xo" if naive.has_won(self.board, mark)), None)

    @property
    def is_between_two(self) -> bool:
        has_computer = any(isinstance(seat, Computer) for seat in self.sits.values())
        return not has_computer and self.sits["x"] != self.sits["o"]

    def side_of(self, seat: Seat) -> str:
        """The side of somebody; the side to move of who plays both."""
        return self.turn if self.sits[self.turn] == seat else naive.other(self.turn)

    def left_now(self, side: str) -> int:
        used = self.time - self.since if self.since is not None and side == self.turn else 0
        return max(0, self.left[side] - used)

    @property
    def is_out_of_time(self) -> bool:
        return self.since is not None and self.left_now(self.turn) == 0

    def end(self, how: str, winner: str | None) -> None:
        self.left[self.turn] = self.left_now(self.turn)
        self.ended, self.offer, self.since = (how, winner), None, None

    def is_offered_to(self, seat: Seat, what: str) -> bool:
        """Whether the other one offers just this."""
        other = naive.other(self.side_of(seat))
        return self.offer == (what, other) and self.is_between_two

    def play(self, square: int) -> None:
        mover = self.turn
        if self.clock is not None and self.clock.per == "game":
            self.left[mover] = self.left_now(mover)
        self.boards.append(naive.play(self.board, square))
        if self.offer != ("draw", mover) or self.is_over:
            self.offer = None
        self.start_clock()

    def plies_to_turn_of(self, side_or_both: str) -> int | None:
        movers = [board.turn for board in self.boards[:-1]]
        own = [ply for ply, mover in enumerate(movers) if mover in side_or_both]
        return len(movers) - own[-1] if own else None

    def take_back(self, plies: int) -> None:
        del self.boards[-plies:]
        self.offer = None
        self.start_clock()

    def rematch(self) -> None:
        self.finished.append(None if self.winner is None else self.sits[self.winner])
        self.sits = {"x": self.sits["o"], "o": self.sits["x"]}
        self.set_up()

    def points(self) -> dict[str, int]:
        """The score of the series, by side and `drawn`."""
        won = list(self.finished)
        if self.is_over and self.winner is not None:
            won.append(self.sits[self.winner])
        elif self.is_over:
            won.append(None)
        if not self.is_between_two:
            points = {mark: int(self.is_over and self.winner == mark) for mark in "xo"}
        else:
            points = {mark: won.count(self.sits[mark]) for mark in "xo"}
        return {**points, "drawn": won.count(None)}


class SharedGames(RuleBasedStateMachine):
    """Commands go to the game and to the model, which says first what should come of them."""

    shared: SharedGame
    events: list[Event]
    model: Model
    first_seated: set[Seat]

    @initialize(seats=seats, board=st.sampled_from(sorted(BOARDS)), clock=clocks)
    def set_up(self, seats: tuple[Seat, Seat], board: str, clock: Clock | None) -> None:
        x, o = seats
        self.first_seated = {x, o} - {FREE}
        self.events = [began(x, o, board, clock)]
        self.shared = replay(self.events)
        self.model = Model({"x": x, "o": o}, naive.empty_board(*BOARDS[board]), clock)

    @rule(seconds=st.sampled_from([1, 2, 7]))
    def wait(self, seconds: int) -> None:
        self.model.time += seconds

    @rule(by=askers, drift=drifts)
    def sit(self, by: Seat, drift: int) -> None:
        sits = self.model.sits
        error = None if FREE in sits.values() and by not in sits.values() else Refused
        command = Sit(by, self.shared.version + drift)
        if not self.give(command, Stale if drift > 0 else error):
            return
        side = next(mark for mark in "xo" if sits[mark] == FREE)
        sits[side] = by
        self.model.start_clock()

    @rule(by=askers, drift=drifts, square=st.integers(-1, 12))
    def play(self, by: Seat, drift: int, square: int) -> None:
        model = self.model
        error: type[NoughtsError] | None = None
        if not model.is_over and model.sits[model.turn] != by:
            error = Refused
        elif model.is_over or square not in naive.moves(model.board):
            error = IllegalMove
        if self.ask(lambda version: Play(by, version, square), by, drift, error):
            model.play(square)
            model.changed = self.shared.version

    @precondition(lambda self: not self.model.is_over)
    @rule(choice=st.integers(0, 11))
    def play_well(self, choice: int) -> None:
        """A legal move, so that games get somewhere."""
        squares = naive.moves(self.model.board)
        by = self.model.sits[self.model.turn]
        if by != FREE:
            self.play(by, 0, squares[choice % len(squares)])

    @rule(by=askers, drift=drifts)
    def ask_for_takeback(self, by: Seat, drift: int) -> None:
        model = self.model
        error, plies, agrees = None, None, False
        if by in model.sits.values():
            agrees = model.is_offered_to(by, "takeback")
            own = "".join(mark for mark in "xo" if model.sits[mark] == by)
            plies = model.plies_to_turn_of(naive.other(own) if agrees else own)
            is_pending = model.offer == ("takeback", model.side_of(by))
            if model.ended or plies is None or is_pending:
                error = IllegalAction
        if self.ask(lambda version: Ask(by, version, Offer.TAKEBACK), by, drift, error):
            assert plies is not None
            if model.is_between_two and not agrees:
                model.offer = ("takeback", model.side_of(by))
                return
            model.take_back(plies)
            model.changed = self.shared.version

    @rule(by=askers, drift=drifts)
    def ask_for_draw(self, by: Seat, drift: int) -> None:
        model = self.model
        error, agrees = None, False
        if by in model.sits.values():
            agrees = model.is_offered_to(by, "draw") or not model.is_between_two
            has_computer = any(isinstance(seat, Computer) for seat in model.sits.values())
            is_pending = model.is_between_two and model.offer == ("draw", model.side_of(by))
            error = IllegalAction if model.is_over or has_computer or is_pending else None
        if self.ask(lambda version: Ask(by, version, Offer.DRAW), by, drift, error):
            if not agrees:
                model.offer = ("draw", model.side_of(by))
                return
            model.end("agreement", None)
            model.changed = self.shared.version

    @rule(by=askers, drift=drifts)
    def ask_for_rematch(self, by: Seat, drift: int) -> None:
        model = self.model
        error, agrees = None, False
        if by in model.sits.values():
            agrees = model.is_offered_to(by, "rematch")
            is_pending = model.offer == ("rematch", model.side_of(by))
            if not model.is_over or not model.is_between_two or is_pending:
                error = IllegalAction
        if self.ask(lambda version: Ask(by, version, Offer.REMATCH), by, drift, error):
            if not agrees:
                model.offer = ("rematch", model.side_of(by))
                return
            model.rematch()
            model.changed = self.shared.version

    @precondition(lambda self: FREE not in self.model.sits.values())
    @rule(side=st.sampled_from("xo"), is_draw=st.booleans())
    def offer_something(self, side: str, *, is_draw: bool) -> None:
        """Ask for what can be asked for just now, so that there are offers to answer."""
        by = self.model.sits[side]
        if self.model.is_over:
            self.ask_for_rematch(by, 0)
        elif is_draw:
            self.ask_for_draw(by, 0)
        else:
            self.ask_for_takeback(by, 0)

    @precondition(lambda self: self.model.offer is not None)
    @rule()
    def agree(self) -> None:
        """Ask for what the other one offers, so that agreements are frequent."""
        assert self.model.offer is not None
        what, side = self.model.offer
        asks = {
            "takeback": self.ask_for_takeback,
            "draw": self.ask_for_draw,
            "rematch": self.ask_for_rematch,
        }
        asks[what](self.model.sits[naive.other(side)], 0)

    @rule(by=askers, drift=drifts)
    def decline(self, by: Seat, drift: int) -> None:
        model = self.model
        error: type[NoughtsError] | None = None if model.offer else IllegalAction
        if by not in model.sits.values():
            error = Refused
        # What is declined late is declined all the same.
        if self.give(Decline(by, self.shared.version + drift), Stale if drift > 0 else error):
            model.offer = None

    @rule(by=askers, drift=drifts)
    def resign(self, by: Seat, drift: int) -> None:
        model = self.model
        error = IllegalAction if model.is_over else None
        if self.ask(lambda version: Resign(by, version), by, drift, error):
            model.end("resignation", naive.other(model.side_of(by)))
            model.changed = self.shared.version

    @rule(by=askers, drift=drifts, away=st.sampled_from([0.0, FAIR - 1, FAIR, 1e9]))
    def claim(self, by: Seat, drift: int, away: float) -> None:
        model = self.model
        mover = model.sits[model.turn]
        is_theirs = mover != by and not isinstance(mover, Computer)
        error = None if is_theirs and away >= FAIR and not model.is_over else IllegalAction
        if self.ask(lambda version: ClaimWin(by, version, away), by, drift, error):
            model.end("abandoned", naive.other(model.turn))
            model.changed = self.shared.version

    @rule(drift=drifts)
    def check_clock(self, drift: int) -> None:
        command = CheckClock(self.shared.version + drift)
        is_due = self.model.is_out_of_time
        if self.give(command, Stale if drift > 0 else None, is_idle=not is_due):
            self.run_out()

    def ask(
        self,
        command: Callable[[int], Command],
        by: Seat,
        drift: int,
        error: type[NoughtsError] | None,
    ) -> bool:
        """Give a command of who plays; whether it did what it should, and not the clock."""
        version = self.shared.version + drift
        if FREE in self.model.sits.values() or by not in self.model.sits.values():
            error = Refused
        elif self.model.is_out_of_time:
            error = None
        if version < self.model.changed or drift > 0:
            error = Stale
        is_late = self.model.is_out_of_time
        if not self.give(command(version), error):
            return False
        if is_late:
            self.run_out()
        return not is_late

    def run_out(self) -> None:
        assert isinstance(self.events[-1], RanOut)
        self.model.end("time", naive.other(self.model.turn))
        self.model.changed = self.shared.version

    def give(
        self, command: Command, error: type[NoughtsError] | None, *, is_idle: bool = False
    ) -> bool:
        """Give a command; check that it is refused as it should be; whether it did something."""
        before = self.shared
        try:
            events = decide(self.shared, command, at(self.model.time), FAIR)
        except NoughtsError as refusal:
            assert type(refusal) is error
            assert self.shared == before
            return False
        assert error is None
        assert len(events) == (not is_idle)
        self.events += events
        for event in events:
            self.shared = evolve(self.shared, event)
        return not is_idle

    @invariant()
    def the_game_is_as_the_model_says(self) -> None:
        model, game = self.model, self.shared.game
        assert naive.board_of(game.position) == model.board
        assert len(game.moves) == len(model.boards) - 1
        assert (game.ending is not None) == model.is_over
        if game.ending is not None:
            winner = game.ending.winner
            assert (None if winner is None else winner.value) == model.winner
            if model.ended is not None:
                assert game.ending.termination is Termination(model.ended[0])

    @invariant()
    def what_is_around_it_is_as_the_model_says(self) -> None:
        model, shared = self.model, self.shared
        assert {"x": shared.x, "o": shared.o} == model.sits
        assert shared.version == len(self.events)
        assert shared.changed == model.changed
        assert shared.round == len(model.finished) + 1
        offer = None if shared.offer is None else (shared.offer[0].value, shared.offer[1].value)
        assert offer == model.offer
        score = shared.score
        assert {"x": score.x, "o": score.o, "drawn": score.drawn} == model.points()

    @invariant()
    def the_clocks_are_as_the_model_says(self) -> None:
        model, timed = self.model, self.shared.clocks
        assert (timed is None) == (model.clock is None)
        if timed is None:
            return
        assert (timed.since is None) == (model.since is None)
        turn = self.shared.game.position.turn
        for mark in Mark:
            assert timed.left(mark, turn, at(model.time)) == model.left_now(mark.value)

    @invariant()
    def its_events_make_the_same_game(self) -> None:
        assert replay(self.events) == self.shared

    @invariant()
    def a_seat_is_taken_once_and_kept(self) -> None:
        assert {self.shared.x, self.shared.o} >= self.first_seated


TestSharedGames = SharedGames.TestCase
TestSharedGames.settings = settings(max_examples=2 * settings().max_examples)

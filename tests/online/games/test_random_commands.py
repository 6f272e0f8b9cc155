"""Random commands from several keys, against a model that says first what comes of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts import Game, IllegalAction, IllegalMove, Mark, NoughtsError, Rules
from noughts.core.ending import Ending, Termination
from noughts.online import games
from noughts.online.errors import Refused, Stale
from noughts.online.games import Clock, Computer, Offer, Seat
from tests.online.people import ANN, BEN, CAT, ENGINE, FREE, at, began

FRIENDS: list[tuple[Seat, Seat]] = [(ANN, BEN), (BEN, ANN), (ANN, FREE), (FREE, BEN)]
OTHERS: list[tuple[Seat, Seat]] = [(ANN, ANN), (BEN, ENGINE), (ENGINE, ANN)]
seats = st.sampled_from([*FRIENDS * 3, *OTHERS])
askers = st.sampled_from([*[ANN, BEN] * 5, ENGINE, CAT])
drifts = st.sampled_from([*[0] * 9, -1, -2, 1])
clocks = st.none() | st.builds(Clock, st.sampled_from(["move", "game"]), st.integers(5, 99))
FAIR = 30.0


@dataclass
class Model:
    """The expected state around the game, which tests of the core answer for."""

    sits: dict[Mark, Seat]
    game: Game
    clock: Clock | None
    time: int = 0  # seconds since the game was begun
    offer: tuple[Offer, Mark] | None = None
    finished: list[Seat | None] = field(default_factory=list)  # who won the games before
    changed: int = 1
    since: int | None = None  # when the turn under way began, if that is timed
    left: dict[Mark, int] = field(default_factory=dict)  # seconds at that time

    def __post_init__(self) -> None:
        self.set_up()

    def set_up(self) -> None:
        """The board is empty, the clocks are full."""
        self.game, self.offer = Game(self.game.start), None
        self.left = dict.fromkeys(Mark, 0 if self.clock is None else self.clock.seconds)
        self.start_clock()

    def start_clock(self) -> None:
        runs = self.clock is not None and FREE not in self.sits.values() and not self.is_over
        self.since = self.time if runs else None

    @property
    def turn(self) -> Mark:
        return self.game.position.turn

    @property
    def is_over(self) -> bool:
        return self.game.ending is not None

    @property
    def is_ended_off_the_board(self) -> bool:
        return self.is_over and self.game.position.outcome is None

    @property
    def has_computer(self) -> bool:
        return any(isinstance(seat, Computer) for seat in self.sits.values())

    @property
    def is_between_two(self) -> bool:
        return not self.has_computer and self.sits[Mark.X] != self.sits[Mark.O]

    def side_of(self, seat: Seat) -> Mark:
        """The side of somebody; the side to move of who plays both."""
        return self.turn if self.sits[self.turn] == seat else self.turn.other

    def left_now(self, side: Mark) -> int:
        used = self.time - self.since if self.since is not None and side is self.turn else 0
        return max(0, self.left[side] - used)

    @property
    def is_out_of_time(self) -> bool:
        return self.since is not None and self.left_now(self.turn) == 0

    def end(self, how: Termination, winner: Mark | None = None) -> None:
        self.left[self.turn] = self.left_now(self.turn)
        self.game = self.game.end(Ending(how, winner))
        self.offer = self.since = None

    def play(self, square: int) -> None:
        mover = self.turn
        if self.clock is not None and self.clock.per == "game":
            self.left[mover] = self.left_now(mover)
        self.game = self.game.play(square)
        if self.offer != (Offer.DRAW, mover) or self.is_over:
            self.offer = None
        self.start_clock()

    def plies_to_turn_of(self, sides: set[Mark]) -> int | None:
        count = len(self.game.moves)
        own = [ply for ply in range(count) if {0: Mark.X, 1: Mark.O}[ply % 2] in sides]
        return count - own[-1] if own else None

    def take_back(self, plies: int) -> None:
        self.game, self.offer = Game(self.game.start).play(*self.game.moves[:-plies]), None
        self.start_clock()

    def rematch(self) -> None:
        winner = self.winner
        self.finished.append(None if winner is None else self.sits[winner])
        self.sits = {Mark.X: self.sits[Mark.O], Mark.O: self.sits[Mark.X]}
        self.set_up()

    @property
    def winner(self) -> Mark | None:
        return None if self.game.ending is None else self.game.ending.winner

    def points(self) -> tuple[int, int, int]:
        """The score of the series: of X, of O, and drawn."""
        won = list(self.finished)
        if self.is_over:
            won.append(None if self.winner is None else self.sits[self.winner])
        if self.is_between_two:
            x, o = (won.count(self.sits[mark]) for mark in Mark)
        else:
            x, o = (int(self.winner is mark) for mark in Mark)
        return x, o, won.count(None)


class SharedGames(RuleBasedStateMachine):
    """Commands go to the game and to the model, which says first what should come of them."""

    shared: games.SharedGame
    events: list[games.Event]
    model: Model
    first_seated: set[Seat]

    @initialize(seats=seats, board=st.sampled_from(["3x3:3", "4x3:3", "2x2:2"]), clock=clocks)
    def set_up(self, seats: tuple[Seat, Seat], board: str, clock: Clock | None) -> None:
        x, o = seats
        self.first_seated = {x, o} - {FREE}
        self.events = [began(x, o, board, clock)]
        self.shared = games.replay(self.events)
        self.model = Model({Mark.X: x, Mark.O: o}, Game(Rules.parse(board).start()), clock)

    @rule(seconds=st.sampled_from([1, 2, 7]))
    def wait(self, seconds: int) -> None:
        self.model.time += seconds

    @rule(by=askers, drift=drifts)
    def sit(self, by: Seat, drift: int) -> None:
        sits = self.model.sits
        error = None if FREE in sits.values() and by not in sits.values() else Refused
        command = games.Sit(by, self.shared.version + drift)
        if self.give(command, Stale if drift > 0 else error):
            sits[next(mark for mark in Mark if sits[mark] == FREE)] = by
            self.model.start_clock()

    @rule(by=askers, drift=drifts, square=st.integers(-1, 12))
    def play(self, by: Seat, drift: int, square: int) -> None:
        model = self.model
        error: type[NoughtsError] | None = None
        if not model.is_over and model.sits[model.turn] != by:
            error = Refused
        elif model.is_over or square not in model.game.position.moves:
            error = IllegalMove
        if self.ask(lambda version: games.Play(by, version, square), by, drift, error):
            model.play(square)
            model.changed = self.shared.version

    @precondition(lambda self: not self.model.is_over)
    @rule(choice=st.integers(0, 11))
    def play_well(self, choice: int) -> None:
        """A legal move, so that games get somewhere."""
        squares = self.model.game.position.moves
        by = self.model.sits[self.model.turn]
        if by != FREE:
            self.play(by, 0, squares[choice % len(squares)])

    @rule(by=askers, drift=drifts, what=st.sampled_from(Offer))
    def offer_or_accept(self, by: Seat, drift: int, what: Offer) -> None:
        model = self.model
        error, plies, agrees = None, None, False
        if by in model.sits.values():
            own = model.side_of(by)
            agrees = model.offer == (what, own.other) and model.is_between_two
            sides = {mark for mark in Mark if model.sits[mark] == by}
            plies = model.plies_to_turn_of({own.other} if agrees else sides)
            may = {
                Offer.TAKEBACK: plies is not None and not model.is_ended_off_the_board,
                Offer.DRAW: not model.is_over and not model.has_computer,
                Offer.REMATCH: model.is_over and model.is_between_two,
            }
            is_pending = model.is_between_two and model.offer == (what, own)
            error = None if may[what] and not is_pending else IllegalAction
        if not self.ask(lambda version: games.Ask(by, version, what), by, drift, error):
            return
        if model.is_between_two and not agrees:
            model.offer = (what, model.side_of(by))
            return
        if what is Offer.TAKEBACK:
            assert plies is not None
            model.take_back(plies)
        elif what is Offer.DRAW:
            model.end(Termination.AGREEMENT)
        else:
            model.rematch()
        model.changed = self.shared.version

    @precondition(lambda self: FREE not in self.model.sits.values())
    @rule(side=st.sampled_from(Mark), is_draw=st.booleans())
    def offer_something(self, side: Mark, *, is_draw: bool) -> None:
        """Ask for what can be asked for just now, so that there are offers to answer."""
        sought = Offer.DRAW if is_draw else Offer.TAKEBACK
        what = Offer.REMATCH if self.model.is_over else sought
        self.offer_or_accept(self.model.sits[side], 0, what)

    @precondition(lambda self: self.model.offer is not None)
    @rule()
    def agree(self) -> None:
        """Ask for what the other one offers, so that agreements are frequent."""
        assert self.model.offer is not None
        what, side = self.model.offer
        self.offer_or_accept(self.model.sits[side.other], 0, what)

    @rule(by=askers, drift=drifts)
    def decline(self, by: Seat, drift: int) -> None:
        model = self.model
        error: type[NoughtsError] | None = None if model.offer else IllegalAction
        if by not in model.sits.values():
            error = Refused
        # What is declined late is declined all the same.
        if self.give(games.Decline(by, self.shared.version + drift), Stale if drift > 0 else error):
            model.offer = None

    @rule(by=askers, drift=drifts)
    def resign(self, by: Seat, drift: int) -> None:
        model = self.model
        error = IllegalAction if model.is_over else None
        if self.ask(lambda version: games.Resign(by, version), by, drift, error):
            model.end(Termination.RESIGNATION, model.side_of(by).other)
            model.changed = self.shared.version

    @rule(by=askers, drift=drifts, away=st.sampled_from([0.0, FAIR - 1, FAIR, 1e9]))
    def claim(self, by: Seat, drift: int, away: float) -> None:
        model = self.model
        mover = model.sits[model.turn]
        is_theirs = mover != by and not isinstance(mover, Computer)
        error = None if is_theirs and away >= FAIR and not model.is_over else IllegalAction
        if self.ask(lambda version: games.ClaimWin(by, version, away), by, drift, error):
            model.end(Termination.ABANDONED, model.turn.other)
            model.changed = self.shared.version

    @rule(drift=drifts)
    def check_clock(self, drift: int) -> None:
        command = games.CheckClock(self.shared.version + drift)
        is_due = self.model.is_out_of_time
        if self.give(command, Stale if drift > 0 else None, is_idle=not is_due):
            self.run_out()

    def ask(
        self,
        command: Callable[[int], games.Command],
        by: Seat,
        drift: int,
        error: type[NoughtsError] | None,
    ) -> bool:
        """Give a command of who plays; whether it did what it should, and not the clock."""
        version = self.shared.version + drift
        is_late = self.model.is_out_of_time
        if FREE in self.model.sits.values() or by not in self.model.sits.values():
            error = Refused
        elif is_late:
            error = None
        if version < self.model.changed or drift > 0:
            error = Stale
        if not self.give(command(version), error):
            return False
        if is_late:
            self.run_out()
        return not is_late

    def run_out(self) -> None:
        assert isinstance(self.events[-1], games.RanOut)
        self.model.end(Termination.TIME, self.model.turn.other)
        self.model.changed = self.shared.version

    def give(
        self, command: games.Command, error: type[NoughtsError] | None, *, is_idle: bool = False
    ) -> bool:
        """Give a command; check that it is refused as it should be; whether it did something."""
        before = self.shared
        try:
            events = games.decide(self.shared, command, at(self.model.time), FAIR)
        except NoughtsError as refusal:
            assert type(refusal) is error
            assert self.shared == before
            return False
        assert error is None
        assert len(events) == (not is_idle)
        self.events += events
        for event in events:
            self.shared = games.evolve(self.shared, event)
        return not is_idle

    @invariant()
    def the_game_is_as_the_model_says(self) -> None:
        model, shared = self.model, self.shared
        assert shared.game == model.game
        assert {Mark.X: shared.x, Mark.O: shared.o} == model.sits
        assert self.first_seated <= {shared.x, shared.o}
        assert (shared.version, shared.changed) == (len(self.events), model.changed)
        assert shared.round == len(model.finished) + 1
        assert shared.offer == model.offer
        assert (shared.score.x, shared.score.o, shared.score.drawn) == model.points()

    @invariant()
    def the_clocks_are_as_the_model_says(self) -> None:
        model, timed = self.model, self.shared.clocks
        assert (timed is None) == (model.clock is None)
        if timed is not None:
            assert (timed.since is None) == (model.since is None)
            for mark in Mark:
                left = timed.left(mark, self.shared.game.position.turn, at(model.time))
                assert left == model.left_now(mark)

    @invariant()
    def its_events_make_the_same_game(self) -> None:
        assert games.replay(self.events) == self.shared


TestSharedGames = SharedGames.TestCase
TestSharedGames.settings = settings(max_examples=2 * settings().max_examples)

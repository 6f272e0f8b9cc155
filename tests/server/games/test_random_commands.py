"""Random commands of two friends and of somebody who watches, against the replica of live games."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import UNSET, UnsetType, to_builtins

from noughts import Mark, NoughtsError
from noughts.core.offer import Offer
from noughts.server.games import types
from noughts.server.games.decide import Stale, decide
from noughts.server.games.evolve import evolve, replay
from tests.server.games.people import ANN, BEN, CAT, COMMANDS, FREE, at, began
from tests.server.games.replica import Replica, other

BOARDS = {"3x3:3": (3, 3, 3), "4x3:3": (4, 3, 3), "2x2:2": (2, 2, 2)}

people = st.sampled_from([*[ANN, BEN] * 5, CAT])
drifts = st.sampled_from([*[0] * 9, -1, -2, 1])
clocks = st.none() | st.builds(types.Clock, st.sampled_from(types.Per), st.integers(5, 99))


class SharedGames(RuleBasedStateMachine):
    """A game, and the replica that must find each of its events legal."""

    @initialize(
        seats=st.sampled_from([(ANN, BEN), (BEN, ANN), (ANN, FREE), (FREE, BEN)]),
        board=st.sampled_from(sorted(BOARDS)),
        clock=clocks,
        first_move=st.sampled_from([UNSET, 5, 20]),
    )
    def set_up(
        self,
        seats: tuple[types.Seat, types.Seat],
        board: str,
        clock: types.Clock | None,
        first_move: int | UnsetType,
    ) -> None:
        self.events: list[types.Event] = [began(*seats, board, clock, first_move)]
        self.moved = set[str]()  # the sides that have made their first move
        self.shared = replay(self.events)
        keys = (seat.key if isinstance(seat, types.Person) else None for seat in seats)
        self.replica = Replica(*BOARDS[board], seats=dict(zip("xo", keys, strict=True)))
        self.seconds = 0

    @rule(seconds=st.sampled_from([1, 2, 7]))
    def wait(self, seconds: int) -> None:
        self.seconds += seconds

    @rule(by=people)
    def sit(self, by: types.Person) -> None:
        self.give(by, types.Sit())

    @rule(by=people, drift=drifts, square=st.integers(-1, 12))
    def play(self, by: types.Person, drift: int, square: int) -> None:
        self.give(by, types.Play(self.shared.version + drift, square))

    @precondition(lambda self: None not in self.replica.seats.values() and not self.replica.ending)
    @rule(choice=st.integers(0, 11))
    def play_well(self, choice: int) -> None:
        """A legal move, so that games get somewhere."""
        free, by = self.replica.free, types.Person(self.replica.seats[self.replica.turn] or "")
        assert self.give(by, types.Play(self.shared.version, free[choice % len(free)]))

    @rule(by=people, drift=drifts, what=st.sampled_from(Offer))
    def ask(self, by: types.Person, drift: int, what: Offer) -> None:
        self.give(by, COMMANDS[what](self.shared.version + drift))

    @precondition(lambda self: self.replica.offer is not None)
    @rule()
    def agree(self) -> None:
        """Ask for what the other one offers, so that agreements are frequent."""
        assert self.replica.offer is not None
        what, side = self.replica.offer
        by = types.Person(self.replica.seats[other(side)] or "")
        assert self.give(by, COMMANDS[Offer(what)](self.shared.version))

    @rule(by=people, drift=drifts)
    def decline(self, by: types.Person, drift: int) -> None:
        self.give(by, types.Decline(self.shared.version + drift))

    @rule(by=people, drift=drifts)
    def resign(self, by: types.Person, drift: int) -> None:
        self.give(by, types.Resign(self.shared.version + drift))

    @rule(by=people, drift=drifts, is_deserted=st.booleans())
    def claim(self, by: types.Person, drift: int, is_deserted: bool) -> None:
        if self.give(by, types.Claim(self.shared.version + drift), is_deserted=is_deserted):
            assert is_deserted or isinstance(self.events[-1], types.RanOut)

    @rule()
    def check_clock(self) -> None:
        self.give(None, types.CheckClock())

    def give(
        self, by: types.Person | None, command: types.Command, *, is_deserted: bool = False
    ) -> bool:
        """Give a command; returns whether it did something."""
        version = getattr(command, "version", self.shared.version)
        is_old = version < self.replica.changed and not isinstance(command, types.Decline)
        is_early = version > self.shared.version
        if isinstance(command, types.Sit | types.CheckClock):
            is_old = is_early = False
        now = at(self.seconds)
        try:
            events = decide(self.shared, by, command, now, is_deserted=is_deserted)
        except NoughtsError as refusal:
            assert isinstance(refusal, Stale) is (is_old or is_early)
            return False
        assert not is_old
        assert len(events) == 1 or not by
        for event in events:
            if isinstance(event, types.Played):
                self.moved.add(self.replica.turn)
            if isinstance(event, types.RanOut) and event.side.value in self.moved:
                assert self.is_out_of_time(now)  # and did not merely miss the first move
            self.events.append(event)
            self.shared = evolve(self.shared, event)
            self.receive(event, by)
        return bool(events)

    def is_out_of_time(self, now: str) -> bool:
        clocks, turn = self.shared.clocks, self.shared.game.position.turn
        return clocks is not None and clocks.left(turn, turn, now) == 0

    def receive(self, event: types.Event, by: types.Person | None) -> None:
        if isinstance(event, types.RanOut | types.Claimed):
            assert (self.replica.turn, self.replica.ending) == (event.side.value, None)
            won, version = (other(event.side.value),), self.replica.version + 1
            self.replica = replace(self.replica, ending=won, version=version, changed=version)
            self.replica.offer = None
            return
        if isinstance(event, types.Played | types.Offered | types.Resigned):
            side = self.replica.turn if isinstance(event, types.Played) else event.side.value
            assert by == types.Person(self.replica.seats[side] or "")
        key = None if by is None else by.key
        self.replica = self.replica.receive(to_builtins(event), key)

    @invariant()
    def the_game_is_as_its_replica(self) -> None:
        shared, ending = self.shared, self.shared.game.ending
        winner = None if ending is None or ending.winner is None else ending.winner.value
        offer = None if shared.offer is None else (shared.offer[0].value, shared.offer[1].value)
        ended = None if ending is None else (winner,)
        shown = (shared.version, shared.round, [*shared.game.moves], ended, offer)
        assert shown == self.replica.shown
        assert shared.changed == self.replica.changed
        for mark in Mark:
            key = self.replica.seats[mark.value]
            assert shared.seat(mark) == (FREE if key is None else types.Person(key))

    @invariant()
    def a_clock_runs_while_both_play_and_has_no_more_than_all_its_time(self) -> None:
        timed, turn = self.shared.clocks, self.shared.game.position.turn
        if timed is not None:
            is_played = self.shared.free_seat is None and self.shared.game.ending is None
            assert (timed.since is not None) is is_played
            lefts = [timed.left(mark, turn, at(self.seconds)) for mark in Mark]
            assert all(0 <= left <= timed.clock.seconds for left in lefts)

    @invariant()
    def a_first_move_is_awaited_until_both_have_moved(self) -> None:
        is_played = self.shared.free_seat is None and self.shared.game.ending is None
        if not is_played or len(self.moved) == 2 or self.shared.round > 1:
            assert self.shared.first_move_in(at(self.seconds)) is None

    @invariant()
    def its_events_make_the_same_game(self) -> None:
        assert replay(self.events) == self.shared


TestSharedGames = SharedGames.TestCase
TestSharedGames.settings = settings(max_examples=2 * settings().max_examples)

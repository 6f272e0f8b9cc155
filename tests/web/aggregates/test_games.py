"""The games of a server when their store fails, or another process writes too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from noughts import Mark, Position
from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    Ask,
    Clock,
    Command,
    Computer,
    Free,
    Offer,
    Person,
    Play,
    Played,
    Resign,
    Seat,
    SharedGame,
    Sit,
)
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.kinds import GAME, UnknownGame
from noughts.web.aggregates.repository import EventLog, Published, now
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.storage.store import Append, Conflict, Store, StoreUnavailable
from noughts.web.worker_pool import Overloaded, WorkerPool

ANN, BEN, CIA = Person("ann"), Person("ben"), Person("cia")
ENGINE = Computer("random")
SECOND = Clock("game", 1)
START = ".../.../... x 3"


class FirstSquare(WorkerPool):
    """Takes the first free square, unless it has an error to raise."""

    error: Exception | None = None

    async def choose_move(
        self,
        name: str,  # noqa: ARG002
        position: Position,
        seconds: float | None = None,  # noqa: ARG002
        key: str = "",  # noqa: ARG002
    ) -> Move:
        if self.error is not None:
            raise self.error
        return position.moves[0]


class Failing:
    """A store that fails on demand: before or after storing an append, or on reading.

    It confirms appends only while `confirmed` is set.
    """

    def __init__(self, store: Store) -> None:
        self.listed_ids, self.close = store.listed_ids, store.close
        self.ids_after, self.unlist = store.ids_after, store.unlist
        self.due_ids, self.set_due, self.delete = store.due_ids, store.set_due, store.delete
        self.batches = store.batches
        self.last_versions, self.load_all = store.last_versions, store.load_all
        self._append, self._load = store.append, store.load
        self.before = self.after = self.unreadable = self.is_forestalled = False
        self.failed, self.confirmed = asyncio.Event(), asyncio.Event()
        self.confirmed.set()

    async def load(self, game: str) -> tuple[Append, ...]:
        if self.unreadable:
            self.failed.set()
            raise StoreUnavailable("the games cannot be read: the cable was pulled")
        return await self._load(game)

    async def append(self, append: Append) -> None:
        if self.is_forestalled:
            raise Conflict
        if self.before:
            raise StoreUnavailable("the game cannot be saved: the disk is full")
        await self._append(append)
        await self.confirmed.wait()
        if self.after:
            raise StoreUnavailable("the game cannot be saved: the cable was pulled")


def run(file: Path, action: Callable[[Failing], Awaitable[None]]) -> None:
    async def with_store() -> None:
        store = Failing(SqliteStore(file))
        try:
            await action(store)
        finally:
            await store.close()

    asyncio.run(with_store())


def pool(error: Exception | None = None) -> FirstSquare:
    found = FirstSquare(1.0)
    found.error = error
    return found


def games_on(store: Store, pool: WorkerPool) -> Games:
    """The games of one of several processes."""
    return Games(EventLog(store, is_shared=True), pool)


async def begun(games: Games, o: Seat = ANN, command: str | None = None) -> str:
    return await games.begin(games.begun(START, {Mark.X: ANN, Mark.O: o}), "ann", command)


async def watched(store: Store, o: Seat = ANN) -> tuple[Games, str]:
    """A game that somebody watches."""
    games = games_on(store, pool())
    id_ = await begun(games, o)
    games.subscribe(id_, lambda _: None)
    return games, id_


async def played(games: Games, id_: str, moves: Sequence[Move], *seats: Seat) -> None:
    for square, seat in zip(moves, cycle(seats), strict=False):
        version = (await games.find(id_)).version
        await games.execute(id_, Play(seat, version, square), f"play {version}")


async def begun_anew(games: Games, id_: str) -> None:
    for seat in (BEN, ANN):
        version = (await games.find(id_)).version
        await games.execute(id_, Ask(seat, version, Offer.REMATCH), f"ask {version}")


def test_every_game_of_a_series_is_found_by_its_number(tmp_path: Path) -> None:
    wins = [(0, 3, 1, 4, 2), (4, 0, 3, 1, 5), (2, 0, 4, 1, 6), (8, 0, 7, 1, 6)]

    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games, BEN)
        for number, moves in enumerate(wins):
            await played(games, id_, moves, *((ANN, BEN) if number % 2 == 0 else (BEN, ANN)))
            assert await games.find_round(id_, None) == await games.find(id_)
            await begun_anew(games, id_)
            assert (await games.find_round(id_, None)).game.moves == moves  # the last that ended
        for number, moves in enumerate(wins, 1):
            found = await games.find_round(id_, number)
            assert (found.round, found.game.moves) == (number, moves)
            assert found.game.ending is not None
        assert await games.find_round(id_, 5) == await games.find(id_)
        with pytest.raises(UnknownGame, match=r"^This series has no game 6$"):
            await games.find_round(id_, 6)

    run(tmp_path / "games.db", action)


def test_a_move_that_could_not_be_kept_was_not_made(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games)
        store.before = True
        with pytest.raises(StoreUnavailable):
            await games.execute(id_, Play(ANN, 1, 4), "mine")
        assert (await games.find(id_)).version == 1
        store.before = False
        assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.version == 2

    run(tmp_path / "games.db", action)


def test_a_move_that_others_always_forestall_is_refused_in_the_end(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games)
        store.is_forestalled = True
        with pytest.raises(Overloaded, match=r"^Too much is happening at once"):
            await games.execute(id_, Play(ANN, 1, 4), "mine")
        store.is_forestalled = False
        assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.version == 2

    run(tmp_path / "games.db", action)


def test_a_move_that_landed_after_all_is_answered_and_not_made_twice(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games)
        store.after = True
        assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.game.moves == (4,)
        store.after = False
        assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.game.moves == (4,)

    run(tmp_path / "games.db", action)


@pytest.mark.parametrize("fails", ["before", "after"])
def test_nothing_is_said_of_a_game_in_doubt_until_its_log_is_read_again(
    tmp_path: Path, fails: str
) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games)
        messages: list[Published[SharedGame]] = []
        games.subscribe(id_, messages.append)
        setattr(store, fails, True)
        store.unreadable = True
        for ask in (
            lambda: games.execute(id_, Play(ANN, 1, 4), "mine"),
            lambda: games.find(id_),
            lambda: games.find_at(id_, 1),
            lambda: games.find_with_log(id_),
            lambda: games.execute(id_, Play(ANN, 1, 0), "another"),
        ):
            with pytest.raises(StoreUnavailable, match="cannot be read"):
                await ask()
        assert messages == []
        setattr(store, fails, False)
        store.unreadable = False
        has_landed = fails == "after"
        assert (await games.find(id_)).game.moves == (4,) * has_landed
        assert [published.append and published.append.command_id for published in messages] == [
            "mine"
        ] * has_landed
        again = await games.execute(id_, Play(ANN, 1, 4), "mine")
        assert again.after.game.moves == (4,)
        assert (again.repeated is not None) == has_landed
        assert len(messages) == 1

    run(tmp_path / "games.db", action)


def test_a_game_whose_beginning_landed_after_all_is_found_by_the_same_command(
    tmp_path: Path,
) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        store.after = True
        with pytest.raises(StoreUnavailable):
            await begun(games, command="begin")
        store.after = False
        id_ = await begun(games, command="begin")
        assert await store.listed_ids("ann", 9) == (id_,)

    run(tmp_path / "games.db", action)


@pytest.mark.parametrize("error", [Overloaded("busy"), Unsolved("no proof in time")])
def test_a_move_stands_when_the_computer_cannot_reply_and_it_moves_when_looked_at(
    tmp_path: Path, error: Exception
) -> None:
    async def action(store: Failing) -> None:
        thinks = pool(error)
        games = games_on(store, thinks)
        id_ = await begun(games, o=ENGINE)
        shared = (await games.execute(id_, Play(ANN, 1, 4), None)).after
        assert shared.game.moves == (4,)
        assert shared.computer_to_move == ENGINE
        assert await games.find(id_) == shared
        thinks.error = None
        assert (await games.find(id_)).game.moves == (4, 0)

    run(tmp_path / "games.db", action)


def test_the_computer_moves_once_however_many_look(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        thinks = pool(Overloaded("busy"))
        games = games_on(store, thinks)
        id_ = await begun(games, o=ENGINE)
        await games.execute(id_, Play(ANN, 1, 4), None)
        thinks.error = None
        seen = await asyncio.gather(*(games.find(id_) for _ in range(20)))
        assert {shared.game.moves for shared in seen} == {(4, 0)}

    run(tmp_path / "games.db", action)


def test_a_command_that_comes_twice_at_once_is_done_once(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        ids = await asyncio.gather(*(begun(games, command="begin") for _ in range(8)))
        assert len(set(ids)) == 1
        move = Play(ANN, 1, 4)
        seen = await asyncio.gather(*(games.execute(ids[0], move, "mine") for _ in range(8)))
        assert {acted.after.game.moves for acted in seen} == {(4,)}
        assert await store.listed_ids("ann", 9) == (ids[0],)

    run(tmp_path / "games.db", action)


def test_of_many_moves_from_one_version_one_is_played(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games)
        moves = [games.execute(id_, Play(ANN, 1, square), None) for square in range(9)]
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert sum(isinstance(answer, Stale) for answer in answers) == 8
        assert len((await games.find(id_)).game.moves) == 1

    run(tmp_path / "games.db", action)


def test_what_another_process_wrote_is_seen_at_the_next_command(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        here, there = games_on(store, pool()), games_on(store, pool())
        id_ = await begun(here)
        await there.execute(id_, Play(ANN, 1, 4), "theirs")
        with pytest.raises(Stale):
            await here.execute(id_, Play(ANN, 1, 0), "late")
        assert (await here.find(id_)).game.moves == (4,)
        assert (await there.execute(id_, Play(ANN, 2, 0), None)).after.version == 3
        assert (await here.execute(id_, Play(ANN, 3, 8), None)).after.game.moves == (4, 0, 8)
        assert (await here.execute(id_, Play(ANN, 1, 4), "theirs")).after.version == 4

    run(tmp_path / "games.db", action)


def test_what_another_process_offered_or_seated_refuses_no_move(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        here, there = games_on(store, pool()), games_on(store, pool())
        id_ = await begun(here, o=Free())
        await there.execute(id_, Sit(BEN, 1), None)  # unknown here, as is what follows
        await here.execute(id_, Play(ANN, 1, 4), None)
        await there.execute(id_, Ask(BEN, 3, Offer.DRAW), None)
        await here.execute(id_, Ask(ANN, 3, Offer.TAKEBACK), None)
        moved = await there.execute(id_, Play(BEN, 3, 0), None)
        assert moved.after.game.moves == (4, 0)
        assert len(await store.load(id_)) == 6

    run(tmp_path / "games.db", action)


def test_of_two_who_sit_down_at_two_processes_one_is_told_somebody_was_faster(
    tmp_path: Path,
) -> None:
    async def action(store: Failing) -> None:
        here, there = games_on(store, pool()), games_on(store, pool())
        id_ = await begun(here, o=Free())
        await there.find(id_)
        sits = here.execute(id_, Sit(BEN, 1), None), there.execute(id_, Sit(CIA, 1), None)
        answers = await asyncio.gather(*sits, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert [str(answer) for answer in refused] == [
            "Somebody else was faster – you can watch the game"
        ]

    run(tmp_path / "games.db", action)


def test_a_reply_that_another_process_made_first_stands(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        thinks = pool(Overloaded("busy"))
        here, there = games_on(store, thinks), games_on(store, pool())
        id_ = await begun(here, o=ENGINE)
        await here.execute(id_, Play(ANN, 1, 4), None)  # in memory here the reply is outstanding
        assert (await there.find(id_)).game.moves == (4, 0)
        thinks.error = None
        assert (await here.find(id_)).game.moves == (4, 0)
        assert len(await store.load(id_)) == 3

    run(tmp_path / "games.db", action)


def test_a_game_that_is_deleted_while_games_are_listed_is_left_out(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        ids = [await begun(games_on(store, pool())) for _ in range(2)]

        async def listed_ids(key: str, count: int) -> tuple[str, ...]:
            found = await listed(key, count)
            await store.delete(ids[0], 2)
            return found

        listed, store.listed_ids = store.listed_ids, listed_ids
        games = await games_on(store, pool()).games_of("ann", 9)
        assert [id_ for id_, _ in games] == [ids[1]]

    run(tmp_path / "games.db", action)


def test_a_game_that_is_watched_keeps_no_other_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.web.aggregates.games.GAME", replace(GAME, most_in_memory=3))

    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        games.subscribe(await begun(games), lambda _: None)
        for _ in range(20):
            await begun(games)
        assert games.count_in_memory() <= 4

    run(tmp_path / "games.db", action)


def test_an_answer_heard_before_ones_own_move_is_told_to_be_kept_waits_for_that(
    tmp_path: Path,
) -> None:
    async def action(store: Failing) -> None:
        games, id_ = await watched(store, o=BEN)
        store.confirmed.clear()
        move = asyncio.create_task(games.execute(id_, Play(ANN, 1, 4), None))
        while await store.last_versions([id_]) != {id_: 1}:
            await asyncio.sleep(0)
        answer = Append(id_, 2, (Played(0, now()),), "elsewhere")
        games.receive(id_, 2, answer)
        store.unreadable = True
        store.confirmed.set()
        assert (await move).after.version == 3
        assert (await games.find(id_)).game.moves == (4, 0)

    run(tmp_path / "games.db", action)


def test_what_was_heard_early_is_read_where_nothing_fills_the_gap(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games, id_ = await watched(store)
        for version, square in enumerate((4, 0), 1):
            append = Append(id_, version, (Played(square, now()),), f"elsewhere-{version}")
            await store.append(append)
        games.receive(id_, 2, append)
        assert (await games.find(id_)).game.moves == (4, 0)
        games.receive(id_, 7, Append(id_, 7, append.events, "never stored"))
        assert (await games.find(id_)).game.moves == (4, 0)
        store.unreadable = True
        assert (await games.find(id_)).version == 3

    run(tmp_path / "games.db", action)


def test_a_game_is_read_again_only_where_the_log_has_more_of_it(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games, id_ = await watched(store)
        await games.catch_up()
        assert (await games.find(id_)).version == 1
        await store.append(Append(id_, 1, (Played(4, now()),), "elsewhere"))
        await games.catch_up()
        assert (await games.find(id_)).version == 2

        async def asked_before(ids: Sequence[str]) -> dict[str, int]:  # noqa: ARG001
            return {id_: 0}

        store.last_versions, store.unreadable = asked_before, True
        await games.catch_up()
        assert (await games.find(id_)).version == 2

    run(tmp_path / "games.db", action)


def test_a_game_that_another_process_deleted_is_gone_for_readers_too(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games, followed = await watched(store)
        alone = await games.begin(games.begun(START, {Mark.X: ANN, Mark.O: BEN}), "ann", None)
        told: list[Append | None] = []
        games.subscribe(followed, lambda published: told.append(published.append))
        for id_ in (followed, alone):
            assert await store.delete(id_, 1)
        await games.catch_up()
        assert told == [None]
        for id_ in (followed, alone):
            with pytest.raises(UnknownGame):
                await games.find(id_)
        assert await games.games_of("ann", 9) == []

    run(tmp_path / "games.db", action)


async def on_a_clock(games: Games) -> str:
    """A game between two whose first move has to be made within a second."""
    return await games.begin(games.begun(START, {Mark.X: ANN, Mark.O: BEN}, SECOND), "ann", None)


@pytest.mark.parametrize("is_shared", [False, True])
def test_time_does_not_run_while_the_only_server_is_down(tmp_path: Path, is_shared: bool) -> None:
    async def action(store: Failing) -> None:
        begun_at, restarted = "2026-01-01T12:00:00+00:00", "2026-01-01T12:00:06+00:00"
        id_ = await on_a_clock(Games(EventLog(store, now=lambda: begun_at), pool()))
        log = EventLog(store, is_shared=is_shared, now=lambda: restarted)
        game = await Games(log, pool()).find(id_)
        assert (game.game.ending is None) is not is_shared
        if game.game.ending is None:
            assert game.clocks is not None
            assert game.clocks.left(Mark.X, Mark.X, restarted) == 1

    run(tmp_path / "games.db", action)


@pytest.mark.slow
def test_the_time_runs_out_in_a_game_that_is_not_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.web.aggregates.games.GAME", replace(GAME, most_in_memory=1))

    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await on_a_clock(games)
        ended = asyncio.get_running_loop().create_future()
        await begun(games)  # for which the other one has to go
        assert games.count_in_memory() == 1
        games.subscribe(id_, lambda published: ended.set_result(published.state.game.ending))
        ending = await asyncio.wait_for(ended, 60)
        assert (ending.termination.value, ending.winner) == ("time", Mark.O)

    run(tmp_path / "games.db", action)


@pytest.mark.slow
@pytest.mark.parametrize("fails", ["before", "after"])
def test_an_end_by_time_that_could_not_be_kept_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr("noughts.web.aggregates.games._CLOCK_AGAIN", 0.01)

    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await on_a_clock(games)
        ended = asyncio.get_running_loop().create_future()
        games.subscribe(id_, lambda published: ended.set_result(published.state.game.ending))
        setattr(store, fails, True)
        store.unreadable = True
        await store.failed.wait()
        assert not ended.done()
        setattr(store, fails, False)
        store.unreadable = False
        ending = await asyncio.wait_for(ended, 60)
        assert ending.termination.value == "time"

    run(tmp_path / "games.db", action)


@pytest.mark.parametrize(
    "other",
    [
        Play(BEN, 1, 4),  # by somebody else
        Play(ANN, 1, 5),
        Play(ANN, 2, 4),  # from another version
        Resign(BEN, 1),
        Resign(ANN, 1),
        Ask(ANN, 1, Offer.DRAW),
        Sit(Person("cat"), 1),
    ],
)
def test_an_id_belongs_to_one_command_of_one_player(tmp_path: Path, other: Command) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games, BEN)
        first = await games.execute(id_, Play(ANN, 1, 4), "the same")
        with pytest.raises(Refused, match="had this id"):
            await games.execute(id_, other, "the same")
        await games.execute(id_, Play(BEN, 2, 0), "another")
        again = await games.execute(id_, Play(ANN, 1, 4), "the same")
        assert again.repeated is not None
        assert again.after.version == first.after.version + 1

    run(tmp_path / "games.db", action)


def test_the_same_id_begins_no_other_game(tmp_path: Path) -> None:
    async def action(store: Failing) -> None:
        games = games_on(store, pool())
        id_ = await begun(games, BEN, "the same")
        assert await begun(games, BEN, "the same") == id_
        with pytest.raises(Refused, match="had this id"):
            await begun(games, ENGINE, "the same")

    run(tmp_path / "games.db", action)

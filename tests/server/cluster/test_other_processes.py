"""The games of a server when another process writes too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from noughts import Mark
from noughts.server.games.decide import Stale
from noughts.server.games.repository import UnknownGame
from noughts.server.games.types import Draw, Free, Play, Played, Sit, Undo
from noughts.server.log.errors import Refused
from noughts.server.log.events import now
from noughts.server.log.store import Append
from noughts.server.worker_pool import Overloaded
from tests.server.log.failing import (
    ANN,
    BEN,
    CIA,
    ENGINE,
    START,
    Failing,
    begun,
    games_on,
    pool,
    watched,
)
from tests.server.log.test_repository import play

pytestmark = pytest.mark.anyio


async def test_what_another_process_wrote_is_seen_at_the_next_command(store: Failing) -> None:
    here, there = games_on(store, pool()), games_on(store, pool())
    id_ = await begun(here)
    await there.execute(id_, ANN, Play(1, 4), "theirs")
    with pytest.raises(Stale):
        await here.execute(id_, ANN, Play(1, 0), "late")
    assert (await here.find(id_)).game.moves == (4,)
    assert (await there.execute(id_, ANN, Play(2, 0), None)).after.version == 3
    assert (await here.execute(id_, ANN, Play(3, 8), None)).after.game.moves == (4, 0, 8)
    assert (await here.execute(id_, ANN, Play(1, 4), "theirs")).after.version == 4


async def test_what_another_process_offered_or_seated_refuses_no_move(store: Failing) -> None:
    here, there = games_on(store, pool()), games_on(store, pool())
    id_ = await begun(here, o=Free())
    await there.execute(id_, BEN, Sit(), None)  # unknown here, as is what follows
    await here.execute(id_, ANN, Play(1, 4), None)
    await there.execute(id_, BEN, Draw(3), None)
    await here.execute(id_, ANN, Undo(3), None)
    moved = await there.execute(id_, BEN, Play(3, 0), None)
    assert moved.after.game.moves == (4, 0)
    assert len(await store.load(id_)) == 6


async def test_a_command_is_not_decided_for_ever_while_others_append(
    store: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = games_on(store, pool())
    id_ = await begun(here)

    async def ahead(ids: Sequence[str]) -> dict[str, int]:
        return dict.fromkeys(ids, 1_000)

    monkeypatch.setattr(store, "last_versions", ahead)
    with pytest.raises(Overloaded, match="Too much is happening at once"):
        await here.execute(id_, BEN, Play(1, 4), "refused")


async def test_of_two_sitting_down_at_two_processes_one_hears_it_was_slower(store: Failing) -> None:
    here, there = games_on(store, pool()), games_on(store, pool())
    id_ = await begun(here, o=Free())
    await there.find(id_)
    sits = here.execute(id_, BEN, Sit(), None), there.execute(id_, CIA, Sit(), None)
    answers = await asyncio.gather(*sits, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [str(answer) for answer in refused] == [
        "Another player was faster – you can watch the game"
    ]


async def test_a_reply_that_another_process_made_first_stands(store: Failing) -> None:
    thinks = pool(Overloaded("busy"))
    here, there = games_on(store, thinks), games_on(store, pool())
    id_ = await begun(here, o=ENGINE)
    await here.execute(id_, ANN, Play(1, 4), None)  # in memory here the reply is outstanding
    assert (await there.find(id_)).game.moves == (4, 0)
    thinks.error = None
    assert (await here.find(id_)).game.moves == (4, 0)
    assert len(await store.load(id_)) == 3


async def test_a_game_that_is_deleted_while_games_are_listed_is_left_out(store: Failing) -> None:
    ids = [await begun(games_on(store, pool())) for _ in range(2)]

    async def listed_ids(key: str, count: int, before: str | None = None) -> tuple[str, ...]:
        found = await listed(key, count, before)
        await store.delete(ids[0], 2)
        return found

    listed, store.listed_ids = store.listed_ids, listed_ids  # type: ignore[method-assign]
    games = await games_on(store, pool()).games_of("ann", 9)
    assert [id_ for id_, _ in games] == [ids[1]]


async def test_an_answer_heard_before_ones_own_move_is_stored_waits_for_it(store: Failing) -> None:
    games, id_ = await watched(store, o=BEN)
    move = await store.hold(id_, 1, games.execute(id_, ANN, Play(1, 4), None))
    answer = Append(id_, 2, (Played(0, now()),), "elsewhere")
    games.receive(id_, 2, answer)
    store.unreadable = True
    store.confirmed.set()
    assert (await move).after.version == 3
    assert (await games.find(id_)).game.moves == (4, 0)


async def test_a_reader_waits_for_a_move_being_stored_and_reads_no_log(store: Failing) -> None:
    games, id_ = await watched(store)
    move = await store.hold(id_, 1, games.execute(id_, ANN, Play(1, 4), None))
    await games.compare([id_])
    store.unreadable = True
    reading = asyncio.create_task(games.find(id_))
    store.confirmed.set()
    assert (await move).after == await reading


async def test_what_was_heard_early_is_read_where_nothing_fills_the_gap(store: Failing) -> None:
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


async def test_a_game_is_read_again_only_where_the_log_has_more_of_it(store: Failing) -> None:
    games, id_ = await watched(store)
    await games.catch_up()
    assert (await games.find(id_)).version == 1
    await store.append(Append(id_, 1, (Played(4, now()),), "elsewhere"))
    await games.catch_up()
    assert (await games.find(id_)).version == 2

    async def asked_before(ids: Sequence[str]) -> dict[str, int]:  # noqa: ARG001
        return {id_: 0}

    store.last_versions = asked_before  # type: ignore[method-assign]
    store.unreadable = True
    await games.catch_up()
    assert (await games.find(id_)).version == 2


async def test_a_game_that_another_process_deleted_is_gone_for_readers_too(store: Failing) -> None:
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


async def other_process(tmp_path: Path) -> AsyncIterator[Failing]:
    """The store of a process that nobody tells what others append."""
    store = Failing(tmp_path / "games.db")
    yield store
    await store.close()


here, there = (pytest.fixture(other_process, name=name) for name in ("here", "there"))


async def test_what_another_process_appended_is_read_once_by_who_looks(
    here: Failing, there: Failing
) -> None:
    ours, theirs = games_on(here, pool()), games_on(there, pool())
    id_ = await begun(ours)
    await theirs.find(id_)
    for version in range(2, 6):
        assert (await play(theirs, id_)).version == version
        loaded, compared = here.loaded, here.compared
        for _ in range(3):
            assert (await ours.find(id_)).version == version
        assert (here.loaded - loaded, here.compared - compared) == (1, 3)
    assert await theirs.delete(id_, 9)
    with pytest.raises(UnknownGame):
        await ours.find(id_)


async def test_what_was_appended_before_there_were_subscribers_is_not_missed(
    here: Failing, there: Failing
) -> None:
    ours, theirs = games_on(here, pool()), games_on(there, pool())
    id_ = await begun(ours)
    await theirs.find(id_)
    await play(ours, id_)
    versions: list[int] = []
    theirs.subscribe(id_, lambda published: versions.append(published.state.version))
    for _ in range(3):
        assert (await theirs.find(id_)).version == 2
    assert versions == [2]


async def test_who_compared_while_a_game_is_read_again_waits_for_that(
    here: Failing, there: Failing
) -> None:
    ours, theirs = games_on(here, pool()), games_on(there, pool())
    ids = [await begun(ours) for _ in range(2)]
    for id_ in ids:
        await play(theirs, id_)
    load, may_read = here.load, {id_: asyncio.Event() for id_ in ids}

    async def slow(id_: str) -> tuple[Append, ...]:
        await may_read[id_].wait()
        return await load(id_)

    here.load = slow  # type: ignore[method-assign]
    listed = asyncio.create_task(ours.games_of("ann", 9))  # the second game first
    while here.compared < 1:
        await asyncio.sleep(0)
    looked = asyncio.create_task(ours.find_now(ids[0]))
    while here.compared < 2:
        await asyncio.sleep(0)
    may_read[ids[1]].set()
    await asyncio.wait([listed], timeout=0.1)
    may_read[ids[0]].set()
    assert [shared.version for _, shared in await listed] == [2, 2]
    assert (await looked).version == 2


async def test_a_list_of_games_and_readers_who_come_at_once_share_a_query(
    here: Failing, there: Failing
) -> None:
    ours, theirs = games_on(here, pool()), games_on(there, pool())
    ids = [await begun(ours) for _ in range(10)]
    for expected in (2, 3):
        for id_ in ids:
            await play(theirs, id_)
        if expected == 2:
            found = await asyncio.gather(*map(ours.find, ids))
        else:
            found = [shared for _, shared in await ours.games_of("ann", 10)]
        assert [shared.version for shared in found] == [expected] * 10
        assert here.compared == expected - 1


async def test_who_asks_during_a_query_is_not_answered_by_it(here: Failing, there: Failing) -> None:
    """It may have been answered before what they know of was appended."""
    ours, theirs = games_on(here, pool()), games_on(there, pool())
    asked, answer = asyncio.Event(), asyncio.Event()
    last_versions = here.last_versions

    async def slow(ids: Sequence[str]) -> dict[str, int]:
        found = await last_versions(ids)
        asked.set()
        await answer.wait()
        return found

    id_ = await begun(ours)
    here.last_versions = slow  # type: ignore[method-assign]
    early = asyncio.create_task(ours.find(id_))
    await asked.wait()
    await play(theirs, id_)
    late = asyncio.create_task(ours.find(id_))
    await asyncio.sleep(0)
    answer.set()
    assert (await early).version <= (await late).version == 2
    assert here.compared == 2

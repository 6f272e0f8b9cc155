"""The worker pool: slow workers are killed, dead ones replaced, and no other job waits."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import pytest

from noughts import IllegalMove, Rules
from noughts.server.http.qr import qr_code
from noughts.server.worker_pool import Overloaded, WorkerPool, asked_from
from noughts.views.analysis import explain_move, suggest_move
from noughts.wording.language import current, use
from tests.server.client import Client, free, visiting
from tests.serving import Server, serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process"),
]

START = Rules().start()
START_TEXT = "..._..._..._x_3"
TOO_LONG = r"^That took too long – try again in a moment$"


async def test_what_a_job_rejects_is_raised_here() -> None:
    pool = WorkerPool(1.0)
    with pytest.raises(IllegalMove):
        await pool.run_coach(explain_move, START, 9, pool.limit)


async def test_a_job_is_done_in_the_language_of_whoever_asks() -> None:
    pool = WorkerPool(10.0)
    for language in ("de", "en", "de"):
        with use(language):
            assert await pool.run_coach(current) == language


async def test_one_endless_job_blocks_no_other() -> None:
    pool = WorkerPool(60.0)
    endless = asyncio.create_task(pool.run_coach(signal.pause))
    assert await pool.choose_move("medium", START) in START.moves
    assert not endless.done()
    endless.cancel()
    await asyncio.gather(endless, return_exceptions=True)


async def test_long_thoughts_hold_up_no_other_and_end_when_they_are_told_to_move_now() -> None:
    position = Rules(15, 15, 5).start().play("h8").play("i9")
    pool = WorkerPool(60.0)
    names = "abcdef"
    long = [
        asyncio.create_task(pool.choose_move("strongest", position, 50.0, name)) for name in names
    ]
    assert await pool.choose_move("medium", START) in START.moves
    pool.move_now("nobody")
    while not all(thought.done() for thought in long):
        for name in names:
            pool.move_now(name)
        await asyncio.wait(long, timeout=0.1)
    assert all(thought.result() in position.moves for thought in long)


@pytest.mark.slow
async def test_a_job_past_its_deadline_is_killed_and_the_next_runs() -> None:
    pool = WorkerPool(0.01)
    with pytest.raises(Overloaded, match=TOO_LONG):
        await pool.run_coach(signal.pause)
    patient = WorkerPool(60.0)
    assert (await patient.run_coach(suggest_move, START, patient.limit)).name in "a1 b2"


@pytest.mark.slow
async def test_the_start_of_a_worker_does_not_count_as_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = "import sys, time\nif any('anyio' in each for each in sys.orig_argv): time.sleep(2.5)\n"
    (tmp_path / "sitecustomize.py").write_text(late)
    paths = (str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    pool = WorkerPool(0.01)
    assert await pool.choose_move("medium", START) in START.moves


Job = asyncio.Task[Any]


@dataclass
class Askers:
    """Ask a pool with two coaches, from several addresses, for what never ends."""

    pool: WorkerPool = field(default_factory=lambda: WorkerPool(60.0))
    jobs: list[Job] = field(default_factory=list)

    async def ask(self, host: int, count: int, job: Callable[[], Any] = signal.pause) -> list[Job]:
        before = asked_from.set(f"192.0.2.{host}")
        asked = [asyncio.create_task(self.pool.run_coach(job)) for _ in range(count)]
        asked_from.reset(before)
        self.jobs += asked
        await asyncio.sleep(0)  # from now on they run or wait
        return asked

    async def refused(self) -> list[Job]:
        """Wait until jobs are refused, and return those."""
        done, waiting = await asyncio.wait(self.jobs, return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            with pytest.raises(Overloaded, match=r"^The server is busy"):
                await job
        refused = [job for job in self.jobs if job in done]
        self.jobs = [job for job in self.jobs if job in waiting]
        return refused

    async def leave(self, jobs: list[Job]) -> None:
        self.jobs = [job for job in self.jobs if job not in jobs]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


@pytest.fixture
async def askers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Askers]:
    monkeypatch.setattr("noughts.server.worker_pool.cpu_count", lambda: 1)
    made = Askers()
    yield made
    await made.leave(made.jobs)


async def test_too_many_waiting_jobs_are_refused_at_once(askers: Askers) -> None:
    many = await askers.ask(1, 200)
    assert await askers.refused() == many[66:]  # two run and 64 wait


async def test_an_address_waits_for_its_turn_alone_however_many_jobs_another_has(
    askers: Askers,
) -> None:
    many = await askers.ask(1, 60)
    (own,) = await askers.ask(2, 1, current)
    for number in range(2):
        await askers.leave(many[number : number + 1])  # the first that runs
    assert await own == "en"


async def test_a_picture_waits_for_no_job_of_the_coach(askers: Askers) -> None:
    """Nor does the QR code on the wall of a class that has its games reviewed."""
    await askers.ask(1, 60)
    before = asked_from.set("192.0.2.1")
    assert b"<svg" in await askers.pool.draw(qr_code, "http://example.org/r/417293")
    asked_from.reset(before)


async def test_of_too_many_jobs_the_newest_of_the_address_that_has_most_is_refused(
    askers: Askers,
) -> None:
    await askers.ask(1, 2)  # which run; then 256 wait
    twos, threes, *_others = [await askers.ask(host, 66 - host) for host in (2, 3, 4, 5)]
    await askers.ask(6, 6)
    for host, fullest in ((7, twos), (8, threes), (9, twos)):
        await askers.ask(host, 1)
        assert await askers.refused() == [fullest.pop()]


async def test_who_has_left_does_not_wait_any_more(askers: Askers) -> None:
    many = await askers.ask(1, 66)
    await askers.ask(1, 1)
    assert len(await askers.refused()) == 1
    await askers.leave(many[30:40])
    later = await askers.ask(1, 11)
    assert await askers.refused() == later[10:]


def workers(server: Server) -> list[psutil.Process]:
    """The workers, without those that have not started yet.

    It waits for them with all it does, and would for ever if one were stopped just then.
    """
    found = []
    for child in psutil.Process(server.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "anyio.to_process" in child.cmdline():
                found.append(child)
    return found


def answered(player: Client, game: Any) -> Any:
    """The game once the computer has moved: a busy machine may need more than one job."""
    while game["is_thinking"]:
        game = player.get(f"games/{game['id']}")
    return game


@contextmanager
def suspended(server: Server, *, with_new: bool = False) -> Iterator[int]:
    """Suspend all workers until the block ends, new ones too if asked; yields how many there were.

    One that misses its deadline is killed meanwhile.
    """
    is_over = Event()
    stopped: list[psutil.Process] = []

    def stop_all() -> None:
        for worker in workers(server):
            with suppress(psutil.NoSuchProcess):
                worker.suspend()
                stopped.append(worker)

    def stop_the_new() -> None:
        while with_new and not is_over.wait(0.01):
            stop_all()

    stop_all()
    with ThreadPoolExecutor() as pool:
        stopping = pool.submit(stop_the_new)
        try:
            yield len(stopped)
        finally:
            is_over.set()
            stopping.result()
            for worker in stopped:
                with suppress(psutil.NoSuchProcess):
                    worker.resume()


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("patient") / "games.db", "--think-seconds=60") as server:
        yield server


@pytest.fixture
def patient(patient_server: Server) -> Iterator[tuple[Server, Client]]:
    """A server with an idle worker and a long time limit, however busy the machine is."""
    with visiting(patient_server.address) as player:
        answered(player, player.play(player.begin(opponent="easy"), 4))
        yield patient_server, player


@pytest.mark.slow
def test_a_slow_computer_move_blocks_no_other_game(patient: tuple[Server, Client]) -> None:
    server, player = patient
    other = player.begin(opponent="easy")
    with ThreadPoolExecutor() as pool, visiting(server.address) as watching:
        watching.http.cookies = player.http.cookies
        with suspended(server) as count:
            slow = [player.begin(opponent="easy") for _ in range(count)]
            waiting = [pool.submit(player.play, game, 4) for game in slow]
            while any(game["position"] == START_TEXT for game in watching.get("games")[:count]):
                pass  # now each is being thought about: where no worker was idle, by a new one
            assert len(watching.play(other, 4)["moves"]) == 2
            assert not all(each.done() for each in waiting)
        assert [len(each.result()["moves"]) for each in waiting] == [2] * count


@pytest.mark.slow
def test_a_move_stands_though_the_computer_is_slow_and_the_coach_says_so(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with (
        serving(database, "--think-seconds=0.1") as server,
        visiting(server.address) as player,
        visiting(server.address) as asking,
        ThreadPoolExecutor() as pool,
    ):
        game = player.begin(opponent="easy")
        alone = player.play(player.begin(opponent=None), 4)
        with suspended(server, with_new=True):
            game = player.play(game, 4)
            waiting = pool.submit(asking.http.get, f"/api/v1/games/{alone['id']}/hint")
            assert len(player.act(alone, "undo")["moves"]) == 0  # it blocks no game
            answer = waiting.result()
        cookies = player.http.cookies
    assert game["moves"] == ["b2"]
    assert game["is_thinking"]
    assert game["status"] == "The computer is thinking…"
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["detail"] == "That took too long – try again in a moment"
    with serving(database, "--think-seconds=60") as server, visiting(server.address) as player:
        player.http.cookies = cookies
        assert len(answered(player, game)["moves"]) == 2
        assert player.get(f"games/{alone['id']}/hint")["text"]


@pytest.mark.slow
def test_a_killed_worker_is_replaced(patient: tuple[Server, Client]) -> None:
    server, player = patient
    game = player.begin(board="15x15:5", opponent="random")
    for _ in range(3):
        game = player.play(game, free(game)[0])
        killed = workers(server)
        assert killed
        for worker in killed:
            worker.kill()
        psutil.wait_procs(killed)
        game = player.get(f"games/{game['id']}")
    assert len(game["moves"]) == 6

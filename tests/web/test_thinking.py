"""Thought in other processes: slow ones are ended, dead ones replaced, and nobody else waits."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from noughts import IllegalMove, Rules
from noughts.web import coaching
from noughts.web.thinking import Overloaded, Thinker
from tests.serving import Server, serving
from tests.web.client import Client, free, visiting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")

START = Rules().start()
TOO_LONG = r"^that took too long to think about: try again in a moment$"


def run(seconds: float, action: Callable[[Thinker], Awaitable[None]]) -> None:
    async def thinking() -> None:
        await action(Thinker(seconds))

    asyncio.run(thinking())


def test_what_a_job_rejects_is_raised_here() -> None:
    async def action(thinker: Thinker) -> None:
        with pytest.raises(IllegalMove):
            await thinker.coach(coaching.why, START, 9, thinker.limit)

    run(1.0, action)


def test_a_thought_past_its_deadline_is_given_up_and_others_go_on_meanwhile() -> None:
    async def action(thinker: Thinker) -> None:
        endless = asyncio.create_task(thinker.coach(signal.pause))
        assert await thinker.choose("medium", START) in START.moves
        assert not endless.done()
        with pytest.raises(Overloaded, match=TOO_LONG):
            await endless
        assert (await thinker.coach(coaching.hint, START, thinker.limit)).name in "a1 b2"

    run(0.01, action)


def test_more_than_can_wait_is_refused_at_once() -> None:
    async def action(thinker: Thinker) -> None:
        endless = [asyncio.create_task(thinker.coach(signal.pause)) for _ in range(200)]
        done, waiting = await asyncio.wait(endless, return_when=asyncio.FIRST_COMPLETED)
        assert waiting
        for task in done:
            with pytest.raises(Overloaded, match=r"^the server has too much to think about"):
                await task
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(60.0, action)


def workers(server: Server) -> list[psutil.Process]:
    return psutil.Process(server.process.pid).children(recursive=True)


def suspend(server: Server) -> None:
    """Leave one worker, which does nothing any more; further work starts others."""
    one, *others = workers(server)
    one.suspend()
    for worker in others:
        worker.kill()
    psutil.wait_procs(others)


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Server]:
    """A server that soon gives a thought up."""
    with serving(tmp_path / "games.db", "--think-seconds=0.5") as running:
        yield running


@pytest.fixture
def player(quick: Server) -> Iterator[Client]:
    with visiting(quick.address) as client:
        yield client


def test_a_slow_computer_move_blocks_no_other_game(quick: Server, player: Client) -> None:
    slow, other = player.begin(opponent="easy"), player.begin(opponent="easy")
    assert player.play(player.begin(opponent="easy"), 4)["moves"]  # now a worker is there, idle
    suspend(quick)
    with ThreadPoolExecutor() as pool, visiting(quick.address) as watching:
        waiting = pool.submit(player.play, slow, 4)
        watching.http.cookies = player.http.cookies
        while watching.get("games")[-1]["position"] != "..._.x._..._o_3":
            pass  # now it is being thought about
        assert len(watching.play(other, 4)["moves"]) == 2
        assert not waiting.done()
        answer = waiting.result()
    # The move stands; the computer's follows when somebody looks.
    assert answer["moves"] == ["b2"]
    assert answer["is_thinking"]
    assert answer["status"] == "The computer (O) is thinking."
    assert len(player.get(f"games/{slow['id']}")["moves"]) == 2


def test_a_slow_answer_of_the_coach_is_a_problem_and_blocks_no_game(
    quick: Server, player: Client
) -> None:
    game = player.play(player.begin(opponent="easy"), 4)
    suspend(quick)
    with ThreadPoolExecutor() as pool, visiting(quick.address) as asking:
        waiting = pool.submit(asking.http.get, f"/api/v1/games/{game['id']}/hint")
        assert len(player.act(game, "undo")["moves"]) == 0
        answer = waiting.result()
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["detail"] == "that took too long to think about: try again in a moment"
    assert player.get(f"games/{game['id']}/hint")["text"]


def test_a_killed_worker_is_replaced(quick: Server, player: Client) -> None:
    game = player.begin(board="15x15:5", opponent="random")
    for _ in range(3):
        game = player.play(game, free(game)[0])
        killed = workers(quick)
        assert killed
        for worker in killed:
            worker.kill()
        psutil.wait_procs(killed)
        game = player.get(f"games/{game['id']}")
    assert len(game["moves"]) == 6

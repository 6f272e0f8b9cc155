"""Proofs split into jobs: the same values and strategies, whatever executor runs them."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from noughts import Limit, Mark, Position, Rules, Unsolved, Value, prove
from noughts.kernels import COMPILED
from noughts.solver import jobs
from noughts.solver.crew import Crew, collect, processes
from noughts.solver.jobs import Job, JobSearch, News, do
from noughts.solver.prover import Prover, Unproved
from noughts.solver.question import Question
from tests.solver.playing import assert_holds, assert_wins

T = TypeVar("T")

compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes with plain kernels")

HARDER = [
    pytest.param(text, marks=[pytest.mark.slow, compiled])
    for text in ("5x4:4", "5x5:4", "6x4:4", "6x6:4", "7x6:5", "9x8:6")
]
LONG = Rules.parse("8x8:5" if COMPILED else "7x4:4")
SHORT = "5x4:4" if COMPILED else "4x4:4"


class AtOnce(Executor):
    """Runs a job when it is submitted, and records it."""

    def __init__(self) -> None:
        self.done: list[Job] = []

    def submit(self, job: Callable[..., T], /, *arguments: Any, **_: Any) -> Future[T]:
        self.done += arguments
        future = Future[T]()
        future.set_result(job(*pickle.loads(pickle.dumps(arguments))))
        return future


class Never(Executor):
    """Accepts jobs and never runs them."""

    def submit(self, _job: Callable[..., T], /, *_arguments: Any, **_: Any) -> Future[T]:
        return Future()


class Changing(Crew):
    """Executors that never finish a job, then others in their place."""

    def executors(self) -> Sequence[Executor]:
        now = super().executors()
        self._executors = (AtOnce(),)
        return now


@pytest.fixture
def little_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs so small that small boards take many of them."""
    monkeypatch.setattr(jobs, "_FEWEST", 20)
    monkeypatch.setattr(jobs, "_MOST", 60)
    monkeypatch.setattr(jobs, "_STOP_SECONDS", 0)


def assert_proved(text: str, value: Value, crew: Crew) -> None:
    start = Rules.parse(text).start()
    proof = Prover(start, entries=1 << 14).prove(crew=crew)
    assert proof.value is value
    (strategy,) = proof.strategies
    (assert_wins if strategy.wins else assert_holds)(strategy, start, set())


@pytest.mark.usefixtures("little_jobs")
@pytest.mark.parametrize("text", ["1x1:1", "2x1:2", "3x3:3", "4x3:3", "4x4:4", *HARDER])
def test_many_little_jobs_come_to_the_value_of_the_literature(text: str) -> None:
    value = Value.WIN if text in ("1x1:1", "4x3:3", "6x6:4") else Value.DRAW
    for at_once in (1, 3):
        assert_proved(text, value, Crew(*[AtOnce()] * at_once))


@pytest.mark.usefixtures("little_jobs")
def test_jobs_at_the_same_time_are_of_different_positions() -> None:
    with ThreadPoolExecutor(4) as executor:
        assert_proved(SHORT, Value.DRAW, Crew(*[executor] * 4))
    question = Question(LONG.start(), Mark.X, seed=0, entries=1 << 14)
    question.advance(50)
    search = JobSearch(question, Crew(*[Never()] * 4))
    search.advance(100)
    handed_out = [running.path[-1] for running in search._running.values()]
    assert len(set(handed_out)) == len(handed_out) > 1
    assert search.close() == 0


@pytest.mark.usefixtures("little_jobs")
def test_the_jobs_of_executors_that_have_gone_are_done_by_others() -> None:
    assert_proved("4x4:4", Value.DRAW, Changing(Never(), Never()))


@pytest.mark.usefixtures("little_jobs")
def test_a_position_that_both_can_win_takes_two_questions() -> None:
    position = Position.parse("xo../..../..../.... x 4")
    proof = Prover(position, entries=1 << 12).prove(crew=Crew(*[AtOnce()] * 2))
    assert (proof.value, len(proof.strategies)) == (prove(position).value, 2)


JOB = Job(1, Rules.parse("8x8:5").start(), Mark.X, seed=0, nodes=100, entries=1 << 14)


@pytest.mark.untraced
def test_a_job_is_as_long_as_it_is_to_be_and_learns_the_same_unless_it_knows_more() -> None:
    first, second = do(replace(JOB, search=2)), do(replace(JOB, search=2))
    other = do(replace(JOB, search=3))
    assert 100 <= first.nodes <= 101
    assert first.worker == second.worker != other.worker
    assert second != first == other
    news = collect(first.entries) + collect(second.entries)
    assert do(replace(JOB, search=4, news=news)) != other


@pytest.mark.untraced
def test_a_job_ends_where_the_search_would_turn_to_another_position() -> None:
    found = do(replace(JOB, search=5, limits=(1 << 30, 200)))
    assert found.disproof >= 200
    assert found.nodes < 100


def test_what_is_settled_stays_so_whatever_later_jobs_say() -> None:
    question = Question(LONG.start(), Mark.X, 0, 1 << 12)
    position = LONG.start().play(0)
    question.record(position, 0, 1, 10)
    told = Question(LONG.start(), Mark.X, 0, 1 << 12)
    told.record(position, 3, 4, 1_000)
    for _ in range(2):
        question.turn_to(position)
        assert question.won is True
        question.record(position, 3, 4, 1_000)
        question.sum_up(position, 1_000)
        question.absorb(told.gather())
    told.absorb(question.gather())
    told.turn_to(position)
    assert told.won is True


@pytest.mark.untraced
@pytest.mark.usefixtures("little_jobs")
def test_jobs_grow_with_the_work_done_up_to_the_limit() -> None:
    executor = AtOnce()
    prover = Prover(LONG, entries=1 << 14)
    with pytest.raises(Unproved):
        prover.prove(Limit(nodes=1_000), crew=Crew(executor))
    sizes = [job.nodes for job in executor.done]
    assert sizes[0] == 20
    assert max(sizes) == 60
    assert 1_000 <= prover.nodes <= 1_000 + len(sizes)


@pytest.mark.untraced
@pytest.mark.usefixtures("little_jobs")
def test_a_proof_by_jobs_goes_on_from_a_checkpoint_and_alone_too() -> None:
    first = Prover(Rules.parse("5x4:4"), entries=1 << 14)
    with pytest.raises(Unproved):
        first.prove(Limit(nodes=20), crew=Crew(*[AtOnce()] * 2))
    for crew in (Crew(*[AtOnce()] * 2), None):
        second = Prover(Rules.parse("5x4:4"), entries=1 << 14)
        second.restore(first.dump())
        assert second.prove(crew=crew).value is Value.DRAW


# Processes.


@pytest.mark.usefixtures("little_jobs")
def test_processes_share_a_proof_on_more_than_64_squares_too() -> None:
    with processes(2) as crew:
        for board in ("5x5:4", "9x8:6") if COMPILED else ("4x4:4", "11x6:6"):
            assert_proved(board, Value.DRAW, crew)


def test_a_crew_answers_one_question_after_another() -> None:
    # Once a question was answered, and its jobs stopped, the next one used to get no node at all.
    rules = Rules.parse("5x4:4" if COMPILED else "4x3:3")
    with processes(2) as crew:
        for position in (rules.start(), rules.start().play(0)):
            proof = Prover(position, entries=1 << 14).prove(Limit(seconds=60), crew=crew)
            assert proof == prove(position)


@compiled
@pytest.mark.slow
def test_two_workers_need_few_more_nodes_than_one_search() -> None:
    boards = [(Rules.parse("7x7:5"), seed) for seed in range(4)]
    alone = sum(prove(rules, seed=seed).nodes for rules, seed in boards)
    with processes(2) as crew:
        shared = sum(Prover(rules, seed).prove(crew=crew).nodes for rules, seed in boards)
    assert shared < 2 * alone  # 1.2 times as many on a quiet machine


def test_what_running_jobs_have_learnt_is_kept_when_the_limit_comes() -> None:
    prover = Prover(LONG, entries=1 << 14)
    with processes(2) as crew, pytest.raises(Unproved) as raised:
        prover.prove(Limit(seconds=0.5), crew=crew)
    assert prover.nodes >= raised.value.progress.nodes


def test_a_process_that_is_killed_ends_the_proof_in_words() -> None:
    with processes(2) as crew:
        victim = crew.executors()[0].submit(os.getpid).result()
        killed: list[int] = []

        def kill_once(_prover: Prover) -> None:
            if not killed:
                os.kill(victim, signal.SIGTERM)
                killed.append(victim)

        with pytest.raises(Unsolved, match="ended unexpectedly"):
            Prover(LONG, entries=1 << 14).prove(report=kill_once, crew=crew)


PARENT = """
import os, time
from noughts.solver.crew import processes
if __name__ == "__main__":
    with processes(2) as crew:
        print(crew.executors()[0].submit(os.getpid).result(), flush=True)
        time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert int(parent.stdout.readline()) > 0
    parent.kill()
    # The workers hold the other end of the pipe: it ends when the last of them has ended.
    assert parent.stdout.read() == b""
    parent.wait()
    parent.stdout.close()


# What workers are told: what the others found since they were told last.


def test_a_worker_is_told_once_what_the_others_found_and_in_anothers_place_everything() -> None:
    news = News()
    assert news.for_executor("a") == b""
    news.add("a", 1, b"first", told=0)
    news.add("b", 2, b"second", told=0)
    assert news.for_executor("a") == b"second"
    assert news.for_executor("b") == b"first"
    news.add("a", 1, b"third", told=news.end)
    assert news.for_executor("a") == b""
    assert news.for_executor("b") == b"firstthird"
    news = News()
    news.add("a", 1, b"first", told=0)
    news.add("b", 2, b"second", told=1)
    news.add("a", 3, b"third", told=2)  # it was told what the worker 1 did not know
    assert news.for_executor("a") == b"firstsecond"


def test_old_findings_give_way_to_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_MOST_SENT", 10)
    monkeypatch.setattr(jobs, "_MOST_KEPT", 16)
    news = News()
    for number in range(8):
        news.add("a", 1, f"{number:04}".encode(), told=number)
    assert news.for_executor("b") == b"00060007"
    assert news.for_executor("a") == b""

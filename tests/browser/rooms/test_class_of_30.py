"""Children in a browser each: whatever their phones do, all is well and all counts once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Playwright

from tests.browser.browsers import SHELL
from tests.browser.rooms.class_of_30 import first_move, swiss
from tests.browser.rooms.recount import check_that_nobody_missed_a_round, check_the_lesson
from tests.serving import Server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]  # seconds: a class on a busy machine

T = TypeVar("T")
CHILDREN, ROUNDS, SEED = 8, 3, 1  # thirty of them, and five rounds, are a benchmark

# What the host of a Swiss tournament can press at any time, by the id of the button.
ALWAYS_THERE = (
    "remove",
    "rename",
    *(f"do-{each}" for each in ("annul", "choose", "extend", "invite-host", "lock", "pair")),
)


def done(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it, in a thread of its own: Playwright has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, browser: object) -> str:
    """The path of a Chromium; `browser` has seen to it that there is one."""
    assert browser
    return SHELL.find(playwright) or ""


def test_a_class_plays_its_rounds_whatever_their_phones_do(server: Server, chromium: str) -> None:
    lesson = done(swiss(server.address, chromium, CHILDREN, ROUNDS, SEED))
    assert not lesson.faults, "\n".join(lesson.faults)
    assert len(lesson.names) == CHILDREN
    assert lesson.mishaps["leave"]
    assert len(lesson.mishaps) > 2
    check_the_lesson(lesson)
    check_that_nobody_missed_a_round(lesson)


def test_no_press_and_no_phone_that_dies_wrecks_a_tournament(server: Server, chromium: str) -> None:
    work = swiss(server.address, chromium, CHILDREN, ROUNDS, SEED, is_wrecked=True)
    lesson = done(work)
    assert not lesson.faults, "\n".join(lesson.faults)
    assert lesson.mishaps["die"] == 1
    assert {*ALWAYS_THERE} <= {*lesson.pressed}
    check_the_lesson(lesson)


def test_from_qr_code_to_first_move_takes_at_most_three_taps(server: Server, chromium: str) -> None:
    _seconds, taps = done(first_move(server.address, chromium))
    assert taps <= 3

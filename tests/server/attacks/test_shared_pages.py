"""A page that is the same for everybody is made once, and not in the process that serves all.

The tests share an application, and ask for different pages, of which none has been made before.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
from litestar.testing import TestClient

from noughts.pages import minimax
from noughts.pages.minimax import POSITIONS
from noughts.server import openapi
from noughts.server.worker_pool import WorkerPool

AT_ONCE = 24  # requests; all tests together must stay below the limit of questions
LARGEST = POSITIONS[-1]
TREE = "/learn/minimax/tree?position={}&pruning=on&language=en"


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What workers were asked to do; nothing of it is done here."""
    found: list[object] = []
    run_coach = WorkerPool.run_coach

    async def counting(pool: WorkerPool, job: Any, *arguments: Any) -> Any:
        found.append(arguments)
        return await run_coach(pool, job, *arguments)

    monkeypatch.setattr(WorkerPool, "run_coach", counting)
    monkeypatch.setattr(minimax, "trace", Mock(side_effect=AssertionError("this is for a worker")))
    return found


def test_a_search_is_made_once_for_all_who_ask(here: TestClient[Any], jobs: list[object]) -> None:
    for made, path in enumerate(("/learn/minimax", TREE.format(LARGEST)), start=1):
        with ThreadPoolExecutor(AT_ONCE) as threads:
            answers = list(threads.map(here.get, [path] * AT_ONCE))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.text for answer in answers}) == 1
        assert len(jobs) == made


def test_a_file_is_made_once_for_pages_in_all_languages(
    here: TestClient[Any], jobs: list[object]
) -> None:
    tree = TREE.format(POSITIONS[0])
    texts = {here.get(tree, headers={"Accept-Language": each}).text for each in ("en", "de", "fr")}
    assert len(texts) == len(jobs) == 1


def test_each_step_and_language_is_made_once(here: TestClient[Any], jobs: list[object]) -> None:
    texts: dict[object, str] = {}
    for language in ("en", "de"):
        for step in (0, 475, 9_999):
            for pruning in ("on", "off"):
                query = {"position": LARGEST, "step": step, "pruning": pruning}
                for _ in range(3):
                    answer = here.get(
                        "/learn/minimax", params=query, headers={"Accept-Language": language}
                    )
                    assert answer.status_code == 200
                    texts.setdefault((language, step, pruning), answer.text)
                    assert texts[language, step, pruning] == answer.text
    assert len(jobs) == len(texts) == 12


def test_what_cannot_be_searched_is_no_work_for_the_server_either(
    here: TestClient[Any], jobs: list[object]
) -> None:
    answer = here.get("/learn/minimax", params={"position": "..._..._..._x_3"})
    assert answer.status_code == 400
    assert "too large to watch" in answer.text
    assert here.get("/learn/minimax", params={"position": "nonsense"}).status_code == 400
    assert len(jobs) == 3  # two of them the page that shows another one


def test_no_more_is_kept_than_there_is_room_for(here: TestClient[Any], jobs: list[object]) -> None:
    for step in (*range(65), 0):
        query = {"position": POSITIONS[2], "step": step}
        assert here.get("/learn/minimax", params=query).status_code == 200
    assert len(jobs) == 66


def test_the_page_of_the_api_is_made_once_in_a_language(
    here: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    with_messages = openapi._with_messages

    def counting(schema: Any) -> Any:
        made.append(schema)
        return with_messages(schema)

    monkeypatch.setattr(openapi, "_with_messages", counting)
    for language in ("en", "de") * 3:
        answer = here.get("/api", headers={"Accept-Language": language})
        assert f'<html lang="{language}"' in answer.text
    assert len(made) == 2


def test_the_description_of_the_api_is_made_once(
    here: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = here.get("/api/openapi.json")
    monkeypatch.setattr(openapi, "_with_messages", Mock(side_effect=AssertionError("again")))
    assert here.get("/api/openapi.json").json() == first.json()

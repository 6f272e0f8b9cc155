"""The browser's answers are the server's: for random requests both say the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from noughts.coach.lessons import Lesson
from noughts.site.answers import respond
from noughts.views.proof import BOARDS
from noughts.wording.language import LANGUAGES
from tests.docs.blocks import ROOT
from tests.server.learn.test_pages import state
from tests.site.both import API, BEGAN, Both, one_server
from tests.site.sequences import Sequence


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with one_server(tmp_path_factory.mktemp("site")) as client:
        yield client


def run(server: TestClient[Any], numbers: range, requests: int) -> Counter[str]:
    """Return what was compared in these sequences."""
    counts = Counter[str]()
    for number in numbers:
        rng = Random(number)
        both = Both(server, rng.choice(list(LANGUAGES)), number)
        Sequence(both, rng, large=number % 10 == 9).run(requests)
        counts += both.counts
    return counts


def test_the_browser_answers_as_the_server_does(server: TestClient[Any]) -> None:
    counts = run(server, range(30), 20)
    assert counts["requests"] > 600
    assert counts["replies"] > 100


def test_lessons_and_proofs_are_those_of_the_pages(server: TestClient[Any]) -> None:
    for number, lesson in enumerate(list(Lesson)):
        address = f"{lesson.value}?step={number % 3 + 1}&seed={number}"
        page = shown(server.get(f"/learn/{address}"))
        assert page is not None
        assert told(f"/lessons/{address}") == page
        answer = server.post(f"/learn/{address}", data={"square": 4})
        assert told(f"/lessons/{address}&square=4") == shown(answer)
    for board in BOARDS[:2]:
        for moves in ("", "a1", "a1.b2"):
            page = shown(server.get(f"/learn/proof?board={board}&moves={moves}"))
            assert told(f"/proofs/{board}?moves={moves}") == page


def told(path: str) -> Any:
    """Return what the browser's answer says, as English as the pages."""
    asked: dict[str, Any] = {
        "method": "GET",
        "path": API + path,
        "body": None,
        "language": "en",
        "games": {},
    }
    answer = json.loads(respond(json.dumps({**asked, "now": BEGAN.isoformat()})))
    return answer["body"] if answer["status"] == 200 else None


def shown(page: httpx.Response) -> Any:
    """Return the state that a page has for its script; None for a page that tells an error."""
    return state(page.text) if page.status_code == 200 else None


def test_the_standard_library_is_enough() -> None:
    code = "from noughts.site.answers import respond; print(respond(input()))"
    asked: dict[str, Any] = {
        "method": "POST",
        "path": f"{API}/games",
        "body": {},
        "language": "de",
        "games": {},
    }
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        input=json.dumps({**asked, "now": BEGAN.isoformat()}),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert json.loads(done.stdout)["status"] == 201


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_sequences_in_ten_parts(server: TestClient[Any], part: int) -> None:
    counts = run(server, range(1_000 + 200 * part, 1_200 + 200 * part), 10)
    print(*sorted(counts.items()), sep="\n")
    assert counts["requests"] > 2_000
    assert counts["replies"] > 300
    assert all(counts[f"status {status}"] > 10 for status in (200, 201, 400, 403, 404, 405, 409))

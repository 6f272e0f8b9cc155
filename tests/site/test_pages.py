"""The browser's pages are the server's: random visits show the same on both."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from noughts.pages.minimax import POSITIONS
from noughts.site.pages import respond
from noughts.wording.language import LANGUAGES
from tests.docs.blocks import ROOT
from tests.site.both import one_server
from tests.site.pages import BothPages
from tests.site.visits import Visits

NOW = "2026-01-01T12:00:00.000Z"
ID = "0123456789abcdef01234567"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with one_server(tmp_path_factory.mktemp("pages")) as client:
        yield client


def run(server: TestClient[Any], numbers: range, pages: int) -> Counter[str]:
    """Return what was compared in the visits of these numbers."""
    counts = Counter[str]()
    for number in numbers:
        rng = Random(number)
        both = BothPages(server, rng.choice(list(LANGUAGES)), number)
        Visits(both, rng, large=number % 10 == 9).run(pages)
        counts += both.counts
    return counts


def test_the_browser_shows_the_pages_of_the_server(server: TestClient[Any]) -> None:
    counts = run(server, range(10_000, 10_012), 20)
    assert counts["pages"] > 250
    assert counts["replies"] > 15


def ask(method: str, path: str, form: str | None = None, **more: Any) -> Any:
    asked = {"method": method, "path": path, "body": form, "language": "en", "now": NOW}
    return json.loads(respond(json.dumps({**asked, "games": {"*": None}, **more})))


@pytest.mark.parametrize("path", ["/rooms", "/rooms/more", "/r/417293", "/join?code=417293"])
def test_a_page_says_what_rooms_need_and_where_to_find_it(path: str) -> None:
    page = ask("GET", path)["page"]
    assert "Friends and rooms need a server" in page
    assert "To the server" not in page
    page = ask("GET", path, site={"server": "https://noughts.example"})["page"]
    assert '<a href="https://noughts.example">To the server</a>' in page


def test_no_friend_can_be_chosen_and_the_page_says_why() -> None:
    page = ask("GET", "/")["page"]
    assert 'value="friend"' not in page
    assert "opponent=friend" not in page
    assert 'commandfor="friends" command="show-modal">A friend</button>' in page
    assert "Friends and rooms need a server" in page
    for answer in (ask("POST", "/play", "opponent=friend"), ask("GET", "/?opponent=friend")):
        assert answer["status"] == 501
        assert "Games with friends need a server" in answer["page"]
        assert "checked>Medium" in answer["page"]


def test_a_page_says_that_it_needs_scripts_and_names_no_server_when_its_engine_fails() -> None:
    for path in ("/", "/learn/badge", "/puzzles/sheet"):
        page = ask("GET", path)["page"]
        assert "<noscript><p>This page needs JavaScript." in page
        assert 'data-away="That didn&#39;t work in this browser. Nothing is lost."' in page


def test_every_page_leads_to_itself_in_the_other_languages() -> None:
    page = ask("GET", "/learn/win?step=2", language="de")["page"]
    assert '<a href="/learn/win" hreflang="es" lang="es">Español</a>' in page
    assert '<a href="/learn/win" hreflang="de" lang="de" aria-current="true">Deutsch</a>' in page
    assert "/language" not in page


def test_a_sheet_tells_where_it_is_found_again() -> None:
    address = "https://example.org/noughts/"
    page = ask("GET", "/puzzles/sheet?seed=3", site={"address": address})["page"]
    assert f"{address}page/?/puzzles/sheet?board=3x3%3A3&amp;count=6&amp;seed=3</text>" in page


def test_files_are_for_saving_and_showing() -> None:
    answer = ask("GET", "/puzzles/sheet/answers.svg?seed=3")
    assert answer["type"] == "image/svg+xml"
    assert b64decode(answer["file"]).startswith(b"<svg")
    for path in ("/puzzles/sheet/puzzles.pdf?seed=3", "/learn/menace/sheets/boxes.pdf?rules=more"):
        answer = ask("GET", path)
        assert answer["type"] == "application/pdf"
        assert b64decode(answer["file"]).startswith(b"%PDF-")
    tree = ask("GET", f"/learn/minimax/tree?position={POSITIONS[0]}&pruning=on&language=de")
    assert tree["type"] == "text/html"
    assert "Jetzt" in b64decode(tree["file"]).decode()


def test_every_game_is_asked_for_where_a_list_of_them_is_shown() -> None:
    assert ask("GET", "/", games={}) == {"needs": ["*"]}
    assert ask("GET", f"/g/{ID}", games={}) == {"needs": [ID]}
    answer = ask("GET", f"/g/{ID}", games={ID: None})
    assert answer["status"] == 404
    assert "in the one in which it was played" in answer["page"]
    assert ask("GET", "/learn", games={})["status"] == 200


def test_a_damaged_game_is_told_and_the_others_are_listed() -> None:
    begun = ask("POST", "/play", "opponent=two")["games"]
    ((id_, kept),) = begun.items()
    games = {"*": None, id_: kept, "1" * 24: {"began": [], "version": 1}, "2" * 24: "x"}
    page = ask("GET", "/games", games=games)["page"]
    assert re.findall('<a href="/g/([^"]+)"', page) == [id_]
    assert ask("GET", f"/g/{'1' * 24}", games=games)["status"] == 422


def test_the_api_is_answered_too() -> None:
    assert ask("GET", "/api/v1/puzzles/today")["body"]["is_daily"]
    assert ask("GET", "/api/v1/nothing")["body"]["status"] == 404


@pytest.mark.parametrize(
    "request_",
    ["", "{", "[]", "null", "{}", '{"language": "xx"}', '{"language": [], "path": 3}', "[" * 9_999],
)
def test_no_request_raises(request_: str) -> None:
    assert json.loads(respond(request_))["status"] == 500


def test_what_is_too_large_is_refused() -> None:
    assert ask("POST", "/play", "board=" + "x" * 17_000)["status"] == 413


def test_jinja_is_enough() -> None:
    code = (
        "import sys; from noughts.site.pages import respond; respond(input()); "
        "print(*{name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    )
    asked = {"method": "GET", "path": "/", "body": None, "language": "fr", "now": NOW}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        input=json.dumps({**asked, "games": {"*": None}}),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    needed = {"__main__", "jinja2", "markupsafe", "noughts"}
    assert needed <= {*done.stdout.split()}
    assert not {*done.stdout.split()} & {"litestar", "msgspec", "PIL", "sqlalchemy", "structlog"}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_three_hundred_visits_in_five_parts(server: TestClient[Any], part: int) -> None:
    counts = run(server, range(20_000 + 60 * part, 20_060 + 60 * part), 20)
    print(*sorted(counts.items()), sep="\n")
    assert counts["pages"] > 1_200
    assert all(counts[f"status {status}"] > 2 for status in (200, 303, 400, 403, 404, 409, 422))

"""Pages in the visitor's language: by the browser's header or the switch."""

from __future__ import annotations

import re

import httpx

from noughts.server.http.static_files import static
from noughts.wording.language import LANGUAGES


def language(answer: httpx.Response) -> str:
    (found,) = re.findall(r'<html lang="([a-z]+)" dir="ltr">', answer.text)
    assert answer.headers["content-language"] == found
    assert {"accept-language", "cookie"} <= set(re.split(", *", answer.headers["vary"].lower()))
    return str(found)


def test_a_page_is_in_the_language_that_the_browser_prefers(guest: httpx.Client) -> None:
    for header, expected in (
        ("", "en"),
        ("de-AT,en;q=0.5", "de"),
        ("tlh, fr;q=0.3, en;q=0.2", "fr"),
        ("xx;q=1" * 10_000, "en"),
        (";;;,,=;q=nan, es;q=inf", "en"),
    ):
        answer = guest.get("/rooms", headers={"Accept-Language": header})
        assert language(answer) == expected, header[:40]


def test_static_files_are_the_same_in_every_language_and_english_needs_no_translations(
    guest: httpx.Client,
) -> None:
    answer = guest.get(static("styles/base.css"))
    assert "cookie" not in answer.headers.get("vary", "").lower()
    assert "content-language" not in answer.headers
    assert 'id="messages"' not in guest.get("/").text
    german = guest.get("/", headers={"Accept-Language": "de"}).text
    assert '<script type="application/json" id="messages">{' in german


def test_the_switch_outlasts_the_page(guest: httpx.Client) -> None:
    answer = guest.post("/language", data={"language": "es", "back": "/rooms"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rooms"
    assert "HttpOnly" in answer.headers["set-cookie"]
    try:
        assert language(guest.get("/", headers={"Accept-Language": "de"})) == "es"
    finally:
        guest.cookies.clear()


def test_every_page_has_a_switch_that_leads_back_to_it_alone(guest: httpx.Client) -> None:
    answer = guest.get("/help")
    assert '<input type="hidden" name="back" value="/help">' in answer.text
    for code, name in LANGUAGES.items():
        assert re.search(
            rf'<button name="language" value="{code}" lang="{code}".*>{name}<', answer.text
        )
    for answer in (guest.get("/nowhere at all"), guest.post("/play", data={"seconds": "x"})):
        assert answer.status_code in (400, 404)
        assert '<input type="hidden" name="back" value="/">' in answer.text
    for back in ("//evil.example", "/\\evil.example", "https://evil.example", "x"):
        answer = guest.post("/language", data={"language": "de", "back": back})
        assert answer.status_code == 400, back
        assert "location" not in answer.headers
    assert guest.post("/language", data={"language": "../../etc"}).status_code == 422

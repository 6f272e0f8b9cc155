"""What search engines ask for, and what pages tell them."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx
from PIL import Image

from noughts.pages.listed import listed_pages
from noughts.wording.language import LANGUAGES
from tests.server.client import Client


def links(page: str) -> dict[str, str]:
    """The canonical address of a page, and those in other languages."""
    found = re.findall(r'<link rel="(\w+)"(?: hreflang="([\w-]+)")? href="([^"]+)">', page)
    named = {language or kind: unescape(address) for kind, language, address in found}
    return {name: named[name] for name in ("canonical", "x-default", *LANGUAGES) if name in named}


def test_the_list_names_every_page_in_every_language_and_each_is_there(guest: httpx.Client) -> None:
    robots = guest.get("/robots.txt").raise_for_status()
    assert robots.headers["content-type"].startswith("text/plain")
    (address,) = re.findall(r"^Sitemap: (.*)$", robots.text, re.MULTILINE)
    listed = ElementTree.fromstring(guest.get(address).raise_for_status().content)
    places = [entry.text or "" for entry in listed.iter() if entry.tag.endswith("}loc")]
    assert len(set(places)) == len(places) == len(listed_pages()) * (1 + len(LANGUAGES))
    forbidden = re.findall(r"^Disallow: (.*)$", robots.text, re.MULTILINE)
    for place in places:
        assert not urlsplit(place).path.startswith(tuple(forbidden))
    for path in listed_pages():
        page = guest.get(path, headers={"Accept-Language": "fr"}).raise_for_status().text
        known = links(page)
        assert {known["canonical"], known["x-default"]} == {str(guest.base_url.join(path))}
        assert {known[code] for code in LANGUAGES} <= set(places)


def test_an_address_that_names_a_language_is_in_it_and_the_next_page_too(
    guest: httpx.Client,
) -> None:
    try:
        for code in LANGUAGES:
            address = f"{guest.base_url.join('/help')}?language={code}"
            page = guest.get(address, headers={"Accept-Language": "es"})
            assert f'<html lang="{code}"' in page.text
            assert links(page.text)["canonical"] == links(page.text)[code] == address
            assert f'<html lang="{code}"' in guest.get("/help").text
        for unknown in ("tlh", "de-AT", "", "../de"):
            assert f'<html lang="{code}"' in guest.get("/help", params={"language": unknown}).text
    finally:
        guest.cookies.clear()


def test_what_belongs_to_few_is_not_listed(guest: httpx.Client, visitor: Client) -> None:
    game, room = visitor.begin(opponent=None), visitor.open_room()
    for path in (f"/g/{game['id']}", f"/r/{room['code']}", "/games"):
        page = guest.get(path).raise_for_status().text
        assert '<meta name="robots" content="noindex">' in page, path
        assert not links(page), path
    assert not links(guest.get("/a/..._..._..._x_3").text)


def test_the_icon_is_where_everything_looks_for_one(guest: httpx.Client) -> None:
    answer = guest.get("/favicon.ico").raise_for_status()
    assert answer.headers["content-type"] == "image/x-icon"
    assert Image.open(BytesIO(answer.content)).info["sizes"] == {(16, 16), (32, 32), (48, 48)}

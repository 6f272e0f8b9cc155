"""Every link of every page of a site leads somewhere: none to what only a server has."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import pytest

from noughts import site
from noughts.server.http.static_files import SITE, read_files
from noughts.site.build import built_pages
from noughts.site.pages import respond

_STATIC = "/static/1"
_SAME = 2  # pages that differ in their numbers and positions alone
_VARIES = re.compile(r"[0-9a-f]{24}|[.xo]+(_[.xo]+)*_[xo]_\d+|\d+")
_GAME_TO_COME = re.compile("/g/(/|$)")  # whose id a script writes
_NOT_THERE = {404, 405, 501}  # whatever a form sends


class Links(HTMLParser):
    """Where a page leads, by the method of the request; and the places in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self._found: list[tuple[str | None, str]] = []  # with the form that sends it
        self._forms: dict[str | None, str] = {None: "get"}
        self._form: str | None = None
        self.feed(page)

    @property
    def links(self) -> list[tuple[str, str]]:
        return [(self._forms[form].upper(), link) for form, link in self._found]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        if tag == "form":
            self._form = values.get("id") or f"form {len(self._forms)}"
            self._forms[self._form] = values.get("method") or "get"
        for name in ("href", "src", "action", "formaction"):
            if link := values.get(name):
                is_sent = name in ("action", "formaction") and values.get("formmethod") != "get"
                self._found.append((values.get("form", self._form) if is_sent else None, link))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


@dataclass
class Crawl:
    """One who follows every link, with the games that their browser keeps."""

    server: str
    games: dict[str, Any] = field(default_factory=dict)
    pages: dict[str, Links] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    _shapes: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def ask(self, method: str, path: str, body: str | None = None) -> Any:
        asked: dict[str, Any] = {
            **{"method": method, "path": path, "body": body, "language": "en"},
            **{"now": "2026-11-30T12:00:00+00:00", "seed": "crawl"},
            "games": {"*": None, **self.games},
            "site": {"static": _STATIC, "server": self.server},
        }
        answer = json.loads(respond(json.dumps(asked)))
        if "needs" in answer:  # a game that there is not
            asked["games"] |= dict.fromkeys(answer["needs"])
            answer = json.loads(respond(json.dumps(asked)))
        return answer

    def play(self) -> str:
        """Play two at one screen until X has won; returns the address of the game."""
        new = json.dumps({"opponent": None, "board": "3x3:3", "first": "x"})
        answer = self.ask("POST", "/api/v1/games", new)
        self.games |= answer["games"]
        address = f"/g/{answer['body']['id']}"
        for version, square in enumerate((4, 0, 2, 1, 6), answer["body"]["version"]):
            move = urlencode({"version": version, "square": square})
            self.games |= self.ask("POST", f"{address}/play", move)["games"]
        return address

    def follow(self, start: str) -> None:
        waiting = [("GET", start, "")]
        while waiting:
            method, address, fragment = waiting.pop()
            if method == "GET" and (links := self.pages.get(address)):
                self._check(fragment, links, address)
                continue
            path = urlsplit(address).path
            shape = (method, _VARIES.sub("N", path), *sorted(dict(_query(address))))
            self._shapes[shape] += 1
            if self._shapes[shape] > _SAME:
                continue
            answer = self.ask(method, address, None if method == "GET" else "")
            if method != "GET":
                if answer["status"] in _NOT_THERE:
                    self.faults.append(f"{method} {address}: {answer['status']}")
            elif "redirect" in answer:
                waiting.append(("GET", urljoin(address, answer["redirect"]), ""))
            elif answer["status"] != 200:
                self.faults.append(f"{address}: {answer['status']}")
            elif "page" in answer:
                links = self.pages[address] = Links(answer["page"])
                self._check(fragment, links, address)
                waiting += self._onward(address, links)

    def _onward(self, address: str, links: Links) -> list[tuple[str, str, str]]:
        onward = []
        for method, link in links.links:
            to = urlsplit(urljoin(f"https://site{address}", link))
            if to.scheme == "data" or _GAME_TO_COME.match(to.path):
                continue
            if to.netloc != "site":
                if not self.server or to.netloc != urlsplit(self.server).netloc:
                    self.faults.append(f"{address} leads to {link}")
            elif to.path.startswith("/static/"):
                if to.path.removeprefix(f"{_STATIC}/") not in _FILES:
                    self.faults.append(f"{address} shows {link}")
            else:
                there = to._replace(scheme="", netloc="", fragment="").geturl()
                onward.append((method, there, to.fragment))
        return onward

    def _check(self, fragment: str, links: Links, address: str) -> None:
        if fragment and fragment not in links.ids:
            self.faults.append(f"{address} has no #{fragment}")


def _query(address: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(address).query, keep_blank_values=True)


_OWN = Path(site.__file__ or "").parent / "static"  # scripts that only a site has
_FILES = {*read_files(), SITE, *(path.relative_to(_OWN).as_posix() for path in _OWN.rglob("*.js"))}


@pytest.mark.parametrize("server", ["", "https://play.example.org"])
def test_every_link_leads_somewhere(server: str) -> None:
    crawl = Crawl(server)
    game = crawl.play()
    for address in (*built_pages(), "/games", "/puzzles", game, f"{game}/review"):
        crawl.follow(address)
    assert not crawl.faults
    kinds = {urlsplit(address).path.split("/")[1] for address in crawl.pages}
    assert {"", "a", "g", "games", "help", "learn", "puzzles", "rooms"} <= kinds
    assert len(crawl.pages) > 60

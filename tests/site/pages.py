"""One who asks a server and a browser for the same pages, and compares what they show."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import httpx
from markupsafe import escape

from noughts.site.games import restored
from noughts.site.pages import respond
from noughts.wording.language import gettext as _
from noughts.wording.language import use
from tests.site.both import BEGAN, Both

STATIC = "/static/0123456789ab"
# What a site of files has otherwise, as patterns of what is taken out of both pages.
OTHERWISE = tuple(
    re.compile(pattern, re.MULTILINE | re.DOTALL)
    for pattern in (
        r'^<meta (property="og:|name="twitter:)[^\n]*\n',  # pictures of positions
        r'^<link rel="(canonical|alternate)"[^\n]*\n',  # what is built has them otherwise
        r"^<noscript><p>[^\n]*\n",
        r' data-(away|lost-text)="[^"]*"',  # what is said where the server or the engine fails
        r'^  <(form|p) class="languages".*?</\1>\n',
        r'^ *<a class="choice" href="/\?[^"]*&amp;opponent=friend&[^\n]*\n',
        r'^ *<button class="choice" [^\n]*\n',  # which says why there is none
        r'^ *<dialog class="sheet-over" id="friends".*?</dialog>\n',
        r'^<p class="soft after">[^<]*</p>\n',  # where games are kept
        r'^<section class="list" aria-labelledby="saving-title">.*?</section>\n',
        r"^<text [^>]*>https?://[^<]*</text>\n",  # the address at the foot of a sheet
    )
)
# Times, and the address of the styles and scripts.
MOMENTS = re.compile(r'(?<=<time class="soft" datetime=")[^<]*')
HASHED = re.compile("/static/[0-9a-f]{12}")
_GAME = re.compile('^/g/[0-9a-f]{24}$|(?<= data-game=")[0-9a-f]{24}')


class BothPages(Both):
    """A server and a browser that show pages of the same games."""

    def see(self, method: str, path: str, form: Mapping[str, Any] | None = None) -> httpx.Response:
        """Return the server's answer, which the browser's is compared with."""
        content = None if form is None else urlencode(form)
        headers = {
            "Accept-Language": self.language,
            "Authorization": f"Bearer {self.secret}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        theirs = self.http.request(
            method, path, content=content, headers=headers, follow_redirects=False
        )
        ours = self._page(method, self._own(path), content)
        if self._reply() and "page" in ours:  # a server shows it only after the computer's move
            ours = self._page("GET", self._own(path), None)
        self._compare(f"{method} {path} {content} in {self.language}", ours, theirs)
        self.counts[f"status {theirs.status_code}"] += 1
        self.counts["pages"] += 1
        return theirs

    def _reply(self) -> bool:
        """Have the browser make the computer's move, as its page does; True if there was one."""
        thinking = [id_ for id_, game in self.kept.items() if restored(game).is_computer_to_move]
        for id_ in thinking:
            self._answer("GET", f"/games/{id_}", None)
            self.counts["replies"] += 1
        return bool(thinking)

    def _compare(self, asked: str, ours: Any, theirs: httpx.Response) -> None:
        assert ours["status"] == theirs.status_code, (asked, theirs.text, ours)
        if "redirect" in ours:
            to = theirs.headers["location"]
            self._note_game(to, ours["redirect"])
            assert ours["redirect"] == self._own(to), asked
        elif "page" in ours:
            self._note_game(theirs.text, ours["page"])
            page = ours["page"].replace(*self._unknown)
            own, other = self._shown(page), self._shown(self._own(theirs.text))
            different = [pair for pair in zip(own, other, strict=False) if pair[0] != pair[1]]
            assert own == other, (asked, different[:3])
        elif not theirs.headers["content-type"].startswith("image/png"):  # ours is SVG
            file = b64decode(ours["file"]).decode()
            assert self._shown(file) == self._shown(self._own(theirs.text)), asked

    @property
    def _unknown(self) -> tuple[str, str]:
        """What is told of a game that is not there: by the browser, and by the server."""
        with use(self.language):
            return (
                str(
                    escape(
                        _("This game isn't in this browser, but in the one in which it was played")
                    )
                ),
                str(escape(_("There's no such game – it may have been deleted"))),
            )

    def _note_game(self, theirs: str, ours: str) -> None:
        """Note the ids of a game to which both lead, or that both show."""
        if (server := _GAME.search(theirs)) and (browser := _GAME.search(ours)):
            self.ids.setdefault(server[0][-24:], browser[0][-24:])

    def _own(self, text: str) -> str:
        """Return what a server says with the browser's ids."""
        for server, browser in self.ids.items():
            text = text.replace(server, browser)
        return text

    @staticmethod
    def _shown(text: str) -> list[str]:
        """Return the lines of a page, without what a site has otherwise."""
        text = HASHED.sub(STATIC, MOMENTS.sub("", text))
        for pattern in OTHERWISE:
            text = pattern.sub("", text)
        return text.split("\n")

    def _page(self, method: str, path: str, content: str | None) -> Any:
        """Return the browser's answer, with what is kept of the games that it needs."""
        self.seconds += 1
        asked: dict[str, Any] = {
            "method": method,
            "path": path,
            "body": content,
            "language": self.language,
            "now": (BEGAN + timedelta(seconds=self.seconds)).isoformat(),
            "seed": self.secret,
            "games": {},
            "site": {"static": STATIC},
        }
        answer = json.loads(respond(json.dumps(asked)))
        while "needs" in answer:
            for id_ in answer["needs"]:
                asked["games"] |= {**self.kept, "*": None} if id_ == "*" else {}
                asked["games"].setdefault(id_, self.kept.get(id_))
            answer = json.loads(respond(json.dumps(asked)))
        self.keep(answer["games"])
        return answer

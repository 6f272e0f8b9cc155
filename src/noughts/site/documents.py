"""The pages of a site, as the engine writes them, with their links led to files."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from html.parser import HTMLParser

_ADDRESS = re.compile(r'(?<=\s)(href|src|action|formaction)="([/?][^"]*)"')
_METHOD = re.compile(r'(?<=\s)(formmethod|method)="(get|post)"')
_SOURCE = re.compile(r'\ssrc="([^"]*)"')

# Where something is: its address, and the language of what a link leads to, if it says that.
Placing = Callable[[str, str | None], str]


class Document(HTMLParser):
    """A page that is copied tag by tag, since what stands between tags may look like one.

    Its addresses become what `place` returns. Its scripts become names for `boot.js`, which runs
    them, and its forms lead nowhere until that is there, since no host takes them. What is to be
    added to its head is known once it is read: `finished` adds it.
    """

    def __init__(self, page: str, place: Placing) -> None:
        super().__init__(convert_charrefs=False)
        self.title = self.description = ""
        self._place = place
        self._within = ""  # the tag that was opened last
        self._is_module = False
        self._parts: list[str] = []
        self._head = 0  # the part that ends the head
        self.feed(page)
        self.close()

    def finished(self, head: str) -> str:
        """Return the page with more in its head."""
        return "".join((*self._parts[: self._head], head, *self._parts[self._head :]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text, values = self.get_starttag_text() or "", dict(attrs)

        def placed(match: re.Match[str]) -> str:
            place = self._place(unescape(match[2]), values.get("hreflang"))
            return f'{match[1]}="{escape(place)}"'

        if values.get("name") == "description":
            self.description = values["content"] or ""
        text = _METHOD.sub(r'\1="dialog" data-method="\2"', _ADDRESS.sub(placed, text))
        self._is_module = tag == "script" and values.get("type") == "module"
        if self._is_module and (source := _SOURCE.search(text)):
            text = f'<link rel="modulepreload" data-start href="{source[1]}">'
        self._within = tag
        self._parts.append(text)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._is_module:
            return
        if tag == "head":
            self._head = len(self._parts)
        self._within = ""
        self._parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._within == "title" and not self._head:
            self.title += data
        self._parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._parts.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._parts.append(f"<!{decl}>")

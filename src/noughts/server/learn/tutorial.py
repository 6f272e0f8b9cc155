"""The pages of the tutorial, which `tools/tutorial.py` renders when the package is built."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct

from noughts.server.http.identity import ContextDep
from noughts.server.http.pages import page, redirect


class Rendered(Struct, frozen=True):
    """A page, a program or a solution; `links` has the addresses and titles of those beside it."""

    title: str
    body: str
    links: dict[str, tuple[str, str]]


@cache
def rendered() -> dict[str, Rendered]:
    """Return all there is, by its names."""
    content = Path(__file__).with_suffix(".json").read_bytes()
    return msgspec.json.decode(content, type=dict[str, Rendered])


@get(["/learn/tutorial", "/learn/tutorial/{name:path}"], include_in_schema=False)
async def show(context: ContextDep, name: FromPath[str] = "index") -> Template | Redirect:
    """Return a page of the tutorial: one of twelve programs, explained."""
    stem = name.removeprefix("/").removesuffix(".md")
    found = rendered().get(stem)
    if found is None:
        raise NotFoundException
    if name.endswith(".md"):  # as the sources call it
        return redirect(f"/learn/tutorial/{stem}".removesuffix("/index"))
    return page(context, "learn/tutorial.html", found.title, found=found)

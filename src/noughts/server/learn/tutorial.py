"""The pages of the tutorial, which `tools/tutorial.py` renders when the package is built."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from litestar import Controller, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct

from noughts.server.http.identity import ContextDep, RequestContext
from noughts.server.http.pages import page, redirect

_FILE = Path(__file__).with_suffix(".json")


class Rendered(Struct, frozen=True):
    """A page, program or solution."""

    title: str
    body: str


@cache
def rendered() -> dict[str, Rendered]:
    """Return what there is, by its names: the pages in order, then the programs and solutions."""
    return msgspec.json.decode(_FILE.read_bytes(), type=dict[str, Rendered])


class TutorialPages(Controller):
    """Twelve programs, each explained on a page."""

    include_in_schema = False
    path = "/learn/tutorial"

    @get()
    async def index(self, context: ContextDep) -> Template:
        return _page(context, "index")

    @get("/{name:path}")
    async def show(self, context: ContextDep, name: FromPath[str]) -> Template | Redirect:
        stem = name.removeprefix("/").removesuffix(".md")
        if stem not in rendered():
            raise NotFoundException
        if stem == "index" or name.endswith(".md"):  # as the sources call it
            return redirect("/learn/tutorial" if stem == "index" else f"/learn/tutorial/{stem}")
        return _page(context, stem)


def _page(context: RequestContext, name: str) -> Template:
    pages = {each: found.title for each, found in rendered().items() if not each.endswith(".py")}
    rung = name.rpartition("/")[2][:2]  # of which a program or solution is
    above = next(each for each in pages if each.startswith(rung))
    names, at = list(pages), list(pages).index(above)
    is_page, found = name == above, rendered()[name]
    return page(
        context,
        "learn/tutorial.html",
        found.title,
        found=found,
        is_page=is_page,
        titles=pages,
        back=(names[at - 1] if at else None) if is_page else above,
        following=names[at + 1] if is_page and at + 1 < len(names) else None,
    )

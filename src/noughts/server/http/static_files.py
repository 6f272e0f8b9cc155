"""Static files and their addresses, the service worker, and its page without a connection."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from litestar import Controller, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from noughts.language import gettext as _
from noughts.server.http.identity import ContextDep
from noughts.server.http.limits import UNLIMITED
from noughts.server.http.pages import page

FOLDER = Path(__file__).with_name("static")
SITE = "styles/site.css"
# Every page has these style sheets as one: each request more would cost the first page 0.7 kB.
_STYLES = ("theme", "base", "controls", "board", "table", "pages", "play")
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/manifest+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
_FOREVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)
# Comments are for readers, and so are the indents of styles: 0.4 kB of the first page.
_COMMENT = {
    ".css": re.compile(r"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL),
    ".js": re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n| +// [^\n]*$", re.DOTALL | re.MULTILINE),
}


def _content(file: Path) -> bytes:
    comment = _COMMENT.get(file.suffix)
    if comment is None:
        return file.read_bytes()
    return comment.sub("", file.read_text(encoding="utf-8")).encode()


def _contents() -> dict[str, bytes]:
    files = {
        file.relative_to(FOLDER).as_posix(): _content(file)
        for file in sorted(FOLDER.rglob("*"))
        if file.is_file()
    }
    return {**files, SITE: b"".join(files[f"styles/{name}.css"] for name in _STYLES)}


def _hash() -> str:
    digest = sha256()
    for name, content in _CONTENTS.items():
        digest.update(name.encode() + content)
    return digest.hexdigest()[:12]


_CONTENTS = _contents()
ROOT = f"/static/{_hash()}"


def static(name: str) -> str:
    """The address of a file, by its path in the folder."""
    return f"{ROOT}/{name}"


@get(f"{ROOT}/{{path:path}}", include_in_schema=False, cache_control=_FOREVER, opt=UNLIMITED)
async def static_file(path: FromPath[str]) -> Response[bytes]:
    """A file, which browsers cache for a year."""
    name = path.removeprefix("/")
    if name not in _CONTENTS:
        raise NotFoundException
    return Response(_CONTENTS[name], media_type=_TYPES[Path(name).suffix])


# What the layout of every page loads.
_NEEDED = (SITE, "fonts/fredoka.woff2", "icons/favicon.svg")


class OfflinePages(Controller):
    """Without a connection."""

    include_in_schema = False

    @get("/service-worker.js", media_type="text/javascript")
    async def worker(self) -> Template:
        needed = [static(name) for name in _NEEDED]
        return Template(
            "http/service_worker.js",
            context={"root": ROOT, "needed": needed},
            media_type="text/javascript",
        )

    @get("/offline")
    async def offline(self, context: ContextDep) -> Template:
        # A browser keeps it for whenever there is no connection: no room that somebody is in now.
        return page(context, "http/offline.html", _("You're offline"), own_room="")

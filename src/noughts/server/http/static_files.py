"""Static files: styles, scripts, fonts and icons, which browsers cache for a year."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from noughts.server.http.identity import YEAR
from noughts.server.http.limits import UNLIMITED

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
# Comments are for readers, and so are the indents of styles: 0.4 kB of the first page.
_COMMENT = {
    ".css": re.compile(rb"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL),
    ".js": re.compile(rb"^ *(?:/\*\*.*?\*/|//[^\n]*)\n| +// [^\n]*$", re.DOTALL | re.MULTILINE),
}
_FOREVER = CacheControlHeader(public=True, max_age=YEAR, immutable=True)


def _contents() -> dict[str, bytes]:
    found = {}
    for file in sorted(each for each in FOLDER.rglob("*") if each.is_file()):
        content, comment = file.read_bytes(), _COMMENT.get(file.suffix)
        name = file.relative_to(FOLDER).as_posix()
        found[name] = content if comment is None else comment.sub(b"", content)
    return {**found, SITE: b"".join(found[f"styles/{name}.css"] for name in _STYLES)}


_CONTENTS = _contents()
_HASH = sha256(b"".join(name.encode() + content for name, content in _CONTENTS.items()))
ROOT = f"/static/{_HASH.hexdigest()[:12]}"


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

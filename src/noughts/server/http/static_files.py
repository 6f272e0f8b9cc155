"""Static files: styles, scripts, fonts and icons, which browsers cache for a year."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
_SHORTER = Path(__file__).with_name("static.json")
# Every page has these style sheets as one: each request more would cost the first page 0.7 kB.
_STYLES = ("theme", "base", "controls", "board", "table", "pages", "play")
_TYPES = {
    ".css": "text/css",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/manifest+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
_FOREVER = CacheControlHeader(public=True, max_age=YEAR, immutable=True)


def read_files() -> dict[str, bytes]:
    """Return all files by their paths in the folder, as they are written."""
    paths = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths}


def sent(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return what is sent of files: of scripts and styles what `tools/static_files.py` made.

    One that has been edited since, or in a checkout where it was never run, goes as it is.
    """
    shorter = json.loads(_SHORTER.read_text(encoding="utf-8")) if _SHORTER.exists() else {}
    shown = {
        name: shorter[digest].encode() if (digest := sha256(file).hexdigest()) in shorter else file
        for name, file in files.items()
    }
    return shown | {SITE: b"".join(shown[f"styles/{name}.css"] for name in _STYLES)}


_FILES = read_files()
# Of the files as they are written, so that the address is the same on every node.
_HASH = sha256(b"".join(name.encode() + content for name, content in _FILES.items()))
ROOT = f"/static/{_HASH.hexdigest()[:12]}"
_SENT = sent(_FILES)


def static(name: str) -> str:
    """Return the address of a file, by its path in the folder."""
    return f"{ROOT}/{name}"


def read_file(name: str) -> bytes:
    """Return a file as it is sent, by its path in the folder."""
    return _SENT[name]


@get(f"{ROOT}/{{path:path}}", include_in_schema=False, cache_control=_FOREVER, opt=UNLIMITED)
async def static_file(path: FromPath[str]) -> Response[bytes]:
    """Return a file, which browsers cache for a year."""
    name = path.removeprefix("/")
    if name not in _SENT:
        raise NotFoundException
    return Response(_SENT[name], media_type=_TYPES[Path(name).suffix])

"""The pages without a server, as `make site` builds them: a server hands them out below `/site/`.

A browser that has kept them plays on where there is no connection.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from noughts.pages.environment import Offline
from noughts.server.http.identity import YEAR
from noughts.server.settings import InvalidSettings

ROOT = "/site/"
ADDRESSES = f"^{ROOT[:-1]}(/|$)"  # as a pattern
_INDEX = "index.html"
_SANDBOX = "/grade/sandbox.js"  # it makes a frame, whose script is one of the page
_SHELL = f"page/{_INDEX}"  # of every language; what is for other sites' pages is in it
_WORKER = "service_worker.js"
_LIST = re.compile(
    r"^const SITE = (\{.*?^\});", re.DOTALL | re.MULTILINE
)  # of files, in the worker
# What all languages share, at addresses that have a hash of the content.
_SHARED = "static/", "engine/"
_TYPES = {
    ".css": "text/css",
    ".gz": "application/gzip",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
# A site takes 0.9 s when the server starts; by the usual 9 it would be 1.6 s, for 0.3 % less.
_LEVEL = 6
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file, and how it is compressed if that makes it smaller.

    Both are kept, 22 MB of a site: to unpack the largest for each of a hundred slow clients would
    take 1 GB.
    """

    type: str
    content: bytes
    compressed: bytes | None
    tag: str  # of its content

    @classmethod
    def of(cls, path: Path) -> SiteFile:
        """Read a file."""
        content = path.read_bytes()
        tag = f'W/"{sha256(content).hexdigest()[:16]}"'
        compressed = gzip.compress(content, _LEVEL, mtime=0)
        is_smaller = len(compressed) < len(content)
        type_ = _TYPES.get(path.suffix, "application/octet-stream")
        return cls(type_, content, compressed if is_smaller else None, tag)


SiteFiles = Mapping[str, SiteFile]  # by their paths in the folder


def check_site(folder: Path) -> list[str]:
    """Return the files of the site in a folder; raises InvalidSettings unless all are there."""
    try:
        names = [_WORKER, *_listed((folder / _WORKER).read_text(encoding="utf-8"))]
        missing = next((name for name in names if not (folder / name).is_file()), "")
    except OSError:
        missing = _WORKER
    except ValueError:
        missing = f"list of its files in {_WORKER}"
    if missing:
        raise InvalidSettings(
            f"--site: {folder} is no built site, it has no {missing}: "
            "`make site` builds one, into build/site"
        )
    return names


def _listed(worker: str) -> list[str]:
    """Return the files that a service worker keeps; raises ValueError if it does not tell them."""
    match = _LIST.search(worker)
    site = json.loads(match[1] if match else "")
    addresses = {name for group in (site["shared"], *site["languages"]) for name in group}
    folders = {name for name in addresses if name.endswith("/") or not name}
    return sorted(addresses - folders | {name + _INDEX for name in folders})


def read_site(folder: Path) -> SiteFiles:
    """Return the files of a site; later changes of the folder show after a restart.

    Raises InvalidSettings where no site is, or one that cannot be read.
    """
    names = check_site(folder)
    try:
        return {name: SiteFile.of(folder / name) for name in names}
    except OSError as error:
        raise InvalidSettings(f"--site: {folder} cannot be read: {error.strerror}") from None


def offline(files: SiteFiles) -> Offline | None:
    """Return what pages tell of a site, if there is one."""
    if not files:
        return None
    shared = (
        len(file.compressed or file.content)
        for name, file in files.items()
        if name.startswith(_SHARED)
    )
    return Offline(ROOT, sum(shared))


def site_handler(files: SiteFiles) -> HTTPRouteHandler:
    """Return the handler of all addresses of a site."""
    policy = _policy(file for name, file in files.items() if name.endswith((_INDEX, _SANDBOX)))
    framed = policy.replace("frame-ancestors 'none'", "frame-ancestors *")

    @get([ROOT, f"{ROOT}{{path:path}}"], include_in_schema=False)
    async def site_file(request: Request[Any, Any, Any]) -> Response[bytes] | Redirect:
        """Return a file; the address of a folder ends with a slash: its links start there."""
        path = request.scope["raw_path"].decode("latin-1").partition("?")[0]
        if f"{path}/".removeprefix(ROOT) + _INDEX in files:
            query = request.scope["query_string"].decode("latin-1")
            return Redirect(f"{path}/{query and '?'}{query}", status_code=307)
        name = path.removeprefix(ROOT) + (_INDEX if path.endswith("/") else "")
        file = files.get(name)
        if file is None:
            raise NotFoundException
        headers = {
            "Cache-Control": _caching(name),
            # What is after the question mark is known in the browser alone, which keeps this page:
            # in a frame it has no games.
            "Content-Security-Policy": framed if name.endswith(_SHELL) else policy,
            "ETag": file.tag,
            "Vary": "Accept-Encoding",
        }
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if file.compressed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.content, media_type=file.type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, media_type=file.type, headers=headers)

    return site_file


def _caching(name: str) -> str:
    if name.startswith(_SHARED):
        return f"public, max-age={YEAR}, immutable"
    return "public, no-cache"


def _policy(pages: Iterable[SiteFile]) -> str:
    """Return what the pages may do: besides what others may, to run WebAssembly in a worker.

    Their few scripts that stand in a page are named by their hashes. A program that is graded runs
    in a frame without a network, by scripts that only this site makes: `blob:`.
    """
    inline = {script for page in pages for script in _INLINE.findall(page.content)}
    hashes = sorted(b64encode(sha256(script).digest()).decode() for script in inline)
    scripts = " ".join(
        ("'self'", "'wasm-unsafe-eval'", "blob:", *(f"'sha256-{own}'" for own in hashes))
    )
    return (
        f"default-src 'none'; script-src {scripts}; worker-src 'self' blob:; style-src 'self'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )

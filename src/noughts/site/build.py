"""Builds the pages without a server: `python -m noughts.site.build FOLDER`.

The folder holds static files, which any host serves, under any path: each page whose content never
changes in every language, one page that shows all others, the server's scripts and styles, and the
engine that answers them (`engine.py`). The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from html import escape, unescape
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin, urlsplit

from jinja2 import FileSystemLoader

from noughts.core import Position
from noughts.core.errors import NoughtsError
from noughts.pages.environment import Site, environment
from noughts.pages.learn import tutorial_pages
from noughts.pages.listed import SAME, robots, sitemap
from noughts.pages.page import Page, site_name
from noughts.server.http.static_files import read_files, sent
from noughts.server.learn.pictures import board_picture
from noughts.site import engine, pages
from noughts.site.documents import Document
from noughts.site.engine import Engine
from noughts.site.offline import service_worker
from noughts.site.places import SHELL, Places, home
from noughts.site.requests import EVERY
from noughts.wording.language import ENGLISH, LANGUAGES, use

_OWN = Path(__file__).with_name("static")
_STATIC = "static/"
_TEMPLATES = Path(__file__).with_name("templates")
_ENGINE = "engine/"
_INDEX = "index.html"
_MANIFEST = "manifest.json"
_SERVICE_WORKER = "service_worker.js"
_FAVICON = "favicon.ico"
_ROBOTS, _SITEMAP = "robots.txt", "sitemap.xml"  # of a site whose address is known
_PICTURE = "icons/preview.png"  # which other sites show with a link
_SAMPLE = "x.o/.x./o.. x 3"
# Home may be a game that goes on: until that is shown, nothing can be pressed.
_WAITING = """<script>
try {
  const isKept = localStorage.getItem("noughts.kept") === "true";
  if (isKept || location.search) document.documentElement.dataset.waiting = "";
} catch {}
</script>"""
# What is pressed before the scripts are there is done then.
_EARLY = """<script>
addEventListener("submit", ({ submitter }) => { globalThis.early = submitter; });
</script>"""
_NO_DATE = "2026-01-01T00:00:00Z"  # nothing that is built depends on it


class NoSite(NoughtsError):
    """A site that cannot be built."""


def build(
    folder: Path, pyodide: Path, *, server: str = "", url: str = "", node: str = "node"
) -> None:
    """Write a site into a folder, in place of the one that is there.

    `pyodide` is the npm package of that name. People meet on the `server`, if one is named. Other
    sites show pictures of links to this one, and search engines know its languages, only if it
    knows the address, `url`, that it will have. Raises NoSite, OSError and CalledProcessError.
    """
    for address in filter(None, (server, url)):
        _check_address(address)
    _check_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as beside:
        new = Path(beside, "site")
        files = engine.build(pyodide, new / _ENGINE, node=node)
        for name, content in _files(files, server, url and url.rstrip("/") + "/"):
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        worker = service_worker(new, (_ENGINE, _STATIC), _homes())
        (new / _SERVICE_WORKER).write_bytes(worker)
        _replace(folder, new, Path(beside, "old"))


def _check_address(address: str) -> None:
    """Raise NoSite unless an address is one of the web, to which paths can be added."""
    parts = urlsplit(address)
    is_web = parts.scheme in ("http", "https") and parts.hostname
    if not is_web or parts.query or parts.fragment:
        raise NoSite(f"{address} is no address of a site, such as https://example.org/noughts")


def _check_folder(folder: Path) -> None:
    """Raise NoSite if a folder holds anything but a site, which may be an older one."""
    held = {path.name for path in folder.iterdir()} if folder.exists() else set()
    others = sorted(held - _top_level())
    if others or (held and not (folder / SHELL / _INDEX).exists()):
        others = others or sorted(held)
        raise NoSite(f"{folder} holds something else, {others[0]}: name a new or an empty folder")


def _top_level() -> set[str]:
    """Return the names of all that is in the folder of a site itself."""
    folders = (SHELL, _ENGINE, _STATIC, *_homes().values(), *built_pages())
    names = {folder.strip("/").partition("/")[0] for folder in folders} - {""}
    return names | {_INDEX, _MANIFEST, _SERVICE_WORKER, _FAVICON, _ROBOTS, _SITEMAP}


def _replace(folder: Path, new: Path, old: Path) -> None:
    """Put a folder in place of another, which moves away; it stays where that fails."""
    is_there = folder.exists()
    if is_there:
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if is_there:
            old.rename(folder)
        raise


def _homes() -> dict[str, str]:
    return {language: home(language) for language in LANGUAGES}


def built_pages() -> tuple[str, ...]:
    """Return the addresses of the pages that are the same whoever asks, and when."""
    chapters = (name for name in tutorial_pages() if name != "index")
    return *SAME, "/learn/tutorial", *(f"/learn/tutorial/{name}" for name in chapters)


def static_files(files: Engine, server: str) -> dict[str, bytes]:
    """Return the scripts, styles, fonts and icons of a site, which has some scripts of its own."""
    own = {
        path.relative_to(_OWN).as_posix(): path.read_bytes() for path in sorted(_OWN.rglob("*.js"))
    }
    del own[_SERVICE_WORKER]  # which is at the root, and knows all other files
    known = {
        "built": built_pages(),
        "homes": _homes(),
        "server": server,
        "engine": _ENGINE,
        "files": asdict(files),
    }
    own["site.js"] = f"export const SITE = {json.dumps(known, sort_keys=True)};\n".encode()
    picture = {_PICTURE: board_picture(Position.parse(_SAMPLE))}
    return sent(read_files() | own) | picture


def _files(files: Engine, server: str, url: str) -> Iterator[tuple[str, bytes]]:
    """Yield all files but those of the engine, by their paths."""
    static = static_files(files, server)
    digest = sha256(b"".join(name.encode() + static[name] for name in sorted(static)))
    places = Places(f"{_STATIC}{digest.hexdigest()[:12]}/", built_pages())
    yield from ((places.static + name, content) for name, content in static.items())
    for language in LANGUAGES:
        with use(language):
            for address in built_pages():
                page = _page(address, language, server)
                file = _placed(page, address, language, places, url)
                yield _file(places.of(address, language)), file
            shell = _placed(_shell(server), "", language, places, url)
            yield _file(home(language) + SHELL), shell
        yield home(language) + _MANIFEST, _manifest(static[_MANIFEST], language, places)
    yield _FAVICON, static[f"icons/{_FAVICON}"]
    if url:
        listed = (url + places.of(page, code) for page in built_pages() for code in LANGUAGES)
        yield _SITEMAP, sitemap(listed).encode()
        yield _ROBOTS, robots(url + _SITEMAP).encode()


def _shell(server: str) -> str:
    """Return the page that shows what the engine answers, in the language in use."""
    templates = environment(
        FileSystemLoader(_TEMPLATES), static=lambda name: f"/static/1/{name}", site=Site(server)
    )
    context = Page("shell.html", site_name()).context("/page", "")
    return templates.get_template("shell.html").render({**context, "picture": ""})


def _file(place: str) -> str:
    return place + _INDEX


def _page(address: str, language: str, server: str) -> str:
    """Return a page as the engine answers it."""
    asked = {
        "method": "GET",
        "path": address,
        "body": None,
        "games": {EVERY: None},
        "language": language,
        "now": _NO_DATE,
        "site": {"static": "/static/1", "server": server},
    }
    answer = json.loads(pages.respond(json.dumps(asked)))
    if answer.get("status") != HTTPStatus.OK:
        raise NoSite(f"{address} has no page: {answer}")
    text: str = answer["page"]
    return text


def _placed(page: str, address: str, language: str, places: Places, url: str) -> bytes:
    """Return the file of a page, or of the shell, which has no address."""
    here = places.of(address, language) if address else home(language) + SHELL

    def relative(place: str) -> str:
        return ("../" * here.count("/") or "./") + place  # a dot marks it for content.js

    def place(to: str, other: str | None) -> str:
        whole = urljoin(address or "/", to)
        if whole.endswith(_MANIFEST):
            return relative(home(language) + _MANIFEST)
        if whole.endswith("/picture.png"):
            return relative(places.static + _PICTURE)
        return relative(places.of(whole, other or language))

    document = Document(page, place)
    boot = f'<script type="module" src="{relative(places.static)}boot.js"></script>'
    head = [_EARLY, boot]
    if address == "/":
        head += [_WAITING]
    if address:
        canonical = url + here if url else "./"  # without the query
        head += [f'<link rel="canonical" href="{escape(canonical)}">']
        head += _alternates(address, places, url) if url else ()
        picture = url and url + places.static + _PICTURE
        head += _preview(document, url and url + here, picture)
    else:
        head += ['<meta name="robots" content="noindex">']
    return document.finished("\n".join((*head, ""))).encode()


def _alternates(address: str, places: Places, url: str) -> Iterator[str]:
    """Yield where a page is in every language, for search engines, which want whole addresses."""
    for name, language in (*zip(LANGUAGES, LANGUAGES, strict=True), ("x-default", ENGLISH)):
        place = escape(url + places.of(address, language))
        yield f'<link rel="alternate" hreflang="{name}" href="{place}">'


def _preview(document: Document, address: str, picture: str) -> list[str]:
    """Return what other sites show with a link to a page; an address and a picture may be empty."""
    facts = {
        "type": "website",
        "site_name": site_name(),
        "title": unescape(document.title),
        "description": document.description,
    }
    if address:
        facts |= {"url": address, "image": picture, "image:width": "1200", "image:height": "630"}
    tags = [f'<meta property="og:{name}" content="{escape(fact)}">' for name, fact in facts.items()]
    return [*tags, '<meta name="twitter:card" content="summary_large_image">'] if address else tags


def _manifest(server: bytes, language: str, places: Places) -> bytes:
    """Return what an installed app is told, by the server's."""
    known = json.loads(server)
    up = "../" * home(language).count("/")
    known |= {"id": "./", "start_url": "./", "scope": up or "./", "lang": language}
    for icon in known["icons"]:
        icon["src"] = f"{up}{places.static}{icon['src']}"
    for shortcut in known["shortcuts"]:
        shortcut["url"] = up + places.of(shortcut["url"], language)
    return json.dumps(known, ensure_ascii=False, indent=2).encode()


def _node() -> str:
    """Return the Node of this machine, or else the one that Playwright carries; raises NoSite."""
    if (node := shutil.which("node")) is not None:
        return node
    spec = find_spec("playwright")
    for place in spec.submodule_search_locations or () if spec else ():
        for carried in Path(place, "driver").glob("node*"):
            return str(carried)
    raise NoSite("no Node here, which compiles Python for the browser: install it")


def main() -> int:
    """Build what the command line asks for; 1 if that cannot be built."""
    parser = argparse.ArgumentParser(description="Build the pages without a server.")
    parser.add_argument("folder", type=Path, help="where to write the site")
    parser.add_argument(
        "--server", default="", help="the address of a server for friends and rooms"
    )
    parser.add_argument("--url", default="", help="the address that the site will have")
    default = Path("build/pyodide/node_modules/pyodide")
    parser.add_argument("--pyodide", type=Path, default=default, help="the npm package")
    options = parser.parse_args()
    try:
        build(
            options.folder,
            options.pyodide,
            server=options.server,
            url=options.url,
            node=_node(),
        )
    except (NoSite, OSError, subprocess.CalledProcessError) as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

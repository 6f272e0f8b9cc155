"""A built site that a server hands out: its files, their headers, and what no request gets."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from noughts.server.app import create_app
from noughts.server.http.middleware import wrap
from noughts.server.http.site_files import read_site
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import InvalidSettings, Settings
from noughts.site.offline import service_worker

INLINE = b"\ntry { document.title; } catch {}\n"
FILES = {
    "index.html": b"<!doctype html><title>home</title><script>%b</script>" % INLINE + b"<p>" * 999,
    "de/index.html": b"<p>Anfang",
    "page/index.html": b"<p>shell",
    "manifest.json": b'{"name": "site"}',
    "static/1/board.js": b"// board\n" * 99,
    "static/1/board.css": b"p { color: red }\n" * 99,
    "static/1/icon.png": b"\x89PNG",
    "static/1/icon.svg": b"<svg/>",
    "static/1/letters.woff2": b"wOF2",
    "engine/pyodide-1/python.wasm": b"\0asm" * 99,
    "engine/pyodide-1/library.zip": b"PK",
    "engine/noughts-1.tar.gz": b"\x1f\x8bx",
    "engine/pyodide-1/NOTICE.txt": b"whose it is",
}
TYPES = {
    "": "text/html; charset=utf-8",
    "manifest.json": "application/json",
    "service_worker.js": "text/javascript; charset=utf-8",
    "static/1/board.css": "text/css; charset=utf-8",
    "static/1/icon.png": "image/png",
    "static/1/icon.svg": "image/svg+xml",
    "static/1/letters.woff2": "font/woff2",
    "engine/pyodide-1/python.wasm": "application/wasm",
    "engine/pyodide-1/library.zip": "application/zip",
    "engine/noughts-1.tar.gz": "application/gzip",
    "engine/pyodide-1/NOTICE.txt": "text/plain; charset=utf-8",
}


def write_site(folder: Path) -> Path:
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    worker = service_worker(folder, ["static/", "engine/"], {"en": "", "de": "de/"})
    (folder / "service_worker.js").write_bytes(worker)
    return folder


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A client of a server that has a site."""
    around = tmp_path_factory.mktemp("around")
    (around / "secret.txt").write_text("secret")
    folder = write_site(around / "built")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("secret")
    store = SqliteStore(around / "games.db")
    app = wrap(create_app(Settings(site=str(folder)), store), Counters())
    with TestClient(app) as client:
        yield client


def test_every_file_is_there_at_its_address_as_what_it_is(visitor: TestClient[Any]) -> None:
    worker = visitor.get("/site/service_worker.js").content
    assert b"index.html" not in worker
    assert b'"de/"' in worker
    for name, content in FILES.items():
        for encoding in ("gzip, br", "identity"):
            address = f"/site/{name.removesuffix('index.html')}"
            answer = visitor.get(address, headers={"Accept-Encoding": encoding})
            assert (answer.status_code, answer.content) == (200, content), (name, encoding)
            assert answer.headers.get("content-encoding") in ("gzip", None)
            assert "gzip" in encoding or "content-encoding" not in answer.headers
            assert answer.headers["x-content-type-options"] == "nosniff"
    for name, media_type in TYPES.items():
        assert visitor.get(f"/site/{name}").headers["content-type"] == media_type


def test_what_has_a_hash_is_kept_for_a_year_and_all_else_is_asked_for(
    visitor: TestClient[Any],
) -> None:
    for name in FILES:
        answer = visitor.get(f"/site/{name}")
        kept = answer.headers["cache-control"]
        is_hashed = name.startswith(("static/", "engine/"))
        assert kept == ("public, max-age=31536000, immutable" if is_hashed else "public, no-cache")
        again = visitor.get(f"/site/{name}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = visitor.get(f"/site/{name}", headers={"If-None-Match": 'W/"0"'})
        assert other.status_code == 200


def test_a_site_may_run_what_it_needs_and_nothing_else(visitor: TestClient[Any]) -> None:
    inline = b64encode(sha256(INLINE).digest()).decode()
    for name in ("", "de/", "static/1/board.js", "service_worker.js"):
        policy = visitor.get(f"/site/{name}").headers["content-security-policy"]
        parts = dict(part.split(" ", 1) for part in policy.split("; "))
        assert parts["script-src"] == f"'self' 'wasm-unsafe-eval' blob: 'sha256-{inline}'"
        assert parts["default-src"] == parts["frame-ancestors"] == "'none'"
        assert parts["worker-src"] == "'self' blob:"
        assert parts["connect-src"] == "'self'"
    for address in ("/", "/help", "/site/nothing"):
        assert "wasm" not in visitor.get(address).headers["content-security-policy"]


def test_other_sites_may_frame_the_page_that_shows_what_is_for_them(
    visitor: TestClient[Any],
) -> None:
    for address in ("page/", "page/?/a/3x3:3?embed", "page/?/games"):
        headers = visitor.get(f"/site/{address}").headers
        assert headers["content-security-policy"].endswith("frame-ancestors *")
        assert "x-frame-options" not in headers


def test_a_folder_is_at_an_address_with_a_slash(visitor: TestClient[Any]) -> None:
    for address in ("/site", "/site/de", "/site/page"):
        for query in ("", "?board=4x4:3"):
            answer = visitor.get(address + query, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (307, f"{address}/{query}")


@pytest.mark.parametrize(
    "path",
    [
        *("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "..%5csecret.txt"),
        *("/../secret.txt", "static/1/../../../secret.txt", "/etc/passwd", "//etc/passwd"),
        *(".git/config", "static", "static/", "engine/", "index.html/", "index.html%00", "%ff"),
    ],
)
def test_nothing_else_of_the_machine_is_there(visitor: TestClient[Any], path: str) -> None:
    request = httpx.Request("GET", "http://testserver.local/site/x")
    # As it is: a client would resolve the dots.
    request.url = httpx.URL("http://testserver.local").copy_with(raw_path=f"/site/{path}".encode())
    answer = visitor.send(request, follow_redirects=False)
    assert b"secret" not in answer.content
    assert answer.status_code == 404


def test_pages_offer_the_site_and_the_page_for_no_connection_leads_to_it(
    visitor: TestClient[Any],
) -> None:
    german = {"Accept-Language": "de"}
    assert 'data-offline="/site/de/"' in visitor.get("/", headers=german).text
    assert 'id="keep"' in visitor.get("/help").text
    assert "/site/" not in visitor.get("/offline").text.partition("<body>")[2]
    assert 'href="/site/de/"' in visitor.get("/offline?plays=true", headers=german).text
    worker = visitor.get("/service-worker.js", headers=german).text
    assert 'const KEPT = "/site/de/page/";' in worker


def test_a_server_without_a_site_offers_none(guest: httpx.Client) -> None:
    assert guest.get("/site/").status_code == 404
    for address in ("/", "/help", "/offline", "/offline?plays=true"):
        page = guest.get(address).text
        assert not re.search('/site/|data-offline|id="keep"', page), address
    assert 'const KEPT = "";' in guest.get("/service-worker.js").text


@pytest.mark.parametrize(
    "missing", ["index.html", "page/index.html", "service_worker.js", "static/1/board.js"]
)
def test_a_folder_without_a_built_site_is_refused(tmp_path: Path, missing: str) -> None:
    folder = write_site(tmp_path / "built")
    (folder / missing).unlink()
    with pytest.raises(InvalidSettings, match=f"it has no {missing}: `make site` builds one"):
        read_site(folder)


def test_a_service_worker_that_tells_no_files_is_refused(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "built")
    for text in ("", "const SITE = {};", "const SITE = {\n  nothing\n};"):
        (folder / "service_worker.js").write_text(text, encoding="utf-8")
        with pytest.raises(InvalidSettings, match="it has no list of its files in service_worker"):
            read_site(folder)


def test_what_is_linked_into_the_folder_is_not_there(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "built")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "secret.txt").symlink_to(tmp_path / "secret.txt")
    assert set(read_site(folder)) == {*FILES, "service_worker.js"}

"""A site of one page with the engine, and what a test asks it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from shutil import copy
from typing import Any

from playwright.sync_api import Page

from noughts.site import engine
from noughts.site.engine import Engine
from noughts.site.offline import service_worker
from tests.node import node

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "build/pyodide/node_modules/pyodide"
STATIC = Path(engine.__file__).parent / "static"
MISSING = "no Pyodide here: make build/pyodide/npm.log installs it"

_PAGE = """<!doctype html>
<title>A trial</title>
<script type="module">
import {{ Engine }} from "./engine.js";
window.engine = new Engine(new URL("engine/", location).href, {files}, {first});
window.progress = [];
engine.addEventListener("progress", ({{ detail }}) => progress.push(detail));
window.starts = [];
engine.addEventListener("ready", ({{ detail }}) => starts.push(detail.restored));
window.kept = new Promise(resolve => engine.addEventListener("kept", resolve, {{ once: true }}));
</script>
"""
# What becomes of the first version, or of the next. Only a visit would begin that unasked.
_INSTALL = """async () => {
  const known = await navigator.serviceWorker.getRegistration();
  const next = new Promise(resolve =>
    known?.addEventListener("updatefound", () => resolve(known.installing), { once: true }));
  const { installing, waiting, active } = known
    ? await known.update()
    : await navigator.serviceWorker.register("service_worker.js");
  const worker = known ? await next : installing ?? waiting ?? active;
  const isDone = () => ["activated", "redundant"].includes(worker.state);
  while (!isDone())
    await new Promise(resolve => worker.addEventListener("statechange", resolve, { once: true }));
  return worker.state;
}"""


def request(path: str, body: Any = None, **more: Any) -> str:
    """A request to the API, sent if it has a body."""
    method = "GET" if body is None else "POST"
    asked = {"method": method, "path": f"/api/v1{path}", "body": body, "games": {}} | more
    return json.dumps({"language": "en", "now": "2026-11-30T12:00:00Z", "seed": "trial", **asked})


FORK = request("/positions/x.o_..._..._x_3")


def build(folder: Path) -> Engine:
    """Write the page and what it needs."""
    files = build_engine(folder / "engine")
    for script in ("engine.js", "worker.js", "archive.js"):
        copy(STATIC / script, folder)
    page = _PAGE.format(files=json.dumps(asdict(files)), first=json.dumps([FORK]))
    (folder / "index.html").write_text(page, encoding="utf-8")
    write_service_worker(folder)
    return files


def write_service_worker(folder: Path) -> None:
    """Write what keeps the site as it is now."""
    script = folder / "service_worker.js"
    script.unlink(missing_ok=True)
    script.write_bytes(service_worker(folder, ["engine/"], {"en": ""}))


def build_engine(folder: Path) -> Engine:
    """Write the engine, compiled by the Node that Playwright carries."""
    return engine.build(PYODIDE, folder, node=str(node()))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder as Python does by itself; yields the address, with a slash at its end."""
    command = [sys.executable, "-um", "http.server", "0", "--bind=127.0.0.1", f"-d{folder}"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        port = re.search(r"port (\d+)", process.stdout.readline())
        assert port
        try:
            yield f"http://127.0.0.1:{port[1]}/"
        finally:
            process.terminate()


def ask(page: Page, request: str) -> Any:
    """The answer of the engine in a page, or what it was rejected with."""
    script = "request => engine.answer(request).catch(error => JSON.stringify(error.message))"
    return json.loads(page.evaluate(script, request))


def install(page: Page) -> str:
    """The state to which the site's service worker comes, the first or the next."""
    state: str = page.evaluate(_INSTALL)
    return state

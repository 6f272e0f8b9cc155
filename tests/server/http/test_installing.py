"""What makes the pages installable."""

from __future__ import annotations

import re
import struct

import httpx

from noughts.server.http.static_files import ROOT, static
from noughts.wording.language import LANGUAGES
from tests.server.client import Client


def test_the_manifest_has_icons_of_the_sizes_that_it_names(guest: httpx.Client) -> None:
    assert f'rel="manifest" href="{static("manifest.json")}"' in guest.get("/").text
    manifest = guest.get(static("manifest.json")).json()
    assert {"id", "name", "short_name", "start_url", "display"} <= manifest.keys()
    found = {icon["src"]: icon for icon in manifest["icons"]}
    for name, icon in found.items():
        content = guest.get(static(name)).raise_for_status().content
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in found.values()}
    assert any(icon.get("purpose") == "maskable" for icon in found.values())


def test_apple_phones_have_an_icon_and_each_language_its_worker(guest: httpx.Client) -> None:
    link = f'rel="apple-touch-icon" href="{static("icons/apple-touch-icon.png")}"'
    assert link in guest.get("/").text
    content = guest.get(static("icons/apple-touch-icon.png")).content
    assert struct.unpack(">II", content[16:24]) == (180, 180)
    workers = {
        guest.get("/service-worker.js", headers={"Accept-Language": code}).text
        for code in LANGUAGES
    }
    assert len(workers) == len(LANGUAGES)


def test_everything_that_the_worker_caches_is_there(guest: httpx.Client) -> None:
    answer = guest.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    files = re.findall(rf'"({ROOT}/[^"]+)"', answer.text)
    assert files
    for file in files:
        guest.get(file).raise_for_status()
    offline = guest.get("/offline").raise_for_status().text
    assert set(re.findall(r'<link rel="stylesheet" href="([^"]+)"', offline)) <= set(files)


def test_the_page_for_no_connection_is_kept_and_so_knows_of_no_room(visitor: Client) -> None:
    visitor.http.post("/rooms", data={"way": "free"})
    assert 'id="own-room"' in visitor.http.get("/help").text
    assert "own-room" not in visitor.http.get("/offline").text

"""Only our own pages and programs change anything, and every request says whom it is for."""

from __future__ import annotations

import socket
from itertools import product
from urllib.parse import urlsplit

from tests.serving import Server

FORM = "Content-Type: application/x-www-form-urlencoded"
HERE, THERE = "Origin: http://{host}", "Origin: https://example.org"
HOST = "Host: {host}"
SITES = ("cross-site", "same-site", "same-origin", "none", "", "Cross-Site", "anything")
UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)


def answered(server: Server, request: str, *lines: str) -> int:
    """The status of the answer to a request with just these header lines."""
    host = urlsplit(server.address).netloc
    name, _, port = host.partition(":")
    head = [f"{request} HTTP/1.1", *(line.format(host=host) for line in lines)]
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        return int(connection.recv(16).split()[1])


def begin(server: Server, *lines: str) -> int:
    return answered(server, "POST /play", FORM, "Content-Length: 0", *lines)


def test_forms_are_taken_from_our_pages_and_links_from_any(server: Server) -> None:
    """A program says neither an origin nor a site."""
    for origin in ([], [HERE]):
        assert begin(server, HOST, *origin) == 303
        for site in SITES:
            expected = 303 if site in ("same-origin", "none") else 403
            assert begin(server, HOST, *origin, f"Sec-Fetch-Site: {site}") == expected, site
    for site in SITES:
        assert answered(server, "GET /help", HOST, THERE, f"Sec-Fetch-Site: {site}") == 200, site


def test_a_request_has_one_origin_of_one_site_and_names_one_host(server: Server) -> None:
    for first, second in product((HERE, THERE, "Origin: null"), repeat=2):
        assert begin(server, HOST, first, second) == 403, (first, second)
    same, other = "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"
    for pair in ((same, other), (other, same), (same, same)):
        assert begin(server, HOST, *pair) == 403, pair
    nothing: list[str] = []
    wrong = (nothing, ["Host:"], ["Host: :80"], [HOST, HOST], [HOST, "Host: example.org"])
    for path, hosts in product(("/help", "/api/v1/games", "/healthz", "/"), wrong):
        assert answered(server, f"GET {path}", *hosts) == 400, (path, hosts)


def test_a_live_connection_is_opened_from_our_pages_alone(server: Server) -> None:
    path = f"GET /api/v1/games/{'0' * 24}/live"
    for lines in (
        [THERE],
        [HERE, THERE],
        [HERE, HERE],
        ["Sec-Fetch-Site: cross-site"],
        [HERE, "Sec-Fetch-Site: same-site"],
    ):
        assert answered(server, path, HOST, *UPGRADE, *lines) >= 400, lines
    assert answered(server, path, HOST, *UPGRADE, HERE) == 101
    assert answered(server, path, HOST, *UPGRADE) == 101

"""The HTTP requests that start games, over one open connection."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Any

_KEPT = 2.0  # seconds: both servers close a connection that is idle for 5


class Failed(Exception):
    """A server did not do what it should."""


class Lobby:
    """A server's HTTP API."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._used = time.monotonic()

    def post(self, path: str, data: object, headers: Mapping[str, str] | None = None) -> Any:
        """Send a request, and decode the JSON of the answer."""
        headers = {"Content-Type": "application/json", **(headers or {})}
        if time.monotonic() - self._used > _KEPT:
            self._connection.close()  # the next request opens it again
        self._connection.request("POST", path, json.dumps(data), headers)
        response = self._connection.getresponse()
        body = response.read()
        self._used = time.monotonic()
        if response.status >= HTTPStatus.BAD_REQUEST:
            raise Failed(f"{path} answers {response.status}: {body.decode()}")
        return json.loads(body)

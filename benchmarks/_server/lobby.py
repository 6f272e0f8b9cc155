"""The HTTP that begins games, over one open connection."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Any


class Failed(Exception):
    """A server did not do what it must."""


class Lobby:
    """A server's doors other than its sockets."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, path: str, data: object, headers: Mapping[str, str] | None = None) -> Any:
        """The answer to a request, read from JSON."""
        headers = {"Content-Type": "application/json", **(headers or {})}
        self._connection.request("POST", path, json.dumps(data), headers)
        response = self._connection.getresponse()
        body = response.read()
        if response.status >= HTTPStatus.BAD_REQUEST:
            raise Failed(f"{path} answers {response.status}: {body.decode()}")
        return json.loads(body)

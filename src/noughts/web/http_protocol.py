"""HTTP connections that do not wait for a request forever."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from noughts.web.token_bucket import network

REQUEST_SECONDS = 15.0  # until the whole of a request must have arrived
MOST_WAITING = 200  # connections of an address without a whole request; a class shares one address
# For one more: a proxy, when the server is back, opens hundreds at once, each with its request.
CROWDED_SECONDS = 2.0

_waiting: Counter[str] = Counter()  # such connections by address


class HttpConnection(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """A connection that is cut if it is silent, or a request takes too long to arrive.

    Otherwise a few hundred of them, which cost a client nothing, use up the server's descriptors.
    """

    transport: asyncio.Transport
    client: tuple[str, int] | None
    cycle: Any  # of the request and its response, once the headers have arrived
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_complete():
            self._stop_waiting()
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_complete(self) -> bool:
        """Whether a whole request was received and is being answered, maybe by a WebSocket."""
        if self.transport.get_protocol() is not self:
            return True
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def _wait(self) -> None:
        _waiting[self._address] += 1
        is_crowded = _waiting[self._address] > MOST_WAITING
        seconds = CROWDED_SECONDS if is_crowded else REQUEST_SECONDS
        self._deadline = asyncio.get_running_loop().call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is None:
            return
        self._deadline.cancel()
        self._deadline = None
        _waiting[self._address] -= 1
        if not _waiting[self._address]:
            del _waiting[self._address]

    @property
    def _address(self) -> str:
        return "" if self.client is None else network(self.client[0])

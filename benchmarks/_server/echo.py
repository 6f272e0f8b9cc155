"""The least that a uvicorn WebSocket can do: echo its messages. The argument is the port."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn


async def echo(_scope: Any, receive: Any, send: Any) -> None:
    """Serve one client."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


if __name__ == "__main__":
    # As src/noughts/server/server.py sets it up.
    uvicorn.run(
        echo,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_max_size=1_024,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
    )

"""Print the description of the API, from which the types of the pages' scripts are made."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any, cast

import httpx

from noughts.server.app import create_app
from noughts.server.log.sqlite import SqliteStore
from noughts.server.settings import Settings


async def description() -> str:
    """Return the description, asked for as any program would."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(), SqliteStore(Path(folder, "games.db")))
        transport = httpx.ASGITransport(cast("Any", app))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get("/api/openapi.json")).raise_for_status().text


if __name__ == "__main__":
    print(asyncio.run(description()))

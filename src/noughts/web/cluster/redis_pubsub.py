"""The wire over Redis or Valkey, for when PostgreSQL has enough to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redis.asyncio import Redis
from redis.exceptions import RedisError

from noughts.web.cluster.transport import CHANNEL, Hear, InvalidTransport, Outbox, stay_joined

_CHECK = 5  # seconds between two looks whether the connection still is one
_PATIENCE = 10.0
_FAILURES = (RedisError, OSError)


class RedisPubSub:
    """Notices over publish and subscribe; raises InvalidWire where the address is none."""

    def __init__(self, url: str) -> None:
        try:
            self._redis = Redis.from_url(
                url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
                decode_responses=True,
                socket_connect_timeout=_PATIENCE,
                health_check_interval=_CHECK,
            )
            self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        except (ValueError, TypeError) as error:  # the latter of options that there are not
            raise InvalidTransport(f"--bus: {error}") from None
        self._outbox = Outbox(self._send, _FAILURES)

    def tell(self, message: str) -> None:
        self._outbox.add(message)

    async def run(self, hear: Hear, joined: Callable[[], None]) -> None:
        async def join(begin: Callable[[], None]) -> None:
            async with self._redis.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                async for heard in pubsub.listen():
                    if heard["type"] == "subscribe":  # again after a break, too
                        begin()
                    elif heard["type"] == "message":
                        hear(heard["data"])

        try:
            await stay_joined(join, joined)
        finally:
            await self._redis.aclose()

    async def close(self) -> None:
        await self._outbox.close()

    async def _send(self, notices: Sequence[str]) -> None:
        await self._redis.publish(CHANNEL, "\n".join(notices))

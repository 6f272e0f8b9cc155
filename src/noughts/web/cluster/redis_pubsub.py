"""A transport over Redis or Valkey, which takes the load of messages off PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redis.asyncio import Redis

from noughts.web.cluster.transport import InvalidTransport, Receive, Transport

_CHANNEL = "noughts"
_CHECK = 5  # seconds between two checks of the connection
_TIMEOUT = 10.0


class RedisPubSub(Transport):
    """Messages over publish and subscribe; raises InvalidTransport for an invalid address."""

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            self._redis = Redis.from_url(
                url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
                decode_responses=True,
                socket_connect_timeout=_TIMEOUT,
                health_check_interval=_CHECK,
            )
            self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        except (ValueError, TypeError) as error:  # the latter for an unknown option
            raise InvalidTransport(f"--bus: {error}") from None

    async def run(self, receive: Receive, on_connect: Callable[[], None]) -> None:
        try:
            await super().run(receive, on_connect)
        finally:
            await self._redis.aclose()

    async def _connect(self, receive: Receive, connected: Callable[[], None]) -> None:
        async with self._redis.pubsub() as pubsub:
            await pubsub.subscribe(_CHANNEL)
            async for message in pubsub.listen():
                if message["type"] == "subscribe":  # also after a reconnection
                    connected()
                elif message["type"] == "message":
                    receive(message["data"])

    async def _send(self, messages: Sequence[str]) -> None:
        await self._redis.publish(_CHANNEL, "\n".join(messages))

"""The settings of a server: flags of `noughts serve`, or environment variables NOUGHTS_...."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from noughts.core.errors import NoughtsError
from noughts.server.validation import wrong_fields


class InvalidSettings(NoughtsError):
    """An invalid setting, and what to do."""


class CannotListen(NoughtsError):
    """An address that the server cannot listen on, and what to do."""


_NO_LIMIT = 10**9  # never reached, and exact in arithmetic


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of one server; the description of a field is the help of its flag."""

    host: Annotated[str, Meta(description="address to listen on; 0.0.0.0 for all")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="port; 0 for any free one")] = 8000
    allowed_hosts: Annotated[
        str | None, Meta(description="NAME,NAME: answer to these in an address only (all)")
    ] = None
    database: Annotated[
        str | None,
        Meta(description="sqlite:///FILE or postgresql://... (a file in your user-data folder)"),
    ] = None
    site: Annotated[
        str | None,
        Meta(description="folder of a built site, to play without a connection (no site)"),
    ] = None
    workers: Annotated[int, Meta(ge=1, le=64, description="number of server processes")] = 1
    think_seconds: Annotated[
        float, Meta(gt=0, le=60, description="time limit of a proof or a move")
    ] = 3.0
    games_per_minute: Annotated[
        int, Meta(ge=1, le=_NO_LIMIT, description="new games allowed per minute and address")
    ] = 60
    games_per_day: Annotated[
        int,
        Meta(
            ge=1, le=_NO_LIMIT, description="new games, in rooms too, allowed per day and address"
        ),
    ] = 20_000  # 20 of each pupil of a school; in 30 days they take 0.4 GB
    moves_per_minute: Annotated[
        int, Meta(ge=1, le=_NO_LIMIT, description="moves allowed per minute and address")
    ] = 3_000  # a school has one address: 100 boards with a move every two seconds
    questions_per_minute: Annotated[
        int,
        Meta(
            ge=1, le=_NO_LIMIT, description="questions to the coach allowed per minute and address"
        ),
    ] = 240
    codes_per_hour: Annotated[
        int, Meta(ge=1, le=_NO_LIMIT, description="wrong room codes allowed per hour and address")
    ] = 60
    sockets_per_address: Annotated[
        int, Meta(ge=1, le=_NO_LIMIT, description="live connections allowed per address")
    ] = 250
    heartbeat_seconds: Annotated[
        float, Meta(ge=0.1, le=60, description="seconds between heartbeats to live pages")
    ] = 10.0
    fair_seconds: Annotated[
        float, Meta(ge=0, le=86_400, description="absence after which a win can be claimed")
    ] = 60.0
    keep_finished_days: Annotated[
        float, Meta(ge=0, le=36_500, description="days to keep a finished game; 0 for ever")
    ] = 90.0
    keep_idle_days: Annotated[
        float, Meta(ge=0, le=36_500, description="days to keep an unfinished game; 0 for ever")
    ] = 30.0
    metrics_address: Annotated[
        str | None, Meta(description="HOST:PORT for Prometheus (no metrics)")
    ] = None
    log: Annotated[Literal["text", "json"], Meta(description="text or json")] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="debug, info, warning or error"),
    ] = "info"

    @property
    def is_private(self) -> bool:
        """True if the server listens to its own machine only."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    @property
    def hosts(self) -> frozenset[str]:
        """The allowed hosts in lower case; none where all are allowed."""
        return frozenset((self.allowed_hosts or "").lower().replace(" ", "").split(",")) - {""}


def flags() -> Iterator[tuple[str, str, str]]:
    """Yield the name of each setting, what stands for its value, and its help with the default."""
    for field in msgspec.structs.fields(Settings):
        schema = msgspec.json.schema(field.type)
        value = "N" if schema.get("type") == "integer" else field.name.split("_")[-1].upper()
        default = "" if field.default is None else f" ({field.default})"
        yield field.name, value, f"{schema['description']}{default}"


def read_settings(flags: Mapping[str, Any], variables: Mapping[str, str]) -> Settings:
    """Read settings from flags first, then from variables; raises InvalidSettings.

    >>> read_settings({"port": "0"}, {"NOUGHTS_PORT": "80", "NOUGHTS_LOG": "json"}).port
    0
    """
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        source, text = f"--{field.name.replace('_', '-')}", flags.get(field.name)
        if text is None:
            source = f"NOUGHTS_{field.name.upper()}"
            text = variables.get(source)
        if text is not None:
            for wrong in wrong_fields(text, field.type, (source,), is_text=True):
                raise InvalidSettings(str(wrong))
            given[field.name] = msgspec.convert(text, field.type, strict=False)
    return Settings(**given)

"""What a host can choose: by a flag of `noughts serve`, or by a variable NOUGHTS_… of its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from noughts.core.errors import NoughtsError


class InvalidSettings(NoughtsError):
    """A setting that cannot be, and what to do."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of one server; the description of a field is the help of its flag."""

    host: Annotated[str, Meta(description="address to listen on (this machine only)")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="port; 0 for any free one")] = 8000
    database: Annotated[
        str | None,
        Meta(description="sqlite:///FILE or postgresql://... (a file in your user-data folder)"),
    ] = None
    bus: Annotated[
        str | None, Meta(description="redis://..., or memory for one process (PostgreSQL itself)")
    ] = None
    workers: Annotated[int, Meta(ge=1, le=64, description="server processes")] = 1
    think_seconds: Annotated[float, Meta(gt=0, le=60, description="most seconds for one proof")] = (
        3.0
    )
    games_per_minute: Annotated[
        int, Meta(ge=1, description="games one address may begin a minute")
    ] = 60
    moves_per_minute: Annotated[
        int, Meta(ge=1, description="moves one address may make a minute")
    ] = 600
    questions_per_minute: Annotated[
        int, Meta(ge=1, description="questions to the coach one address may ask a minute")
    ] = 240
    codes_per_minute: Annotated[
        int, Meta(ge=1, description="wrong codes of rooms one address may try a minute")
    ] = 30
    sockets_per_address: Annotated[
        int, Meta(ge=1, description="live connections one address may have")
    ] = 250
    heartbeat_seconds: Annotated[
        float, Meta(ge=0.1, le=60, description="seconds between signs of life to live pages")
    ] = 10.0
    fair_seconds: Annotated[
        float, Meta(ge=0, le=86_400, description="seconds of absence after which a win is claimed")
    ] = 60.0
    keep_finished_days: Annotated[
        float, Meta(ge=0, le=36_500, description="days to keep a finished game; 0 for ever")
    ] = 90.0
    keep_idle_days: Annotated[
        float, Meta(ge=0, le=36_500, description="days to keep an unfinished game; 0 for ever")
    ] = 30.0
    metrics_address: Annotated[
        str | None, Meta(description="HOST:PORT for Prometheus, apart from the game (nowhere)")
    ] = None
    log: Annotated[Literal["text", "json"], Meta(description="how the log is written")] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="what the log tells")
    ] = "info"


def helps() -> dict[str, str]:
    """What each setting is, with its default."""
    told = {}
    for field in msgspec.structs.fields(Settings):
        schema = msgspec.json.schema(field.type)
        default = "" if field.default is None else f" ({field.default})"
        told[field.name] = f"{schema['description']}{default}"
    return told


def read_settings(flags: Mapping[str, Any], variables: Mapping[str, str]) -> Settings:
    """The settings that flags give, then variables, then defaults; raises InvalidSettings.

    >>> read_settings({"port": "0"}, {"NOUGHTS_PORT": "80", "NOUGHTS_LOG": "json"}).port
    0
    """
    given: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        variable = f"NOUGHTS_{name.upper()}"
        if flags.get(name) is not None:
            given[name] = _convert(name, f"--{name.replace('_', '-')}", flags[name])
        elif variable in variables:
            given[name] = _convert(name, variable, variables[variable])
    return Settings(**given)


def _convert(name: str, source: str, text: Any) -> Any:
    kind = next(field.type for field in msgspec.structs.fields(Settings) if field.name == name)
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"{source}: {str(error).lower()}") from None

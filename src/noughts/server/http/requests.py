"""Requests: bodies that are read strictly, and the wrong parameters of addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.enums import ParamType
from litestar.exceptions import ClientException
from litestar.params import ParameterKwarg
from litestar.types import Receive, ReceiveMessage, Scope, Send

from noughts.server.validation import fields_of, from_json, wrong_fields
from noughts.wording.faults import InvalidInput, WrongField, nothing_sent


class Rejected(ClientException):
    """A request that is rejected as a whole, for a reason that its sender is told."""


class InvalidParameters(InvalidInput):
    """An address with wrong parameters, in its path or its query."""


class PageRequest(Request[None, None, State]):
    """A request that is rejected if its client leaves while the body is read."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_all() -> ReceiveMessage:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Rejected("the client left before the end of its request")
            return message

        super().__init__(scope, receive_all, send)


class JsonRequest(PageRequest):
    """A request whose body is JSON of exactly the types that its handler asks for."""

    async def body(self) -> bytes:
        """Return the body, which is not empty; raises InvalidInput."""
        body = await super().body()
        if not body:
            raise nothing_sent()
        return body

    async def json(self) -> Any:
        """Return the body as the handler's type; raises InvalidInput."""
        field = self.route_handler.parsed_data_field
        kind = Any if field is None else field.annotation
        return from_json(await self.body(), msgspec.json.Decoder(kind))


def wrong_parameters(request: Request[None, None, State]) -> Iterator[WrongField]:
    """Yield the parameters of an address that are not of the type that its handler asks for."""
    handler: Any = request.route_handler
    for asking in (handler, *handler.resolve_dependencies().values()):
        for field in fields_of(asking.signature_model):
            parameter = asking.parsed_fn_signature.parameters[field.name].kwarg_definition
            if isinstance(parameter, ParameterKwarg):
                is_query = parameter.param_type is ParamType.QUERY
                sent = request.query_params if is_query else request.path_params
                name = parameter.name or field.name
                if name in sent:
                    yield from wrong_fields(sent[name], field.type, (name,), is_text=True)

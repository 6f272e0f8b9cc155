"""JSON as programs send it: `"4"` is not 4, though the framework would take it, as in a form."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import ValidationException

_ERROR = re.compile(r"(?P<message>.*?)(?: - at `\$\.?(?P<key>.*)`)?", re.DOTALL)


class JsonRequest(Request[None, None, State]):
    """A request whose body has exactly the types that its handler asks for."""

    async def json(self) -> Any:
        """The body as the handler's type; raises ValidationException."""
        body = await super().json()
        field = self.route_handler.parsed_data_field
        try:
            return body if field is None else msgspec.convert(body, field.annotation)
        except msgspec.ValidationError as error:
            found = _ERROR.fullmatch(str(error))
            assert found is not None
            wrong = {"key": found["key"] or "data", "message": found["message"]}
            raise ValidationException(extra=[wrong]) from None

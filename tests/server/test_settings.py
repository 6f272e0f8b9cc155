"""Each setting has bounds, which are checked before a server starts."""

from __future__ import annotations

import msgspec
import pytest

from noughts.server.settings import InvalidSettings, Settings, read_settings

NUMBERS = [
    field.name
    for field in msgspec.structs.fields(Settings)
    if msgspec.json.schema(field.type).get("type") in ("integer", "number")
]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_bounds_on_both_sides(name: str) -> None:
    for text in ("-1", "nan", "inf", "1" + 400 * "0", "-1" + 400 * "0", "", "x", "1e", "0x1"):
        with pytest.raises(InvalidSettings, match=f"^--{name.replace('_', '-')}: must be a "):
            read_settings({name: text}, {})

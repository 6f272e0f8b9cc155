"""What a host takes home opens in a spreadsheet of their language as it is meant."""

from __future__ import annotations

import pytest

from noughts.server.rooms.commands import Finish, PairAll
from noughts.server.rooms.types import Result
from noughts.server.rooms.views import results_sheet, table_sheet
from noughts.wording.language import LANGUAGES, use
from tests.server.rooms.members import OWNER, did, room


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_and_halves_are_as_spreadsheets_of_the_language_read_them(language: str) -> None:
    found = did(did(room(2), OWNER, PairAll()), "", Finish(0, Result.DRAW))
    with use(language):
        x, o = map(found.name, found.pairings[0].members)
        expected = f"1,,{x},{o},0.5,0.5" if language == "en" else f"1;;{x};{o};0,5;0,5"
        _head, line = results_sheet(found).splitlines()
        head, *lines = table_sheet(found).splitlines()
    assert line == expected
    assert head.startswith("\ufeff")
    sign, point = (",", ".") if language == "en" else (";", ",")
    for each in lines:
        assert each.split(sign)[2:] == [f"0{point}5", *"10100", f"0{point}5", f"0{point}25"]

"""Where a site has what is at an address of a server; the scripts are asked the same."""

from __future__ import annotations

import json
from pathlib import Path

from noughts.site.places import Places

TABLE = json.loads(Path(__file__).with_name("places.json").read_text(encoding="utf-8"))
BUILT = "/", "/learn", "/learn/minimax"


def test_addresses_of_pages_and_files() -> None:
    places = Places("static/2/", BUILT)
    assert {
        (address, language): places.of(address, language) for address, language, _ in TABLE
    } == {(address, language): place for address, language, place in TABLE}
    for language in ("en", "de"):
        assert places.of("/static/1/game/play.js", language) == "static/2/game/play.js"

"""The description of the API is true: whatever is generated from it is answered as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.strategies import positions
from tests.server.client import HTML, Client, content, visiting
from tests.serving import Server

GAME_ACTS = (
    *("forget", "play", "move-now", "undo", "sit"),
    *("draw", "decline", "resign", "claim", "rematch", "rename", "react"),
)
ROOM_ACTS = (
    *("join", "leave", "look", "pair", "pair-all", "begin-round", "remove", "readmit", "choose"),
    *("close", "lock", "rename", "annul", "pause", "extend", "end"),
    *("admit", "invite-host", "become-host"),
)
ROOM_PARTS = ("boards", "table", "results", "records", "reviews")
OPERATIONS = [
    *("GET /games", "POST /games", "GET /games/{game}"),
    *(f"POST /games/{{game}}/{act}" for act in GAME_ACTS),
    *(f"GET /games/{{game}}/{question}" for question in ("hint", "values", "ending", "review")),
    *("POST /rooms", "GET /rooms/{code}"),
    *(f"POST /rooms/{{code}}/{act}" for act in ROOM_ACTS),
    *(f"GET /rooms/{{code}}/{part}" for part in ROOM_PARTS),
    *("GET /positions/{position}", "GET /positions/{position}/moves/{square}"),
    *(f"GET /puzzles/{which}" for which in ("today", "random", "{puzzle}")),
    "POST /puzzles/{puzzle}",
]
ENDLESS = {"GET /games/{game}/stream", "GET /rooms/{code}/live-events"}
WITHOUT_INPUT = {"GET /puzzles/today"}
EXAMPLES = 25


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    import schemathesis  # half a second, which only the slow tests need
    from schemathesis.checks import load_all_checks

    load_all_checks()
    return schemathesis.openapi.from_url(f"{server.address}api/openapi.json")


@pytest.fixture(scope="module")
def owner(server: Server) -> Iterator[Client]:
    """A player with games."""
    with visiting(server.address) as client:
        yield client


@pytest.fixture(scope="module")
def known(owner: Client) -> dict[str, st.SearchStrategy[str]]:
    """What there is for the places in a path: games, positions, puzzles."""
    games = [
        owner.begin(opponent=None),
        owner.play(owner.begin(opponent="easy"), 4),
        owner.play_on(owner.begin(opponent=None), Random(1)),
        owner.act(owner.begin(board="15x15:5", opponent="medium", first="o"), "resign"),
    ]
    puzzles = [owner.get("puzzles/random")["id"] for _ in range(3)]
    rooms = [owner.open_room(way=way)["code"] for way in ("free", "round-robin")]
    for code in rooms:
        owner.post(f"rooms/{code}/join", {})
    return {
        "code": st.sampled_from(rooms),
        "game": st.sampled_from([game["id"] for game in games]),
        "position": positions().map(lambda position: position.url),
        "puzzle": st.sampled_from(puzzles),
    }


def examples(count: int) -> settings:
    return settings(max_examples=count, suppress_health_check=list(HealthCheck))


def cases(schema: Any, name: str, mode: str) -> st.SearchStrategy[Any]:
    from schemathesis import GenerationMode

    method, path = name.split()
    operation = schema[f"/api/v1{path}"][method]
    found: st.SearchStrategy[Any] = operation.as_strategy(generation_mode=GenerationMode(mode))
    return found


def test_a_position_may_be_described_as_long_as_it_may_be(guest: httpx.Client) -> None:
    described = guest.get("/api/openapi.json").json()["paths"]
    for path in ("/api/v1/positions/{position}", "/api/v1/puzzles/{puzzle}"):
        (parameter,) = described[path]["get"]["parameters"]
        longest = parameter["schema"]["maxLength"]
        address = path.partition("{")[0]
        for count, is_too_long in ((longest, False), (longest + 1, True)):
            problem = content(guest.get(address + "." * count), 400)
            assert ("at most" in problem["detail"]) is is_too_long
            assert ("errors" in problem) is is_too_long


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in WITHOUT_INPUT])
def test_nonsense_is_refused_as_described(schema: Any, name: str) -> None:

    @examples(EXAMPLES)
    @given(case=cases(schema, name, "negative"))
    def check(case: Any) -> None:
        case.call_and_validate()

    check()


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATIONS)
def test_what_can_be_meant_is_answered_as_described(
    schema: Any, owner: Client, known: dict[str, st.SearchStrategy[str]], name: str
) -> None:
    from schemathesis.checks import CHECKS

    # No description says which of all texts are positions, and which games have moves to undo.
    unchecked: Any = CHECKS.get_by_names(["positive_data_acceptance"])

    @examples(EXAMPLES)
    @given(case=cases(schema, name, "positive"), data=st.data())
    def check(case: Any, data: st.DataObject) -> None:
        for place in set(known) & set(case.path_parameters):
            if data.draw(st.booleans()):
                case.path_parameters[place] = data.draw(known[place])
        case.call_and_validate(cookies=dict(owner.http.cookies), excluded_checks=unchecked)

    check()


def test_every_operation_is_tested_and_its_refusals_described_by_a_status_that_is_given(
    guest: httpx.Client,
) -> None:
    paths = guest.get("/api/openapi.json").json()["paths"]
    found = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in paths.items()
        for method in methods
    }
    assert found == {*OPERATIONS, *ENDLESS}
    for path, methods in paths.items():
        for method, operation in methods.items():
            described = {int(status) for status in operation["responses"]}
            refused = {status for status in described if status >= 400}
            assert refused <= {400, 403, 404, 409, 413, 422, 429, 503}, path
            assert described - refused <= {200, 201}, path
            if method == "post":
                assert refused >= {400, 403, 413, 429}, path


def test_the_description_is_a_page_too(guest: httpx.Client) -> None:
    answer = guest.get("/api")
    assert answer.headers["content-type"] == HTML
    for name in OPERATIONS:
        assert name.split()[1] in answer.text
    for message in ("hello", "event", "view", "presence", "heartbeat", "refused", "play"):
        assert f"<li><code>{message}</code>" in answer.text


def test_every_type_named_is_described(guest: httpx.Client) -> None:
    description = guest.get("/api/openapi.json")
    named = set(re.findall(r"#/components/schemas/(\w+)", description.text))
    assert named <= set(description.json()["components"]["schemas"])
    assert {"Play", "EventMessage", "PresenceState"} <= named

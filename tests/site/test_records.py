"""Games of a browser, saved in a file and opened in another."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any
from urllib.parse import urlencode

from noughts.core.record import Record
from noughts.site.pages import respond

NOW = "2026-11-30T12:00:00+00:00"


def ask(
    path: str, body: str | None = None, games: dict[str, Any] | None = None, now: str = NOW
) -> dict[str, Any]:
    """The answer to a browser with these games."""
    kept = dict(games or {})
    while True:
        asked = {
            "method": "GET" if body is None else "POST",
            "path": path,
            "body": body,
            "games": kept,
            "language": "en",
            "now": now,
            "seed": "1",
        }
        answer: dict[str, Any] = json.loads(respond(json.dumps(asked)))
        if "needs" not in answer:
            return answer
        kept = dict.fromkeys(answer["needs"]) | kept


def play(games: dict[str, Any], **new: Any) -> None:
    """Begin a game, and make a move if it is one's turn."""
    begun = ask("/api/v1/games", json.dumps(new), games)
    games |= begun["games"]
    view = begun["body"]
    if view["is_your_turn"]:
        move = json.dumps({"square": 4, "version": view["version"]})
        games |= ask(f"/api/v1/games/{view['id']}/play", move, games)["games"]


def saved(games: dict[str, Any]) -> list[str]:
    """The records of these games."""
    answer = ask("/games/games.jsonl", None, games)
    assert answer["type"] == "application/jsonl"
    return b64decode(answer["file"]).decode().splitlines()


def open_file(lines: list[str], games: dict[str, Any] | None = None) -> dict[str, Any]:
    return ask("/games/open", urlencode({"records": "\n".join(lines)}), games)


def test_games_that_were_saved_are_the_same_in_another_browser() -> None:
    games: dict[str, Any] = {}
    play(games, opponent="hard", side="x")
    play(games, opponent=None, board="4x4:3")
    _first, second = games
    view = ask(f"/api/v1/games/{second}", None, games)["body"]
    resigned = json.dumps({"version": view["version"]})
    games |= ask(f"/api/v1/games/{second}/resign", resigned, games)["games"]
    records = saved(games)
    answer = open_file([*records, "", ""])
    assert answer["redirect"] == "/games"
    assert len(answer["games"]) == 2
    assert sorted(saved(answer["games"])) == sorted(records)
    goes_on = ask("/games", None, answer["games"])["page"]
    assert "Hard" in goes_on
    assert "O resigned" in goes_on


def test_a_game_is_opened_once_also_where_it_was_played() -> None:
    games: dict[str, Any] = {}
    play(games, opponent="easy", side="x")
    records = saved(games)
    assert open_file(records, games)["games"] == {}
    kept = open_file([*records, *records])["games"]
    assert len(kept) == 1
    assert open_file(records, kept)["games"] == {}
    (id_,) = kept
    replied = ask(f"/api/v1/games/{id_}", None, kept)["games"]
    assert replied[id_] != kept[id_]
    assert open_file(records, replied)["games"] == {}


def test_a_record_without_a_time_is_opened_once() -> None:
    line = json.dumps(json.loads(_RECORD) | {"started": None})
    kept = open_file([line, line])["games"]
    assert len(kept) == 1
    assert (
        ask("/games/open", urlencode({"records": line}), kept, "2026-12-01T12:00:00Z")["games"]
        == {}
    )


def test_a_game_that_was_deleted_can_be_opened_again() -> None:
    games: dict[str, Any] = {}
    play(games, opponent="easy", side="x")
    records = saved(games)
    kept = open_file(records)["games"]
    (id_,) = kept
    assert ask(f"/games/{id_}/forget", "", kept)["games"] == {id_: None}
    assert open_file(records)["games"] == kept
    assert ask(f"/api/v1/games/{id_}", None, {id_: None})["status"] == 404


def test_a_file_that_is_too_large_is_told_so_and_the_longest_one_is_opened() -> None:
    padding = " " * (500_000 - len(_RECORD) - 1)
    assert len(open_file([_RECORD, padding])["games"]) == 1
    answer = open_file([_RECORD, f"{padding} "])
    assert (answer["status"], answer["games"]) == (413, {})
    assert "split this one" in answer["page"]


def test_programs_and_strangers_are_two_at_one_screen() -> None:
    line = json.loads(str(Record.parse(_RECORD)))
    for players in ({"x": "Ann", "o": "Ben"}, {"x": "hard", "o": "easy"}):
        (kept,) = open_file([json.dumps(line | {"players": players})])["games"].values()
        assert (kept["people"], kept["computer"]) == (["x", "o"], None)


def test_what_cannot_be_a_game_is_told_by_its_line_and_nothing_is_kept() -> None:
    timed = json.dumps(json.loads(_RECORD) | {"result": "x", "termination": "time"})
    for wrong in ("no record", "{}", "[" * 3_000, timed):
        answer = open_file([_RECORD, wrong])
        assert answer["status"] == 400
        assert answer["games"] == {}
        assert "Line 2 of these games" in answer["page"]


_RECORD = json.dumps(
    {
        "version": 1,
        "rules": "3x3:3",
        "start": None,
        "first": "x",
        "players": {"x": "human", "o": "medium"},
        "moves": ["b2", "a1"],
        "result": "*",
        "termination": None,
        "started": NOW,
        "ended": None,
    }
)

"""Games as a browser keeps them: what comes back may be anything."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from noughts import Mark, Rules
from noughts.core.errors import IllegalAction, Unsolved
from noughts.core.record import Record
from noughts.site import games
from noughts.site.answers import respond
from noughts.site.games import DamagedGame, LocalGame, restored, stored
from noughts.solver import Limit

NOW = "2026-01-01T12:00:00.000Z"
ID = "0123456789abcdef01234567"
WRONG: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "x", "", [], {}, [[]], "…", float("nan"))


def ask(method: str, path: str, body: Any = None, **more: Any) -> Any:
    asked = {"method": method, "path": f"/api/v1{path}", "body": body, "language": "en"}
    return json.loads(respond(json.dumps({**asked, "now": NOW, "games": {}, **more})))


def begun(board: str = "3x3:3", **more: Any) -> LocalGame:
    start = Rules.parse(board).start()
    return LocalGame(start, (Mark.X,), NOW, **{"computer": "easy", **more})


def play(local: LocalGame, square: int, command: str | None = None) -> LocalGame:
    sent = {"version": local.version, "square": square, "command": command}
    return games.execute(local, "play", sent, NOW)


def test_a_game_comes_back_as_it_was_stored() -> None:
    local = games.reply(play(begun(seconds=2.0, score=(1, 2, 3)), 4, "command-1"), NOW)
    assert restored(json.loads(json.dumps(stored(local)))) == local
    assert local.version == 3


def test_a_game_that_was_changed_is_damaged_or_another() -> None:
    kept = stored(games.reply(play(begun(), 4), NOW))
    rng, damaged = Random(1), 0
    for _ in range(3_000):
        spoilt = json.loads(json.dumps(kept))
        place: Any = spoilt
        for _depth in range(rng.randrange(4)):
            name = rng.choice([*place] if isinstance(place, dict) else [*range(len(place))])
            if not isinstance(place[name], (dict, list)) or not place[name]:
                break
            place = place[name]
        name = rng.choice([*place] if isinstance(place, dict) else [*range(len(place))])
        place[name] = rng.choice(WRONG)
        answer = ask("GET", f"/games/{ID}", games={ID: spoilt})
        assert answer["status"] in (200, 422), spoilt
        damaged += answer["status"] == 422
    assert damaged > 2_000


@pytest.mark.parametrize("kept", [*WRONG[1:], {"version": 2}, [1, 2]])
def test_anything_is_refused(kept: Any) -> None:
    with pytest.raises(DamagedGame):
        restored(kept)


def test_too_many_events_are_refused() -> None:
    kept = stored(begun())
    with pytest.raises(DamagedGame):
        restored({**kept, "events": [["undo", 0, NOW, None]] * 3_001})


def test_a_computer_plays_one_side_and_two_people_both() -> None:
    kept = stored(begun())
    for changed in ({"people": ["x", "o"]}, {"computer": None}, {"computer": "nobody"}):
        with pytest.raises(DamagedGame):
            restored({**kept, **changed})


def test_nothing_is_undone_for_ever() -> None:
    back_and_forth = [games.Event("play", 4, NOW, None), games.Event("undo", 1, NOW, None)]
    local = LocalGame(Rules().start(), tuple(Mark), NOW, events=(*back_and_forth * 999,))
    with pytest.raises(IllegalAction, match="Too many moves"):
        games.execute(play(local, 4), "undo", {"version": 2_000, "command": None}, NOW)


def test_a_computer_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def choose(_name: str, _position: object, limit: Limit) -> int:
        limits.append(limit.seconds)
        return 0

    monkeypatch.setattr(games, "choose_move", choose)
    for board, seconds in (("3x3:3", 2), ("9x9:5", None), ("9x9:5", 2.0), ("9x9:5", 50)):
        local = play(begun(board, seconds=seconds), 4)
        games.reply(local, NOW)
    games.reply(local, NOW, 0.05)
    assert limits == [3.0, 0.5, 2.0, 30.0, 0.05]


def test_move_now_has_the_computer_move_and_tells_it() -> None:
    local = play(begun("9x9:5", seconds=30, computer="strongest"), 4)
    path = f"/games/{ID}/move-now?after=2"
    answer = ask("POST", path, games={ID: stored(local)})
    assert answer["body"]["announcement"].startswith("The computer takes")
    assert answer["games"][ID]["events"][1][0] == "play"


def test_a_proof_that_fails_leaves_the_computer_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise Unsolved("not within the limit")

    monkeypatch.setattr(games, "choose_move", fail)
    answer = ask("GET", f"/games/{ID}", games={ID: stored(play(begun(), 4))})
    assert answer["body"]["is_thinking"]
    assert answer["games"] == {}


def test_a_game_that_is_missing_is_asked_for() -> None:
    assert ask("GET", f"/games/{ID}") == {"needs": [ID]}
    assert ask("GET", f"/games/{ID}", games={ID: None})["status"] == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/games", {"opponent": "friend"}),
        ("GET", f"/games/{ID}/live", None),
        ("GET", f"/games/{ID}/stream", None),
        ("POST", "/rooms", {}),
        ("GET", "/rooms/417293", None),
        ("POST", "/rooms/417293/join", {}),
    ],
)
def test_other_people_need_a_server(method: str, path: str, body: Any) -> None:
    problem = ask(method, path, body)["body"]
    assert problem["status"] == 501
    assert "need a server" in problem["detail"]


@pytest.mark.parametrize(
    "request_",
    ["", "{", "[]", "null", "{}", '{"language": "xx"}', '{"language": [], "path": 3}', "[" * 9_999],
)
def test_no_request_raises(request_: str) -> None:
    assert json.loads(respond(request_))["status"] == 500


def test_a_record_is_that_of_the_game() -> None:
    local = play(LocalGame(Rules().start(), tuple(Mark), NOW), 4)
    local = games.execute(local, "resign", {"version": 2, "command": None}, NOW)
    answer = ask("GET", f"/games/{ID}/record", games={ID: stored(local)})
    record = Record.parse(json.dumps(answer["body"]))
    assert record.game == local.game
    assert record.players == {Mark.X: "human", Mark.O: "human"}
    assert record.ended == NOW


def test_one_may_try_again_from_a_mistake() -> None:
    local = begun()
    for number, square in enumerate((0, 4, 8, 2, 1, 6)):
        local = local.after(games.Event("play", square, NOW, None))
        assert local.version == number + 2
    answer = ask("POST", f"/games/{ID}/try", {"ply": 4}, games={ID: stored(local)})
    assert answer["status"] == 201
    assert answer["body"]["board"]["position"] == "x.o_.o._..x_x_3"
    assert ask("POST", f"/games/{ID}/try", {"ply": 0}, games={ID: stored(begun())})["status"] == 422


def test_lessons_are_those_of_the_day() -> None:
    first = ask("GET", "/lessons/fork")["body"]
    assert first == ask("GET", f"/lessons/fork?seed={first['seed']}")["body"]
    assert ask("GET", "/lessons/nothing")["status"] == 404
    assert ask("GET", "/lessons/fork?step=0")["status"] == 400
    tried = ask("GET", "/lessons/fork?square=0")
    assert tried["status"] in (200, 422)

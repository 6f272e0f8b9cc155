"""Rooms over the API: a class joins by a code, plays, and is notified of changes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from noughts.core.record import Record
from tests.server.client import API, Client, NewVisitor, free, visiting
from tests.server.games.listening import Listener, command, live
from tests.server.games.players import secret
from tests.server.games.replica import after_change
from tests.serving import Server, serving

ROUNDS = 5


@pytest.fixture
def owner(new_visitor: NewVisitor) -> Client:
    return new_visitor()


@pytest.fixture
def room(owner: Client) -> Any:
    """A room for free play."""
    return owner.open_room()


def at(room: Any, act: str = "") -> str:
    return f"rooms/{room['code']}{'/' if act else ''}{act}"


def join(room: Any, *clients: Client) -> list[str]:
    """Have everybody join; their names."""
    return [client.post(at(room, "join"), {})["you"]["name"] for client in clients]


def play_to_the_end(one: Client, other: Client, game: str, chance: Random) -> Any:
    """Play a game of two at random; as the first sees it at its end."""
    seen = one.get(f"games/{game}")
    mover, waiting = (one, other) if seen["is_your_turn"] else (other, one)
    while seen["ending"] is None:
        seen = mover.play(seen, chance.choice(free(seen)))
        mover, waiting = waiting, mover
    return one.get(f"games/{game}")


@contextmanager
def listening(who: Client, room: Any, **query: Any) -> Iterator[Listener]:
    path = f"{API}/{at(room, 'live-events')}"
    with who.http.stream("GET", path, params=query) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = (line for line in answer.iter_lines() if line.startswith("data: "))
        yield Listener(lambda: json.loads(next(lines).removeprefix("data: ")))


def test_two_join_by_the_code_look_for_a_game_and_play_it(
    owner: Client, room: Any, new_visitor: NewVisitor
) -> None:
    ann, ben = new_visitor(), new_visitor()
    names = join({"code": room["code"].lower()}, ann, ben)
    assert ann.post(at(room, "look"), {})["you"]["is_looking"]
    assert owner.get(at(room))["members"][0]["doing"] == "looking"
    found = ben.post(at(room, "look"), {})
    assert found["status"] == f"You're playing {names[0]} – your board is ready"
    game = found["you"]["game"]
    assert ann.get(at(room))["you"]["game"] == game
    assert game in [each["id"] for each in ben.get("games")]
    ended = play_to_the_end(ann, ben, game, Random(1))
    assert ended["room"] == room["code"]
    after = owner.get(at(room))
    assert (after["open"], len(after["recent"])) == ([], 1)
    assert sum(each["points"] for each in after["table"]) == 1
    assert {each["name"] for each in after["table"]} == set(names)


def test_everybody_is_called_by_name(owner: Client, room: Any, new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    x, o = join(room, ann, ben)
    owner.post(at(room, "pair"), {"x": 0, "o": 1})
    game = ann.get(at(room))["you"]["game"]
    seen = [who.get(f"games/{game}") for who in (ann, ben, owner)]
    turn = f"{x}'s turn"
    assert [each["status"] for each in seen] == ["Your turn – you're X", turn, turn]
    assert [each["seats"]["x"]["text"] for each in seen] == ["You", x, x]
    assert ann.get("games")[0]["opponent"] == o
    assert owner.get(at(room, "boards"))[0]["status"] == f"{x}'s turn"
    for square in (0, 3, 1, 4, 2):
        mover = ann if square < 3 else ben
        after = mover.play(mover.get(f"games/{game}"), square)
        if square == 0:
            assert after["announcement"] == f"You take a1. {o}'s turn."
    said = [who.get(f"games/{game}")["status"] for who in (ann, ben, owner)]
    assert said == [f"You beat {o}!", f"{x} wins", f"{x} beat {o}"]


@pytest.mark.parametrize("clock", [None, {"per": "move", "seconds": 3_600}])
def test_how_long_a_first_move_may_take_is_told_until_both_have_moved(
    server: Server, owner: Client, new_visitor: NewVisitor, clock: object
) -> None:
    room = owner.open_room(first_move=600, clock=clock)
    assert room["first_move"] == 600
    ann, ben = new_visitor(), new_visitor()
    join(room, ann, ben)
    owner.post(at(room, "pair"), {"x": 0, "o": 1})
    game = ann.get(at(room))["you"]["game"]
    with live(server.address, game, ann) as hers:
        view = hers.until(lambda message: message["type"] == "view")
        seen = view["game"]
        for mover, side, square in ((ann, "x", 4), (ben, "o", 0)):
            assert 0 < seen["first_move_in"] <= 600
            if clock is not None:
                left = dict(seen["clock"]["left"])
                assert left.pop(side) <= 600
                assert list(left.values()) == [3_600]
            mover.play(mover.get(f"games/{game}"), square)
            seen = after_change(seen, hers.next_change(), view["words"])
        assert seen["first_move_in"] is None
        if clock is not None:
            assert seen["clock"]["left"]["x"] > 600


def test_a_game_is_lost_by_who_does_not_make_the_first_move(
    owner: Client, new_visitor: NewVisitor
) -> None:
    room = owner.open_room(first_move=1, clock=None)
    ann, ben = new_visitor(), new_visitor()
    x, _ = join(room, ann, ben)
    with listening(owner, room) as messages:
        (game,) = owner.post(at(room, "pair"), {"x": 0, "o": 1})["open"]
        messages.until(lambda _: not owner.get(at(room))["open"])
    assert owner.get(at(room))["recent"][0]["result"] == "o"
    seen = [each.get(f"games/{game['id']}") for each in (ann, ben)]
    assert seen[0]["ending"]["termination"] == "time"
    assert seen[0]["status"].endswith("wins – you ran out of time")
    assert seen[1]["status"] == f"You win! {x} ran out of time"
    assert [each["doing"] for each in owner.get(at(room))["members"]] == ["resting", "away"]


def test_the_wall_has_only_an_arenas_latest_boards(owner: Client, new_visitor: NewVisitor) -> None:
    room = owner.open_room(way="arena", minutes=1, board="4x4:3")
    ann, ben = new_visitor(), new_visitor()
    join(room, ann, ben)
    owner.post(at(room, "begin-round"), {"games": 0})
    for _ in range(12):
        game = ann.get(at(room))["you"]["game"]
        ann.act(ann.get(f"games/{game}"), "resign")
    seen = owner.get(at(room))
    assert (seen["games"], len(seen["open"])) == (13, 1)
    assert 0 < seen["seconds_left"] <= 60
    assert len(owner.get(at(room, "boards"))) == 10
    assert owner.post(at(room, "end"), {})["stage"] == "over"


def test_a_room_is_opened_once_however_often_it_is_asked_for(owner: Client) -> None:
    opening = {"board": "4x4:3", "command": command()}
    assert len({owner.post("rooms", opening, 201)["code"] for _ in range(2)}) == 1


def test_nobody_learns_a_key_and_who_looks_on_plays_no_game(
    owner: Client, room: Any, new_visitor: NewVisitor, database: Path
) -> None:
    ann, ben, cat = (new_visitor() for _ in range(3))
    join(room, ann, ben)
    owner.post(at(room, "pair"), {"x": 0, "o": 1})
    shown = json.dumps(cat.get(at(room))) + json.dumps(cat.get(at(room, "boards")))
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT events FROM appends WHERE game = ?"
        (log,) = connection.execute(query, (f"room-{room['code']}",)).fetchone()
    (opened,) = json.loads(log)
    for hidden in (opened["owner"], opened["secret"]):
        assert hidden not in shown
    game = ann.get(at(room))["you"]["game"]
    assert cat.get(f"games/{game}")["room"] == ""
    cat.act(ann.get(f"games/{game}"), "resign", 403)
    for act in ("pair-all", "close"):
        assert "Only the host can" in ann.post(at(room, act), {}, 403)["detail"]
    for door in ("records", "reviews"):
        assert ann.http.get(f"{API}/{at(room, door)}").status_code == 403


def test_a_room_is_no_game_and_a_game_no_room(owner: Client, room: Any) -> None:
    assert owner.http.get(f"/g/room-{room['code']}").status_code == 404
    for code in ("nonsense", owner.begin()["id"], "%20", "KTRF7WX"):
        assert owner.get(f"rooms/{code}", 404)["detail"] == "There's no room with this code"


def test_what_changes_is_told_and_who_is_here_is_shown(
    owner: Client, room: Any, new_visitor: NewVisitor
) -> None:
    ann, ben = new_visitor(), new_visitor()
    with listening(owner, room, boards=True) as messages, listening(owner, room) as received:
        assert messages.next() == {"type": "hello", "heartbeat": 10.0}
        join(room, ann)
        messages.until(lambda each: each.get("what") == "room" and each["version"] == 2)
        with listening(ann, room) as hers:
            hers.until(lambda each: each.get("what") == "room")
            messages.until(lambda each: each.get("what") == "people")
            assert [each["doing"] for each in owner.get(at(room))["members"]] == ["here"]
        join(room, ben)
        owner.post(at(room, "pair-all"), {})
        messages.until(lambda each: each.get("what") == "room" and each["version"] == 4)
        game = ann.get(at(room))["you"]["game"]
        seen = ann.get(f"games/{game}")
        (ann if seen["is_your_turn"] else ben).play(seen, 4)
        messages.until(lambda each: each.get("what") == "boards")
        assert "_.x._" in owner.get(at(room, "boards"))[0]["position"]
        owner.post(at(room, "close"), {})
        received.until(lambda each: each["version"] == 5 if "version" in each else False)
        assert "boards" not in {each.get("what") for each in received.messages}


@pytest.mark.slow
def test_forty_play_a_round_robin_on_one_process(owner: Client, new_visitor: NewVisitor) -> None:
    room = owner.open_room(way="round-robin")
    people = [new_visitor() for _ in range(40)]
    for each in people:  # the server may close what is kept open just when it is used again
        each.http.headers["Connection"] = "close"
    with ThreadPoolExecutor(len(people)) as pool:
        names = pool.map(lambda who: join(room, who)[0], people)
        clients = dict(zip(names, people, strict=True))
        owner.post(at(room, "begin-round"), {"games": 0})
        owner.post(at(room, "begin-round"), {"games": 0}, 422)
        received = list(pool.map(lambda name: play_rounds(room, clients, name), clients))
    assert min(received) >= ROUNDS
    after = owner.get(at(room))
    counted = sum(each["played"] for each in after["table"]) / 2
    assert counted >= ROUNDS * len(people) / 2
    assert sum(each["points"] for each in after["table"]) == counted
    assert after["round"] == ROUNDS + 1
    assert len(after["members"]) == len(after["table"]) == len(people)


def play_rounds(room: Any, clients: dict[str, Client], name: str) -> int:
    """Play out the games that somebody begins, for both; how often the room was told to change."""
    who, played = clients[name], set()
    with listening(who, room) as messages:
        while (seen := who.get(at(room)))["round"] <= ROUNDS:
            for game in seen["open"]:
                if game["x"] == name and game["id"] not in played:
                    played.add(game["id"])
                    play_to_the_end(who, clients[game["o"]], game["id"], Random(name))
            messages.until(lambda message: message.get("version", 0) > seen["version"])
        return len(messages.messages)


def test_who_is_sent_away_is_out_and_who_leaves_comes_back(
    owner: Client, room: Any, new_visitor: NewVisitor
) -> None:
    ann, ben = new_visitor(), new_visitor()
    join(room, ann, ben)
    owner.post(at(room, "remove"), {"member": 0})
    ann.post(at(room, "join"), {}, 403)
    refused = ann.get(at(room), 403)["detail"]
    assert refused == "The host has removed you – ask them to let you back in"
    (removed,) = owner.get(at(room))["removed"]
    assert not ben.get(at(room))["removed"]
    ben.post(at(room, "readmit"), {"member": 0}, 403)
    owner.post(at(room, "readmit"), {"member": removed["number"]})
    owner.post(at(room, "readmit"), {"member": 0}, 422)
    assert ann.get(at(room))["you"]["state"] == "gone"
    assert join(room, ann) == [removed["name"]]
    name = ben.get(at(room))["you"]["name"]
    assert ben.post(at(room, "leave"), {})["you"]["member"] is None
    assert join(room, ben) == [name]
    owner.post(at(room, "choose"), {"board": "5x5:4", "way": "free"})
    assert ben.get(at(room))["board"] == "5x5:4"
    owner.post(at(room, "choose"), {"board": "2x99:1"}, 400)
    assert "games" in owner.post(at(room, "begin-round"), {"games": -1}, 400)["detail"]


def ended_by(act: str, owner: Client, new_visitor: NewVisitor, way: str) -> tuple[Any, Client, Any]:
    """A room of four, who plays X in a game that ends by O's leaving or the host, and the game."""
    room = owner.open_room(way=way)
    people = [new_visitor() for _ in range(4)]
    names = join(room, *people)
    owner.post(at(room, "begin-round"), {"games": 0})
    game = owner.get(at(room))["open"][0]
    x, o = (people[names.index(game[side])] for side in "xo")
    sent = {"remove": {"member": names.index(game["o"])}, "annul": {"game": game["number"]}}
    (o if act == "leave" else owner).post(at(room, act), sent.get(act, {}))
    return room, x, x.get(f"games/{game['id']}")


@pytest.mark.parametrize("act", ["leave", "remove"])
def test_a_game_of_a_round_robin_that_is_left_is_lost_on_its_board_too(
    owner: Client, new_visitor: NewVisitor, act: str
) -> None:
    _room, _x, seen = ended_by(act, owner, new_visitor, "round-robin")
    assert (seen["ending"]["winner"], seen["score"]["x"]) == ("x", 1)


@pytest.mark.parametrize("act", ["leave", "remove", "annul", "end"])
def test_a_game_that_counts_for_nobody_is_over_on_its_board_too(
    owner: Client, new_visitor: NewVisitor, act: str
) -> None:
    room, x, seen = ended_by(act, owner, new_visitor, "swiss")
    assert seen["status"] == "The game was left unfinished – it doesn't count"
    assert (seen["is_your_turn"], seen["can_resign"], seen["score"]["drawn"]) == (False, False, 0)
    assert x.get(at(room))["you"]["state"] != "playing"
    assert owner.http.get(f"{API}/{at(room, 'records')}").text == ""


def test_all_records_and_reviews_are_taken_home_of_what_counted(
    owner: Client, room: Any, new_visitor: NewVisitor
) -> None:
    ann, ben = new_visitor(), new_visitor()
    names = join(room, ann, ben)
    for seed in range(3):
        owner.post(at(room, "pair-all"), {})
        game = play_to_the_end(ann, ben, ann.get(at(room))["you"]["game"], Random(seed))
        assert owner.get(at(room))["open"] == []
    assert not game["can_undo"]
    assert "its result stands" in ann.act(game, "undo", 422)["detail"]
    plies, counted = len(game["moves"]), owner.get(at(room))["recent"]
    for who in (ann, ben):
        again = who.act(game, "rematch", 201)
    assert again["ending"] is None  # but what counted stays
    path = f"{API}/{at(room, 'reviews')}"
    answers = asyncio.run(asked_at_once(owner, path, 8))  # made for one reader at a time
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert max(len(answer.text.splitlines()) for answer in answers) == 3
    reviews = owner.http.get(path).text.splitlines()
    answer = owner.http.get(f"{API}/{at(room, 'records')}")
    assert "attachment" in answer.headers["content-disposition"]
    found = [Record.parse(line) for line in answer.text.splitlines()]
    assert [set(each.players.values()) for each in found] == [set(names)] * 3
    assert len(found[-1].game.moves) == plies
    results = [json.loads(line)["result"] for line in answer.text.splitlines()]
    assert sorted(results) == sorted(each["result"] for each in counted)
    for line, record in zip(map(json.loads, reviews), found, strict=True):
        assert Record.parse(json.dumps(line["record"])) == record
        assert len(line["review"]["moves"]) == len(record.game.moves)
        assert line["record"]["started"] < line["record"]["ended"]


async def asked_at_once(who: Client, path: str, count: int) -> list[httpx.Response]:
    """Answers to the same question asked many times at once; what breaks off counts as 503."""
    cookies = dict(who.http.cookies)
    async with httpx.AsyncClient(base_url=who.http.base_url, cookies=cookies, timeout=60) as http:
        tries = await asyncio.gather(
            *(http.get(path) for _ in range(count)), return_exceptions=True
        )
    return [each if isinstance(each, httpx.Response) else httpx.Response(503) for each in tries]


@pytest.mark.slow
def test_codes_cannot_be_searched_but_members_are_let_in(tmp_path: Path) -> None:
    flag = "--codes-per-hour=5"
    with serving(tmp_path / "games.db", flag) as server, ExitStack() as stack:
        owner, member, seeker = (stack.enter_context(visiting(server.address)) for _ in range(3))
        room = owner.open_room()
        join(room, member)
        for _ in range(5):
            seeker.get("rooms/KTRF7WX4", 404)
        for door in (f"{API}/{at(room)}", f"/r/{room['code']}", f"/r?code={room['code']}"):
            answers = (seeker.http.get(door) for _ in range(100))  # some may be free again
            refused = next(each for each in answers if each.status_code == 429)
            assert 60 < int(refused.headers["retry-after"]) <= 720
        for insider in (owner, member):
            insider.get(at(room))


@pytest.mark.slow
def test_a_server_that_is_killed_finds_its_rooms_and_what_ended_meanwhile(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with ExitStack() as stack:
        people = [secret() for _ in range(4)]
        with serving(database) as server:
            clients = [known(stack, server, each) for each in people]
            room = clients[0].open_room(way="round-robin", board="4x4:3")
            join(room, *clients)
            clients[0].post(at(room, "begin-round"), {"games": 0})
            server.process.kill()
        with serving(database) as server:
            clients = [known(stack, server, each) for each in people]
            game = clients[0].get("games")[0]["id"]  # nobody has looked at the room since
            clients[0].act(clients[0].get(f"games/{game}"), "resign")
            after = clients[0].get(at(room))
            assert [each["result"] for each in after["recent"]] in (["x"], ["o"])
            assert len(after["open"]) == 1


def known(stack: ExitStack, server: Server, secret: str) -> Client:
    client = stack.enter_context(visiting(server.address))
    client.http.headers["Authorization"] = f"Bearer {secret}"
    return client

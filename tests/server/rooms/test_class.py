"""A class of sixteen in a Swiss tournament: nobody is ever without a word, and the table adds up.

Children come late, leave, come back and are removed; every page that they fetch has one sentence,
and at most one thing to do.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.client import API, Client, free, visiting
from tests.serving import Server, serving

CHILDREN, ROUNDS = 16, 5
POINTS = {"x": ("1", "0"), "o": ("0", "1"), None: ("0.5", "0.5")}  # by the winner
STATUS = re.compile(r'<p class="status" id="status">(.*?)</p>', re.DOTALL)
MAIN_BUTTON = re.compile(r'<(?:a|button) class="button main"')
TO_GAME = re.compile(r'id="go" href="/g/([0-9a-f]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: an address brings only so many people a minute."""
    path: Path = tmp_path_factory.mktemp("class") / "games.db"
    with serving(path) as running:
        yield running


class Class:
    """Children with a browser each, their teacher, and what they know of the results."""

    def __init__(self, stack: ExitStack, server: Server) -> None:
        self.stack, self.server, self.chance = stack, server, Random(1)
        self.teacher = self.newcomer()
        room = self.teacher.open_room(way="swiss", rounds=ROUNDS, board="4x4:3")
        self.code = room["code"]
        self.names: dict[Client, str] = {}
        self.results: list[list[str]] = []
        self.byes: list[str] = []
        self.states: set[str] = set()
        self.removed: list[Client] = []

    def newcomer(self) -> Client:
        return self.stack.enter_context(visiting(self.server.address))

    def join(self, child: Client) -> None:
        answer = child.http.post(f"/r/{self.code}/join", data={"name": ""})
        assert answer.status_code == 303
        name = self.room(child)["you"]["name"]
        assert self.names.setdefault(child, name) == name  # whoever comes back is nobody new

    def room(self, who: Client) -> Any:
        return who.get(f"rooms/{self.code}")

    def leave(self, child: Client) -> None:
        """Somebody goes in the middle of a game, and the other has the point."""
        self._count_left(self.names[child])
        assert child.http.post(f"/r/{self.code}/leave").status_code == 303

    def remove(self, child: Client) -> None:
        name = self.names[child]
        self._count_left(name)
        members = self.room(self.teacher)["members"]
        self.steer("remove", member=next(m["number"] for m in members if m["name"] == name))
        self.removed.append(child)

    def _count_left(self, name: str) -> None:
        games = self.room(self.teacher)["open"]
        (game,) = [each for each in games if name in (each["x"], each["o"])]
        self.byes.append(game["o"] if name == game["x"] else game["x"])

    def look(self, who: Client) -> str:
        """The page of the room as somebody sees it, with a sentence and at most one button."""
        page = who.http.get(f"/r/{self.code}").text
        (said,) = STATUS.findall(page)
        assert said.strip()
        assert len(MAIN_BUTTON.findall(page)) <= 1, said
        if who in self.removed:
            assert not MAIN_BUTTON.findall(page)
            return unescape(said)
        seen = self.room(who)["you"]
        self.states.add(seen["state"])
        assert (seen["button"] is not None) is (len(MAIN_BUTTON.findall(page)) == 1)
        return unescape(said)

    def steer(self, action: str, **fields: object) -> Any:
        return self.teacher.post(f"rooms/{self.code}/{action}", fields)

    def play(self, game: Any) -> None:
        """Two go to their board from the page of the room, and play at random or resign."""
        players = {name: child for child, name in self.names.items()}
        x, o = players[game["x"]], players[game["o"]]
        for child in (x, o):
            page = child.http.get(f"/r/{self.code}").text
            assert TO_GAME.findall(page) == [game["id"]]
        seen = x.get(f"games/{game['id']}")
        assert seen["seats"]["o"]["text"] == game["o"]
        movers = cycle((x, o))
        while seen["ending"] is None:
            mover = next(movers)
            if self.chance.random() < 0.3:
                seen = mover.act(seen, "resign")
            else:
                seen = mover.play(seen, self.chance.choice(free(seen)))
        self.results.append([game["x"], game["o"], *POINTS[seen["ending"]["winner"]]])
        assert not x.get(f"games/{game['id']}")["can_rematch"]


@pytest.mark.slow
def test_a_class_of_sixteen_is_never_at_a_loss_and_every_result_counts_once(server: Server) -> None:
    with ExitStack() as stack:
        group = Class(stack, server)
        children = [group.newcomer() for _ in range(CHILDREN)]
        assert group.look(children[0]).startswith("Join in")
        assert group.look(group.teacher) == "Nobody has joined yet – show the code on the wall"
        for child in children[:-1]:
            group.join(child)
        late, leaver, removed = children[-1], children[3], children[5]
        assert group.look(leaver) == "You're in – the host starts the games soon"
        group.steer("begin-round", games=0)
        group.join(late)
        assert group.look(late).startswith("You're playing ")  # who would have sat out
        for number in range(1, ROUNDS + 1):
            play_round(group, number, leaver, removed)
        for child in {*children} - {removed}:
            said = group.look(child)
            assert said.startswith(("You came first", "You share first place", "You came ")), said
        assert group.states >= {
            *("outside", "gathered", "playing", "sitting-out", "finished-early"),
            *("on-hold", "gone", "placed", "hosting"),
        }
        check(group)


def play_round(group: Class, number: int, leaver: Client, removed: Client) -> None:
    """A round in which everybody looks at the room before and after each game."""
    room = group.room(group.teacher)
    expected = len(room["members"]) // 2
    assert (room["round"], len(room["open"])) == (number, expected)
    playing = {name for game in room["open"] for name in (game["x"], game["o"])}
    group.byes += {each["name"] for each in room["members"]} - playing
    for each in group.names:
        group.look(each)
    if number == 2:  # one leaves in the middle of a game, and comes back
        group.leave(leaver)
        assert group.look(leaver).startswith("You've left the room")
        group.join(leaver)
        assert group.look(leaver) == "You sit out round 2 – you're in from round 3"
    if number == 3:  # one is removed for good
        group.remove(removed)
        assert group.look(removed) == "The host has removed you – ask them to let you back in"
    group.steer("pause")
    games = group.room(group.teacher)["open"]
    for at, game in enumerate(games):
        group.play(game)
        if at == 0:
            players = {name: child for child, name in group.names.items()}
            assert (
                group.look(players[game["x"]]) == "The host has paused the games – they go on soon"
            )
            group.steer("pause", is_paused=False)
            said = group.look(players[game["x"]])
            assert said.startswith("You've finished" if len(games) > 1 else "")
    assert group.look(group.teacher)


def check(group: Class) -> None:
    """The table against all that was played, on the page, in the API and in the spreadsheets."""
    room = group.room(group.teacher)
    assert (room["stage"], room["open"]) == ("over", [])
    results = spreadsheet(group, "results")
    names = ("X", "O", "Points of X", "Points of O")
    assert sorted([line[name] for name in names] for line in results) == sorted(
        group.results + [[name, "bye", "1", ""] for name in group.byes]
    )
    # Two rounds of fifteen, and the opponents of one who left and one who was removed.
    assert len(group.byes) == 4
    byes = Counter(group.byes)
    for each in room["table"]:
        assert each["byes"] == byes[each["name"]]
    points = {each["name"]: float(byes[each["name"]]) for each in room["table"]}
    for x, o, of_x, of_o in group.results:
        for name, got in ((x, of_x), (o, of_o)):
            if name in points:  # the one who was removed is not
                points[name] += float(got)
    assert {each["name"]: each["points"] for each in room["table"]} == points
    assert {each["Name"]: float(each["Points"]) for each in spreadsheet(group, "table")} == points
    assert room["podium"][0]["points"] == max(points.values())
    wall = group.teacher.http.get(f"/r/{group.code}/wall").text
    assert 'class="podium"' in wall
    assert "<nav" not in wall


def spreadsheet(group: Class, name: str) -> list[dict[str, str]]:
    answer = group.teacher.http.get(f"{API}/rooms/{group.code}/{name}")
    return list(csv.DictReader(answer.text.removeprefix("\ufeff").splitlines()))

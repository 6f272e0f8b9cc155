"""A room on two nodes: both know who joined, looks for a game or has won."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.client import Client, visiting
from tests.server.cluster.test_nodes import Nodes, nodes_on
from tests.server.games.listening import Listener
from tests.server.rooms.test_api import at, join, listening

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, postgresql_server: str) -> Iterator[Nodes]:
    with nodes_on(tmp_path_factory.mktemp("rooms"), postgresql_server) as running:
        yield running


def received(messages: Listener, version: int) -> None:
    """Wait until a room is announced at a version."""
    messages.until(lambda each: each.get("what") == "room" and each["version"] >= version)


def test_a_room_goes_on_across_nodes(nodes: Nodes) -> None:
    with ExitStack() as stack:
        owner, ann = (stack.enter_context(visiting(nodes.here.address)) for _ in range(2))
        ben = stack.enter_context(visiting(nodes.there.address))
        room = owner.open_room(board="4x4:3")
        heard_here = stack.enter_context(listening(owner, room))
        heard_there = stack.enter_context(listening(ben, room))
        join(room, ann)
        received(heard_there, 2)
        join(room, ben)
        received(heard_here, 3)
        ann.post(at(room, "look"), {})  # the other node may not know of it yet
        ben.post(at(room, "look"), {})
        received(heard_here, 5)
        game = ann.get(at(room))["you"]["game"]
        assert ben.get(at(room))["you"]["game"] == game is not None
        mover = ann if ann.get(f"games/{game}")["is_your_turn"] else ben
        mover.act(mover.get(f"games/{game}"), "resign")
        for messages in (heard_here, heard_there):
            received(messages, 6)
        for somebody in (owner, ben):
            assert len(somebody.get(at(room))["recent"]) == 1


def test_who_is_here_is_known_on_every_node_and_who_leaves_looks_no_more(nodes: Nodes) -> None:
    with ExitStack() as stack:
        ann = stack.enter_context(visiting(nodes.here.address))
        ben = stack.enter_context(visiting(nodes.there.address))
        room = ann.open_room()
        messages = stack.enter_context(listening(ben, room))
        join(room, ann)
        received(messages, 2)
        with listening(ann, room):
            messages.until(
                lambda each: each.get("what") == "people" and is_doing(ben, room, "here")
            )
            ann.post(at(room, "look"), {})
            received(messages, 3)
            assert is_doing(ben, room, "looking")
        received(messages, 4)
        messages.until(lambda _: is_doing(ben, room, "away"))


def is_doing(who: Client, room: Any, what: str) -> bool:
    return [each["doing"] for each in who.get(at(room))["members"]] == [what]

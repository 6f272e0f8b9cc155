"""Who of a game is there, told by the connections they have and had."""

from __future__ import annotations

import math

import pytest

from noughts import Mark
from noughts.server.games.presence import GameAttendance
from tests.server.games.people import ANN, BEN, CAT, ENGINE, FREE, game


class Clock:
    """A clock that stands until it is set."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def attendance(
    *here: str, grace: float = math.inf, fair_seconds: float = 0, clock: Clock | None = None
) -> GameAttendance:
    """People with a page that is shown."""
    found = GameAttendance(grace, fair_seconds, clock or Clock())
    for key in here:
        found.update(key, 1, 1)
    return found


def test_who_has_a_page_that_is_shown_is_here() -> None:
    friends = game()
    found = attendance()
    assert found.presence(friends, Mark.X) == "away"
    found.update(ANN.key, 2, 1)
    assert found.presence(friends, Mark.X) == "here"
    assert found.away_seconds(friends, Mark.X) == 0
    found.update(ANN.key, 2, 0)
    assert found.presence(friends, Mark.X) == "away"
    assert not found.is_gone(ANN.key)  # who looks at another page has not left
    assert found.presence(friends, Mark.O) == "away"


def test_who_is_cut_off_is_expected_back_for_a_while() -> None:
    for grace, presence in ((math.inf, "reconnecting"), (0, "away")):
        found = attendance(ANN.key, grace=grace)
        assert not found.is_gone(ANN.key)
        found.update(ANN.key, 0, 0)
        assert found.presence(game(), Mark.X) == presence
        assert found.is_gone(ANN.key) == (presence == "away")
        assert found.is_gone(BEN.key)


def test_people_who_play_and_are_not_here_are_away_and_never_a_computer_or_a_free_seat() -> None:
    for shared, here, is_away in [
        (game(), (), True),
        (game(), ("ann",), True),
        (game(), ("ben",), True),
        (game(), ("ann", "ben"), False),
        (game(o=ENGINE), ("ann",), False),
        (game(x=ENGINE, o=ANN), (), True),
        (game(o=FREE), ("ann",), False),
        (game(o=ANN), ("ann",), False),
        (game(o=ANN), ("ben",), True),
    ]:
        found = attendance(*here)
        presences = [found.presence(shared, mark) for mark in Mark]
        assert ("away" in presences) == is_away, (shared.x, shared.o, here)
    for shared, presence in ((game(o=ENGINE), "computer"), (game(o=FREE), "free")):
        assert attendance().presence(shared, Mark.O) == presence
        assert attendance().away_seconds(shared, Mark.O) == 0


def test_a_win_is_claimed_from_who_is_to_move_and_away() -> None:
    friends = game()
    assert attendance("ben").claim_in(friends) == 0
    assert attendance("ann").claim_in(friends) is None
    assert attendance("ann", "ben").claim_in(friends) is None
    for shared in (game(o=ENGINE), game(o=FREE), game(0, 3, 1, 4, 2), game(o=ANN)):
        assert attendance().claim_in(shared) is None
    assert attendance(fair_seconds=3_600).claim_in(friends) == 3_600


def test_absence_is_counted_from_when_somebody_left() -> None:
    friends, clock = game(), Clock()
    found = attendance(ANN.key, fair_seconds=3_600, clock=clock)
    clock.seconds = 1_000
    found.update(ANN.key, 1, 0)
    clock.seconds = 1_600.26
    assert found.away_seconds(friends, Mark.X) == pytest.approx(600.26)
    assert found.claim_in(friends) == 2_999.7
    found.record_activity(ANN.key)
    assert found.away_seconds(friends, Mark.X) == 0


def test_the_gone_are_forgotten_but_for_players() -> None:
    clock = Clock()
    found = attendance("ann", "ben", "cat", grace=10, clock=clock)
    for key in (ANN.key, CAT.key):
        found.update(key, 0, 0)
    found.forget_gone()
    assert found.present() == {ANN.key, BEN.key, CAT.key}  # they are expected back
    clock.seconds = 600
    assert found.present() == {BEN.key}
    found.forget_gone(players=[ANN.key])
    assert found.away_seconds(game(), Mark.X) == 600
    assert found.spectators(game()) == 0
    found = attendance()
    for key in ("ann", "stranger"):
        found.update(key, 2, 2)
        found.update(key, 1, 1)
        found.forget_disconnected(key)
        assert key in found.present()
        found.update(key, 0, 0)
    for key in ("stranger", "nobody"):  # who looked are forgotten at once
        found.forget_disconnected(key)
    assert found.present() == {"ann"}


def test_connections_of_all_nodes_count_until_their_node_is_lost() -> None:
    friends = game()
    found = attendance("ann")
    found.update(ANN.key, 1, 1, "other")
    found.update(CAT.key, 2, 1, "other")
    seen = {viewer: found.spectators(friends, viewer) for viewer in (ANN.key, CAT.key, "", None)}
    assert seen == {ANN.key: 2, CAT.key: 0, "": 2, None: 2}
    found.update("", 2, 2)  # two who have no key
    assert [found.spectators(friends, viewer) for viewer in (CAT.key, "", None)] == [2, 3, 4]
    found.update("", 0, 0)
    found.update(ANN.key, 0, 0)
    assert found.presence(friends, Mark.X) == "here"
    assert found.lose("other")
    assert not found.lose("other")
    assert found.presence(friends, Mark.X) == "reconnecting"
    assert found.spectators(friends) == 0


def test_a_summary_differs_when_there_is_something_to_tell() -> None:
    friends = game()
    people = ((), ("ann",), ("ben",), ("ann", "cat"))
    assert len({attendance(*each).summary(friends) for each in people}) == 4


def test_who_reads_the_page_without_a_connection_is_here_for_a_while() -> None:
    friends, clock = game(), Clock()
    found = attendance(fair_seconds=60, clock=clock)
    clock.seconds = 100
    found.record_activity(ANN.key)
    assert found.presence(friends, Mark.X) == "here"
    assert found.claim_in(friends) is None
    clock.seconds += 30
    assert found.presence(friends, Mark.X) == "away"
    assert found.claim_in(friends) == 30
    found = attendance(grace=0, fair_seconds=60)
    found.record_activity(ANN.key)
    for connections in (1, 0):  # a connection says more than what was done before
        found.update(ANN.key, connections, 0)
        assert found.presence(friends, Mark.X) == "away"

"""Who is there, by their keys: from connections on any node, and from what people do."""

from __future__ import annotations

from noughts.server.live.presence import Attendance


def test_what_somebody_does_tells_nothing_while_a_page_of_theirs_is_shown() -> None:
    seconds = 0.0
    found = Attendance(0, 60, lambda: seconds)
    found.update("ann", 2, 1)
    assert not found.record_activity("ann")
    found.update("ann", 1, 0)
    seconds = 10
    assert found.absence("ann") == 10
    assert found.record_activity("ann")
    assert (found.absence("ann"), found.presence_of("ann")) == (0, "away")  # their page is hidden
    assert found.record_activity("ben")
    assert found.presence_of("ben") == "here"


def test_who_is_connected_to_another_node_alone_is_not_connected_here() -> None:
    found = Attendance(60)
    found.update("ann", 1, 1, "other")
    assert not found.is_connected_here("ann")
    found.update("ann", 1, 0)
    assert found.is_connected_here("ann")
    found.update("ann", 0, 0)
    assert not found.is_connected_here("ann")
    assert found.presence_of("ann") == "here"
    assert not found.is_connected_here("ben")


def test_without_a_time_for_activity_only_connections_count() -> None:
    found = Attendance(60)
    assert found.record_activity("ann")
    assert found.presence_of("ann") == "away"
    assert found.is_gone("ann")

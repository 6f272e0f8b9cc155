"""What workers are told: what the others found since they were told last."""

from __future__ import annotations

import pytest

from noughts.solver import news as module
from noughts.solver.news import News


def test_a_worker_is_told_what_the_others_found_once() -> None:
    news = News()
    assert news.for_executor("a") == b""
    news.add("a", 1, b"first", told=0)
    news.add("b", 2, b"second", told=0)
    assert news.for_executor("a") == b"second"
    assert news.for_executor("b") == b"first"
    news.add("a", 1, b"third", told=news.end)
    assert news.for_executor("a") == b""
    assert news.for_executor("b") == b"firstthird"


def test_a_worker_in_the_place_of_another_is_told_everything() -> None:
    news = News()
    news.add("a", 1, b"first", told=0)
    news.add("b", 2, b"second", told=1)
    news.add("a", 3, b"third", told=2)  # it was told what the worker 1 did not know
    assert news.for_executor("a") == b"firstsecond"


def test_old_findings_give_way_to_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_SENT", 10)
    monkeypatch.setattr(module, "_MOST_KEPT", 16)
    news = News()
    for number in range(8):
        news.add("a", 1, f"{number:04}".encode(), told=number)
    assert news.for_executor("b") == b"00060007"
    assert news.for_executor("a") == b""

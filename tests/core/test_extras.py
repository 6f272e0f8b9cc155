"""A missing extra is reported in one sentence."""

from __future__ import annotations

import sys

import pytest

from noughts import MissingExtra
from noughts.core.extras import extra, require_extra

SENTENCE = r'^nowhere is not installed: pip install "noughts\[web\]" brings it$'


def test_what_is_there_is_not_asked_for() -> None:
    require_extra("web", "json", "sys")


def test_a_module_that_is_missing_is_named_with_its_extra() -> None:
    with pytest.raises(MissingExtra, match=SENTENCE):
        require_extra("web", "json", "nowhere")
    with pytest.raises(MissingExtra, match=SENTENCE), extra("web"):
        import nowhere  # type: ignore[import-not-found]  # noqa: F401, PLC0415


def test_a_module_that_may_not_be_imported_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nowhere", None)
    with pytest.raises(MissingExtra, match=SENTENCE):
        require_extra("web", "nowhere")

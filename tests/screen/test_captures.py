"""Every screen at three sizes in both themes, as it was when somebody last looked at it."""

from __future__ import annotations

import pytest

from tests.screen.captures import FOLDER, SCREENS, SIZES, captures, file_of


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str) -> None:
    for size, text in captures(name).items():
        assert text == file_of(name, size).read_text(encoding="utf-8")


def test_no_capture_is_left_behind() -> None:
    assert set(FOLDER.iterdir()) == {file_of(name, size) for name in SCREENS for size in SIZES}

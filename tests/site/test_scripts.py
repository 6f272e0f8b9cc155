"""The logic of the scripts that a site has of its own."""

from __future__ import annotations

from pathlib import Path

from tests.node import run_tests


def test_the_logic_of_the_scripts() -> None:
    run_tests(Path(__file__).parent / "static")

"""What every test runs under: how hard the property tests try, and the option for transcripts."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Nothing is judged by the clock, and on CI the same code gives the same answer every time.
_COMMON = settings(
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("default", _COMMON)
settings.register_profile("thorough", _COMMON, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-transcripts",
        action="store_true",
        help="write what the sessions say now into tests/golden/transcripts",
    )

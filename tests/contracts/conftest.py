"""The loop of tests that are coroutines."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"

"""Without the extra, importing the room says in one line what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[{module!r}] = None
import noughts
try:
    import noughts.rl
except noughts.MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize("module", ["gymnasium", "numpy", "pettingzoo"])
def test_what_is_missing_is_named_with_what_to_install(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=module)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f'{module} is not installed: pip install "noughts[rl]" brings it\n'


def test_the_environments_need_no_pygame() -> None:
    code = "import sys, noughts.rl; print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_environment_can_be_made_without_importing_the_room_first() -> None:
    code = "import gymnasium; print(gymnasium.make('noughts.rl:noughts/NoughtsAndCrosses-v0'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "NoughtsEnv<noughts/NoughtsAndCrosses-v0>" in done.stdout

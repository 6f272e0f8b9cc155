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
MAKE = """
import gymnasium, sys
print(gymnasium.make("noughts.rl:noughts/NoughtsAndCrosses-v0"))
print("pygame" in sys.modules)
"""


def said(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("module", ["gymnasium", "numpy", "pettingzoo"])
def test_what_is_missing_is_named_with_what_to_install(module: str) -> None:
    expected = f'{module} is not installed: pip install "noughts[rl]" brings it\n'
    assert said(WITHOUT.format(module=module)) == expected


def test_an_environment_can_be_made_without_importing_the_room_first_or_pygame() -> None:
    made, has_pygame = said(MAKE).splitlines()
    assert "NoughtsEnv<noughts/NoughtsAndCrosses-v0>" in made
    assert has_pygame == "False"

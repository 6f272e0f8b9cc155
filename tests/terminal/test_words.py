"""The sentences of line mode."""

from __future__ import annotations

import pytest

from noughts import Rules
from noughts.terminal.words import instructions, title


@pytest.mark.parametrize("rules", [Rules(), Rules(26, 26, 26), Rules(1, 1, 1)])
def test_title_and_instructions_fit_a_screen(rules: Rules) -> None:
    for line in f"{title(rules)}\n{instructions(rules)}".splitlines():
        assert len(line) <= 80


def test_the_title_says_what_wins() -> None:
    assert title(Rules(15, 10, 5)) == "Noughts and crosses on 15x10: five in a row wins."

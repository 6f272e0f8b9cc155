"""The sentences every surface says."""

from __future__ import annotations

import pytest

from noughts import Rules
from noughts.core.phrases import does, instructions, title


@pytest.mark.parametrize("rules", [Rules(), Rules(26, 26, 26), Rules(1, 1, 1)])
def test_title_and_instructions_fit_a_screen(rules: Rules) -> None:
    for line in f"{title(rules)}\n{instructions(rules)}".splitlines():
        assert len(line) <= 80


def test_the_title_says_what_wins() -> None:
    assert title(Rules(15, 10, 5)) == "Noughts and crosses on 15x10: five in a row wins."


def test_a_verb_agrees_with_its_subject() -> None:
    assert does("you", "lose on time") == "you lose on time"
    assert does("the computer", "lose on time") == "the computer loses on time"

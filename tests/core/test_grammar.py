"""Small pieces of English."""

from __future__ import annotations

import pytest

from noughts.core.grammar import listing, numeral, sentence


def test_numbers_up_to_ten_are_words_and_larger_ones_digits() -> None:
    assert [numeral(number) for number in (0, 1, 2, 10, 11, 100)] == [
        "no",
        "one",
        "two",
        "ten",
        "11",
        "100",
    ]


@pytest.mark.parametrize(
    ("items", "said"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_items_are_listed_as_they_are_said(items: list[str], said: str) -> None:
    assert listing(items) == listing(iter(items)) == said
    assert listing(items, "or") == said.replace("and", "or")


@pytest.mark.parametrize(("text", "said"), [("", ""), ("a b", "A b"), ("Ab", "Ab"), ("éa", "Éa")])
def test_a_sentence_begins_in_upper_case_and_is_else_unchanged(text: str, said: str) -> None:
    assert sentence(text) == said

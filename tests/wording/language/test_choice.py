"""Which language a header or an environment asks for, whatever it holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.wording.language import ENGLISH, LANGUAGES
from noughts.wording.language.choice import accepted, of_environment


@given(st.text() | st.text("ende*frq=;,.-0123456789 "))
def test_any_header_leads_to_a_language(header: str) -> None:
    assert accepted(header) in LANGUAGES


def test_the_language_with_the_greatest_weight_counts() -> None:
    for header, expected in [
        ("", ENGLISH),
        ("fr", "fr"),
        ("FR-ca, en", "fr"),
        ("en;q=0.1, de;q=0.2", "de"),
        ("de, fr", "de"),
        ("de;q=0, *;q=0.1", ENGLISH),
        ("*, de", ENGLISH),
        ("de;q=0", ENGLISH),
        ("de;q=2, es;q=1", "es"),
        ("de ; q = 0.5 , es ; q=0.4", "de"),
    ]:
        assert accepted(header) == expected, header


def test_the_environment_names_a_language_as_programs_expect() -> None:
    for environment, expected in [
        ({}, ENGLISH),
        ({"LANG": "C.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "", "LC_MESSAGES": "fr_FR@euro"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, ENGLISH),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR", "NOUGHTS_LANGUAGE": "es"}, "es"),
    ]:
        assert of_environment(environment) == expected, environment

"""Arguments and their mistakes."""

from __future__ import annotations

import argparse

import pytest

from noughts import Rules
from noughts.cli.parser import Parser, one_line, readable
from noughts.language import use


def test_a_mistake_is_one_line_that_leads_to_the_help_in_the_readers_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        Parser(prog="noughts").parse_args(["--what"])
    assert left.value.code == 2
    told = "noughts: unrecognized arguments: --what (see noughts --help)\n"
    assert capsys.readouterr().err == told
    with use("de"), pytest.raises(SystemExit):
        Parser(prog="noughts").error("so nicht")
    assert capsys.readouterr().err == "noughts: so nicht (siehe noughts --help)\n"


def test_an_error_of_the_core_becomes_the_arguments() -> None:
    assert readable(Rules.parse)("3x3:3") == Rules()
    with pytest.raises(argparse.ArgumentTypeError, match="a board is written"):
        readable(Rules.parse)("3")


def test_a_message_is_one_printable_line_of_bounded_length() -> None:
    assert one_line("no such file: a\nb\x1b") == "no such file: a?b?"
    assert len(one_line("n" * 100_000)) < 2_000

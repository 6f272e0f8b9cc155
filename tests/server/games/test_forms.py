"""What a form offers can be sent."""

from __future__ import annotations

from noughts.pages.new_game import PlayOptions
from noughts.server.games.forms import BeginForm, read_form


def test_every_clock_that_is_offered_can_be_chosen() -> None:
    for choice, _name in PlayOptions("3x3:3", None).clocks:
        clock = read_form({"clock": choice}, BeginForm).clock
        assert choice == ("" if clock is None else f"{clock.per}-{clock.seconds}")

"""Games as animated SVG, parsed as XML."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.pictures.animation import animate
from noughts.core.position import Position
from noughts.core.rules import Rules
from tests.core.strategies import games

WON = Game().play("a1", "b2", "b1", "c2", "c1")


def parts(game: Game, kind: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [
        each for each in ElementTree.fromstring(animate(game)).iter() if each.get("class") == kind
    ]


def beginning(element: ElementTree.Element) -> float:
    """The second at which an element appears."""
    hidden = next(each for each in element.iter() if each.get("attributeName") == "stroke-opacity")
    moment = hidden.get("keyTimes", "").split(";")[1]
    return float(moment) * float(hidden.get("dur", "").removesuffix("s"))


def test_marks_appear_in_the_order_of_the_moves_and_the_line_last() -> None:
    kinds = [mark.value for mark in Mark]
    times = {beginning(part): kind for kind in (*kinds, "line") for part in parts(WON, kind)}
    assert [times[at] for at in sorted(times)] == ["x", "o", "x", "o", "x", "line"]


@given(games())
def test_every_mark_and_line_is_drawn(game: Game) -> None:
    for mark in Mark:
        assert len(parts(game, mark.value)) == game.position.marks(mark).bit_count()
    outcome = game.position.outcome
    assert len(parts(game, "line")) == (len(outcome.lines) if outcome else 0)


@given(games())
def test_moments_lie_in_order_within_the_animation(game: Game) -> None:
    for part in ElementTree.fromstring(animate(game)).iter():
        if "keyTimes" in part.attrib:
            moments = [float(each) for each in part.get("keyTimes", "").split(";")]
            assert moments == sorted(moments)
            assert moments[0] == 0
            assert len(moments) == len(part.get("values", "").split(";"))


def test_a_long_game_takes_seconds_and_not_minutes() -> None:
    game = Game(Rules.parse("15x15:15").start()).play(*range(200))
    assert max(beginning(part) for part in parts(game, "o")) <= 21


def test_marks_of_the_start_are_there_from_the_start() -> None:
    first, second = parts(Game(Position.parse("x../.../... o 3")).play("b2", "c3"), "x")
    assert not list(first.iter("{http://www.w3.org/2000/svg}animate"))
    assert beginning(second) > 0


def test_the_title_says_how_the_game_ended() -> None:
    title = ElementTree.fromstring(animate(WON)).findtext("{http://www.w3.org/2000/svg}title", "")
    assert "X wins" in title

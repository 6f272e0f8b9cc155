"""Boards and games as SVG, still and animated, parsed as XML."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Game, Mark, Position, Rules, squares
from noughts.wording.language import use
from noughts.wording.pictures.animation import animate
from noughts.wording.pictures.svg import Note, Tone, draw_game, draw_svg
from tests.core.strategies import games, positions

EMPTY = Rules().start()
WON = Position.parse("xxx/xoo/xoo o 3")


def parts(picture: str, kind: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    root = ElementTree.fromstring(picture)
    return [element for element in root.iter() if kind in element.get("class", "").split()]


def numbers(text: str | None) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", text or "")]


def centres(position: Position) -> dict[tuple[int, int], int]:
    """Each square by its centre, derived from the letters and numbers at the edges."""
    rules = position.rules
    edges = parts(draw_svg(position), "edge")
    across = [int(edge.get("x", "")) for edge in edges[: rules.width]]
    down = [int(edge.get("y", "")) for edge in edges[rules.width :]]
    return {
        (x, y): row * rules.width + n for row, y in enumerate(down) for n, x in enumerate(across)
    }


def text_of(picture: str, tag: str) -> str:
    return ElementTree.fromstring(picture).findtext("{http://www.w3.org/2000/svg}" + tag, "")


@given(positions(longest=26))
def test_every_mark_is_drawn_in_the_middle_of_its_square(position: Position) -> None:
    picture, at = draw_svg(position), centres(position)
    for kind, taken in (("x", position.xs), ("o", position.os)):
        drawn = [at[middle(mark.get("d"))] for mark in parts(picture, kind)]
        assert tuple(drawn) == squares(taken)


def middle(path: str | None) -> tuple[int, int]:
    """The middle of what a path covers, to four pixels: it is drawn by hand."""
    points = [float(number) for number in re.findall(r"[\d.]+", path or "")]
    across, down = points[::2], points[1::2]
    return 4 * round((min(across) + max(across)) / 8), 4 * round((min(down) + max(down)) / 8)


@given(positions(longest=26))
def test_everything_lies_inside_the_picture(position: Position) -> None:
    root = ElementTree.fromstring(draw_svg(position, last=position.rules.size - 1))
    width, height = int(root.get("width", "")), int(root.get("height", ""))
    assert numbers(root.get("viewBox")) == [0, 0, width, height]
    for element in root.iter():
        for name in ("x", "cx"):
            assert 0 <= int(element.get(name, 0)) <= width
        for name in ("y", "cy"):
            assert 0 <= int(element.get(name, 0)) <= height


@given(positions())
def test_edges_and_grid_name_each_row_and_column_with_a_rule_between(position: Position) -> None:
    rules, picture = position.rules, draw_svg(position)
    letters = [chr(ord("a") + column) for column in range(rules.width)]
    assert [edge.text for edge in parts(picture, "edge")] == letters + [
        str(row + 1) for row in range(rules.height)
    ]
    assert len(parts(picture, "grid")) == rules.width + rules.height - 2


@given(positions())
def test_every_completed_line_is_drawn_from_end_to_end(position: Position) -> None:
    at, outcome = centres(position), position.outcome
    drawn = [numbers(line.get("d")) for line in parts(draw_svg(position), "line")]
    ends = [(at[x1, y1], at[x2, y2]) for x1, y1, x2, y2 in drawn]
    assert ends == [(line[0], line[-1]) for line in (outcome.lines if outcome else ())]


def test_the_last_move_is_framed_and_title_and_description_say_the_position_in_words() -> None:
    assert parts(draw_svg(WON), "last") == []
    for last in (0, 4, 8):
        (frame,) = parts(draw_svg(WON, last=last), "last")
        x, y, width, height = (int(frame.get(name, "")) for name in ("x", "y", "width", "height"))
        assert centres(WON)[x + width // 2, y + height // 2] == last
    for text, title, description in [
        (".../.../... x 3", "3x3:3: X to move", "The board is empty."),
        ("x../.../... o 3", "3x3:3: O to move", "X on a1."),
        ("x.o/.x./..o x 3", "3x3:3: X to move", "X on a1 and b2. O on c1 and c3."),
        ("xxx/oo./... o 3", "3x3:3: X wins!", "X on a1, b1 and c1. O on a2 and b2."),
        (
            "xxo/oox/xxo o 3",
            "3x3:3: It's a draw",
            "X on a1, b1, c2, a3 and b3. O on c1, a2, b2 and c3.",
        ),
    ]:
        picture = draw_svg(Position.parse(text))
        assert text_of(picture, "title") == f"Noughts and crosses, {title}"
        assert text_of(picture, "desc") == description


@pytest.mark.parametrize("tone", Tone)
def test_a_note_stands_in_its_square_line_under_line_in_its_tone(tone: Tone) -> None:
    picture = draw_svg(EMPTY, notes={5: Note(("win", "in 3"), tone)})
    upper, lower = parts(picture, tone.value)
    assert (upper.text, lower.text) == ("win", "in 3")
    middle = (int(upper.get("y", "")) + int(lower.get("y", ""))) // 2
    assert centres(EMPTY)[int(upper.get("x", "")), middle] == 5
    assert int(upper.get("y", "")) < int(lower.get("y", ""))
    assert text_of(picture, "desc") == "c2: win in 3."


@given(st.text(st.characters()))
def test_a_notes_printable_words_are_shown_as_they_are_and_never_become_markup(words: str) -> None:
    shown = "".join(letter for letter in words if letter.isprintable())
    picture = draw_svg(EMPTY, notes={0: Note((words,), Tone.EVEN)})
    (note,) = parts(picture, "note")
    assert note.text == (shown or None)
    assert text_of(picture, "desc") == f"a1: {shown}."
    assert picture.count("<") == draw_svg(EMPTY, notes={0: Note(("",), Tone.EVEN)}).count("<")


@given(positions())
def test_a_picture_asks_for_nothing_from_elsewhere_and_runs_nothing(position: Position) -> None:
    picture = draw_svg(position, last=0).replace("http://www.w3.org/2000/svg", "", 1)
    for word in ("http", "url(", "@import", "<script", "href", "javascript", " on"):
        assert word not in picture.replace("X on", "").replace("O on", "")


def test_a_title_is_escaped() -> None:
    assert text_of(draw_svg(EMPTY, state="<script>&"), "title").endswith(": <script>&")


@given(games())
def test_the_title_of_a_game_says_how_it_ended(game: Game) -> None:
    with use("de"):
        assert text_of(draw_game(game), "title") == text_of(animate(game), "title")
    title = text_of(animate(game), "title")
    if game.ending is None:
        assert title.endswith(f": {game.position.turn} to move")
    elif game.ending.winner is not None:
        assert re.search(rf"\b{game.ending.winner} wins\b", title)
    else:
        assert "draw" in title or "unfinished" in title


# --- animated


def beginning(element: ElementTree.Element) -> float:
    """The second at which an element appears."""
    hidden = next(each for each in element.iter() if each.get("attributeName") == "stroke-opacity")
    moment = hidden.get("keyTimes", "").split(";")[1]
    return float(moment) * float(hidden.get("dur", "").removesuffix("s"))


def test_marks_appear_in_the_order_of_the_moves_within_seconds_those_of_the_start_at_once() -> None:
    picture = animate(Game().play("a1", "b2", "b1", "c2", "c1"))
    times = {beginning(part): kind for kind in ("x", "o", "line") for part in parts(picture, kind)}
    assert [times[at] for at in sorted(times)] == ["x", "o", "x", "o", "x", "line"]
    picture = animate(Game(Rules.parse("15x15:15").start()).play(*range(200)))
    assert max(beginning(part) for part in parts(picture, "o")) <= 21
    game = Game(Position.parse("x../.../... o 3")).play("b2", "c3")
    first, second = parts(animate(game), "x")
    assert not list(first.iter("{http://www.w3.org/2000/svg}animate"))
    assert beginning(second) > 0
    # Those of a line that wins are drawn alike, whenever they came.
    game = Game(Position.parse("xx./oo./... x 3")).play("c1")
    assert len({part.get("stroke") for part in parts(animate(game), "x")}) == 1


@given(games())
def test_every_mark_and_line_appears_within_the_animation(game: Game) -> None:
    picture = animate(game)
    for mark in Mark:
        assert len(parts(picture, mark.value)) == game.position.marks(mark).bit_count()
    outcome = game.position.outcome
    assert len(parts(picture, "line")) == (len(outcome.lines) if outcome else 0)
    for part in ElementTree.fromstring(picture).iter():
        if "keyTimes" in part.attrib:
            moments = [float(each) for each in part.get("keyTimes", "").split(";")]
            assert moments == sorted(moments)
            assert moments[0] == 0
            assert len(moments) == len(part.get("values", "").split(";"))


# --- colours


def luminance(colour: str) -> float:
    """Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    channels = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_marks_stand_out_from_the_paper_by_light_and_by_dark(*, dark: bool) -> None:
    light_style, dark_style = text_of(draw_svg(WON), "style").split("@media")
    colours: dict[str, str] = {}
    for style in (light_style, dark_style) if dark else (light_style,):
        for names, rule in re.findall(r"^(\.noughts[^{]*)\{(.*)\}$", style, re.MULTILINE):
            for name in re.findall(r"\.(\w+)(?=,|$)", names):
                for colour in re.findall(r"#([0-9a-f]+)", rule):
                    colours[name] = colour
    for text in ("edge", "good", "even", "bad", "x", "o", "line", "last"):
        assert contrast(colours[text], colours["paper"]) >= 4.5, text
    assert contrast(colours["grid"], colours["paper"]) >= 3

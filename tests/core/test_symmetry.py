"""Rotations and reflections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Position
from noughts.core.symmetry import canonical, canonical_marks, images, symmetries, transform
from tests.core import naive
from tests.core.strategies import positions

SIDES = [(width, height) for width in range(1, 8) for height in range(1, 8)]
SHAPES = [*SIDES, (26, 26), (26, 3), (1, 26)]


def test_a_square_has_8_symmetries_an_oblong_4_a_strip_2_and_one_square_1() -> None:
    for width, height in SHAPES:
        is_strip = 1 in (width, height)
        expected = 1 if width == height == 1 else 8 if width == height else 2 if is_strip else 4
        found = symmetries(width, height)
        assert len(found) == len(set(found)) == expected, (width, height)


@given(positions(longest=26))
def test_images_are_the_board_turned_and_reflected_itself_first(position: Position) -> None:
    found = list(images(position))
    assert found[0] == position
    assert {naive.board_of(image) for image in found} == naive.images(naive.board_of(position))


@given(positions())
def test_all_images_have_one_canonical_image_which_is_one_of_them(position: Position) -> None:
    chosen = canonical(position)
    found = list(images(position))
    assert chosen in found
    assert {canonical(image) for image in found} == {chosen}
    assert (chosen.xs, chosen.os) == min((image.xs, image.os) for image in found)
    assert canonical_marks(position.rules, position.xs, position.os) == (chosen.xs, chosen.os)


@given(st.sampled_from(SIDES), st.data())
def test_a_transformed_set_holds_each_squares_image(
    sides: tuple[int, int], data: st.DataObject
) -> None:
    bits = data.draw(st.integers(0, (1 << sides[0] * sides[1]) - 1))
    for symmetry in symmetries(*sides):
        image = transform(bits, symmetry)
        for square in range(sides[0] * sides[1]):
            assert image >> symmetry[square] & 1 == bits >> square & 1

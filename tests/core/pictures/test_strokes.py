"""The shapes of the marks."""

from __future__ import annotations

import re

import pytest

from noughts.core.mark import Mark
from noughts.core.pictures.strokes import stroke_paths, strokes


@pytest.mark.parametrize("mark", Mark)
def test_a_mark_stays_in_its_square_and_fills_it(mark: Mark) -> None:
    points = [point for stroke in strokes(mark, 20, 30, 10) for point in stroke]
    assert all(20 <= x <= 30 and 30 <= y <= 40 for x, y in points)
    assert max(x for x, _ in points) - min(x for x, _ in points) > 7
    assert max(y for _, y in points) - min(y for _, y in points) > 7


@pytest.mark.parametrize("mark", Mark)
def test_a_path_runs_through_the_points_of_its_stroke(mark: Mark) -> None:
    for path, stroke in zip(stroke_paths(mark, 1, 2, 5), strokes(mark, 1, 2, 5), strict=True):
        assert re.fullmatch(r"M[\d. ]+C[\d. ]+", path)
        numbers = [float(number) for number in re.findall(r"[\d.]+", path)]
        assert numbers == [pytest.approx(at, abs=0.001) for point in stroke for at in point]

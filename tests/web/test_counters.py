from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from noughts.web.counters import Histogram

BOUNDS = (0.5, 1.0, 2.0)


@given(st.lists(st.floats(0, 4) | st.sampled_from(BOUNDS)))
def test_each_value_is_counted_at_the_first_bound_that_holds_it(values: list[float]) -> None:
    histogram = Histogram(BOUNDS)
    for value in values:
        histogram.observe(value)
    expected = Counter(bisect_left(BOUNDS, value) for value in values)
    assert histogram.counts == [expected[place] for place in range(len(BOUNDS) + 1)]
    assert sum(histogram.counts[:2]) == sum(value <= 1.0 for value in values)
    assert histogram.total == sum(values)

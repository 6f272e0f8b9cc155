"""No round is better by the aims, in their order, than the one that is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.server.rooms.pairing import Entrant, Round, least_met, sides, swiss
from noughts.server.rooms.types import Sides

Table = list[Entrant]


def table(
    points: Sequence[float],
    met: Mapping[Sides, int],
    surpluses: Sequence[int] | None = None,
    byes: Sequence[int] | None = None,
    numbers: Sequence[int] | None = None,
) -> Table:
    """Entrants best first, of whom each two places, the better first, have met so often."""
    count = len(points)
    names = numbers or range(count)
    often: dict[int, dict[int, int]] = {name: {} for name in names}
    for (one, other), times in met.items():
        often[names[one]][names[other]] = often[names[other]][names[one]] = times
    columns = (names, points, surpluses or [0] * count, byes or [0] * count)
    return [Entrant(n, p, often[n], s, b) for n, p, s, b in zip(*columns, strict=True)]


@st.composite
def tables(draw: st.DrawFn, least: int, most: int) -> Table:
    """Any history, more tangled than that of a tournament."""
    count, groups = draw(st.integers(least, most)), draw(st.integers(1, 6))
    random = draw(st.randoms(use_true_random=True))
    places = range(count)
    return table(
        sorted((random.randrange(groups) / 4 for _ in places), reverse=True),
        {pair: random.choice((0, 0, 1, 1, 2)) for pair in combinations(places, 2)},
        [random.randint(-3, 3) for _ in places],
        [random.randint(0, 2) for _ in places],
        random.sample(range(200), count),
    )


def all_rounds(numbers: Sequence[int]) -> Iterator[Round]:
    """Every way to pair up all, or all but one."""
    if len(numbers) % 2:
        for one in numbers:
            for pairs, _nobody in all_rounds([each for each in numbers if each != one]):
                yield pairs, one
    elif numbers:
        one, *others = numbers
        for other in others:
            for pairs, _nobody in all_rounds([each for each in others if each != other]):
                yield ((one, other), *pairs), None
    else:
        yield (), None


class Costs:
    """What rounds of some entrants cost by each aim."""

    def __init__(self, entrants: Table) -> None:
        self.entrants = {each.number: each for each in entrants}
        self.places = {each.number: place for place, each in enumerate(entrants)}
        self.groups = {
            each.number: [other.number for other in entrants if other.points == each.points]
            for each in entrants
        }

    def with_sides(self, found: Round) -> Round:
        pairs, left = found
        return tuple(sides(self.entrants[a], self.entrants[b]) for a, b in pairs), left

    def meetings(self, found: Round) -> int:
        return sum(self.entrants[x].met.get(o, 0) ** 2 for x, o in found[0])

    def left_over(self, found: Round) -> tuple[int, int]:
        _pairs, left = found
        return (0, 0) if left is None else (self.entrants[left].byes, -self.places[left])

    def differences(self, found: Round) -> float:
        return sum((self.entrants[x].points - self.entrants[o].points) ** 2 for x, o in found[0])

    def folds(self, found: Round) -> int:
        cost = 0
        for x, o in found[0]:
            group = self.groups[x]
            if o in group:
                cost += (abs(group.index(x) - group.index(o)) - len(group) // 2) ** 2
            else:
                cost += (abs(self.places[x] - self.places[o]) - 1) ** 2
        return cost

    def sides(self, found: Round) -> int:
        """The squares of the surpluses after the round."""
        after = Counter({each.number: each.surplus for each in self.entrants.values()})
        after.update(x for x, _o in found[0])
        after.subtract(o for _x, o in found[0])
        return sum(each**2 for each in after.values())

    def distances(self, found: Round) -> int:
        return sum((self.places[x] - self.places[o]) ** 2 for x, o in found[0])

    def swiss(self, found: Round) -> tuple[object, ...]:
        aims = (self.meetings, self.left_over, self.differences, self.folds, self.sides)
        return tuple(aim(found) for aim in aims)

    def least_met(self, found: Round) -> tuple[object, ...]:
        aims = (self.meetings, self.left_over, self.sides, self.distances)
        return tuple(aim(found) for aim in aims)


@given(tables(0, 8))
def test_no_round_of_up_to_eight_is_better(entrants: Table) -> None:
    costs = Costs(entrants)
    every = map(costs.with_sides, all_rounds([each.number for each in entrants]))
    assert costs.swiss(swiss(entrants)) == min(map(costs.swiss, every))


@given(tables(0, 8))
def test_no_free_play_of_up_to_eight_is_better(entrants: Table) -> None:
    fresh = [Entrant(each.number, met=each.met, surplus=each.surplus) for each in entrants]
    costs = Costs(fresh)
    every = map(costs.with_sides, all_rounds([each.number for each in fresh]))
    assert costs.least_met(least_met(fresh)) == min(map(costs.least_met, every))


@given(tables(9, 40))
def test_no_exchange_makes_a_larger_round_better(entrants: Table) -> None:
    costs = Costs(entrants)
    pairs, bye = found = swiss(entrants)
    everyone = [*sum(pairs, ()), *(() if bye is None else (bye,))]
    assert sorted(everyone) == sorted(costs.places)
    ways: list[tuple[list[Sides], tuple[Sides, ...], int | None]] = []
    for first, second in combinations(pairs, 2):
        (a, b), (c, d) = first, second
        ways += [([first, second], new, bye) for new in (((a, c), (b, d)), ((a, d), (b, c)))]
    if bye is not None:
        for a, b in pairs:
            ways += [([(a, b)], ((bye, a),), b), ([(a, b)], ((bye, b),), a)]
    for old, new, left in ways:
        kept = tuple(pair for pair in pairs if pair not in old)
        assert costs.swiss(found) <= costs.swiss(costs.with_sides(((*kept, *new), left)))


def with_strangers(entrants: Table, often: int, random: Random) -> Table:
    """The same with one way to pair them up, all, or all but one, so that nobody meets again."""
    places = random.sample(range(len(entrants)), len(entrants))
    met = dict.fromkeys(combinations(range(len(entrants)), 2), often)
    for pair in zip(places[::2], places[1::2], strict=False):
        met[min(pair), max(pair)] = 0
    return table(
        [each.points for each in entrants],
        met,
        [each.surplus for each in entrants],
        [each.byes for each in entrants],
        [each.number for each in entrants],
    )


@given(tables(2, 40), st.randoms(use_true_random=True))
def test_nobody_meets_again_where_that_can_be_avoided(entrants: Table, random: Random) -> None:
    tangled = with_strangers(entrants, 1, random)
    assert Costs(tangled).meetings(swiss(tangled)) == 0


def test_what_the_largest_room_has_after_the_most_rounds_is_still_exact() -> None:
    most = 60
    points, surpluses = [60.0] * 100 + [0.0] * 99, [most, -most] * 99 + [most]
    entrants = table(points, {}, surpluses, [n % most for n in range(199)])
    tangled = with_strangers(entrants, most, Random(1))
    assert Costs(tangled).meetings(swiss(tangled)) == 0


def test_seven_players_all_meet_somebody_new_in_their_fifth_round() -> None:
    """By choosing in turns, and then exchanging between two pairs, 5 and 0 met again."""
    points = {1: 3, 4: 3, 2: 2.5, 3: 2, 5: 2, 6: 2, 0: 1.5}
    rounds = ({0, 1}, {2, 3}, {4, 5}), ({1, 4}, {2, 6}, {0, 3}), ({1, 2}, {3, 4}, {5, 6})
    played = [*chain(*rounds), {2, 4}, {1, 6}, {0, 5}]
    met = {
        (better, worse): int({one, other} in played)
        for (better, one), (worse, other) in combinations(enumerate(points), 2)
    }
    had_bye = [int(number in {6, 5, 0, 3}) for number in points]
    found = swiss(table(list(points.values()), met, byes=had_bye, numbers=list(points)))
    assert found == (((1, 5), (4, 0), (3, 6)), 2)


def test_the_first_round_is_top_half_against_bottom_half() -> None:
    assert swiss(table([0] * 8, {})) == (((0, 4), (1, 5), (2, 6), (3, 7)), None)
    assert swiss(table([0] * 7, {})) == (((0, 3), (1, 4), (2, 5)), 6)


def test_who_is_left_of_a_group_meets_the_first_of_the_next() -> None:
    pairs, bye = swiss(table([1] * 5 + [0] * 5, {}))
    assert (pairs, bye) == (((0, 2), (1, 3), (4, 5), (6, 8), (7, 9)), None)


def test_the_bye_goes_to_the_lowest_of_those_who_had_fewest() -> None:
    assert swiss(table([2, 1, 1], {}, byes=[0, 1, 1]))[1] == 0
    assert swiss(table([2, 1, 1], {}, byes=[1, 1, 1]))[1] == 2
    assert swiss(table([2, 1, 1], {(0, 1): 1}, byes=[0, 0, 0]))[1] == 1  # else two meet again


def test_a_third_game_of_two_is_worse_than_a_second_of_others() -> None:
    often = dict.fromkeys(combinations(range(4), 2), 1) | {(0, 1): 2, (2, 3): 0}
    assert swiss(table([3, 3, 0, 0], often))[0] == ((0, 2), (1, 3))


def with_two_ways(points: Sequence[float], *ways: Sequence[Sides]) -> Table:
    """Entrants who can meet somebody new in these ways alone."""
    met = dict.fromkeys(combinations(range(len(points)), 2), 1)
    return table(points, met | dict.fromkeys(chain(*ways), 0))


def test_points_come_before_the_fold() -> None:
    near, folded = ((0, 1), (2, 3), (4, 5), (6, 7)), ((0, 3), (1, 4), (2, 6), (5, 7))
    assert swiss(with_two_ways([1] * 6 + [0] * 2, near, folded)) == (near, None)
    assert swiss(with_two_ways([1] * 8, near, folded)) == (folded, None)


def test_those_who_leave_their_groups_meet_as_neighbours_do() -> None:
    three, one = ((0, 3), (1, 5), (2, 4)), ((0, 5), (1, 2), (3, 4))  # games between groups
    points = [3, 2, 2, 1, 1, 0]
    assert swiss(with_two_ways(points, three, one)) == (three, None)  # 4 + 9 + 1, not 16


def test_who_had_x_less_often_gets_it() -> None:
    assert swiss(table([0, 0], {}, [1, -1]))[0] == ((1, 0),)
    assert swiss(table([0, 0], {}, [1, 1]))[0] == ((0, 1),)
    assert least_met(table([0] * 4, {}, [1, 1, -1, -1]))[0] == ((2, 0), (3, 1))


def test_neighbours_play_freely_and_the_last_is_left_over() -> None:
    assert least_met(table([0] * 5, {})) == (((0, 1), (2, 3)), 4)
    assert least_met(table([0] * 3, {(0, 1): 1})) == (((0, 2),), 1)


@given(tables(0, 30))
def test_names_do_not_matter_and_the_same_room_has_the_same_round(entrants: Table) -> None:
    new = {each.number: 7 * each.number + 1 for each in entrants}
    renamed = [
        Entrant(
            new[each.number],
            each.points,
            {new[other]: times for other, times in sorted(each.met.items(), reverse=True)},
            each.surplus,
            each.byes,
        )
        for each in entrants
    ]
    for way in (swiss, least_met):
        pairs, left = way(entrants)
        expected = tuple((new[x], new[o]) for x, o in pairs)
        assert way(renamed) == (expected, None if left is None else new[left])


def played(players: int, rounds: int, random: Random) -> Iterator[tuple[Table, Round]]:
    """Play a tournament among players of different strength, and yield its rounds."""
    strengths = [random.gauss(0, 1) for _ in range(players)]
    met: list[Counter[int]] = [Counter() for _ in range(players)]
    points, surpluses, byes = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(rounds):
        order = sorted(range(players), key=lambda each: -points[each])
        entrants = [Entrant(n, points[n], met[n], surpluses[n], byes[n]) for n in order]
        pairs, bye = swiss(entrants)
        yield entrants, (pairs, bye)
        met = [each.copy() for each in met]
        for x, o in pairs:
            margin = strengths[x] - strengths[o] + random.gauss(0, 1)
            points[x if margin > 0 else o] += 1
            surpluses.update([x])
            surpluses.subtract([o])
            met[x][o] += 1
            met[o][x] += 1
        if bye is not None:
            points[bye] += 1
            byes[bye] += 1


@pytest.mark.parametrize(("players", "rounds"), [(12, 5), (24, 5), (24, 6), (30, 7), (31, 7)])
def test_no_leader_meets_the_tail_and_nobody_meets_again(players: int, rounds: int) -> None:
    for seed in range(5):
        all_byes: list[int] = []
        for entrants, (pairs, bye) in played(players, rounds, Random(seed)):
            assert Costs(entrants).meetings((pairs, bye)) == 0
            points = {each.number: each.points for each in entrants}
            for pair in pairs:
                low, high = sorted(points[each] for each in pair)
                assert high < max(points.values()) or high - low < 2.5
            all_byes += [] if bye is None else [bye]
        assert len(all_byes) == len(set(all_byes)) == rounds * (players % 2)

from __future__ import annotations

from noughts.arena.tree import fold, grow
from noughts.core.position import Position
from noughts.core.rules import Rules


def test_it_holds_every_position_once_and_earlier_plies_first() -> None:
    tree = grow(Rules().start(), lambda position: position.moves)
    plies = [position.plies for position in tree]
    assert len(tree) == 5478
    assert plies == sorted(plies)


def test_moves_are_asked_for_once_a_position_and_never_when_the_game_is_over() -> None:
    asked = []

    def moves(position: Position) -> tuple[int, ...]:
        asked.append(position)
        return position.moves[:2]

    tree = grow(Rules().start(), moves)
    assert len(asked) == len(set(asked))
    assert set(asked) == {position for position in tree if not position.is_over}


def test_folding_goes_from_the_ends_to_the_start() -> None:
    tree = grow(Rules().start(), lambda position: position.moves)

    def height(position: Position, after: dict[int, int]) -> int:
        assert sorted(after) == list(position.moves)
        return 1 + max(after.values(), default=-1)

    assert fold(tree, height) == 9


def test_a_finished_start_is_a_tree_of_one() -> None:
    position = Position.parse("xxx/oo./... o 3")
    tree = grow(position, lambda position: position.moves)
    assert tree == {position: {}}

    def plies(position: Position, after: dict[int, int]) -> int:
        assert not after
        return position.plies

    assert fold(tree, plies) == 5

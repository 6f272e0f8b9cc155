from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from noughts.core import Ending, Game, Mark, Position, Rules, Termination
from noughts.core.errors import IllegalAction
from noughts.menace.boxes import cabinet, stages
from noughts.menace.machine import Machine, Scheme
from tests.menace import naive

X_WINS = Game().play("a1", "b1", "b2", "c1", "c3")
O_WINS = Game().play("a1", "b2", "b1", "c1", "c3", "a3")
DRAW = Game().play("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3")


def text(position: Position) -> str:
    return position.notation.partition(" ")[0].replace("/", "")


@pytest.mark.parametrize(("mark", "count"), [(Mark.X, 304), (Mark.O, 289)])
def test_the_boxes_are_those_of_an_enumeration_of_strings(mark: Mark, count: int) -> None:
    for shares in (True, False):
        drawn = [
            min(naive.images(text(box.position))) for box in cabinet(mark, shares=shares).boxes
        ]
        assert len(drawn) == count
        assert {*drawn} == naive.boxes(mark.value)


def test_the_counts_are_the_published_ones() -> None:
    boxes = cabinet(Mark.X, shares=True).boxes
    assert stages(boxes) == (1, 12, 108, 183)
    lost = [box for box in boxes if naive.is_lost(text(box.position))]
    assert len(boxes) - len(lost) == 287  # as Michie counts them in 1963
    assert {box.stage for box in lost} == {3}
    # White, lilac and gold: the corner, the edge and the centre.
    assert boxes[0].squares == (0, 1, 4)
    # His figure 3: of seven free squares four are different: a corner and an edge of the side that
    # has no mark, the corner below and the edge below (1, 8, 7 and 6 as he numbers them).
    figure = Machine.new().open(Position.parse(".o./.x./... x 3"))
    assert figure is not None
    assert [*figure[1]] == [0, 3, 6, 7]


def test_every_position_has_a_place_whose_beads_are_its_free_squares() -> None:
    for mark in Mark:
        for shares in (True, False):
            whole = cabinet(mark, shares=shares)
            of_side = [
                board
                for board in naive.boards()
                if naive.to_move(board) == mark.value and len(naive.free(board)) > 1
            ]
            assert len(whole.places) == len(of_side)
            for board in of_side:
                rows = "/".join((board[:3], board[3:6], board[6:]))
                position = Position.parse(f"{rows} {mark.value} 3")
                place = whole.place(position)
                assert place is not None
                assert [*place.beads] == naive.free(board)
                drawn = whole.boxes[place.box]
                for move, bead in place.beads.items():
                    # What the bead does on the box is what it does here, turned or mirrored.
                    there = text(drawn.position.play(drawn.squares[bead]))
                    assert min(naive.images(there)) == min(naive.images(naive.put(board, move)))
                    assert place.beads[place.squares[bead]] == bead
                    assert place.squares[bead] <= move


def test_an_open_box_has_its_squares_in_reading_order_however_it_lies() -> None:
    machine = Machine.new()
    for text in ("x.o/.../... x 3", "o.x/.../... x 3", ".../.../x.o x 3", "o../.../x.. x 3"):
        opened = machine.open(Position.parse(text))
        assert opened is not None
        assert list(opened[1]) == sorted(opened[1])


def test_a_machine_has_given_up_when_its_first_box_is_empty() -> None:
    for mark, gives_up in ((Mark.X, True), (Mark.O, False)):  # O has three first boxes
        machine = Machine.new(Scheme(mark))
        assert not machine.has_given_up
        empty = (0,) * len(machine.beads[0])
        emptied = Machine(machine.scheme, (empty, *machine.beads[1:]))
        assert emptied.has_given_up is gives_up


def test_a_new_machine_has_the_beads_of_its_rules() -> None:
    machine = Machine.new()
    counts = {
        (box.stage, count)
        for box, beads in zip(machine.scheme.cabinet.boxes, machine.beads, strict=True)
        for count in beads
    }
    assert counts == {(0, 4), (1, 3), (2, 2), (3, 1)}
    older = Machine.new(Scheme(first=(8, 4, 2, 1), shares=False))
    assert older.beads[0] == (8,) * 9


@pytest.mark.parametrize(("game", "change"), [(X_WINS, 3), (DRAW, 1), (O_WINS, -1)])
def test_a_game_changes_the_drawn_bead_of_each_box(game: Game, change: int) -> None:
    before = Machine.new()
    after = before.after(game)
    changed = 0
    for position, move in zip(game.positions(), game.moves, strict=False):
        opened, now = before.open(position), after.open(position)
        if opened is None:
            assert position.turn is Mark.O or len(position.moves) == 1
            continue
        assert now is not None
        place = before.scheme.cabinet.place(position)
        assert place is not None
        bead = place.squares[place.beads[move]]
        assert {square: n for square, n in now[1].items() if n != opened[1][square]} == {
            bead: opened[1][bead] + change
        }
        changed += 1
    assert changed == sum(old != new for old, new in zip(before.beads, after.beads, strict=True))
    assert after.score.games == 1


def test_the_machine_of_the_other_side_learns_the_other_way_round() -> None:
    machine = Machine.new(Scheme(Mark.O)).after(O_WINS)
    assert (machine.score.wins, machine.score.losses) == (1, 0)
    opened = machine.open(Position.parse("x../.../... o 3"))
    assert opened is not None
    assert opened[1][4] == 4 + 3


def test_no_box_has_fewer_than_no_beads_and_an_empty_one_stays_so() -> None:
    scheme = Scheme(first=(1, 1, 1, 1), loss=-100)
    machine = Machine.new(scheme).after(O_WINS).after(O_WINS)
    assert min(count for beads in machine.beads for count in beads) == 0
    for opening in ("a1", "b1", "b2"):
        resigned = Game().play(opening).resign(Mark.X)
        machine = machine.after(resigned)
    assert machine.beads[0] == (0, 0, 0)
    assert machine.draw(Rules().start(), Random(1)) is None
    assert machine.after(X_WINS).beads[0] == (0, 0, 0)


def test_it_draws_each_bead_as_often_as_there_are_such_beads() -> None:
    machine, start, rng = Machine.new(), Rules().start(), Random(1)
    for _ in range(4):
        machine = machine.after(X_WINS)  # 16 beads for the corner, 4 for the edge, 4 for the centre
    drawn = Counter(machine.draw(start, rng) for _ in range(6_000))
    assert {*drawn} == {0, 1, 4}
    assert abs(drawn[0] - 4_000) < 200
    assert abs(drawn[1] - 1_000) < 150


def test_the_last_square_needs_no_box() -> None:
    last = Position.parse("xox/oxo/ox. x 3")
    assert Machine.new().open(last) is None
    assert Machine.new().draw(last, Random(1)) == 8


@pytest.mark.parametrize(
    "game",
    [
        Game().play("a1"),
        Game("4x4:3", (), Ending(Termination.RESIGNATION, Mark.X)),
        Game(Rules().start(Mark.O), (), Ending(Termination.RESIGNATION, Mark.X)),
    ],
)
def test_it_learns_from_whole_games_in_which_x_begins(game: Game) -> None:
    with pytest.raises(IllegalAction, match=r"whole games of 3x3:3 in which X begins$"):
        Machine.new().after(game)


@pytest.mark.parametrize(
    "rules", [{"first": (4, 3, 2)}, {"first": (0, 3, 2, 1)}, {"win": 101}, {"loss": -101}]
)
def test_rules_have_bounds(rules: dict[str, object]) -> None:
    with pytest.raises(IllegalAction):
        Scheme(**rules)  # type: ignore[arg-type]


def test_beads_are_those_of_the_boxes() -> None:
    beads = Machine.new().beads
    for wrong in (beads[:-1], beads[::-1], ((-1, 4, 4), *beads[1:]), ((10**10, 4, 4), *beads[1:])):
        with pytest.raises(IllegalAction):
            Machine(Scheme(), wrong)

from __future__ import annotations

from random import Random

import pytest

import noughts
from noughts import arena
from noughts.core import Mark, Position, Rules, Termination
from noughts.core.errors import IllegalAction
from noughts.menace.machine import Machine, Scheme
from noughts.menace.training import Matchboxes, Michie, play, train
from noughts.players import player


def test_the_same_seed_gives_the_same_games() -> None:
    first, again = (
        [lesson.game for lesson in train(Machine.new(), "random", 30, seed=7)] for _ in range(2)
    )
    assert first == again
    assert first != [lesson.game for lesson in train(Machine.new(), "random", 30, seed=8)]


def test_a_machine_learns_to_beat_who_moves_at_random() -> None:
    *_, last = train(Machine.new(), "random", 500, seed=1)
    assert last.machine.score.games == 500
    assert last.machine.score.wins > 350


def test_two_machines_learn_from_each_other() -> None:
    *_, last = train(Machine.new(), Machine.new(Scheme(Mark.O)), 50, seed=1)
    assert isinstance(last.opponent, Machine)
    assert last.opponent.score.wins == last.machine.score.losses
    assert last.opponent.score.games == last.machine.score.games == 50


def test_two_machines_of_one_side_do_not_play() -> None:
    with pytest.raises(IllegalAction, match=r"^both machines play X$"):
        train(Machine.new(), Machine.new(), 1)


def test_a_machine_whose_box_is_empty_resigns() -> None:
    new = Machine.new()
    empty = Machine(new.scheme, ((0, 0, 0), *new.beads[1:]))
    game = play({Mark.X: empty, Mark.O: player("random")}, Random(1))
    assert game.moves == ()
    assert game.ending is not None
    assert game.ending.termination is Termination.RESIGNATION
    assert game.ending.winner is Mark.O


def test_its_player_is_one_like_others() -> None:
    matchboxes = Matchboxes(Machine.new(), Machine.new(Scheme(Mark.O)), seed=1)
    assert arena.match(matchboxes, "perfect", 10).score.wins == 0
    assert arena.certify(matchboxes).as_x.lines > 1_000
    assert [*matchboxes.policy(Rules().start())] == [0, 1, 4]
    assert not matchboxes.supports(Rules(4, 4, 4))
    with pytest.raises(noughts.UnsupportedRules):
        matchboxes.choose(Rules(4, 4, 4).start())


def test_its_player_moves_anywhere_where_it_has_no_bead() -> None:
    new = Machine.new()
    empty = Machine(new.scheme, ((0, 0, 0), *new.beads[1:]))
    start, later = Rules().start(), Rules().start().play("b2")
    assert len(Matchboxes(empty).policy(start)) == 9
    assert len(Matchboxes(new).policy(later)) == 8


def test_its_player_takes_o_for_x_where_o_begins() -> None:
    x_first, o_first = Position.parse("xo./.../... x 3"), Position.parse("ox./.../... o 3")
    matchboxes = Matchboxes(Machine.new())
    assert matchboxes.policy(x_first) == matchboxes.policy(o_first)


def test_michie_plays_twenty_sound_games_and_then_varies() -> None:
    michie, opening = Michie(seed=1), Rules().start().play("a1")
    replies = [michie.choose(opening).move for _ in range(60)]
    assert {*replies[:20]} == {4}
    assert len({*replies[20:]}) > 4
    assert len(michie.policy(opening)) == 8
    lost = opening.play("b1").play("b2")
    assert michie.choose(lost).move in noughts.solve(lost).best

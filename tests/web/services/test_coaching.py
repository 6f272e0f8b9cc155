"""The coach over the API says what the coach says: values, reasons, reviews."""

from __future__ import annotations

from random import Random

import pytest

from noughts import Game, Position, Rules
from noughts.coach.reviews import review
from noughts.coach.text import turning_point_text
from noughts.solver import solve, values
from tests.contracts.boards import sample
from tests.web.client import Client, free

NAMES = {-1: "loss", 0: "draw", 1: "win"}
SAMPLE = [position for position in sample(Rules()) if not position.is_over]


@pytest.mark.parametrize("position", SAMPLE, ids=str)
def test_the_values_of_a_position_are_those_of_the_solver(
    visitor: Client, position: Position
) -> None:
    received = visitor.get(f"positions/{position.url}")
    assert received["board"]["position"] == received["values"]["position"] == position.url
    assert received["values"]["is_proved"]
    expected = values(position)
    best = solve(position).best
    assert [move["square"] for move in received["values"]["moves"]] == list(expected)
    for move in received["values"]["moves"]:
        worth = expected[move["square"]]
        assert (move["value"], move["plies"]) == (NAMES[worth.value], worth.plies)
        assert move["is_best"] == (move["square"] in best)
        assert move["label"] == f"{move['name']}, empty, {move['text']}"


@pytest.mark.slow
@pytest.mark.parametrize("position", SAMPLE, ids=str)
def test_every_move_of_a_position_leads_on_and_is_explained(
    visitor: Client, position: Position
) -> None:
    received = visitor.get(f"positions/{position.url}")
    following = {int(square): url for square, url in received["following"].items()}
    assert following == {move: position.play(move).url for move in position.moves}
    for move in position.moves:
        why = visitor.get(f"positions/{position.url}/moves/{move}")
        assert why["square"] == move
        assert why["text"].startswith(why["name"])
        assert why["verdict"] in why["text"]


@pytest.mark.parametrize(
    ("position", "status"),
    [
        ("xxx_oo._..._o_3", "X wins along a1, b1 and c1."),
        ("xox_xoo_oxx_o_3", "It is a draw: the board is full and nobody has a row."),
    ],
)
def test_a_finished_position_leads_nowhere(visitor: Client, position: str, status: str) -> None:
    received = visitor.get(f"positions/{position}")
    assert received["following"] == {}
    assert received["values"]["moves"] == []
    assert received["board"]["turn"] is None
    assert received["status"] == status


def test_a_hint_is_one_of_the_best_moves_with_its_reason(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    chance = Random(5)
    while game["ending"] is None:
        hint = visitor.get(f"games/{game['id']}/hint")
        position = Position.parse(game["board"]["position"])
        assert hint["square"] in solve(position).best
        assert hint["text"].startswith(hint["name"])
        game = visitor.play(game, chance.choice(free(game)))
    received = visitor.get(f"games/{game['id']}/hint", 422)["detail"]
    assert received == "the game is over: there is no move to choose"


def test_the_values_in_a_game_are_those_of_its_position(visitor: Client) -> None:
    game = visitor.play(visitor.begin(opponent=None), 0)
    received = visitor.get(f"games/{game['id']}/values")
    assert received == visitor.get(f"positions/{game['board']['position']}")["values"]


def test_asking_changes_nothing(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    for question in ("hint", "values"):
        visitor.get(f"games/{game['id']}/{question}")
    assert visitor.get(f"games/{game['id']}") == game


@pytest.mark.parametrize("seed", range(5))
def test_a_review_goes_through_a_finished_game(visitor: Client, seed: int) -> None:
    game = visitor.play_on(visitor.begin(opponent=None, first="xo"[seed % 2]), Random(seed))
    looked = visitor.get(f"games/{game['id']}/review")
    assert [move["name"] for move in looked["moves"]] == game["moves"]
    assert [move["ply"] for move in looked["moves"]] == list(range(1, len(game["moves"]) + 1))
    assert looked["moves"][-1]["after"]["position"] == game["board"]["position"]
    turning = [move["ply"] for move in looked["moves"] if move["is_turning_point"]]
    start = Position.parse(looked["start"]["position"])
    reviewed = review(Game(start).play(*(move["square"] for move in looked["moves"])))
    assert turning == ([] if reviewed.decided_by is None else [reviewed.decided_by + 1])
    assert looked["turning_point"] == turning_point_text(reviewed)
    assert set(looked["accuracy"]) == {"x", "o"}


def test_a_game_that_goes_on_is_not_reviewed(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    received = visitor.get(f"games/{game['id']}/review", 422)["detail"]
    assert received == "the game goes on: it is reviewed when it is over"


def test_a_game_given_up_at_once_has_an_empty_review(visitor: Client) -> None:
    game = visitor.act(visitor.begin(opponent=None), "resign")
    assert visitor.get(f"games/{game['id']}/review")["moves"] == []


@pytest.mark.parametrize("board", ["5x5:4", "15x15:5", "26x26:5"])
def test_where_nothing_is_proved_it_says_so(visitor: Client, board: str) -> None:
    game = visitor.begin(board=board, opponent=None)
    received = visitor.get(f"games/{game['id']}/values")
    assert not received["is_proved"]
    assert received["moves"] == []
    assert (
        received["text"] == f"What the moves are worth here is not proved: {board} is not solved."
    )
    hint = visitor.get(f"games/{game['id']}/hint")
    assert hint["verdict"] == "is not proved good or bad"
    game = visitor.act(visitor.play(game, hint["square"]), "resign")
    assert visitor.get(f"games/{game['id']}/review")["accuracy"] == {
        "x": "Accuracy of X: unknown.",
        "o": "Accuracy of O: it made no move.",
    }

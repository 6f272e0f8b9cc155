"""The coach over the API says what the coach says: values, reasons, reviews."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from noughts import Game, Position, Rules
from noughts.atlas import solve, values
from noughts.coach.reviews import review, turning_point_text
from tests.contracts.boards import sample
from tests.server.client import Client, free

NAMES = {-1: "loss", 0: "draw", 1: "win"}
SAMPLE = [position for position in sample(Rules()) if not position.is_over]


def test_the_values_of_a_position_are_those_of_the_solver(visitor: Client) -> None:
    for position in SAMPLE:
        received = visitor.get(f"positions/{position.url}")
        assert received["board"]["position"] == received["values"]["position"] == position.url
        assert received["values"]["is_proved"]
        expected = values(position)
        best = solve(position).best
        moves = received["values"]["moves"]
        assert [move["square"] for move in moves] == list(expected), position
        for move in moves:
            worth = expected[move["square"]]
            assert (move["value"], move["plies"]) == (NAMES[worth.value], worth.plies), position
            assert move["is_best"] == (move["square"] in best), position
            assert move["label"] == f"{move['name']}, empty, {move['text']}"


@pytest.mark.slow
def test_every_move_of_a_position_leads_on_and_is_explained(visitor: Client) -> None:
    for position in SAMPLE:
        received = visitor.get(f"positions/{position.url}")
        following = {int(square): url for square, url in received["following"].items()}
        assert following == {move: position.play(move).url for move in position.moves}
        for move in position.moves:
            why = visitor.get(f"positions/{position.url}/moves/{move}")
            assert why["square"] == move, position
            assert why["text"].startswith(why["name"]), position
            assert why["verdict"] in why["text"], position


def test_a_finished_position_leads_nowhere(visitor: Client) -> None:
    for position, status in (("xxx_oo._..._o_3", "X wins!"), ("xox_xoo_oxx_o_3", "It's a draw")):
        received = visitor.get(f"positions/{position}")
        assert (received["following"], received["values"]["moves"]) == ({}, []), position
        assert (received["board"]["turn"], received["status"]) == (None, status)


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
    assert received == "The game is over – there's no move to suggest"


def test_in_a_game_what_stands_out_has_a_value_or_all_that_is_equal(
    visitor: Client,
) -> None:
    game = visitor.begin(opponent=None)
    received = visitor.get(f"games/{game['id']}/values")
    assert received["text"] == "Every move draws; a corner sets the most traps."
    corners, others = ("a1", "c1", "a3", "c3"), ("b1", "a2", "b2", "c2", "b3")
    assert texts(received) == dict.fromkeys(corners, "traps") | dict.fromkeys(others, "draws")
    assert {move["name"] for move in received["moves"] if move["is_best"]} == set(corners)
    assert visitor.get(f"games/{game['id']}") == game  # asking changes nothing
    game = visitor.play(game, 0)
    (only,) = visitor.get(f"games/{game['id']}/values")["moves"]
    assert (only["name"], only["text"], only["is_best"]) == ("b2", "draws", True)
    assert only["label"] == "b2, empty, holds the draw"
    game = visitor.play(visitor.play(game, 4), 8)
    received = visitor.get(f"games/{game['id']}/values")
    assert texts(received) == {"c1": "loses", "a3": "loses"}
    assert not any(move["is_best"] for move in received["moves"])


def texts(received: Any) -> dict[str, str]:
    return {move["name"]: move["text"] for move in received["moves"]}


def test_a_game_is_reviewed_once_it_is_over(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    received = visitor.get(f"games/{game['id']}/review", 422)["detail"]
    assert received == "You can review the game once it's over"
    visitor.act(game, "resign")
    assert visitor.get(f"games/{game['id']}/review")["moves"] == []


@pytest.mark.parametrize("seed", range(5))
def test_a_review_goes_through_a_finished_game(visitor: Client, seed: int) -> None:
    game = visitor.play_on(visitor.begin(opponent=None, first="xo"[seed % 2]), Random(seed))
    looked = visitor.get(f"games/{game['id']}/review")
    assert [move["name"] for move in looked["moves"]] == game["moves"]
    assert [move["ply"] for move in looked["moves"]] == list(range(1, len(game["moves"]) + 1))
    assert looked["end"] == game["board"]
    turning = [move["ply"] for move in looked["moves"] if move["is_turning_point"]]
    start = Position.parse(looked["start"]["position"])
    reviewed = review(Game(start).play(*(move["square"] for move in looked["moves"])))
    assert turning == ([] if reviewed.decided_by is None else [reviewed.decided_by + 1])
    assert [looked["turning_ply"]] == (turning or [None])
    assert looked["turning_point"] == turning_point_text(reviewed)
    assert set(looked["accuracy"]) == {"x", "o"}


@pytest.mark.parametrize(
    ("board", "text", "value", "to_a_player"),
    [
        ("5x5:4", "Every move draws.", "draw", "Every move draws"),
        (
            "5x6:4",
            "X can force a win with ",  # how many moves are proved to depends on the time
            "win",
            "You can win with ",
        ),
    ],
)
def test_what_the_atlas_knows_is_shown_and_said_to_a_player(
    visitor: Client, board: str, text: str, value: str, to_a_player: str
) -> None:
    received = visitor.get(f"positions/{Rules.parse(board).start().url}")["values"]
    assert received["is_proved"]
    assert received["text"].startswith(text)
    assert any(move["is_best"] for move in received["moves"])
    for move in received["moves"]:
        assert move["plies"] is None
        assert move["text"] == move["value"]
        assert move["value"] == value or not move["is_best"]
        assert move["label"] == f"{move['name']}, empty, {move['text']}"
    game = visitor.begin(board=board, opponent=None)
    received = visitor.get(f"games/{game['id']}/values")
    assert received["is_proved"]
    assert received["text"].startswith(to_a_player)
    assert set(texts(received).values()) == ({"wins"} if value == "win" else {"draws"})


@pytest.mark.parametrize("board", ["15x15:5", "26x26:5"])
def test_where_nothing_is_proved_it_says_so(visitor: Client, board: str) -> None:
    game = visitor.begin(board=board, opponent=None)
    received = visitor.get(f"games/{game['id']}/values")
    assert not received["is_proved"]
    assert received["moves"] == []
    assert received["text"] == "Neither side has a forced win in sight; nothing is proved."
    hint = visitor.get(f"games/{game['id']}/hint")
    assert hint["verdict"] == f"{hint['name']} seems best, though that isn't proved"
    game = visitor.act(visitor.play(game, hint["square"]), "resign")
    assert visitor.get(f"games/{game['id']}/review")["accuracy"] == {
        "x": "We can't score this board yet.",
        "o": "Accuracy of O: no moves.",
    }


ROWS = ["......o........", ".....xxx.......", "....o....o....."]
WON = "/".join(["." * 15] * 6 + ROWS + ["." * 15] * 6)  # X has an open three


def test_moves_that_win_or_lose_by_force_have_a_value_the_others_none(visitor: Client) -> None:
    received = visitor.get(f"positions/{Position.parse(f'{WON} x 5').url}")["values"]
    assert not received["is_proved"]
    worths = {move["name"]: (move["value"], move["text"]) for move in received["moves"]}
    assert worths["e8"] == worths["i8"] == ("win", "win in 2")
    assert {value for value, _ in worths.values()} == {"win"}
    assert all(move["is_best"] for move in received["moves"])
    assert received["text"].startswith("X can force a win with ")
    lost = Position.parse(f"{WON.replace('.' * 15, 'x' + '.' * 14, 1)} o 5")
    received = visitor.get(f"positions/{lost.url}")["values"]
    assert {move["value"] for move in received["moves"]} == {"loss"}
    others = set(lost.move_names) - {move["name"] for move in received["moves"]}
    assert {"e8", "i8"} <= others
    assert received["text"].startswith("X threatens to force a win")
    if others <= {"d8", "e8", "i8", "j8"}:  # in time: a busy machine may prove less
        assert all(name in received["text"] for name in others)

"""Whole games through the API: what everybody at the board can do."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

import pytest

from noughts import Game, Mark, Rules
from noughts.players import levels
from tests.server.client import Client, NewVisitor, free

OTHER = {"x": "o", "o": "x"}
BOARDS = ["3x3:3", "4x4:3", "4x4:4", "5x5:4", "6x6:4", "15x15:5", "1x1:1", "26x1:3", "7x5:4"]


def replayed(game: Any) -> Game:
    """The game that the moves in a view make, by the rules alone."""
    rules = Rules.parse(game["board"]["board"])
    moves = map(game["board"]["names"].index, game["moves"])
    return Game(rules.start(Mark(game["first"]))).play(*moves)


def check(game: Any) -> None:
    """A view agrees with the rules, and with itself."""
    played, board = replayed(game), game["board"]
    assert board["position"] == played.position.url
    assert board["turn"] == (None if played.ending else played.position.turn.value)
    marks = [played.position.mark_at(square) for square in range(played.rules.size)]
    assert board["marks"] == [mark.value if mark else "" for mark in marks]
    assert board["last_move"] == (played.moves[-1] if played.moves else None)
    if played.ending is not None:
        assert game["ending"]["termination"] == played.ending.termination.value
        winner = played.ending.winner
        assert game["ending"]["winner"] == (winner and winner.value)
        assert game["status"] == game["ending"]["text"]
    assert not (game["ending"] and (game["is_your_turn"] or game["can_resign"]))
    assert game["title"].endswith(" · Noughts and crosses")


@pytest.mark.parametrize("first", ["x", "o"])
@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("level", levels(Rules()))
def test_a_whole_game_on_every_level_whoever_starts(
    visitor: Client, level: str, side: str, first: str
) -> None:
    game = visitor.begin(opponent=level, side=side, first=first)
    chance = Random(f"{level} {side} {first}")
    assert len(game["moves"]) == (side != first)  # the computer has moved if it starts
    assert game["seats"][side]["is_you"]
    assert game["seats"][OTHER[side]]["name"] == level
    while game["ending"] is None:
        check(game)
        assert game["is_your_turn"]
        plies = len(game["moves"])
        game = visitor.play(game, chance.choice(free(game)))
        assert len(game["moves"]) == plies + 2 or game["ending"]
    check(game)
    assert visitor.get(f"games/{game['id']}") == {**game, "announcement": ""}


@pytest.mark.parametrize("board", BOARDS)
def test_all_boards_are_played_at_one_screen_and_top_level(visitor: Client, board: str) -> None:
    chance = Random(board)
    game = visitor.begin(board=board, opponent=levels(Rules.parse(board))[-1], first="o")
    for _ in range(20):
        if game["ending"] is None:
            game = visitor.play(game, chance.choice(free(game)))
    check(game)
    game = visitor.begin(board=board, opponent=None)
    assert [game["seats"][side]["is_you"] for side in "xo"] == [True, True]
    game = visitor.play_on(game, chance)
    check(game)
    assert game["ending"]["text"].startswith(("X wins", "O wins", "It's a draw", "The game"))


def test_a_lot_decides_the_side_and_the_starter_if_asked(visitor: Client) -> None:
    drawn = set()
    for _ in range(60):  # one of four is never drawn once in 8 million runs
        game = visitor.begin(opponent="random", side="lot", first="lot")
        drawn.add((game["seats"]["x"]["is_you"], game["first"]))
    assert len(drawn) == 4


@pytest.mark.parametrize("opponent", [None, "medium"])
def test_only_a_game_against_a_friend_has_a_clock(visitor: Client, opponent: str | None) -> None:
    clock = {"per": "game", "seconds": 60}
    problem = visitor.begin(422, opponent=opponent, clock=clock)
    assert problem["detail"] == "Only a game with a friend has a clock"
    assert visitor.begin(opponent="friend", clock=clock)["clock"]["seconds"] == 60
    # A form without script sends what stands in the field, whoever is chosen.
    form = {"opponent": opponent or "two", "clock": "game-60"}
    begun = visitor.http.post("/play", data=form)
    assert begun.status_code == 303
    assert visitor.get(f"games/{begun.headers['location'][-24:]}")["clock"] is None


def test_a_computer_is_given_time_to_think_which_the_next_game_keeps(visitor: Client) -> None:
    game = visitor.begin(board="7x7:4", opponent="strongest", side="x", seconds=0.2)
    assert (game["seats"]["o"]["seconds"], game["seats"]["x"]["seconds"]) == (0.2, None)
    game = visitor.play(game, 24)
    assert not game["is_thinking"]
    assert len(game["moves"]) == 2
    following = visitor.act(visitor.act(game, "resign"), "rematch", 201)
    assert following["seats"]["o"]["seconds"] == 0.2
    for opponent, seconds, why in (
        *((each, 1, "Only a computer is given time to think") for each in ("friend", None)),
        ("strongest", 3.5, "The computer thinks for 3 seconds at most here"),
        *(("strongest", seconds, None) for seconds in (0, -1, 61, "long")),
    ):
        asked = {"board": "15x15:5", "opponent": opponent, "seconds": seconds}
        assert visitor.begin(422 if why else 400, **asked)["detail"] == why or why is None, asked


def test_a_computer_may_be_told_to_move_now_by_whoever_plays_it(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    game = visitor.begin(board="15x15:5", opponent="strongest", side="x", seconds=1)
    address = f"games/{game['id']}/move-now"
    assert visitor.post(address, {})["version"] == game["version"]
    refused = new_visitor().post(address, {}, 403)["detail"]
    assert refused == "You're watching this game, not playing it"
    visitor.post("games/000000000000000000000000/move-now", {}, 404)


def test_an_undo_goes_back_to_the_last_time_it_was_one_s_turn(visitor: Client) -> None:
    begun = visitor.begin(opponent="classic", first="o")
    assert not begun["can_undo"]
    once = visitor.play(begun, free(begun)[0])
    twice = visitor.play(once, free(once)[0])
    back = visitor.act(twice, "undo")
    assert back["board"] == once["board"]
    assert back["version"] == twice["version"] + 1
    back = visitor.act(back, "undo")
    assert back["board"] == begun["board"]
    assert visitor.act(back, "undo", 422)["detail"] == "You have no move to undo"
    game = visitor.begin(opponent=None)  # a game that was won goes on
    for square in (0, 3, 1, 4, 2):
        game = visitor.play(game, square)
    assert game["score"] == {"x": 1, "o": 0, "drawn": 0, "text": "Score: X 1, O 0, draws 0"}
    game = visitor.act(game, "undo")
    assert game["ending"] is None
    assert game["score"]["x"] == 0
    check(game)


def test_in_the_next_game_the_other_starts_and_the_score_goes_on(visitor: Client) -> None:
    game = visitor.begin(board="4x4:3", opponent=None, first="o")
    score = {"x": 0, "o": 0, "drawn": 0}
    for number in range(6):
        assert game["first"] == "ox"[number % 2]
        assert game["version"] == 1
        game = visitor.play_on(game, Random(number))
        score[game["ending"]["winner"] or "drawn"] += 1
        assert {name: game["score"][name] for name in score} == score
        before, game = game, visitor.act(game, "rematch", 201)
        assert game["id"] != before["id"]
        assert game["seats"] == before["seats"]
        assert game["board"]["board"] == "4x4:3"
    assert sum(score.values()) == 6
    # After a game that was left nothing counts yet, and the computer starts.
    game = visitor.act(visitor.play(visitor.begin(opponent="hard"), 4), "rematch", 201)
    assert game["score"]["text"] == "Score: You 0, Computer 0, draws 0"
    assert (game["first"], len(game["moves"]), game["is_your_turn"]) == ("o", 1, True)


def test_a_command_from_another_version_gets_the_game_as_it_is_now(visitor: Client) -> None:
    old = visitor.begin(opponent=None)
    now = visitor.play(old, 4)
    for problem in (
        visitor.play(old, 0, 409),
        visitor.act(old, "undo", 409),
        visitor.act(old, "resign", 409),
    ):
        assert problem["detail"] == "The game has moved on – take another look"
        assert problem["game"] == now  # with what happened since, to be announced
    assert visitor.play({**now, "version": 3}, 0, 409)["game"]["version"] == 2
    for square in (4, 9, 675):  # taken, or on no board of this size
        visitor.play(now, square, 422)
    assert visitor.get(f"games/{now['id']}") == {**now, "announcement": ""}


def test_others_watch_and_do_not_play(visitor: Client, new_visitor: NewVisitor) -> None:
    game = visitor.play(visitor.begin(opponent=None), 4)
    stranger, guest = new_visitor(), new_visitor()
    stranger.begin()  # and so has a cookie; a guest has none
    for other in (stranger, guest):
        seen = other.get(f"games/{game['id']}")
        assert seen["board"] == game["board"]
        assert not any(seen[name] for name in ("is_your_turn", "can_resign", "can_undo"))
        assert not any(seat["is_you"] for seat in seen["seats"].values())
        problems = [other.act(game, act, 403) for act in ("undo", "resign", "rematch")]
        for problem in (*problems, other.play(game, 0, 403)):
            assert problem["detail"] == "You're watching this game, not playing it"
    assert visitor.get(f"games/{game['id']}")["version"] == game["version"]


def test_a_game_nobody_began_is_not_found(visitor: Client) -> None:
    nowhere = {"id": "0" * 24, "version": 1}
    visitor.get(f"games/{nowhere['id']}", 404)
    for question in ("hint", "values", "review"):
        visitor.get(f"games/{nowhere['id']}/{question}", 404)
    visitor.play(nowhere, 4, 404)
    for action in ("undo", "resign", "rematch"):
        visitor.act(nowhere, action, 404)


def test_your_games_are_listed_latest_first(visitor: Client, new_visitor: NewVisitor) -> None:
    assert new_visitor().get("games") == []
    begun = [visitor.begin(opponent=None) for _ in range(32)]
    new_visitor().begin()
    visitor.act(begun[31], "resign")
    listed = visitor.get("games")
    assert [game["id"] for game in listed] == [game["id"] for game in reversed(begun[2:])]
    assert [game["is_over"] for game in listed] == [True] + [False] * 29
    assert listed[0] == {
        "id": begun[31]["id"],
        "board": "3x3:3",
        "position": "..._..._..._x_3",
        "opponent": "Two players, same screen",
        "status": "O wins – X resigned",
        "is_over": True,
        "is_waiting": False,
        "began": listed[0]["began"],
    }
    assert datetime.fromisoformat(listed[0]["began"]).tzinfo is not None


def test_a_game_leaves_your_list_and_nobody_elses(visitor: Client, new_visitor: NewVisitor) -> None:
    friend, stranger = new_visitor(), new_visitor()
    first, second = (visitor.begin(opponent="friend") for _ in range(2))
    friend.post(f"games/{first['id']}/sit", {})
    assert stranger.post(f"games/{first['id']}/forget", {}) == []
    for _ in range(2):
        left = visitor.post(f"games/{first['id']}/forget", {})
        assert [game["id"] for game in left] == [second["id"]]
    assert [game["id"] for game in friend.get("games")] == [first["id"]]
    game = visitor.get(f"games/{first['id']}")
    assert game["seats"]["x"]["is_you"]
    assert visitor.play(game, 4)["moves"] == ["b2"]
    assert [game["id"] for game in visitor.get("games")] == [second["id"]]


def test_a_repeated_command_to_begin_is_answered_with_the_same_game(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    visitor.begin()
    once, again = (visitor.begin(opponent=None, command="begin-it-1") for _ in range(2))
    assert again == once
    other = new_visitor()
    other.begin()
    assert other.begin(command="begin-it-1")["id"] != once["id"]  # ids are everybody's own
    ended = visitor.act(once, "resign")
    once, again = (visitor.act(ended, "rematch", 201, command="next-it-1") for _ in range(2))
    assert again == once
    assert len(visitor.get("games")) == 3


def test_a_command_may_be_called_like_anything(visitor: Client) -> None:
    """The computer's moves are commands too, and must not be taken for it."""
    for name in ("computer-1", "computer-2", "computer-3"):
        begun = visitor.begin(opponent="random", first="o", command=name)
        assert len(begun["moves"]) == 1, name
        game = visitor.play(visitor.begin(opponent="random"), 4, command=name)
        assert len(game["moves"]) == 2, name


def test_what_happened_since_a_version_is_announced(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    for square in (4, 0, 8):
        game = visitor.play(game, square)

    def since(version: int) -> str:
        received: str = visitor.get(f"games/{game['id']}", after=version)["announcement"]
        return received

    assert since(1) == "X takes b2. O takes a1. X takes c3. O to move."
    assert since(3) == "X takes c3. O to move."
    assert since(4) == since(1_000_000) == "O to move."


def test_two_games_are_read_out_as_they_were(visitor: Client) -> None:
    """Against `classic`, which has no choice where it wins or blocks, and takes b2 or a1 first."""
    said = []

    def receive(game: Any) -> Any:
        said.append((game["announcement"] or game["status"], game["title"].split(" · ")[0]))
        return game

    game = receive(visitor.begin(opponent="classic"))
    for square in (3, 5):
        game = receive(visitor.play(game, square))
    game = receive(visitor.act(game, "undo"))
    for square in (5, 7):
        game = receive(visitor.play(game, square))
    game = receive(visitor.act(game, "rematch", 201))
    game = receive(visitor.play(game, 0))
    receive(visitor.act(game, "resign"))
    assert said == TRANSCRIPT


TRANSCRIPT = [
    ("Your turn – you're X", "Your turn"),
    ("You take a2. The computer takes b2. Your turn – you're X.", "Your turn"),
    ("You take c2. The computer takes a1. Your turn – you're X.", "Your turn"),
    ("2 moves undone. Your turn – you're X.", "Your turn"),
    ("You take c2. The computer takes a1. Your turn – you're X.", "Your turn"),
    (
        "You take b3. The computer takes c3. The computer wins. The winning line: a1, b2 and c3.",
        "The computer wins",
    ),
    ("Your turn – you're X", "Your turn"),
    ("You take a1. The computer takes c1. Your turn – you're X.", "Your turn"),
    ("The computer wins – you resigned.", "The computer wins"),
]

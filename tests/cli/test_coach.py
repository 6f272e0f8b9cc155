"""`noughts explain` and `review`: what moves are worth, and why."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from noughts import Game, Limit, Mark, Position, Rules
from noughts.coach import explain, explanation_text, review, review_text
from noughts.coach.forced import ForcedValue
from noughts.core.record import Record
from noughts.files.records import append_record
from tests.cli.conftest import Noughts, said_by
from tests.core import naive

FORK = "x../.o./..x o 3"
DOUBLE_CORNER = Game().play(0, 4, 8, 2, 6, 3, 7)
NAMES = {Mark.X: "Ada", Mark.O: "easy"}


# --- explain


def test_a_move_is_explained_in_one_line(noughts: Noughts) -> None:
    told = "c1 loses: X answers a3, which blocks and makes a fork on a2 and b3.\n"
    for move in ("c1", "C1"):
        assert noughts("explain", FORK, move) == (0, told, "")
    done = noughts("explain", "...../...../...../...../..... x 4", "c3")
    assert done == (0, "c3 keeps the draw.\n", "")


def test_without_a_move_it_names_a_best_move_and_why_or_says_that_it_is_unproved(
    noughts: Noughts,
) -> None:
    for text in (FORK, "xo./o../.x. x 3", ".../.../... o 3", "x../.../... o 3"):
        said = said_by(noughts, "explain", text)
        board = naive.board_of(Position.parse(text))
        column, row = said[0], said[1]
        assert "abc".index(column) + 3 * (int(row) - 1) in naive.minimax(board).best
        assert said.count("\n") == 1
    assert noughts("explain", "xo./o../.x. x 3").said == (
        "c3 wins in two moves: it makes a fork, with threats on b2 and a3; no other move wins.\n"
    )
    assert noughts("explain", "...../.xx../..o../..o../..... x 4").said == (
        "d2 wins in two moves: it makes a fork, with threats on a2 and e2.\n"
    )
    sentence = r"[a-o]\d+ seems best, though that isn't proved: it's part of \w+ possible rows\.\n"
    said = said_by(noughts, "explain", Rules(15, 15, 5).start().notation, "--seconds", "0.05")
    assert re.fullmatch(sentence, said)


# --- review


def test_what_was_played_can_be_reviewed(noughts: Noughts, file: Path) -> None:
    noughts("--two", "--record", str(file), typed=b"1\n5\n9\n3\n7\n4\nresign\nn\n")
    said = noughts("review", str(file)).said
    assert "The game turned on move 4, O's c1.\n" in said
    assert "  6. O a2 loses, as every move does.\n\nThe game turned" in said


GAMES = [
    DOUBLE_CORNER,
    Game(),
    Game().play(0, 4).resign(),
    Game(Position.parse(FORK)).play(2, 6),
    Game(Rules().start(Mark.O)).play(0, 1, 3, 4, 8),
    Game(Rules(5, 5, 3).start()).play(12, 0, 13, 1, 11),
    Game(Rules(15, 15, 5).start()).play(112, 0),
]


def test_records_are_reviewed_as_text_and_as_data(noughts: Noughts, file: Path) -> None:
    file.touch()
    empty = f"noughts: there is no game in {file}\n"
    assert noughts("review", str(file)) == (1, "", empty)
    assert noughts("review", "-") == (1, "", "noughts: there is no game in -\n")
    for game in GAMES:
        append_record(file, Record(game, NAMES))
    texts = [f"Ada (X) against easy (O)\n{review_text(review(game))}\n\n" for game in GAMES]
    said = "".join(f"Game {number}: {text}" for number, text in enumerate(texts, start=1))
    assert noughts("review", str(file)) == (0, said, "")
    assert noughts("review", "-", typed=file.read_bytes()) == (0, said, "")
    said = said_by(noughts, "review", str(file), "--json")
    for game, line in zip(GAMES, said.splitlines(), strict=True):
        check_data(game, json.loads(line))


def check_data(game: Game, told: Any) -> None:
    reviewed = review(game)
    assert told["mistakes"] == [ply + 1 for ply in reviewed.mistakes]
    turning_point = reviewed.turning_point
    assert told["turning_point"] == (None if turning_point is None else turning_point + 1)
    for mark in Mark:
        share = reviewed.accuracy(mark)
        assert told["accuracy"][mark.value] == (None if share is None else float(share))
    assert len(told["moves"]) == len(game.moves)
    for position, move, found in zip(game.positions(), game.moves, told["moves"], strict=False):
        explanation = explain(position, move)
        assert found["side"] == position.turn.value
        assert found["text"] == explanation_text(explanation)
        assert found["text"].startswith(f"{found['move']} ")
        assert found["keeps_value"] is explanation.keeps_value
        for name, worth in (("best", explanation.best), ("worth", explanation.worth)):
            if worth is None:
                assert found[name] is None
            else:
                bound = {"at_most": True} if isinstance(worth, ForcedValue) else {}
                value = worth.value.name.lower()
                assert found[name] == {"value": value, "plies": worth.plies, **bound}


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_bad_line_is_named_and_the_games_around_it_are_reviewed(
    noughts: Noughts, file: Path, form: list[str]
) -> None:
    append_record(file, Record(DOUBLE_CORNER, NAMES))
    with file.open("a") as records:
        records.write('{"version":1}\n')
    append_record(file, Record(Game().play(4), NAMES))
    done = noughts("review", str(file), *form)
    assert done.code == 1
    assert done.complained.startswith(f"noughts: {file}, line 2: ")
    assert done.complained.count("\n") == 1
    games = done.said.splitlines() if form else done.said.split("Game ")[1:]
    assert len(games) == 2


def test_names_cannot_command_the_terminal(noughts: Noughts, file: Path) -> None:
    append_record(file, Record(Game().play(4), {Mark.X: "Zoë\x1b[2J", Mark.O: "日本"}))
    assert noughts("review", str(file)).said.startswith("Game 1: Zoë?[2J (X) against 日本 (O)\n")


def test_every_proof_is_given_a_limit(
    noughts: Noughts, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = []

    def watched(game: Game, limit: Limit | None = None) -> object:
        limits.append(limit)
        return review(game, limit)

    append_record(file, Record(DOUBLE_CORNER, NAMES))
    monkeypatch.setattr("noughts.cli.coach.review", watched)
    for form in ([], ["--json"]):
        noughts("review", str(file), *form)
    assert [limit is not None and limit.seconds is not None for limit in limits] == [True] * 2

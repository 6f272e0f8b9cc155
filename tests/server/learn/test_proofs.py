"""The page of proofs: a game against one, its figures from the atlas, and the check."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from noughts import Rules
from noughts.atlas.strategy import defend
from noughts.atlas.table import Certified, find_entry
from noughts.core.errors import InvalidProof
from noughts.views import proof as proofs
from noughts.views.proof import BOARDS, placements
from tests.server.client import Client
from tests.server.learn.test_pages import state
from tests.serving import serving


def proof_of(board: str) -> Certified:
    """The proof of a board in the atlas."""
    entry = find_entry(Rules.parse(board))
    assert entry is not None
    assert entry.proof is not None
    return entry.proof


@pytest.mark.parametrize("board", BOARDS)
def test_whatever_x_takes_is_answered_as_the_certificate_does(visitor: Client, board: str) -> None:
    rng, moves = Random(board), ""
    while True:
        page = visitor.page("/learn/proof", board=board, moves=moves)
        game, defence = state(page), defend(Rules.parse(board), moves.split(".") if moves else [])
        assert game["board"]["position"] == defence.position.url
        assert game["is_open"] is not defence.position.is_over
        if not game["is_open"]:
            break
        assert game["text"] in page
        moves = rng.choice(list(game["following"].values()))
        assert f'name="moves" value="{moves}"' in page
    assert "you won't get one" in game["text"] or "You never will" in game["text"]


def test_the_pairs_are_letters_on_the_board_and_in_the_labels(visitor: Client) -> None:
    page = visitor.page("/learn/proof", board="5x5:5")
    pairs = state(page)["pairs"]
    assert len(pairs) == 24
    for pair in pairs:
        assert f'aria-label="{pair["label"]}"' in page
    letters = [pair["text"] for pair in pairs]
    assert all(letters.count(letter) == 2 for letter in letters)
    # One of a pair is taken, and its letter is gone from both.
    assert len(state(visitor.page("/learn/proof", board="5x5:5", moves="a1"))["pairs"]) == 22
    # No pair is called like a mark.
    pairs = state(visitor.page("/learn/proof", board="7x7:5", moves="g6.c6.d6"))["pairs"]
    names = {pair["text"] for pair in pairs}
    assert len(names) == 17
    assert not names & {"O", "X"}


def test_the_figures_are_those_of_the_atlas_as_each_language_writes_them(visitor: Client) -> None:
    page = visitor.page("/learn/proof")
    rows = re.findall('<tr><th scope="row">(.*?)×.*?</th>(.*?)</tr>', page)
    assert len(rows) == 6
    for board in ("3x3:3", "5x5:4", "8x8:4"):
        proof = proof_of(board)
        (cells,) = (cells for width, cells in rows if width == board[0])
        assert f"<td>{proof.positions:,}</td><td>{proof.size:,}</td>" in cells
    for language, number, mantissa in (
        ("en", "8,107", "6.0"),
        ("de", "8.107", "6,0"),
        ("fr", "8\N{NARROW NO-BREAK SPACE}107", "6,0"),
        ("es", "8107", "6,0"),
    ):
        page = visitor.http.get("/learn/proof", headers={"accept-language": language}).text
        assert f"<td>{number}</td>" in page, language
        assert f"{mantissa} × 10<sup>3</sup>" in page, language


def test_the_proof_is_checked_at_a_press(tmp_path: Path) -> None:
    # The largest takes 3 s, on a busy machine more than the 13 that a page waits for.
    with serving(tmp_path / "games.db", "--think-seconds=60") as server:
        for board in BOARDS:
            address = f"{server.address}learn/proof"
            page = httpx.get(address, params={"board": board, "check": "on"}, timeout=100).text
            assert f"Checked: {proof_of(board).positions:,} position" in page


def test_a_proof_unlike_what_the_table_says_is_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    entry, proof = find_entry(Rules(5, 5, 5)), proof_of("5x5:5")
    assert entry is not None
    wrong = replace(entry, proof=replace(proof, positions=proof.positions + 1))
    monkeypatch.setattr(proofs, "find_entry", lambda _rules: wrong)
    with pytest.raises(InvalidProof, match="proves something else"):
        proofs.check_proof.__wrapped__("5x5:5")


def test_the_ways_to_place_marks_are_counted_by_a_formula() -> None:
    rules = Rules(2, 2, 2)
    # By hand: the empty board, 4, 4 · 3, 6 pairs of X with 2 for O, and 6 full boards.
    assert placements(rules) == 1 + 4 + 12 + 12 + 6


def test_a_hostile_address_is_refused(visitor: Client) -> None:
    for query, status in (
        ({"board": "6x6:4"}, 400),
        ({"board": "<script>"}, 400),
        ({"moves": "zz"}, 400),
        ({"moves": ".."}, 400),
        ({"moves": "a1." * 40}, 400),
        ({"moves": "a1.a1"}, 422),
        ({"moves": "z9"}, 422),
        ({"check": "perhaps"}, 400),
    ):
        answer = visitor.http.get("/learn/proof", params=query)
        assert answer.status_code == status, query
        assert "<script>" not in answer.text

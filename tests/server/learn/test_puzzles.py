"""Puzzles over the API: everyone gets the same today, and one square alone is right."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from urllib.parse import unquote

import pytest

from noughts import Rules
from noughts.coach.puzzle import BOARDS, LEVELS, Theme, puzzle_at, puzzle_of, themes
from tests.server.client import Client, NewVisitor, free


def test_today_s_is_the_same_for_everyone(new_visitor: NewVisitor) -> None:
    before = datetime.now(UTC).date()
    seen = [new_visitor().get("puzzles/today") for _ in range(3)]
    after = datetime.now(UTC).date()
    assert seen[0]["id"] in {puzzle_of(day).position.url for day in (before, after)}
    if before == after:
        assert seen[0] == seen[1] == seen[2]
        assert seen[0]["is_daily"]
        assert (seen[0]["title"], seen[0]["date"]) == ("Puzzle of the day", before.isoformat())


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_is_answered_right_by_one_square_alone_which_it_does_not_give_away(
    visitor: Client, level: str
) -> None:
    puzzle = visitor.get("puzzles/random", level=level)
    assert puzzle["level"] == level
    public = "id board task level theme kind is_daily date title"  # all but the answer
    assert set(puzzle) == set(public.split())
    assert visitor.get(f"puzzles/{puzzle['id']}")["board"] == puzzle["board"]
    found = []
    for square in free(puzzle):
        result = visitor.post(f"puzzles/{puzzle['id']}", {"square": square})
        assert result["frames"][0]["marks"][square] == puzzle["board"]["turn"]
        assert result["text"].startswith("Right!") == result["is_right"]
        if result["is_right"]:
            found.append(square)
    assert found == [puzzle_at(puzzle["id"]).answer]


@pytest.mark.parametrize("board", list(map(str, BOARDS)))
def test_sets_are_chosen_by_theme_and_board(visitor: Client, board: str) -> None:
    for theme in themes(Rules.parse(board)):
        puzzle = visitor.get("puzzles/random", theme=theme.value, board=board)
        assert (puzzle["theme"], puzzle["board"]["board"]) == (theme.value, board)
        found = puzzle_at(puzzle["id"])
        result = visitor.post(f"puzzles/{puzzle['id']}", {"square": found.answer})
        assert result["is_right"]
        assert result["text"].startswith("Right! ")


def test_a_solved_fork_draws_its_lines_and_no_other_square_does(visitor: Client) -> None:
    puzzle = visitor.get("puzzles/random", theme="fork")
    answer = puzzle_at(puzzle["id"]).answer
    for square in free(puzzle):
        result = visitor.post(f"puzzles/{puzzle['id']}", {"square": square})
        assert len(result["lines"]) in (range(2, 5) if square == answer else (0,))
        assert all(answer in line for line in result["lines"])
        page = visitor.http.post(f"/puzzles/{puzzle['id']}", data={"square": square}).text
        assert page.count('class="threat"') == len(result["lines"])


def test_a_missing_set_is_refused_and_a_later_win_told_from_the_answer(visitor: Client) -> None:
    refused = visitor.get("puzzles/random", 400, theme="only", board="9x9:5")
    assert refused["detail"].startswith("There's no such puzzle")
    result = visitor.post("puzzles/xx._o.._o.._x_3", {"square": 4})
    assert not result["is_right"]
    assert result["text"] == "b2 wins in two moves, but there's a quicker win."


def test_the_form_of_a_sheet_offers_what_its_board_has(visitor: Client) -> None:
    for rules in BOARDS:
        page = visitor.http.get(f"/puzzles/sheet?board={rules}&theme=only&count=1").text
        offered = page.partition('<select name="theme">')[2].partition("</select>")[0]
        own = [theme.value for theme in themes(rules)]
        assert re.findall('value="([a-z]*)"', offered) == ["", *own]
        others = re.findall(r'href="/puzzles/sheet\?board=([^"&]*)([^"]*)"', page)
        kept = {unquote(board): "theme=only" in query for board, query in others}
        assert kept == {str(each): Theme.ONLY in themes(each) for each in BOARDS}
        assert all("count=1" in query for _, query in others)


def test_a_sheet_is_printed_with_its_answers_and_the_lesson_s_words(visitor: Client) -> None:
    page = visitor.http.get("/puzzles/sheet?theme=fork&count=7&level=&seed=3").text
    query = "board=3x3%3A3&amp;theme=fork&amp;count=7&amp;seed=3"
    for file in ("puzzles.pdf", "puzzles.svg", "answers.svg"):
        assert f'href="/puzzles/sheet/{file}?{query}"' in page
        answer = visitor.http.get(f"/puzzles/sheet/{file}?{unescape(query)}")
        kind, begins = ("application/pdf", b"%PDF") if "pdf" in file else ("image/svg+xml", b"<svg")
        assert answer.headers["content-type"] == kind
        assert answer.content.startswith(begins), file
        if file == "puzzles.svg":
            assert answer.text in page
            assert ">Against a fork a block comes too late" in answer.text
            assert f"{visitor.http.base_url}puzzles/sheet?{query}<" in answer.text
    drawn = re.findall("&amp;seed=([0-9]+)", visitor.http.get("/puzzles/sheet").text)
    assert len(set(drawn)) == 1
    few = visitor.http.get("/puzzles/sheet?theme=only&count=12&board=3x3:3")
    assert (few.status_code, "only 8 such puzzles" in few.text) == (400, True)
    for wrong in ("?count=13", "?count=0", "?seed=-1", "?board=26x26:5", "/x.pdf", "/answers.pdf"):
        assert visitor.http.get(f"/puzzles/sheet{wrong}").status_code in {400, 404}, wrong

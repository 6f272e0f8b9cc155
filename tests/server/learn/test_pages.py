"""The pages that teach, as they are without script: lessons, a search, and the tutorial."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from runpy import run_path
from typing import Any

import msgspec
import pytest

from noughts import Position
from noughts.coach import minimax
from noughts.coach.lessons import SEEDS, STEPS, Lesson, exercise, keeping, play
from noughts.coach.minimax import bounds_text, step_text, trace
from noughts.coach.tries import Try, boards
from noughts.core import Rules
from noughts.menace import sheets
from noughts.pages import minimax as learn
from noughts.pages.learn import TutorialPage, tutorial_pages
from noughts.views.menace import SCHEMES
from noughts.wording.language import LANGUAGES
from noughts.wording.pictures.paper import svg_of
from noughts.wording.pictures.pdf import pdf_of
from tests.server.client import Client, text_of

ROOT = Path(__file__).parents[3]
EXAMPLE = ".xx_xo._o.._o_3"
UNREADABLE = "Part of this address isn't right – check it and try again"


def state(page: str) -> Any:
    (found,) = re.findall('id="state">(.*?)</script>', page)
    return json.loads(found)


def test_the_overview_leads_to_everything(visitor: Client) -> None:
    page = visitor.page("/learn")
    for lesson in Lesson:
        assert f'href="/learn/{lesson.value}"' in page
    assert 'href="/learn/minimax"' in page
    assert 'href="/learn" aria-current="page"' in page
    assert 'href="/learn" aria-current="true"' in visitor.page("/learn/fork")


def test_a_server_runs_no_program_and_says_what_does(visitor: Client) -> None:
    assert 'href="/learn/grade"' in visitor.page("/learn")
    page = visitor.page("/learn/grade")
    assert "on your computer <code>noughts grade FILE</code> grades it" in page
    assert "<textarea" not in page


def _drawn(lesson: Lesson, tried: Try) -> range:
    """Return how many lines may be drawn that decide: of a fork at least two."""
    if not tried.is_right:
        return range(1)
    return range(2, 5) if lesson is Lesson.FORK else range(5)


@pytest.mark.parametrize("lesson", Lesson)
def test_every_try_is_answered_as_the_coach_does(visitor: Client, lesson: Lesson) -> None:
    asked, path = exercise(lesson, 2, 5), f"/learn/{lesson.value}?step=2&seed=5"
    for move in asked.position.moves[:9]:
        answer = visitor.http.post(path, data={"square": move})
        assert answer.status_code == 200, answer.text
        page, tried = unescape(answer.text), play(asked, [move])
        assert text_of(page, "answer") == tried.text
        assert f'data-right="{"yes" if tried.is_right else "no"}"' in page
        frames = state(page)["frames"]
        line = [(end.url, last) for end, last in boards(tried.before, tried.line)]
        assert [(each["position"], each["last_move"]) for each in frames] == line
        # After a wrong move the board shows what it led to, and cannot be used before another try.
        board = page[page.index("<noughts-board") : page.index("</noughts-board>")]
        assert board.count("data-mark=") == asked.position.plies + len(tried.line)
        assert ("data-open" in board) is (tried.is_right and not tried.is_done)
        assert board.count('class="threat"') in _drawn(lesson, tried)
        assert (">Try again<" in page) is not tried.is_right
        assert (">Next position<" in page) is tried.is_done


def test_a_lesson_leads_on_and_the_last_one_to_a_badge(visitor: Client) -> None:
    for lesson in Lesson:
        path, page, moves = f"/learn/{lesson.value}?step={STEPS}&seed=1", "", list[int]()
        while not page or not state(page)["is_done"]:
            position = play(exercise(lesson, STEPS, 1), moves).position
            moves.append(keeping(position)[0])
            page = unescape(visitor.http.post(path, data={"square": moves[-1]}).text)
            path = state(page)["address"]
        following = "badge" if lesson.following is None else lesson.following.value
        assert f'class="button main" href="/learn/{following}"' in page, lesson
        if lesson is Lesson.HOLD:
            picture = f"/learn/badge/{state(page)['board']['position']}/picture.png"
            badge = visitor.page(state(page)["badge"])
            assert badge.count(f"{picture}?language=en") == badge.count(picture) == 3
            answers = [visitor.http.get(f"{picture}?language={each}") for each in LANGUAGES]
            english, german, *_ = (answer.raise_for_status() for answer in answers)
            assert english.content == visitor.http.get(picture).content
            assert english.content.startswith(b"\x89PNG")
            assert english.content != german.content
            assert german.headers["cache-control"] == "max-age=86400, public"
            assert german.headers["content-language"] == "de"
            assert german.headers["vary"] == "Accept-Encoding"
    for held, status in (("xoo_.x._..x_o_3", 404), ("..._..._..._x_3", 404), ("x", 400)):
        assert visitor.http.get(f"/learn/badge?position={held}").status_code == status


def test_a_badge_is_for_a_win_or_for_holding_the_highest_level(visitor: Client) -> None:
    won, drawn = "xoo_.x._..x_o_3", "xox_oox_xxo_o_3"
    for position, level, side, text in (
        (won, "easy", "x", "Beat Easy as X"),
        (won, "easy", "o", None),
        (won, "perfect", "x", None),  # which cannot be
        (drawn, "perfect", "o", "Held Perfect as O"),
        (drawn, "hard", "o", None),
        ("xo.._...._...._...._x_3", "strongest", "x", None),  # it goes on
        ("xoo._.x.._..x._...._o_3", "perfect", "x", "Beat Perfect as X"),
    ):
        query = f"position={position}&level={level}&side={side}"
        page = visitor.http.get(f"/learn/badge?{query}")
        assert page.status_code == (404 if text is None else 200), query
        if text is not None:
            assert f"<h1>{text}</h1>" in page.text
            picture = f"/learn/badge/{position}/picture.png?language=en&level={level}&side={side}"
            assert unescape(page.text).count(picture) == 3
            assert visitor.http.get(picture).content.startswith(b"\x89PNG")
    for query in (f"position={won}&level=nobody", f"position={won}&side=z"):
        assert visitor.http.get(f"/learn/badge?{query}").status_code == 400


def test_a_lesson_has_the_positions_of_the_day_and_the_learners_language(visitor: Client) -> None:
    before = datetime.now(UTC).date()
    seed = state(visitor.page("/learn/block"))["seed"]
    assert seed in {day.toordinal() % SEEDS for day in (before, datetime.now(UTC).date())}
    data = {"square": exercise(Lesson.BLOCK, 3, 1).position.moves[0]}
    headers = {"Accept-Language": "de"}
    answer = visitor.http.post("/learn/block?step=3&seed=1", data=data, headers=headers)
    assert 'lang="de"' in answer.text
    assert re.search("Richtig! |Nach [abc][123] gewinnt", answer.text)


def test_a_try_that_cannot_be_is_refused(visitor: Client) -> None:
    taken = next(at for at in range(9) if at not in exercise(Lesson.WIN, 1, 1).position.moves)
    for path, square, status in (
        ("win?seed=1", taken, 422),
        ("win", "9", 422),
        ("win", "-1", 400),
        ("win", "x", 400),
        ("win?step=6", "1", 400),
        ("win?seed=10000", "1", 400),
        ("win?moves=zz", "1", 400),
        ("no", "1", 404),
    ):
        answer = visitor.http.post(f"/learn/{path}", data={"square": square})
        assert answer.status_code == status, (path, square)


@pytest.mark.parametrize("pruning", ["off", "on"])
@pytest.mark.parametrize("position", learn.POSITIONS)
def test_the_search_is_a_series_of_pages(visitor: Client, position: str, pruning: str) -> None:
    found = trace(Position.parse(position), prunes=pruning == "on")
    last = len(found.steps) - 1
    for step in sorted({0, 5, last // 2, last}):
        page = visitor.page(f"/learn/minimax?position={position}&pruning={pruning}&step={step}")
        assert text_of(page, "status") == step_text(found, found.steps[step])
        assert f'id="node-{found.steps[step].node}"' in page
        following = re.search('id="forward" href="[^"]*?(step=([0-9]+))?"', page)
        assert following
        assert int(following[2]) == min(step + 1, last)
    # At the end only the moves from the root are shown, and both counts.
    counts = [trace(found.nodes[0].position, prunes=each).visited for each in (False, True)]
    assert re.findall(" · ([0-9]+)</a>", page) == list(map(str, counts))
    assert f'id="visited">{found.visited}<' in page
    assert page.count("<li id=") == 1 + len(found.nodes[0].children)
    assert f'class="known">{bounds_text(found.steps[-1].known)}</span>' in page
    drawn = re.findall('"#small-(.)"(?: x="(.)")?(?: y="(.)")?', page.partition('"move"')[0])
    assert {(side, int(x or 0), int(y or 0)) for side, x, y in drawn} == {
        (mark, x, y)
        for y, row in enumerate(position.split("_")[:3])
        for x, mark in enumerate(row)
        if mark != "."
    }
    # All of it is a file, which a browser keeps and asks for again by its tag.
    path = re.search('data-whole="([^"]*)"', page)
    assert path
    for accepted in ("gzip", "identity"):
        answer = visitor.http.get(path[1], headers={"Accept-Encoding": accepted})
        assert "max-age=86400" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding", "identity") == accepted
        steps = state(answer.text)
        assert [text for _, text, _, _ in steps] == [step_text(found, each) for each in found.steps]
        assert [label for _, _, (label, _), _ in steps] == [
            bounds_text(each.known) for each in found.steps
        ]
        assert [skipped != [] for *_, skipped in steps] == [
            each.skipped != () for each in found.steps
        ]
        assert answer.text.count("<li id=") == len(found.nodes)
    again = visitor.http.get(path[1], headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    german = visitor.http.get(path[1].replace("language=en", "language=de"))
    assert german.headers["etag"] != answer.headers["etag"]
    for each, language in ((answer, "en"), (german, "de")):  # by the address alone
        assert each.headers["content-language"] == language
        assert each.headers.get("vary", "Accept-Encoding") == "Accept-Encoding"
    assert "O ist am Zug" in german.text or "X ist am Zug" in german.text


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("position=..._..._..._x_3", "at most 5 empty squares"),
        ("position=xxx_oo._..._o_3", "game is over"),
        ("position=...._...._...._...._x_4", "only positions of 3×3"),
        ("position=xxx_..._..._x_3", "3 x and 0 o"),
        ("position=%3Cscript%3E", ""),
        (f"position={'x' * 3000}", ""),
        ("step=-1", UNREADABLE),
        ("step=10001", UNREADABLE),
        ("step=one", UNREADABLE),
        ("pruning=perhaps", UNREADABLE),
        *(
            (f"/tree?{each}&pruning=on&language=en", "")
            for each in ("position=x", f"position={EXAMPLE}x")
        ),
        (f"/tree?position={EXAMPLE}&pruning=on&language=xx", ""),
    ],
)
def test_a_hostile_address_is_refused_with_a_reason_beside_its_field_if_it_has_one(
    visitor: Client, query: str, reason: str
) -> None:
    mark = "" if query.startswith("/") else "?"
    answer = visitor.http.get(f"/learn/minimax{mark}{query}")
    assert answer.status_code == 400
    assert reason.lower() in unescape(answer.text).lower()
    assert "<script>" not in answer.text
    assert ('<p id="wrong" role="alert"><strong>' in answer.text) is query.startswith("position=")


def test_a_board_is_analysed_at_the_address_that_its_name_makes(visitor: Client) -> None:
    answer = visitor.http.get("/a/15x15:5", follow_redirects=False)
    assert answer.headers["location"] == f"/a/{Rules(15, 15, 5).start().url}"


def test_a_search_is_traced_once_with_pruning_and_once_without() -> None:
    minimax._trace.cache_clear()
    for step, prunes in ((0, False), (1, False), (0, True), (1, True)):
        learn.render(Position.parse("x.o/..x/xo. o 3"), step, prunes)
    learn.whole(Position.parse("x.o/..x/xo. o 3"), True)
    assert minimax._trace.cache_info().misses == 2


def test_the_tutorial_is_pages_of_the_site_from_the_sources_of_the_docs(visitor: Client) -> None:
    """Every link and every page behind one leads somewhere, and all text and code is there."""
    fresh = run_path(str(ROOT / "tools" / "tutorial.py"))["render"]()
    assert tutorial_pages() == msgspec.json.decode(fresh, type=dict[str, TutorialPage]), (
        "python -m tools.tutorial"
    )
    assert 'href="/learn/tutorial"' in visitor.page("/learn")
    seen, left = set[str](), ["/learn/tutorial"]
    while left:
        path = left.pop()
        page = visitor.page(path)
        seen.add(path)
        assert "<!--" not in page, path
        assert "style=" not in page, path
        links = set(re.findall('href="(/learn/tutorial[^"]*)"', page))
        left += links - seen - {*left}
        name = path.removeprefix("/learn/tutorial").removeprefix("/") or "index"
        assert f"<h1>{tutorial_pages()[name].title}</h1>" in page, path
        if path.endswith(".py"):
            program = (ROOT / "docs" / "tutorial" / name).read_text(encoding="utf-8")
            body = tutorial_pages()[name].body
            assert unescape(body) in page, path
            assert unescape(re.sub("<[^>]*>", "", body)).strip() == program.strip(), path
    assert len(seen) == len(tutorial_pages()) == 49
    step = visitor.page("/learn/tutorial/06_minimax")
    assert re.findall('href="([^"]*)" rel="(?:prev|next)"', step) == [
        f"/learn/tutorial/{name}" for name in ("05_fork", "07_alpha_beta")
    ]
    assert '<span class="k">return</span>' in step
    assert "I looked at 549,946 positions" in step
    for name, to in (("index.md", ""), ("06_minimax.md", "/06_minimax")):
        answer = visitor.http.get(f"/learn/tutorial/{name}", follow_redirects=False)
        assert answer.headers["location"] == f"/learn/tutorial{to}"
    for name in ("13_more", "..%2Findex.md", "solutions", "%00", "06_minimax.md.md", "a/b/c"):
        assert visitor.http.get(f"/learn/tutorial/{name}").status_code in {400, 404}, name


def test_a_machine_is_trained_and_played_by_links_and_forms(visitor: Client) -> None:
    page = visitor.page("/learn/menace")
    assert text_of(page, "status").startswith("MENACE shakes box 1 and draws ")
    asked = "/learn/menace?seed=7&history=&opponent=easy&games=10"
    answer = visitor.http.get(asked, follow_redirects=False)
    assert answer.status_code == 303
    assert (
        answer.headers["location"]
        == "/learn/menace?seed=7&rules=published&history=e10&opponent=easy"
    )
    page = visitor.page(answer.headers["location"])
    assert "<p>10 games: " in page
    square = re.search('name="history" value="(e10.g[0-9])"', page)
    assert square
    page = visitor.page(f"/learn/menace?seed=7&history={square[1]}")
    assert page.count('class="box raised"') == 2


@pytest.mark.parametrize(("query", "refused"), [("history=r2000", 4), ("seed=2&history=p300", 0)])
def test_a_machine_that_plays_no_more_is_followed_by_a_new_one(
    visitor: Client, query: str, refused: int
) -> None:
    page = visitor.page(f"/learn/menace?{query}")
    board, training = (
        page.partition(f'id="{name}"')[2].partition("</form>")[0] for name in ("place", "train")
    )
    assert 'name="history"' not in board
    assert training.count(" disabled>") == refused
    assert ">Another game<" not in page
    assert re.search('class="button main" href="[^"]+" rel="nofollow">New machine<', page)


def test_all_boxes_of_a_machine_are_shown_a_page_at_a_time(visitor: Client) -> None:
    address = "/learn/menace/boxes?seed=7&history=e10&rules=gentle"
    shown = []
    for move, pages in ((1, 1), (2, 1), (3, 5), (4, 8)):
        for number in range(1, pages + 1):
            page = visitor.page(f"{address}&move={move}&page={number}")
            assert page.count("&page=") == (pages - 1 if pages > 1 else 0)
            shown += re.findall(rf"<h2>Box (\d+), move {move}</h2>", page)
            assert '<p class="lead">10 games: ' in page
    assert [*map(int, shown)] == [*range(1, 305)]
    assert visitor.page(f"{address}&move=1&page=8").count("<h2>Box") == 1


@pytest.mark.parametrize("query", ["move=0", "move=5", "page=0", "page=9", "move=x", "history=x"])
def test_boxes_that_are_not_there_are_refused(visitor: Client, query: str) -> None:
    assert visitor.http.get(f"/learn/menace/boxes?{query}").status_code == 400


def test_rules_are_chosen_and_kept(visitor: Client) -> None:
    page = visitor.page("/learn/menace?rules=more")
    assert "New boxes have 8, 4, 2 and 1 beads of a colour" in page
    assert 'href="/learn/menace?seed=2&rules=gentle&opponent=random"' in page
    asked = "/learn/menace?rules=more&history=d19&opponent=michie&games=10"
    answer = visitor.http.get(asked, follow_redirects=False)
    query = "seed=1&rules=more&history=d29&opponent=michie"
    assert answer.headers["location"] == f"/learn/menace?{query}"
    assert visitor.http.get("/learn/menace?rules=none").status_code == 400


def test_boxes_are_printed_as_the_command_prints_them(visitor: Client) -> None:
    address = "/learn/menace/sheets"
    page = visitor.page(f"{address}?rules=more")
    foot = f"{visitor.http.base_url}learn/menace/sheets?rules=more"
    assert f"{foot}</text>" in page
    drawn = sheets.pages(SCHEMES["more"], foot)
    for file in re.findall(
        rf'href="{address}/(boxes[^"]*\.svg)\?rules=more" rel="nofollow" download', page
    ):
        number = int(file[6:8]) if "-" in file else 0
        assert visitor.http.get(f"{address}/{file}?rules=more").text == svg_of(drawn[number])
    answer = visitor.http.get(f"{address}/boxes.pdf?rules=more")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content == pdf_of(drawn, "MENACE")
    for file in ("boxes-11.svg", "boxes-1.svg", "x.pdf", "boxes.pdf?rules=x"):
        assert visitor.http.get(f"{address}/{file}").status_code in {400, 404}


@pytest.mark.parametrize(
    "query",
    [
        *("seed=-1", "seed=x", "opponent=nobody", "games=5", "history=x", "history=r2001"),
        *("history=r2000&games=1000", f"history={'r1.' * 400}"),
    ],
)
def test_a_machine_that_cannot_be_is_refused(visitor: Client, query: str) -> None:
    answer = visitor.http.get(f"/learn/menace?{query}", follow_redirects=True)
    assert answer.status_code == 400

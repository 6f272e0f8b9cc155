"""Lessons, a search and a proof in a browser; reviews and puzzles, the streak and the sets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from noughts import Position
from noughts.coach import solving
from noughts.coach.lessons import STEPS, Exercise, Lesson, exercise, keeping, play
from noughts.coach.minimax import step_text, trace
from noughts.coach.puzzle import puzzle_at
from noughts.wording import language
from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import begin, box, square, status
from tests.browser.test_every_page import faults

pytestmark = pytest.mark.slow

WIDE = Position.parse("x.o/.x./..o x 3")
EXAMPLE = Position.parse(".xx/xo./o.. o 3")
SEARCH = f"/learn/minimax?position={EXAMPLE.url}&pruning=on"


def move_in(asked: Exercise, *, is_right: bool) -> int:
    moves = asked.position.moves
    return next(each for each in moves if (each in keeping(asked.position)) is is_right)


def take(page: Page, asked: Exercise, *, is_right: bool) -> None:
    move = move_in(asked, is_right=is_right)
    page.locator(".square").nth(move).click()
    expect(page.locator("#answer")).to_have_text(play(asked, [move]).text)


def press(page: Page, move: int, width: int) -> None:
    """Take a square by the keyboard, wherever the focus is."""
    if width == 3:
        return page.keyboard.press(str(move + 1))
    row, column = divmod(move, width)
    keys = ["ArrowDown", "Control+Home", *["ArrowDown"] * row, *["ArrowRight"] * column, "Enter"]
    for key in keys:
        page.keyboard.press(key)
    return None


def solve(page: Page, asked: Exercise) -> None:
    """Solve a position by the keyboard alone, once the scripts of its board listen."""
    page.get_by_role("grid").wait_for()
    moves = list[int]()
    while not (tried := play(asked, moves)).is_done:
        moves.append(keeping(tried.position)[0])
        press(page, moves[-1], tried.position.rules.width)
        expect(page.locator("#answer")).to_have_text(play(asked, moves).text)


def test_all_lessons_by_keyboard_on_a_phone_without_a_jump(new_watched: NewContext) -> None:
    size = {"width": 390, "height": 844}
    page = new_watched(reduced_motion="reduce", viewport=size).new_page()
    page.goto("/learn")
    page.get_by_role("link", name="Start the first lesson").press("Enter")
    for lesson in Lesson:
        expect(page).to_have_url(re.compile(f"/learn/{lesson.value}"))
        page.wait_for_load_state("networkidle")
        address = page.locator('[data-step="1"] a').get_attribute("href") or ""
        seed, at_first = int(address.partition("seed=")[2]), box(page)
        for step in range(1, STEPS + 1):
            asked = exercise(lesson, step, seed)
            expect(page.locator("#steps [aria-current]")).to_contain_text(str(step))
            if step == 1:
                press(page, move_in(asked, is_right=False), asked.position.rules.width)
                expect(page.locator("#announcer")).not_to_be_empty()
                assert box(page) == at_first
                assert faults(page) == []
                page.keyboard.press("n")  # try again
                expect(page.locator("noughts-board")).to_have_attribute("data-open", "")
            solve(page, asked)
            assert page.evaluate("document.activeElement.matches('noughts-board .square')")
            assert box(page) == at_first
            expect(page.locator(f'[data-step="{step}"] .done')).to_be_visible()
            if step < STEPS:
                page.keyboard.press("n")
        assert shifts(page) == []
        assert faults(page) == []
        if lesson.following is not None:
            page.keyboard.press("n")
    page.get_by_role("link", name="Your badge").press("Enter")
    expect(page).to_have_url(re.compile("position="))  # to which its script goes on
    expect(page.get_by_role("heading", name="Held Perfect to a draw")).to_be_visible()
    held = page.evaluate("JSON.parse(localStorage['noughts.held'])")
    expect(page.locator("#badge")).to_have_attribute("src", re.compile(f"/learn/badge/{held}/"))
    assert faults(page) == []
    page.goto("/learn")
    expect(page.locator("#lessons .done:visible")).to_have_text(["5 of 5"] * len(Lesson))
    expect(page.locator("#earned")).to_be_visible()
    assert faults(page) == []


def test_a_wrong_move_is_played_out_move_by_move_and_tried_again(page: Page) -> None:
    asked = exercise(Lesson.FORK, 4, 7)
    move = move_in(asked, is_right=False)
    line = play(asked, [move]).line
    page.add_init_script("""
      window.thrown = 0;
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        window.thrown += added.filter((node) => node.className === "confetti").length;
      }).observe(document, { childList: true, subtree: true });
    """)
    page.clock.install(time=0)
    page.goto("/learn/fork?step=4&seed=7")
    page.clock.pause_at(3_600_000)
    marks = page.locator(".square[data-mark]")
    take(page, asked, is_right=False)
    for count in range(1, len(line) + 1):
        expect(marks).to_have_count(asked.position.plies + count)
        page.clock.run_for(750)
    expect(page.locator("[data-mistake]")).to_have_count(1)
    expect(page.locator("[data-winning]")).to_have_count(3)
    expect(page.locator('.square:not([aria-disabled="true"])')).to_have_count(0)
    page.get_by_role("link", name="Try again").click()
    expect(marks).to_have_count(asked.position.plies)
    take(page, asked, is_right=True)
    assert page.evaluate("window.thrown") == 1
    page.get_by_role("link", name="Next position").click()
    expect(page).to_have_url(re.compile("step=5&seed=7$"))
    page.go_back()
    expect(page.locator("#steps [aria-current]")).to_contain_text("4")
    page.goto("/learn")
    expect(page.locator("#go-on")).to_have_attribute("href", "/learn/win?step=1")


def test_the_buttons_at_the_end_of_a_lesson_share_a_row(new_context: NewContext) -> None:
    """In German, which has the longest words, after the lesson that ends with two buttons."""
    page = new_context(locale="de", reduced_motion="reduce").new_page()
    page.goto(f"/learn/{Lesson.HOLD.value}?step={STEPS}&seed=0", wait_until="networkidle")
    with language.use("de"):
        solve(page, exercise(Lesson.HOLD, STEPS, 0))
    buttons = page.locator("#after .button")
    expect(buttons).to_have_count(2)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        boxes = buttons.evaluate_all("all => all.map(each => [each.offsetTop, each.offsetHeight])")
        assert boxes == [boxes[0]] * 2, width
        assert boxes[0][1] == 44, width


def test_of_two_tries_at_once_the_last_counts_and_a_failed_one_can_be_repeated(page: Page) -> None:
    late, asked = list[Route](), exercise(Lesson.WIN, 3, 1)
    path, squares = "/learn/win?step=3&seed=1", page.locator(".square")
    wrong, right = (move_in(asked, is_right=each) for each in (False, True))

    def hold(route: Route) -> None:
        late.append(route)

    def try_twice() -> None:
        """Try a wrong square, whose answer is held back, and then the right one."""
        page.goto(path)
        page.route(f"**{path}", hold, times=1)
        squares.nth(wrong).click()
        squares.nth(right).click()
        expect(page.locator("#answer")).to_contain_text("Right!")

    try_twice()
    with page.expect_response(f"**{path}"):
        late[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#answer")).to_contain_text("Right!")
    try_twice()
    with page.expect_event("requestfailed"):
        late[1].abort()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_role("alert")).to_have_text("")
    expect(page.locator("#answer")).to_contain_text("Right!")
    page.goto(path)
    page.route(f"**{path}", lambda route: route.abort(), times=1)
    squares.nth(right).click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#answer")).to_contain_text("Right!")


def said(step: int) -> str:
    found = trace(EXAMPLE, prunes=True)
    return step_text(found, found.steps[step])


def test_the_search_by_buttons_keys_and_the_slider(page: Page) -> None:
    page.add_init_script("""
      window.named = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => { window.named += 1; replace(...given); };
    """)
    found = trace(EXAMPLE, prunes=True)
    page.goto(SEARCH)
    page.get_by_role("link", name="Forward").click()
    expect(status(page)).to_have_text(said(1))
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_have_text(said(2))
    expect(page.locator("#announcer")).to_have_text(said(2))
    current = page.locator('#tree [aria-current="step"]')
    expect(current).to_have_id(f"node-{found.steps[2].node}")
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_have_text(said(1))
    page.get_by_role("link", name="Last").click()
    expect(status(page)).to_have_text(said(-1))
    expect(page.locator("#visited")).to_have_text(str(found.visited))
    page.get_by_label("Show the whole tree").check()
    assert faults(page) == []
    expect(page.locator("#tree li .node:visible")).to_have_count(len(found.nodes))
    page.get_by_label("Show the whole tree").uncheck()
    expect(page.locator('#tree [data-colour="skipped"]').first).to_be_attached()
    expect(page).to_have_url(re.compile(f"step={len(found.steps) - 1}$"))
    before = page.evaluate("window.named")
    page.locator("#step").evaluate("""(slider) => {
      for (let step = 0; step <= 7; step += 1) {
        slider.value = step;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }""")
    expect(status(page)).to_have_text(said(7))
    expect(page).to_have_url(re.compile("step=7$"))
    assert page.evaluate("window.named") == before + 1  # once the steps rest
    page.reload()
    expect(status(page)).to_have_text(said(7))
    field = page.get_by_label("Or a position of your own")
    field.fill(WIDE.url)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#tree > li > .node")).to_be_visible()
    expect(page.locator("#tree li")).to_have_count(len(trace(WIDE).nodes))
    field.fill(".../.../... x 3")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("That tree is too large to watch")).to_be_visible()


def test_the_script_shows_every_step_as_the_server_does(
    new_watched: NewContext, new_context: NewContext
) -> None:
    """What a step shows, by going there and by opening its page without script."""
    page, plain = new_watched().new_page(), new_context(java_script_enabled=False).new_page()
    seen = """() => [...document.querySelectorAll("#tree > li, #tree [data-path] > ul > li")].map(
      each => [each.id, each.dataset.colour, "path" in each.dataset, each.ariaCurrent,
      each.querySelector(".node").textContent.trim()])"""
    page.goto(SEARCH, wait_until="networkidle")
    assert shifts(page) == []
    place = "() => document.querySelector('.steps').getBoundingClientRect().top + scrollY"
    at_first = page.evaluate(place)
    last = len(trace(EXAMPLE, prunes=True).steps) - 1
    for step in range(0, last + 1, 3):
        page.get_by_role("slider").fill(str(step))
        assert page.evaluate(place) == at_first
    for step in (1, 15, 34, last):
        page.get_by_role("slider").fill(str(step))
        plain.goto(f"{SEARCH}&step={step}")
        assert page.evaluate(seen) == plain.evaluate(seen)
        assert page.locator("#visited").inner_text() == plain.locator("#visited").inner_text()
    page.goto(f"/learn/minimax?position={WIDE.url}", wait_until="networkidle")
    for step in (0, 20, 100, 369):
        page.get_by_role("slider").fill(str(step))
        for width in (320, 390, 768, 1366):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_plays_by_itself_until_somebody_steps(page: Page) -> None:
    page.clock.install(time=0)
    page.goto(SEARCH)
    page.clock.pause_at(3_600)
    page.get_by_role("button", name="Play all steps").click()
    page.clock.run_for(3_000)
    expect(status(page)).to_have_text(said(3))
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(3_000)
    expect(status(page)).to_have_text(said(2))
    page.get_by_role("button", name="Play all steps").click()
    page.clock.run_for(60_000)
    expect(status(page)).to_have_text(said(-1))
    expect(page.get_by_role("button", name="Play all steps")).to_be_visible()


def test_a_tree_that_does_not_come_is_asked_for_again(page: Page) -> None:
    page.route("**/learn/minimax/tree*", lambda route: route.abort())
    page.goto(SEARCH)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Can't reach the server right now")
    page.get_by_role("link", name="Forward").click()  # to a page of the server
    expect(status(page)).to_have_text(said(1))
    expect(alert).not_to_be_empty()
    page.unroute_all()
    alert.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("slider")).to_be_enabled()
    expect(alert).to_be_empty()
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_have_text(said(2))


def test_a_game_against_a_proof_in_place_and_back(new_watched: NewContext) -> None:
    page = new_watched().new_page()
    page.goto("/learn/proof", wait_until="networkidle")
    expect(page.locator(".worth")).to_have_count(24)
    at_first = box(page)
    square(page, "a1").click()
    expect(status(page)).to_contain_text("the same pair")
    assert box(page) == at_first
    assert shifts(page) == []
    expect(page).to_have_url(re.compile("moves=a1$"))
    expect(page.locator(".worth")).to_have_count(22)
    page.get_by_role("link", name="Take back").click()
    expect(page.get_by_role("gridcell", name="empty")).to_have_count(25)
    page.go_back()
    expect(square(page, "a1")).to_have_accessible_name("a1, X")
    page.get_by_role("link", name="Start again").click()
    expect(page.locator(".worth")).to_have_count(24)
    while not page.get_by_text("that's proved").first.is_visible():
        free = page.get_by_role("gridcell", name=re.compile("empty"))
        count = free.count()
        free.first.click()
        expect(page.get_by_role("gridcell", name=re.compile("empty"))).not_to_have_count(count)
    assert page.locator('[data-winning][data-mark="x"]').count() == 0


def test_a_lost_game_counts_once_and_is_reviewed_where_it_turned(new_watched: NewContext) -> None:
    page = begin(new_watched(), opponent="classic")
    for name in ("a2", "c2", "b3"):  # classic takes b2, a1, then wins on c3
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"{name}, X"))
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "b3")).to_have_accessible_name("b3, empty")
    square(page, "b3").click()
    expect(status(page)).to_have_text("The computer wins")
    expect(page.locator("#why")).to_have_text("Your c2 lost the game. Try again from there")
    expect(square(page, "c2")).to_have_attribute("data-mistake", "")
    line = page.locator("#statistics-lines li")
    expect(line).to_have_text("classic · 3×3 · 0 won, 0 drawn, 1 lost")  # though it has ended twice
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    assert page.title().startswith("The computer wins")
    page.get_by_role("link", name="Go through this game").click()
    expect(page.get_by_text("The game turned on move 3, your c2")).to_be_visible()
    page.reload(wait_until="networkidle")
    assert shifts(page) == []
    expect(status(page)).to_contain_text("Your c2 loses: O answers a1, which forces a block on c3")
    expect(square(page, "c2")).to_have_accessible_name("c2, X, last move, a mistake")
    page.get_by_role("link", name="Forward").click()
    expect(status(page)).to_contain_text("a1 wins in three moves")
    expect(page.locator("[data-mistake]")).to_have_count(0)
    for ply in (3, 2):
        page.get_by_role("link", name="Back", exact=True).click()
        expect(page).to_have_url(re.compile(f"ply={ply}$"))
        expect(page.locator("[data-mistake]")).to_have_count(ply - 2)
    page.get_by_role("button", name="Try again from here").click()
    expect(page).to_have_url(re.compile("/g/[0-9a-f]{24}$"))
    expect(page.get_by_role("gridcell", name=re.compile("empty$"))).to_have_count(7)
    square(page, "b1").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)


def play_out(page: Page) -> None:
    """Play the puzzle of a page out."""
    puzzle = puzzle_at(page.locator("#puzzle").get_attribute("data-puzzle") or "")
    tried = solving.play(puzzle, [])
    while not tried.is_done:
        move, _reason = solving.hint(puzzle, tried)
        tried = solving.play(puzzle, [*tried.moves, move])
        page.locator(".square").nth(move).click()
        expect(page.locator("#answer")).to_have_text(tried.text)
        expect(page.locator(".square[data-mark]")).to_have_count(tried.position.plies)
    expect(page.get_by_role("link", name="See what every move was worth")).to_be_visible()


def err(page: Page) -> None:
    puzzle = puzzle_at(page.locator("#puzzle").get_attribute("data-puzzle") or "")
    wrong = next(move for move in puzzle.position.moves if move != puzzle.answer)
    page.locator(".square").nth(wrong).click()
    expect(page.locator("#answer")).to_have_attribute("data-right", "no")


def test_puzzles_of_a_set_make_a_streak_that_outlives_the_page(new_watched: NewContext) -> None:
    page = new_watched().new_page()
    streak, lead = page.locator("#streak"), page.locator(".lead")
    page.goto("/puzzles")
    page.get_by_role("link", name="Forks").click()
    expect(lead).to_have_text("Forks · medium")
    page.get_by_role("link", name="5×5").click()
    expect(page.get_by_role("link", name="Only move")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert shifts(page) == []
    expect(streak).to_be_empty()
    play_out(page)
    expect(streak).to_have_text("Streak: 1 · best: 1")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_load_state()
    expect(page.locator(".square")).to_have_count(25)
    expect(lead).to_have_text("Forks · medium")
    expect(streak).to_have_text("Streak: 1 · best: 1")
    page.goto("/puzzles/random?theme=block&board=9x9:5")
    err(page)
    play_out(page)
    expect(streak).to_have_text("Streak: 0 · best: 1")
    page.goto("/puzzles")
    play_out(page)
    expect(page.locator("#days")).to_have_text("1 try · 1 day in a row")
    expect(page.locator("#tries [data-right]")).to_have_count(1)
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_a_machine_is_trained_and_played_in_place_by_keyboard(new_watched: NewContext) -> None:
    size = {"width": 390, "height": 844}
    page = new_watched(reduced_motion="reduce", viewport=size).new_page()
    page.goto("/learn/menace", wait_until="networkidle")
    page.get_by_role("combobox").select_option("easy")
    page.get_by_role("button", name="100 games", exact=True).press("Enter")
    expect(page.locator("#chances")).to_contain_text("100 games: ")
    expect(page).to_have_url(re.compile(r"history=e100&opponent=easy$"))
    free = page.locator(".square:not([data-mark])")
    free.first.press("Enter")
    expect(page.locator(".square[data-mark]")).to_have_count(3)
    expect(page.locator(".box")).to_have_count(2)
    page.go_back()
    expect(page.locator(".square[data-mark]")).to_have_count(1)
    expect(page.get_by_role("combobox")).to_have_value("easy")
    for _ in range(4):  # until the game is over
        if page.get_by_role("link", name="Another game").count():
            break
        marks = page.locator(".square[data-mark]").count()
        free.first.press("Enter")
        expect(page.locator(".square[data-mark]")).not_to_have_count(marks)
    page.get_by_role("link", name="Another game").press("Enter")
    expect(page.locator("#chances")).to_contain_text("101 games: ")
    page.get_by_role("link", name="Defeats cost nothing").press("Enter")
    expect(page.locator("#chances")).to_contain_text("0 games: ")
    expect(page.locator("#rules [aria-current]")).to_have_text("Defeats cost nothing")
    expect(page).to_have_url(re.compile("rules=gentle"))
    page.get_by_role("button", name="10 games", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(r"rules=gentle&history=e10&opponent=easy$"))
    assert shifts(page) == []
    page.get_by_role("link", name="All its boxes").press("Enter")
    expect(page.locator(".lead")).to_contain_text("10 games: ")
    page.get_by_role("link", name="move 4 (183)").press("Enter")
    page.get_by_role("link", name="Page 8").press("Enter")
    expect(page.get_by_role("heading", name="Box 304, move 4")).to_be_visible()
    page.get_by_role("link", name="A machine that learns").press("Enter")
    expect(page.locator("#chances")).to_contain_text("10 games: ")

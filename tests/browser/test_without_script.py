"""Everything that must work where there is no script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from noughts.coach.lessons import Lesson, exercise, keeping, play
from noughts.coach.minimax import trace
from tests.browser.conftest import NewContext
from tests.browser.playing import meet, settings, square, status
from tests.browser.test_learn import EXAMPLE, SEARCH, said, take

pytestmark = pytest.mark.slow


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context(java_script_enabled=False).new_page()


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def test_a_game_against_the_computer_by_forms_alone(page: Page) -> None:
    page.goto("/")
    box = square(page, "b2").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=2)  # painted before any script came
    assert box["width"] > 60
    with settings(page) as sheet:
        sheet.get_by_role("radio", name="Hard").check(force=True)
    square(page, "b2").click()
    expect(page.locator("#score")).to_contain_text("Computer · Hard")
    press(page, "Hint")
    expect(page.locator("#advice")).to_have_text(re.compile("draw|wins|loses"))
    press(page, "Values")
    expect(page.locator("#advice")).to_have_text(re.compile("draw|win|lose"))
    press(page, "Undo")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    for _game in range(2):
        while "Your turn" in page.title():
            with page.expect_navigation():
                page.locator('noughts-board button[aria-label$=", empty"]').first.click()
        if _game == 0:
            page.get_by_role("button", name="Play again").click()
            expect(page.locator('[aria-label*=", O"]')).to_have_count(1)
    expect(status(page)).to_have_text(re.compile("draw|win"))
    page.get_by_role("link", name="Go through this game").click()
    expect(page.get_by_text(re.compile("The game turned|Nobody made"))).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?ply=3")
    press(page, "Try again from here")
    expect(page).to_have_url(re.compile("/g/[0-9a-f]{24}$"))
    expect(page.locator('button[aria-label$=", empty"]')).to_have_count(6)
    press(page, "New game")
    page.get_by_role("link", name="New game").click()
    expect(status(page)).to_have_text("You're X – pick any square")
    with settings(page) as sheet:
        sheet.get_by_role("combobox", name="Board").select_option("4x4:3")
        press(page, "Play")
    expect(page.get_by_role("button", name=", empty")).to_have_count(16)
    page.goto("/?board=3x3:3")
    expect(page.get_by_role("button", name="Start")).to_be_hidden()  # since any square begins
    page.locator("#settings").click()
    page.get_by_role("combobox", name="Board").select_option("Custom…")
    page.get_by_label("Width").fill("40")
    press(page, "Play")
    expect(page.locator("#alert")).to_contain_text("not 40x3")
    with settings(page) as sheet:
        expect(sheet.get_by_label("Width")).to_have_value("40")


def test_two_friends_by_forms_alone(new_context: NewContext, page: Page) -> None:
    ann, ben = page, new_context(java_script_enabled=False).new_page()
    ann.goto("/")
    meet(ann, "A friend")
    press(ann, "Start")
    expect(status(ann)).to_have_text("Waiting for your friend – send them the link")
    ben.goto(ann.get_by_role("textbox", name="Link").input_value())
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    press(ben, "Play")
    ann.reload()
    square(ann, "b2").click()
    ben.reload()
    press(ben, "Offer a draw")
    expect(ben.locator("#offer-text")).to_have_text("You offered a draw")
    ann.reload()
    press(ann, "Accept", "Rematch")
    ben.reload()
    press(ben, "Rematch")  # which agrees to the other's
    expect(status(ben)).to_have_text("Your turn – you're X")
    ann.goto(ben.url)
    expect(status(ann)).to_have_text("Ben's turn")


def test_a_position_a_puzzle_a_lesson_a_search_and_a_proof(page: Page) -> None:
    page.goto("/a/..._..._..._x_3")
    square(page, "a1").click()
    expect(page).to_have_url(re.compile("/a/x.._..._..._o_3"))
    page.goto("/puzzles/xo._o.._.x._x_3")
    square(page, "c3").click()
    expect(page.get_by_text("Right! c3 wins in two moves")).to_be_visible()
    expect(page.get_by_text("O answers b2.")).to_be_visible()
    square(page, "c1").click()
    expect(page.get_by_text("Not that one")).to_be_visible()
    square(page, "a3").click()
    expect(page.get_by_text("Right! a3 wins")).to_be_visible()
    page.goto("/learn/fork?step=4&seed=7")
    asked = exercise(Lesson.FORK, 4, 7)
    take(page, asked, is_right=False)
    expect(page.locator("[data-winning]")).to_have_count(3)  # which O has
    page.get_by_role("link", name="Try again").click()
    take(page, asked, is_right=True)
    page.get_by_role("link", name="Next position").click()
    take(page, exercise(Lesson.FORK, 5, 7), is_right=True)
    page.get_by_role("link", name="Next: Block a fork").click()
    expect(page).to_have_url(re.compile("/learn/block-a-fork$"))
    page.goto("/learn/hold-the-draw?step=5&seed=7")
    held, moves = exercise(Lesson.HOLD, 5, 7), list[int]()
    while not (tried := play(held, moves)).is_done:
        moves.append(keeping(tried.position)[0])
        page.locator(".square").nth(moves[-1]).click()
        expect(page.locator("#answer")).to_have_text(play(held, moves).text)
    page.get_by_role("link", name="Your badge").click()
    expect(page.locator("#badge")).to_have_attribute("src", re.compile(tried.position.url))
    page.goto(SEARCH)
    for step in (1, 2):
        page.get_by_role("link", name="Forward").click()
        expect(status(page)).to_have_text(said(step))
    page.get_by_role("link", name="Off: try everything").click()
    page.get_by_role("link", name="Last").click()
    expect(page.locator("#visited")).to_have_text(str(trace(EXAMPLE).visited))
    expect(page.locator("#tree li .node:visible")).to_have_count(5)
    page.goto("/learn/proof?board=5x5:4")
    square(page, "c3").click()
    expect(status(page)).to_contain_text("You take c3, and O answers")
    page.get_by_role("link", name="Check the proof now").click()
    expect(page.get_by_text("no answer is missing")).to_be_visible()

"""Grading a program on a site: where it runs, what is told of it, and that it reaches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import square
from tests.browser.test_every_page import faults_in_both_themes
from tests.site.built.conftest import NewVisitor
from tests.site.built.test_journeys import KEPT, ready

pytestmark = pytest.mark.slow

PATIENCE = 600_000  # milliseconds: Python starts three times, in a page, on a busy machine

LOOPS = """
def instr():
    while True: pass

def winner(board):
    lines = [board[0:3], board[3:6], board[6:9], board[0::3], board[1::3], board[2::3], board[0::4]]
    for mark in "XO":
        if [mark] * 3 in lines: return mark
    return None if " " in board else "Tie"

def isBoardFull(board): return " " not in board
"""
# Between two calls its worker does what else it is asked.
TAKES_LONG = """
import time

def choose(board):
    end = time.monotonic() + 1
    while time.monotonic() < end: pass
    return board.index(" ")
"""
LOSES = "def choose(board): return board.index(' ')\n"
# What a program that got at the browser itself would try, and what must come of it.
REACHES = """async address => {
  const reached = [];
  const attempt = async (name, work) => {
    try { await work(); reached.push(name); } catch {}
  };
  await attempt("games", () => new Promise((resolve, reject) => {
    const request = indexedDB.open("noughts");
    request.onsuccess = resolve;
    request.onerror = reject;
  }));
  await attempt("cache", () => caches.keys());
  await attempt("fetch", async () => {  // Python's own files answer while it starts, this has none
    if (!(await (await fetch(address)).text())) throw new Error();
  });
  await attempt("import", () => import(address));
  await attempt("request", () => {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
  });
  await attempt("script", () => importScripts(address));
  await attempt("socket", () => new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace("http", "ws"));
    socket.onopen = resolve;
    socket.onerror = reject;
  }));
  await attempt("storage", () => localStorage.length);
  return [origin, reached];
}"""


def grade(page: Page, source: str) -> None:
    page.get_by_label("Your program").fill(source)
    page.get_by_role("button", name="Grade").click()


def test_a_program_is_graded_on_a_phone_without_a_network(new_visitor: NewVisitor) -> None:
    page = new_visitor("learn/", reduced_motion="reduce", viewport={"width": 320, "height": 700})
    ready(page)
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.get_by_role("link", name="Grade your own program").click()
    page.wait_for_url("**/learn/grade/")
    ready(page)
    grade(page, LOOPS)
    report = page.locator("#report")
    expect(report).to_contain_text("1 of 3 functions", timeout=PATIENCE)
    expect(report).to_contain_text("instr() takes longer than 10 s.")
    expect(report).to_contain_text("winner(OOX/.X./X..) returns None instead of 'X'")
    expect(page.get_by_role("button", name="Grade")).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not faults_in_both_themes(page)


def test_a_file_is_dropped_or_chosen_and_graded_by_keyboard(
    new_visitor: NewVisitor, tmp_path: Path
) -> None:
    page = new_visitor("de/learn/grade/")
    ready(page)
    (tmp_path / "mein_spiel.py").write_text(LOSES, encoding="utf-8")
    page.locator("#file").set_input_files(tmp_path / "mein_spiel.py")
    expect(page.locator("#source")).to_have_value(LOSES)
    page.locator("#grade").focus()
    page.keyboard.press("Enter")
    report = page.locator("#report")
    expect(report).to_contain_text("mein_spiel.py", timeout=PATIENCE)
    expect(report.locator(".thumbnail .line").first).to_be_attached()
    expect(page.locator("#grade")).to_be_focused()
    dropped = page.evaluate_handle(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["def nextTurn(mark): return 1"], "next.py"));
          return data;
        }"""
    )
    page.locator("#grading").dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator("#source")).to_have_value("def nextTurn(mark): return 1")


def test_a_program_reaches_neither_games_nor_network_and_is_stopped(
    new_visitor: NewVisitor, address: str
) -> None:
    page = new_visitor()
    ready(page)
    square(page, "b2").click()
    expect(page.locator("noughts-board [data-mark=o]")).to_have_count(1)
    page.goto(f"{address}learn/grade/")
    ready(page)
    with page.expect_event("worker", lambda worker: worker.url.startswith("blob:")) as begun:
        grade(page, TAKES_LONG)
    worker = begun.value
    assert worker.evaluate(REACHES, f"{address}manifest.json") == ["null", []]
    expect(page.locator("#status")).to_have_text("Trying choose …", timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Grade")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)
    page.goto(address)
    expect(page.locator("noughts-board [data-mark]")).to_have_count(2)

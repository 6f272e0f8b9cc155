"""Measure pages without a server: bytes, seconds to the board, one's mark and a reply; memory.

The site is what `make site` writes, on `python -m http.server`, below a folder. Cold is a profile
that was never there, warm one that has been, and that keeps the site and a snapshot; both are new
processes of the browser. The board and the reply are counted from asking for the page, one's mark
from the press, 0.3 s after the board is there: nobody is faster. A reply shows 0.4 s after one's
mark at the earliest, as on a server. The memory is that of the renderers as Chromium counts it
(its private memory footprint), the most in a visit and at rest; in the second a game on 15x15
against `strongest` is played to its end, with hints for the other side. There is no peer: the
targets are absolute.
"""

from __future__ import annotations

import gzip
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import monotonic

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from _bench import arguments_of, judged, print_machine, print_table, spread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the site of the tests

from noughts.site.build import build
from tests.browser.browsers import FIREFOX, LEAN, SHELL, Kind
from tests.browser.playing import play_to_the_end
from tests.node import node
from tests.site import trial

MOST_ENGINE, MOST_FIRST = 6_500_000, 60_000  # bytes, compressed
MOST_BOARD, MOST_MARK, MOST_COLD, MOST_WARM = 1, 0.1, 8, 1.5  # seconds
MOST_MEMORY_MB = 250
# What comes once squares can be pressed: the engine, the script in its worker, what keeps the site.
AFTER_FIRST = re.compile("engine/|service_worker.js|.*/(icons/|worker.js|archive.js)")

MOST_LATE = 0.3  # seconds beyond the limit of a move, for what is around the search
LIMIT = 0.5
BOARD = "15x15:5"

# Seconds: from asking for the page to a frame with the board, from a press to a frame with one's
# mark, from asking for the page to the reply.
_VISIT = """
globalThis.visited = new Promise(resolve => {
  const seconds = () => performance.now() / 1000;
  const until = isThere => new Promise(done => {
    const look = () => isThere() ? done(seconds()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
  const marked = mark => document.querySelector(`noughts-board [data-mark=${mark}]`);
  const begin = async () => {
    const board = await until(() => document.querySelector("noughts-board button"));
    await new Promise(done => setTimeout(done, 300));
    document.querySelector("noughts-board button").click();
    const pressed = seconds();
    resolve([board, (await until(() => marked("x"))) - pressed, await until(() => marked("o"))]);
  };
  begin();
});
"""
# The seconds of each reply.
_PLAY = """async ([board, seconds, most]) => {
  const { href } = document.querySelector("link[href$='shared/transport.js']");
  const { ask: request } = await import(href);
  const ask = async (method, path, body = null) => {
    const answer = await request(method, `/api/v1${path}`, body && JSON.stringify(body));
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    return answer.body;
  };
  let game = await ask("POST", "/games", { board, opponent: "strongest", seconds });
  const times = [];
  while (!game.ending && times.length < most) {
    const { square } = await ask("GET", `/games/${game.id}/hint`);
    const play = { type: "play", square, version: game.version };
    game = await ask("POST", `/games/${game.id}/play`, play);
    if (game.ending) break;
    const began = performance.now();
    game = await ask("GET", `/games/${game.id}?after=${game.version}`);
    times.push((performance.now() - began) / 1000);
  }
  return [times, Boolean(game.ending), game.moves.length];
}"""


# Waits until all of the site is kept, and the snapshot.
_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const has = async () => {
    const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)));
    const requests = await Promise.all(caches_.map(cache => cache.keys()));
    return requests.flat().some(({ url }) => url.includes("/snapshot-"));
  };
  while (!(await has())) await new Promise(done => setTimeout(done, 100));
}"""
# So that the next visit begins with a new game, and not with this one.
_FORGET = """async () => {
  localStorage.removeItem("noughts.kept");
  for (const { name } of await indexedDB.databases()) await new Promise(done => {
    indexedDB.deleteDatabase(name).onsuccess = done;
  });
}"""


def main() -> None:
    """Measure and report."""
    options = arguments_of("The pages without a server against their targets.").parse_args()
    rounds, visits = (1, 2) if options.quick else (5, 5)
    print_machine()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder, "below")
        build(site, trial.PYODIDE, node=str(node()))
        with trial.serving(Path(folder)) as host:
            address = f"{host}{site.name}/"
            report_bytes(site, first_page(playwright, address))
            for kind in (SHELL, FIREFOX):
                report_seconds(Visits(playwright, kind, address), rounds, visits)
                report_offline(Visits(playwright, kind, address), 20 if options.quick else 300)
            report_memory_and_limits(playwright, address, 2 if options.quick else 225)


def first_page(playwright: Playwright, address: str) -> list[str]:
    """The files, below the site, that its first page asks for, without the engine."""
    with Visits(playwright, SHELL, address).browser(None) as context:
        page = context.new_page()
        names: list[str] = []
        page.on("request", lambda request: names.append(request.url.removeprefix(address)))
        page.goto(address)
        page.locator("html[data-ready]").wait_for(state="attached")
        page.wait_for_load_state()
    return sorted({name or "index.html" for name in names if not AFTER_FIRST.match(name)})


def report_bytes(site: Path, first: list[str]) -> None:
    """What the first visit loads, and whether that is little enough."""
    engine = [str(path.relative_to(site)) for path in sorted((site / "engine").rglob("*.*"))]
    for title, names, most in (
        ("the first page", first, MOST_FIRST),
        ("the engine", engine, MOST_ENGINE),
    ):
        weights = [weight_of(site / name) for name in names]
        rows = [
            (name, f"{raw:,}", f"{packed:,}")
            for name, (raw, packed) in zip(names, weights, strict=True)
        ]
        print_table((f"bytes of {title}", "raw", "compressed"), rows)
        packed = sum(packed for _, packed in weights)
        text = f"{title}: {sum(raw for raw, _ in weights):,} bytes, {packed:,} compressed"
        print(judged(f"{text}; at most {most:,}", reached=packed <= most))


def weight_of(path: Path) -> tuple[int, int]:
    """The bytes of a file, and as hosts compress what is not compressed yet."""
    content = path.read_bytes()
    return len(content), min(len(content), len(gzip.compress(content)))


@dataclass(frozen=True, slots=True)
class Visits:
    """Visits to the site by a browser that is started anew for each."""

    playwright: Playwright
    kind: Kind
    address: str

    def seconds(self, profile: str, *, is_first: bool) -> tuple[float, float, float]:
        """To the board, one's mark and the reply; leaves all of the site in the profile."""
        with self.browser(profile) as context:
            page = context.new_page()
            page.add_init_script(_VISIT)
            page.goto(self.address, wait_until="commit")
            board, mark, reply = page.evaluate("visited")
            if is_first:
                page.evaluate(_KEPT)
            page.evaluate(_FORGET)
            page.wait_for_timeout(1_000)  # until it is on the disk
            return board, mark, reply

    def browser(self, profile: str | None) -> BrowserContext:
        """One that finds what earlier ones left in its profile."""
        path = self.kind.find(self.playwright)
        if path is None:
            sys.exit(f"noughts: {self.kind.missing}")
        if self.kind is FIREFOX:
            return self.playwright.firefox.launch_persistent_context(
                profile or "", channel="moz-firefox", executable_path=path
            )
        return self.playwright.chromium.launch_persistent_context(
            profile or "", executable_path=path, args=LEAN
        )


def report_seconds(visits: Visits, rounds: int, repeats: int) -> None:
    """The seconds to the board, one's mark and the reply, cold and warm."""
    cold: list[tuple[float, float, float]] = []
    warm: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            cold.append(visits.seconds(profile, is_first=True))
            warm += [visits.seconds(profile, is_first=False) for _ in range(repeats)]
    for name, times, most in (("cold", cold, MOST_COLD), ("warm", warm, MOST_WARM)):
        boards, marks, replies = zip(*times, strict=True)
        for what, values, limit in (
            ("the board", boards, MOST_BOARD),
            ("one's mark", marks, MOST_MARK),
            ("the reply", replies, most),
        ):
            text = f"{visits.kind.name}, {name}: {what} {spread(values, 2)} s, at most {limit}"
            print(judged(text, reached=median(values) <= limit))


def report_offline(visits: Visits, seconds: int) -> None:
    """How many games of 3x3 end while the network is off, after the first visit."""
    faults: list[str] = []
    with visits.browser(None) as context:
        context.on("weberror", lambda error: faults.append(str(error.error)))
        page = context.new_page()
        page.goto(visits.address)
        page.evaluate(_KEPT)
        context.set_offline(True)
        page.goto(visits.address)
        began, games = monotonic(), 0
        while monotonic() - began < seconds:
            play_to_the_end(page, lambda free: free.click())
            games += 1
            page.get_by_role("button", name="Play again").click()
            page.locator("noughts-board [data-mark=x]").first.wait_for(state="detached")
    text = f"{visits.kind.name}, without a network: {games} games in {seconds} s"
    print(judged(f"{text}, {len(faults)} faults", reached=games > 0 and not faults))


def report_memory_and_limits(playwright: Playwright, address: str, plies: int) -> None:
    """The memory of Chromium's renderers, on the first visit and on the next, with a game."""
    path = SHELL.find(playwright)
    if path is None or not Path("/proc/self/status").exists():
        return
    browser = SHELL.launch(playwright, path)
    context = browser.new_context()
    visits: dict[str, Callable[[Page], object]] = {
        "first": lambda page: page.evaluate(_KEPT),
        "second": lambda page: report_game(page, plies),
    }
    for name, act in visits.items():
        page = context.new_page()
        most, rest = memory_of_visit(browser, page, address, act)
        text = f"memory of the {name} visit: {most:.0f} MB at most, {rest:.0f} at rest"
        print(judged(f"{text}; at most {MOST_MEMORY_MB}", reached=most <= MOST_MEMORY_MB))
        page.close()
    browser.close()


def report_game(page: Page, plies: int) -> None:
    """How well the replies of `strongest` keep to their limit, in one game."""
    times, is_over, count = page.evaluate(_PLAY, [BOARD, LIMIT, plies])
    text = f"replies of strongest on {BOARD}, with {LIMIT} s: {spread(times, 2)} s"
    text += f"; the game {'ended' if is_over else 'went on'} after {count} moves"
    print(judged(f"{text}; at most {MOST_LATE} s late", reached=max(times) <= LIMIT + MOST_LATE))


def memory_of_visit(
    browser: Browser, page: Page, address: str, act: Callable[[Page], object]
) -> tuple[float, float]:
    """The most memory of a visit in MB, and what it has ten seconds after all is done."""
    session = browser.new_browser_cdp_session()
    page.goto("about:blank")
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [process["id"] for process in processes if process["type"] == "renderer"]
    most, done = [0.0], Event()

    def watch() -> None:
        while not done.wait(0.02):
            most[0] = max(most[0], footprint(renderers))

    watcher = Thread(target=watch)
    watcher.start()
    page.goto(address)
    act(page)
    page.wait_for_timeout(10_000)
    done.set()
    watcher.join()
    return most[0], footprint(renderers)


def footprint(processes: list[int]) -> float:
    """The private memory of processes in MB, as Chromium counts it on Linux."""
    return sum(kb for process in processes for kb in private_kb(process)) / 1_000


def private_kb(process: int) -> Iterator[int]:
    """What a process has in memory that is no file's, and what of that is swapped out."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        name, _, value = line.partition(":")
        if name in {"RssAnon", "VmSwap"}:
            yield int(value.split()[0])


if __name__ == "__main__":
    main()

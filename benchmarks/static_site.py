"""Measure the engine of a page without a server: bytes, seconds to its first answer, memory.

The site is on `python -m http.server`, below a folder. Cold is a profile that was never there, warm
one that has been, and that keeps the site and a snapshot; both are new processes of the browser.
The seconds are from asking for the page to an answer of the engine, the values on 3x3. The memory
is that of the renderers as Chromium counts it (its private memory footprint), the most in a visit
and at rest; in the second a game on 15x15 against `strongest` is played to its end, with hints for
the other side. There is no peer: the targets are absolute.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Event, Thread

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from _bench import arguments_of, judged, print_machine, print_table, spread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the site of the tests

from tests.browser.browsers import FIREFOX, LEAN, SHELL, Kind
from tests.site import trial

MOST_COMPRESSED_MB = 6.5
MOST_COLD, MOST_WARM = 8, 1.5  # seconds
AIM_COLD, AIM_WARM = 5, 0.7
MOST_MEMORY_MB = 250

MOST_LATE = 0.3  # seconds beyond the limit of a move, for what is around the search
LIMIT = 0.5
BOARD = "15x15:5"

_ASK = """async request => {
  await engine.answer(request);
  return performance.now() / 1000;
}"""
# The seconds of each reply; those that ask bring the game as it was last told.
_PLAY = """async ([board, seconds, most]) => {
  let games = {}, id, version = 1;
  const ask = async (method, path, body = null) => {
    const now = new Date().toISOString();
    const request = { method, path: `/api/v1${path}`, body, games, language: "en", now, seed: "" };
    const answer = JSON.parse(await engine.answer(JSON.stringify(request)));
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    Object.assign(games, answer.games);
    return answer;
  };
  let { body: game } = await ask("POST", "/games", { board, opponent: "strongest", seconds });
  const times = [];
  while (!game.ending && times.length < most) {
    const { body: { square } } = await ask("GET", `/games/${game.id}/hint`);
    const play = { type: "play", square, version: game.version };
    ({ body: game } = await ask("POST", `/games/${game.id}/play`, play));
    if (game.ending) break;
    const began = performance.now();
    ({ body: game } = await ask("GET", `/games/${game.id}?after=${game.version}`));
    times.push((performance.now() - began) / 1000);
  }
  return [times, Boolean(game.ending), game.moves.length];
}"""


def main() -> None:
    """Measure and report."""
    options = arguments_of("The page without a server against its targets.").parse_args()
    rounds, visits = (1, 2) if options.quick else (5, 5)
    print_machine()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder, "below")
        site.mkdir()
        trial.build(site)
        report_bytes(site)
        with trial.serving(Path(folder)) as host:
            address = f"{host}below/"
            for kind in (SHELL, FIREFOX):
                report_seconds(Visits(playwright, kind, address), rounds, visits)
            report_memory_and_limits(playwright, address, 2 if options.quick else 225)


def report_bytes(site: Path) -> None:
    """What the first visit loads, and whether that is little enough."""
    weights = [
        (str(path.relative_to(site)), path.stat().st_size, len(gzip.compress(path.read_bytes())))
        for path in sorted(site.rglob("*"))
        if path.is_file()
    ]
    weights.append(("all of it", sum(raw for _, raw, _ in weights), sum(w for _, _, w in weights)))
    rows = [(name, f"{raw:,}", f"{packed:,}") for name, raw, packed in weights]
    print_table(("bytes of the engine", "raw", "compressed"), rows)
    packed_mb = weights[-1][2] / 1e6
    text = f"{packed_mb:.2f} MB compressed, at most {MOST_COMPRESSED_MB}"
    print(judged(text, reached=packed_mb <= MOST_COMPRESSED_MB))


@dataclass(frozen=True, slots=True)
class Visits:
    """Visits to the site by a browser that is started anew for each."""

    playwright: Playwright
    kind: Kind
    address: str

    def seconds(self, profile: str) -> float:
        """From asking for the page to the first answer; leaves all of the site in the profile."""
        with self._browser(profile) as context:
            page = context.new_page()
            seconds = ask(page, self.address)
            if page.evaluate("!starts.at(-1)"):
                page.evaluate("kept")
                assert trial.install(page) == "activated"
            page.wait_for_timeout(1_000)  # until it is on the disk
            return seconds

    def _browser(self, profile: str) -> BrowserContext:
        """One that finds what earlier ones left in its profile."""
        path = self.kind.find(self.playwright)
        if path is None:
            sys.exit(f"noughts: {self.kind.missing}")
        if self.kind is FIREFOX:
            return self.playwright.firefox.launch_persistent_context(
                profile, channel="moz-firefox", executable_path=path
            )
        return self.playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=LEAN
        )


def report_seconds(visits: Visits, rounds: int, repeats: int) -> None:
    """The seconds to the first answer, cold and warm."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            cold.append(visits.seconds(profile))
            warm += [visits.seconds(profile) for _ in range(repeats)]
    for name, times, most, aim in (
        ("cold", cold, MOST_COLD, AIM_COLD),
        ("warm", warm, MOST_WARM, AIM_WARM),
    ):
        text = f"{visits.kind.name}, {name}: {spread(times, 2)} s, at most {most}, aim {aim}"
        middle = median(times)
        print(judged(text, reached=middle <= most, aim_reached=middle <= aim))


def ask(page: Page, address: str) -> float:
    """The seconds to the first answer in a page."""
    page.goto(address, wait_until="commit")
    page.wait_for_function("window.engine !== undefined")
    seconds: float = page.evaluate(_ASK, trial.FORK)
    return seconds


def report_memory_and_limits(playwright: Playwright, address: str, plies: int) -> None:
    """The memory of Chromium's renderers, on the first visit and on the next, with a game."""
    path = SHELL.find(playwright)
    if path is None or not Path("/proc/self/status").exists():
        return
    browser = SHELL.launch(playwright, path)
    context = browser.new_context()
    visits: dict[str, Callable[[Page], object]] = {
        "first": trial.install,
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
    ask(page, address)
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

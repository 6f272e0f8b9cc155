"""A host who presses everything on their page, at random, while a tournament goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from math import inf
from random import Random
from typing import Any

from playwright.async_api import Error, Page

from tests.browser.browsers import RESENT
from tests.browser.rooms.phones import Phones

# All buttons of forms, and the one before a question, but none that ends the event, joins or opens
# another page. Other formats are choices of a form, which it leaves as they are.
_BUTTONS = """() => [...document.querySelectorAll("#room form button, #ask-begin")]
  .filter((each) => !each.closest("dialog"))
  .map(({ id }) => id)
  .filter((id) => id && !["do-end", "do-close", "do-join", "do-leave"].includes(id))"""
# Opens what a button is folded into, and fills in its form with random choices. A larger board, or
# no clock where a phone has died, would take the rest of the day.
_FILL = """([id, numbers]) => {
  const button = document.getElementById(id);
  for (let each = button; each; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true;
  }
  const among = (values) => values[Math.floor(numbers.pop() * values.length)];
  const kept = ["way", "clock", "first_move", "name"];
  for (const field of button?.form?.elements ?? []) {
    const { name, type, min, max } = field;
    if (kept.includes(name)) continue;
    if (type === "select-one") {
      const values = [...field.options].map(({ value }) => value).filter(Boolean);
      const may = name === "board" ? ["3x3:3", "4x4:3"] : values;
      if (values.length) field.value = among(may);
    }
    if (type === "number") field.value = among([min, max]);
    if (type === "radio" || type === "checkbox") field.checked = among([true, false]);
  }
}"""
_AT_MOST = {"do-extend": 2}  # rounds: one is added as quickly as pressed, and played in minutes
_FIELDS = 20  # of the largest form, of which some are radio buttons
_GONE = 5_000  # milliseconds after which a button that cannot be pressed has gone


class Host:
    """The page of a host, and what was pressed there, by the button without its number."""

    def __init__(self, phones: Phones, page: Page, code: str) -> None:
        self.page = page
        self.pressed: Counter[str] = Counter()
        self._phones = phones
        self._path = f"/api/v1/rooms/{code}"
        self._rng = Random(f"{phones.seed} host")

    async def press_everything(self, presses: int, taps: int) -> None:
        """Press so often, with so many taps of the class between, and put right what that did."""
        while self.pressed.total() < presses and not await self.page.locator(".podium").count():
            await self._phones.goes_on(taps)
            await self._press()
            await self._check()
        await self._put_right()

    async def room(self) -> Any:
        """The room as the API has it."""
        return await (await self.page.request.get(self._path, max_retries=RESENT)).json()

    async def _press(self) -> None:
        with suppress(Error):  # it has gone, or the page is just being loaded again
            button = self._choose(await self.page.evaluate(_BUTTONS))
            numbers = [self._rng.random() for _ in range(_FIELDS)]
            await self.page.evaluate(_FILL, [button, numbers])
            await self._click(button)
            if button == "ask-begin":
                await self._click(self._choose(["wait", "do-begin-round"]))

    def _choose(self, buttons: list[str]) -> str:
        """Return one of those of which the kind was pressed least, so that all kinds are."""
        kinds = defaultdict[str, list[str]](list)
        for each in buttons:
            kind = _kind(each)
            is_spared = each in (f"remove-{number}" for number in self._phones.doomed.values())
            if not is_spared and self.pressed[kind] < _AT_MOST.get(kind, inf):
                kinds[kind].append(each)
        least = min(self.pressed[each] for each in kinds)
        kind = self._rng.choice(sorted(each for each in kinds if self.pressed[each] == least))
        return self._rng.choice(kinds[kind])

    async def _click(self, button: str) -> None:
        # Once the event is over, what began a round begins another tournament.
        found = self.page.locator(f"#{button}", has_not_text="Start another")
        await found.click(timeout=_GONE)
        self.pressed[_kind(button)] += 1

    async def _check(self) -> None:
        games = (await self.room())["open"]
        playing = Counter(name for game in games for name in (game["x"], game["o"]))
        twice = [name for name, count in playing.items() if count > 1]
        self._phones.faults += [f"{name} has two games at once" for name in twice]

    async def _put_right(self) -> None:
        """Let the games go on, and everyone back in."""
        await self._post("pause", is_paused=False)
        for each in (await self.room())["removed"]:
            await self._post("readmit", member=each["number"])

    async def _post(self, action: str, **data: object) -> None:
        path = f"{self._path}/{action}"
        answer = await self.page.request.post(path, data=data, max_retries=RESENT)
        assert answer.ok, await answer.text()


def _kind(button: str) -> str:
    """The id of a button without the number of the member whom it is about."""
    return button.rstrip("0123456789").rstrip("-")

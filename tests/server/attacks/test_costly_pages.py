"""Pages that anybody may ask for cost little, however large their board, and however many."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from noughts import Position
from noughts.server.worker_pool import WorkerPool
from noughts.views.analysis import Analysis, MoveWorth, Values
from noughts.views.board import board_view
from noughts.wording.language import gettext as _
from tests.server.attacks.big_boards import big_position
from tests.server.client import Client, NewVisitor

LARGEST = 250_000  # bytes of a page
READS = 6  # of each value, for a board and its list


class Counted:
    """The value of a move, which counts how often its square is asked for."""

    reads = 0

    def __init__(self, worth: MoveWorth) -> None:
        self._worth = worth

    def __getattr__(self, name: str) -> object:
        Counted.reads += name == "square"
        return getattr(self._worth, name)


def analysis_of(position: Position) -> Analysis:
    """As the coach makes it where every move loses, which it finds only with time enough."""
    worths: list[Any] = [
        Counted(MoveWorth(at, name, "loss", 2, "loss in 2", f"{name}, loss", False))
        for at, name in ((move, position.name(move)) for move in position.moves)
    ]
    following = {move: position.play(move).url for move in position.moves}
    values = Values(position.url, is_proved=False, text=_("Analysis"), moves=worths)
    return Analysis(board_view(position), _("Analysis"), values, following)


@pytest.fixture
def position(monkeypatch: pytest.MonkeyPatch) -> Position:
    """A large position, which is analysed in no time."""

    async def analyse(
        _pool: WorkerPool, _function: object, position: Position, _limit: float
    ) -> Analysis:
        return analysis_of(position)

    monkeypatch.setattr(WorkerPool, "run_coach", analyse)
    return big_position(1)


def test_the_analysis_of_the_largest_board_is_a_small_page(
    here: TestClient[Any], position: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counted, "reads", 0)
    page = here.get(f"/a/{position.url}")
    assert page.status_code == 200
    assert page.text.count('class="worth"') == len(position.moves)
    assert len(page.content) <= LARGEST
    assert Counted.reads <= READS * len(position.moves)


def test_a_square_of_the_analysis_leads_to_the_position_after_it(
    here: TestClient[Any], position: Position
) -> None:
    page = here.get(f"/a/{position.url}").text
    shown = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    for square in range(position.rules.size):
        is_free = square in position.moves
        assert (f'name="square" value="{square}"' in page) is is_free
    asked = {"position": shown["position"], "square": str(position.moves[7])}
    answer = here.get("/a", params=asked, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/a/{position.play(position.moves[7]).url}"
    taken = next(at for at in range(position.rules.size) if at not in position.moves)
    assert here.get("/a", params={**asked, "square": str(taken)}).status_code == 422
    assert here.get("/a", params={**asked, "square": "676"}).status_code == 400


def drawn(page: str) -> tuple[int, int]:
    """How many boards a page has pictures of, and of how many the size alone."""
    return page.count('<path class="x"'), len(re.findall(r"<text[^>]*>\d+×\d+</text>", page))


def test_a_list_draws_no_board_larger_than_15x15(visitor: Client) -> None:
    for board in ("15x15:5", "16x14:5", "16x15:5", "26x26:6", "3x3:3"):
        visitor.begin(board=board, opponent=None)
    page = visitor.page("/games")
    assert drawn(page) == (3, 2)
    assert ">26×26</text>" in page


def test_a_wall_draws_ten_boards_of_26x26_and_of_more_none(new_visitor: NewVisitor) -> None:
    owner = new_visitor()
    code = owner.open_room(board="26x26:6")["code"]
    for pairing in range(11):
        for joining in (new_visitor(), new_visitor()):
            joining.post(f"rooms/{code}/join", {})
        owner.post(f"rooms/{code}/pair", {"x": 2 * pairing, "o": 2 * pairing + 1})
        if pairing == 9:
            assert drawn(owner.page(f"/r/{code}/wall")) == (10, 0)
    assert drawn(owner.page(f"/r/{code}/wall")) == (0, 11)

"""Board, status, sentence and buttons are seen at once on every screen, whatever is said."""

from __future__ import annotations

import pytest

from noughts.wording.language import LANGUAGES
from tests.browser.conftest import NewContext
from tests.browser.views import sights

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_seen_with_the_board_and_the_buttons(
    new_context: NewContext, language: str
) -> None:
    context = new_context(reduced_motion="reduce", locale=language, has_touch=True, is_mobile=True)
    seen = sights(context.new_page(), context.request)
    assert [sight for sight in seen if not sight[2].is_whole] == []

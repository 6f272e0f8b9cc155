"""The page of a review: it opens where the game turned, and one can try again from any move."""

from __future__ import annotations

import pytest

from noughts import Mark, Position
from tests.server.client import Client, NewVisitor, text_of


def lost(visitor: Client) -> str:
    """A game lost against classic by the third move, and its id."""
    game = visitor.begin(opponent="classic")
    for square in (3, 5, 7):
        game = visitor.play(game, square)
    assert game["ending"]["winner"] == "o"
    return str(game["id"])


def test_it_opens_at_the_turning_point_and_says_you_to_who_played_and_else_the_mark(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    path = f"/g/{lost(visitor)}/review"
    page = visitor.page(path)
    assert 'data-ply="3"' in page
    assert text_of(page, "status").startswith(
        "Your c2 loses: O answers a1, which forces a block on c3, and "
    )
    assert "The game turned on move 3, your c2." in page
    assert "Your accuracy: 67%." in page
    page = new_visitor().page(path)
    assert text_of(page, "status").startswith(
        "X's c2 loses: O answers a1, which forces a block on c3, and "
    )
    assert "Accuracy of X: 67%." in page


def for_two(visitor: Client, *squares: int) -> str:
    """The id of a game for two at one device."""
    game = visitor.begin(opponent=None)
    for square in squares:
        game = visitor.play(game, square)
    assert game["ending"] is not None
    return str(game["id"])


def test_a_game_without_mistakes_opens_at_its_end(visitor: Client) -> None:
    page = visitor.page(f"/g/{for_two(visitor, 4, 0, 2, 6, 3, 5, 1, 7, 8)}/review")
    assert 'data-ply="9"' in page
    assert "Nobody made a mistake." in page


def test_the_right_square_is_marked_beside_the_one_played(visitor: Client) -> None:
    path = f"/g/{for_two(visitor, 0, 4, 1, 5, 2)}/review"
    page = visitor.page(path)
    assert 'aria-label="c2, O, last move, a mistake"' in page
    assert 'aria-label="c1, empty, would have held the draw"' in page
    assert page.count("data-mistake") == page.count('class="worth"') == 1
    assert "data-mistake" not in visitor.page(f"{path}?ply=3")


def retry(visitor: Client, game: str, **form: object) -> str:
    answer = visitor.http.post(f"/g/{game}/try", data=form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/g/")


@pytest.mark.parametrize(("ply", "played"), [(3, 2), (4, 4), (6, 4), (0, 0)])
def test_one_tries_again_from_a_move_against_the_same_computer(
    visitor: Client, ply: int, played: int
) -> None:
    id_ = lost(visitor)
    again = visitor.get(f"games/{retry(visitor, id_, ply=ply)}")
    assert again["is_your_turn"]
    assert again["seats"]["o"]["name"] == "classic"
    assert Position.parse(again["board"]["position"]).plies == played
    assert again["moves"] == []
    ended = visitor.act(again, "resign")
    assert visitor.get(f"games/{ended['id']}/review")["moves"] == []


def test_after_a_game_for_two_one_plays_on_as_the_side_that_moved(visitor: Client) -> None:
    id_ = for_two(visitor, 0, 4, 1, 5, 2)
    again = visitor.get(f"games/{retry(visitor, id_, ply=4, round=1)}")
    assert again["seats"]["o"]["is_you"]
    assert again["seats"]["x"]["is_computer"]
    assert again["is_your_turn"]
    assert Position.parse(again["board"]["position"]).turn is Mark.O


def test_an_ending_says_why_with_a_way_back_to_whoever_can_do_better(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    id_ = lost(visitor)
    found = visitor.get(f"games/{id_}/ending")
    assert found == {"text": "Your c2 lost the game.", "lines": [], "mistake": 5, "retry": 3}
    page = visitor.page(f"/g/{id_}")
    assert "Your c2 lost the game." in page
    assert 'name="ply" value="3">Try again from there' in page
    seen = new_visitor().get(f"games/{id_}/ending")
    assert (seen["text"], seen["retry"]) == ("X's c2 lost the game.", None)
    game = visitor.begin(opponent=None)
    assert "once it's over" in visitor.get(f"games/{game['id']}/ending", 422)["detail"]
    for square in (0, 4, 8, 2, 6, 7, 3):
        game = visitor.play(game, square)
    found = visitor.get(f"games/{game['id']}/ending")
    assert found["text"] == "X's fork on a3 did it."
    assert (found["lines"], found["retry"]) == ([[0, 3, 6], [6, 7, 8]], None)


def test_a_spectator_may_try_too_and_gets_a_game_of_their_own(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    id_ = lost(visitor)
    other = new_visitor()
    again = other.get(f"games/{retry(other, id_, ply=2)}")
    assert again["is_your_turn"]
    assert again["seats"]["o"]["is_you"]


def test_a_game_that_goes_on_and_a_move_that_cannot_be_are_refused(visitor: Client) -> None:
    game = visitor.begin(opponent="classic")
    answer = visitor.http.post(f"/g/{game['id']}/try", data={"ply": 0})
    assert answer.status_code == 422
    assert "try again when it is" in answer.text
    id_ = lost(visitor)
    for ply in ("-1", "677", "", "one"):
        assert visitor.http.post(f"/g/{id_}/try", data={"ply": ply}).status_code == 400, ply

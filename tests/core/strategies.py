"""What the property tests draw: boards, positions and games that play can reach, hostile texts."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from noughts.core import Ending, Game, Mark, Position, Rules, Termination

marks = st.sampled_from(Mark)


@st.composite
def boards(draw: st.DrawFn, longest: int = 26) -> Rules:
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    return Rules(width, height, draw(st.integers(1, max(width, height))))


@st.composite
def played_games(draw: st.DrawFn, longest: int = 8) -> Game:
    """A game of random moves from the empty board or from a later position; either side starts."""
    rules = draw(boards(longest))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    start = _played(rules.start(draw(marks)), draw(st.integers(0, rules.size)), random).position
    if draw(st.booleans()):
        start = rules.start(start.first)
    return _played(start, draw(st.integers(0, rules.size)), random)


def _played(start: Position, plies: int, random: Random) -> Game:
    moves: list[int] = []
    position = start
    while position.moves and len(moves) < plies:
        moves.append(random.choice(position.moves))
        position = position.play(moves[-1])
    return Game(start, tuple(moves))


def positions(longest: int = 8) -> st.SearchStrategy[Position]:
    return played_games(longest).map(lambda game: game.position)


ENDINGS_OFF_THE_BOARD = [
    Ending(Termination.RESIGNATION, Mark.X),
    Ending(Termination.RESIGNATION, Mark.O),
    Ending(Termination.AGREEMENT),
    Ending(Termination.TIME, Mark.X),
    Ending(Termination.TIME, Mark.O),
    Ending(Termination.ABANDONED),
    Ending(Termination.ABANDONED, Mark.X),
    Ending(Termination.ABANDONED, Mark.O),
]


@st.composite
def games(draw: st.DrawFn, longest: int = 8) -> Game:
    """A game, unfinished or ended in any way."""
    game = draw(played_games(longest))
    ending = draw(st.sampled_from([None, *ENDINGS_OFF_THE_BOARD]))
    return game.end(ending) if ending and game.ending is None else game


_SPECIMENS = ["3x3:3", "26x26:5", "a1", "z26", "x.o/.x./..o x 3", "x.o_.x._..o_x_3", "x", "9"]
_HOSTILE = [
    *("\0", "\n", "\r\n", "\x1b[2J", "\ud800", "_", "-1", "×", "😀"),
    *("٣", "²", "İ", "ı", "\u212a", "ſ"),
]


@st.composite
def _damaged(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(_SPECIMENS))
    start = draw(st.integers(0, len(text)))
    stop = draw(st.integers(start, len(text)))
    middle = draw(st.one_of(st.sampled_from(_HOSTILE), st.text(st.characters(), max_size=5)))
    return text[:start] + middle + text[stop:]


hostile_texts = st.one_of(
    _damaged(),
    st.text(st.characters()),  # surrogates too
    st.text(st.sampled_from("xo./_ 0123456789:ab"), max_size=40),
    st.sampled_from(["x", "/", "_", " ", "\0", "9", "😀", "\ud800"]).map(lambda text: text * 2000),
    st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")),
)


def is_one_short_line(message: str) -> bool:
    """Whether an error message can be shown on one line."""
    return 0 < len(message) <= 600 and message.isprintable()

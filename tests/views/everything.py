"""All that pages are told of some positions and games, made without any third-party package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from random import Random

from noughts.coach.lessons import Lesson
from noughts.core import Game, Mark, Position, Rules
from noughts.solver import Limit
from noughts.views.analysis import analyse, compare, evaluate, explain_move, suggest_move
from noughts.views.game import Solo, SoloView, solo_summary
from noughts.views.lesson import show
from noughts.views.puzzle import answer, boards, daily, drawn, sets, shown
from noughts.views.review import board_after, explain_ending, review_game
from noughts.wording.language import LANGUAGES, use

_LIMIT, _TODAY = Limit(seconds=30), date(2026, 11, 30)
_POSITIONS = ("..._..._..._x_3", "x.._.o._..x_o_3", "xxx_oo._..._o_3", ".xo._.xo._...._x_3")


def views() -> Iterator[object]:
    """Yield a view of every kind, in all languages."""
    for language in LANGUAGES:
        with use(language):
            for text in _POSITIONS:
                yield from _of_position(Position.parse(text))
            yield from _of_puzzles(Random(language))
            for lesson in (Lesson.FORK, Lesson.HOLD):
                posed = show(lesson, 2, 5, "")
                yield from (posed, show(lesson, 2, 5, "", posed.board.marks.index("")))
            yield from _of_games(Random(language))


def _of_position(position: Position) -> Iterator[object]:
    yield from (analyse(position, _LIMIT), evaluate(position, _LIMIT), compare(position, _LIMIT))
    if not position.is_over:
        yield suggest_move(position, _LIMIT)
        yield explain_move(position, position.moves[-1], _LIMIT)


def _of_puzzles(rng: Random) -> Iterator[object]:
    yield from (daily(_TODAY), sets("3x3:3"), boards("fork"))
    puzzle = drawn("easy", "win", "4x4:4", rng, _TODAY)
    yield from (puzzle, shown(puzzle.id, _TODAY))
    free = [square for square, mark in enumerate(puzzle.board.marks) if not mark]
    yield from (answer(puzzle.id, square, _LIMIT) for square in free)


def _of_games(rng: Random) -> Iterator[object]:
    for computer, people in (("medium", (Mark.O,)), (None, tuple(Mark))):
        game = before = Game(Rules().start())
        while game.ending is None:
            before, game = game, game.play(rng.choice(game.position.moves))
            solo = Solo(game, people, (2, 0, 1), len(game.moves) + 1, computer, 1.5)
            yield from (SoloView.of("g", solo, before), solo_summary("g", solo, "2026-11-30"))
        review = review_game(game, _LIMIT, people[0])
        yield from (review, board_after(review, 3))
        yield explain_ending(game, _LIMIT, people[0], computer)


def written(view: object) -> str:
    """Return a view as JSON, as the standard library writes it."""
    return json.dumps(view, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    assert is_dataclass(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}


if __name__ == "__main__":
    for view in views():
        print(written(view))

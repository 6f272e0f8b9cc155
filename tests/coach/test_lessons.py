"""The lessons: what is right is what the solver keeps, and is said in words that were taught."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from noughts.atlas import values
from noughts.coach import lessons
from noughts.coach.lessons import Exercise, Lesson, exercise, play
from noughts.coach.tries import boards
from noughts.core import Position
from noughts.core.errors import IllegalMove
from noughts.core.threats import blocks, forking_squares, forks, wins
from noughts.solver import Value
from noughts.wording.language import LANGUAGES, use

STEPS = range(1, lessons.STEPS + 1)
SMALL = [each for each in Lesson if each is not Lesson.FOUR]

# The words of the game as they begin, lesson by lesson the new ones.
WORDS = {
    "en": "win won row column diagonal mark; block opponent; threat fork; trap;"
    " opening line centre corner edge draw lose; perfect hold; open.three",
    "de": "gewinn gewonnen zeile spalte diagonale reihe zeichen; blockier gegner; droh zwickmühle;"
    " falle; eröffnung linie mitte ecke rand remis verlier niederlage; perfekt halte;"
    " offene.drei",
    "fr": "gagn ligne colonne diagonale align symbole; bloqu adversaire; menace fourchette; piège;"
    " ouverture centre coin bord match.nul perd; parfait tenir; trois.ouvert",
    "es": "gan fila columna diagonal línea ficha; bloque rival; amenaza; trampa;"
    " apertura centro esquina borde empate perder pierde; perfecto mantener; tres.abierto",
}


def keeping(position: Position) -> set[int]:
    worths = {move: worth.value for move, worth in values(position).items()}
    return {move for move, worth in worths.items() if worth is max(worths.values())}


def right(
    asked: Exercise, position: Position | None = None, moves: tuple[int, ...] = ()
) -> set[int]:
    """The moves that are accepted after those that were."""
    position = position or asked.position
    return {move for move in position.moves if play(asked, (*moves, move)).is_right}


@pytest.mark.parametrize("lesson", SMALL)
def test_in_thousands_of_positions_a_move_is_right_if_the_solver_keeps_it(lesson: Lesson) -> None:
    """Of each lesson 835 positions, so 5,010 on the small board."""
    meant = {Lesson.WIN: wins, Lesson.BLOCK: blocks, Lesson.FORK: forks}
    for seed, step in product(range(167), STEPS):
        asked = exercise(lesson, step, seed)
        position, found = asked.position, right(asked)
        assert found == keeping(position) < set(position.moves), asked
        assert lesson not in meant or found <= set(meant[lesson](position)), asked
        assert lesson is not Lesson.STOP or forking_squares(position, position.turn.other), asked
        assert lesson is not Lesson.OPENING or position.plies <= 3, asked
        for move in found if lesson is Lesson.STOP else ():
            after, text = position.play(move), play(asked, [move]).text
            assert "can't make" not in text or not forking_squares(after, after.turn), asked


@pytest.mark.slow
def test_on_the_larger_board_too_and_each_step_asks_for_what_it_says() -> None:
    meant = (wins, blocks, forks, forks)
    for seed, step in product(range(12), STEPS):
        asked = exercise(Lesson.FOUR, step, seed)
        position, found = asked.position, right(asked)
        kept = lessons.keeping(position)
        assert found == set(kept) < set(position.moves), asked
        assert step == len(STEPS) or found == set(meant[step - 1](position)) & set(kept), asked
        for move in position.moves:
            tried = play(asked, [move])
            assert tried.text
            assert len(tried.line) > 1 or tried.is_right or tried.position.is_over, (asked, move)


def test_a_seed_gives_the_same_positions_which_grow_harder_and_others_differ() -> None:
    for lesson in SMALL:
        found = [[exercise(lesson, step, seed).position for step in STEPS] for seed in range(9)]
        lessons._exercise.cache_clear()
        assert found[3] == [exercise(lesson, step, 3).position for step in STEPS]
        assert len({tuple(each) for each in found}) == len(found), lesson
        for positions in found:
            wrong = [len(each.moves) - len(keeping(each)) for each in positions]
            free = [len(each.moves) for each in positions]
            ordered = free if lesson is Lesson.HOLD else wrong
            assert ordered == sorted(ordered), (lesson, positions)


def test_a_wrong_move_is_played_out_and_tried_again_and_a_taken_square_is_refused() -> None:
    for lesson, step in product(SMALL, STEPS):
        asked = exercise(lesson, step, 1)
        for move in set(asked.position.moves) - keeping(asked.position):
            tried = play(asked, [move])
            *_rest, (end, _last) = boards(tried.before, tried.line)
            loses = values(asked.position)[move].value is Value.LOSS
            assert end.has_winner is loses, (asked, move)
            assert loses or len(tried.line) == 2, (asked, move)
            assert (tried.position, tried.moves) == (asked.position, ()), (asked, move)
        with pytest.raises(IllegalMove):
            play(asked, [next(each for each in range(9) if each not in asked.position.moves)])


def test_perfect_is_held_to_a_draw_by_keeping_it_and_the_last_game_only_in_one_go() -> None:
    for step, seed in product(STEPS, range(4)):
        asked, moves = exercise(Lesson.HOLD, step, seed), tuple[int, ...]()
        position = asked.position
        while True:
            kept = keeping(position)
            assert right(asked, position, moves) == kept
            for wrong in set(position.moves) - kept:
                back = play(asked, (*moves, wrong))
                assert back.moves == (() if step == lessons.STEPS else moves)
            moves = (*moves, min(kept))
            tried = play(asked, moves)
            position = tried.position
            if tried.is_done:
                break
        assert position.is_over
        assert not position.has_winner


def sentences(lesson: Lesson) -> Iterator[str]:
    """What a lesson says, by a few seeds."""
    yield from (lessons.summary_text(lesson), lessons.idea_text(lesson), lessons.moral_text(lesson))
    for step, seed in product(STEPS, range(1 if lesson is Lesson.FOUR else 6)):
        asked = exercise(lesson, step, seed)
        yield lessons.task_text(asked)
        for move in asked.position.moves[:9]:
            yield play(asked, [move]).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_uses_only_words_that_were_taught_by_then(language: str) -> None:
    taught = [words.split() for words in WORDS[language].split(";")]
    with use(language):
        said = [" ".join(sentences(lesson)).lower() for lesson in Lesson]
    for at, text in enumerate(said):
        assert [word for word in taught[at] if not re.search(rf"\b{word}", text)] == [], at
        later = "|".join(word for words in taught[at + 1 :] for word in words)
        assert not later or re.findall(rf"\b(?:{later})\w*", text) == [], at


def test_a_wrong_move_is_told_in_the_words_of_its_lesson() -> None:
    for lesson, position, text in (
        ("win", "o.x/.x./.o. x 3", "b1 doesn't win. Look where you have two in a row."),
        ("block", "x.o/.x./..o x 3", "b1 lets O win on c2. Look where O has two in a row."),
        ("fork", "xo./.x./..o x 3", "c2 makes only one threat, and O blocks it on a2."),
        ("fork", "xo./.x./..o x 3", "After b3 you don't threaten anything."),
        ("opening", "x../.../... o 3", "b1 loses: watch how X wins."),
    ):
        asked = Exercise(Lesson(lesson), 1, Position.parse(position))
        (move,) = re.findall("^(?:After )?([abc][123])", text)
        assert play(asked, [move]).text == text

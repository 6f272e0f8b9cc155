"""A machine of matchboxes in an address: its seed, rules and history, from which all else follows.

A history is words joined by points: `r100` is a hundred games against `random`, and `g480` a game
against the reader, who took the squares 4, 8 and 0. The last word may be a game that goes on. What
is drawn in a game depends on the seed and the number of the game alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from typing import Literal, get_args
from urllib.parse import urlencode

from noughts.core import Game, Mark, Move, Position
from noughts.core.errors import NotationError
from noughts.menace.boxes import BOARD, Box, stages
from noughts.menace.chances import Chances, Flawless, Opposition
from noughts.menace.machine import Machine, Scheme
from noughts.menace.text import (
    box_title,
    given_up_text,
    lesson_text,
    most_lost_text,
    rules_text,
    score_text,
    why_text,
)
from noughts.menace.training import Michie, play
from noughts.players import Player, player
from noughts.views.base import View
from noughts.views.board import BoardView, board_view
from noughts.wording import text as wording
from noughts.wording.language import gettext as _
from noughts.wording.language import percent

MenaceOpponent = Literal["random", "easy", "classic", "perfect", "michie", "menace"]
MenaceGames = Literal["1", "10", "100", "1000"]
MenaceRules = Literal["published", "more", "gentle", "wins", "every"]

OPPONENTS: tuple[MenaceOpponent, ...] = get_args(MenaceOpponent)
GAMES: tuple[MenaceGames, ...] = get_args(MenaceGames)
SCHEMES: dict[MenaceRules, Scheme] = {
    "published": Scheme(),
    "more": Scheme(first=(8, 4, 2, 1)),
    "gentle": Scheme(loss=0),
    "wins": Scheme(draw=0),
    "every": Scheme(shares=False),
}
USUAL: MenaceRules = "published"
JUDGES = ("perfect", "random")
SEEDS = 1_000_000
LONGEST = 1_000  # characters of a history
MOST_GAMES = 2_000  # in it: training takes 0.5 ms a game
BOXES = 24  # on a page
MOST_PAGES = 8  # of the boxes of one move, as of the 183 of the fourth

_LETTERS: dict[MenaceOpponent, str] = {
    **{opponent: opponent[0] for opponent in OPPONENTS},
    "michie": "d",  # for Donald
}
_OPPONENTS = {letter: opponent for opponent, letter in _LETTERS.items()}
_KNOWN = "".join(_OPPONENTS)
_PERSON = "g"
_IN_QUERY = "seed", "rules", "history", "opponent"
_LONGEST_WORD = len(".g0000")  # no shorter than ".r1000"
_POINTS = 60  # of the curve
_WIDE, _HIGH = 300, 100  # of its drawing


@dataclass(frozen=True, slots=True)
class Address:
    """What the address of a machine says of it, and of who plays it next.

    >>> Address(1, "r10", "random", "more").query
    'seed=1&rules=more&history=r10&opponent=random'
    """

    seed: int
    history: str
    opponent: MenaceOpponent
    rules: MenaceRules

    @property
    def query(self) -> str:
        """The query."""
        return urlencode({name: getattr(self, name) for name in _IN_QUERY})

    def trained(self, games: int) -> Address:
        """Return the address of the machine after more games; raises NotationError."""
        history = trained(self.seed, self.history, self.opponent, games, self.rules)
        return replace(self, history=history)


@dataclass(frozen=True, slots=True)
class BeadsView(View):
    """The beads of one kind in a box, and whether one of them was drawn."""

    square: str
    number: int
    count: int
    share: str
    part: float  # of all beads in the box
    is_drawn: bool


@dataclass(frozen=True, slots=True)
class BoxView(View):
    """A box, as one that was opened in the game."""

    title: str
    position: str
    beads: list[BeadsView]


@dataclass(frozen=True, slots=True)
class ChancesView(View):
    """The exact chances against a player, and their curve over the games as points of a line."""

    player: str
    won: str
    drawn: str
    lost: str
    curve: str


@dataclass(frozen=True, slots=True)
class MenaceView(View):
    """A machine, the game against the reader, and what the machine could have learned."""

    board: BoardView
    is_open: bool
    text: str
    boxes: list[BoxView]
    score: str
    games: int
    chances: list[ChancesView]
    most_lost: str
    curve: str  # what it shows, in words
    told: str  # its rules, in words
    rules: MenaceRules
    seed: int
    history: str
    room: int  # how many more games it may play
    following: dict[int, str]  # the history with each free square
    again: str | None  # with another game, if there is to be one
    fresh: int  # the seed of another machine


@dataclass(frozen=True, slots=True)
class BoxesView(View):
    """Some of all boxes of a machine: those of one of its moves, a page at a time."""

    score: str
    counts: list[int]  # of the boxes of each move
    move: int
    page: int
    pages: int
    boxes: list[BoxView]


@dataclass(frozen=True, slots=True)
class _State:
    """A machine and the one it may play after some words of a history, and some on the way."""

    machine: Machine
    rival: Machine
    points: tuple[Machine, ...]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game against the reader: what it has come to, and where the machine opened a box."""

    game: Game
    opened: tuple[tuple[Position, Move | None], ...]


def trained(
    seed: int,
    history: str,
    opponent: MenaceOpponent,
    games: int,
    rules: MenaceRules = USUAL,
) -> str:
    """Return a history with more games; one against the reader that goes on is broken off.

    >>> trained(1, "r10.g", "random", 100)
    'r110'
    """
    words = _words(history)
    if words and words[-1].startswith(_PERSON) and show(seed, history, rules).is_open:
        words.pop()
    letter = _LETTERS[opponent]
    if words and words[-1][0] == letter:
        games += int(words.pop()[1:])
    return ".".join([*words, f"{letter}{games}"])


def show(seed: int, history: str, rules: MenaceRules = USUAL) -> MenaceView:
    """Return a machine after a history; raises NotationError and IllegalMove."""
    words = _words(history)
    is_begun = bool(words) and words[-1].startswith(_PERSON)
    *before, current = words if is_begun else [*words, _PERSON]
    state = _after(seed, rules, tuple(before))
    played = _played(state.machine, seed, current)
    game, is_over = played.game, played.game.ending is not None
    machine, points = state.machine, state.points
    if is_begun and is_over:
        machine = machine.after(game)
        points = (*points, machine)
    room = _room(words if is_over else before)
    is_open = not is_over and room > 0
    has_another = is_over and room > 0 and not machine.has_given_up
    position = game.position
    stem = ".".join([*before, current])
    shown = _thinned(points)
    chances = [_chances_view(name, shown) for name in JUDGES]
    return MenaceView(
        board=board_view(position, game.last_move),
        is_open=is_open,
        text=_text(state.machine, machine, played, has_room=room > 0),
        boxes=[*_boxes(state.machine, played)],
        score=score_text(machine),
        games=machine.score.games,
        chances=chances,
        most_lost=most_lost_text(_flawless(machine.scheme.shares).most_lost(machine)),
        curve=_curve_text(shown, chances),
        told=rules_text(machine.scheme),
        rules=rules,
        seed=seed,
        history=history,
        room=room,
        following={move: f"{stem}{move}" for move in position.moves} if is_open else {},
        again=".".join([*words, _PERSON]) if has_another else None,
        fresh=(seed + 1) % SEEDS,
    )


def show_boxes(
    seed: int, history: str, move: int, page: int, rules: MenaceRules = USUAL
) -> BoxesView:
    """Return a page of the boxes of a move; raises NotationError and IllegalMove.

    A page beyond the last one is the last one.
    """
    machine = _machine(seed, rules, _words(history))
    pairs = zip(machine.scheme.cabinet.boxes, machine.beads, strict=True)
    of_move = [pair for pair in pairs if pair[0].stage == move - 1]
    pages = -(-len(of_move) // BOXES)
    page = min(page, pages)
    return BoxesView(
        score=score_text(machine),
        counts=list(stages(machine.scheme.cabinet.boxes)),
        move=move,
        page=page,
        pages=pages,
        boxes=[
            _box_view(box, box.position, dict(zip(box.squares, beads, strict=True)), None)
            for box, beads in of_move[(page - 1) * BOXES : page * BOXES]
        ],
    )


def _machine(seed: int, rules: MenaceRules, words: Sequence[str]) -> Machine:
    """Return the machine after all games of a history that are over."""
    if not words or not words[-1].startswith(_PERSON):
        return _after(seed, rules, tuple(words)).machine
    machine = _after(seed, rules, tuple(words[:-1])).machine
    game = _played(machine, seed, words[-1]).game
    return machine if game.ending is None else machine.after(game)


def _words(history: str) -> list[str]:
    """Return the words of a history; raises NotationError for what is none, or too long."""
    words = history.split(".") if history else []
    if len(history) > LONGEST or not all(
        re.fullmatch(rf"[{_KNOWN}][1-9]\d{{0,3}}|{_PERSON}[0-8]{{0,4}}", word, re.ASCII)
        for word in words
    ):
        raise NotationError(_("this is no history of a machine"))
    if _games(words) > MOST_GAMES:
        raise NotationError(_("a machine here plays at most {most} games", most=MOST_GAMES))
    return words


def _games(words: Sequence[str]) -> int:
    return sum(1 if word[0] == _PERSON else int(word[1:]) for word in words)


def _room(words: Sequence[str]) -> int:
    """Return how many more games a history may have: none if another word may not fit."""
    is_full = len(".".join(words)) + _LONGEST_WORD > LONGEST
    return 0 if is_full else MOST_GAMES - _games(words)


@lru_cache(maxsize=64)
def _after(seed: int, rules: MenaceRules, words: tuple[str, ...]) -> _State:
    """Return what comes of some words, the last of which is played now."""
    if not words:
        scheme = SCHEMES[rules]
        machine = Machine.new(scheme)
        return _State(machine, Machine.new(replace(scheme, mark=Mark.O)), (machine,))
    state, word = _after(seed, rules, words[:-1]), words[-1]
    if word.startswith(_PERSON):
        game = _played(state.machine, seed, word).game
        if game.ending is None:
            raise NotationError(_("this is no history of a machine"))
        machine = state.machine.after(game)
        return _State(machine, state.rival, (*state.points, machine))
    return _trained(state, seed, _OPPONENTS[word[0]], int(word[1:]))


def _trained(state: _State, seed: int, opponent: MenaceOpponent, games: int) -> _State:
    machine, rival, points = state.machine, state.rival, list(state.points)
    apart = max(1, games // _POINTS)
    for number in range(1, games + 1):
        rng = _rng(seed, machine)
        if opponent == "menace":
            game = play({Mark.X: machine, Mark.O: rival}, rng)
            rival = rival.after(game)
        else:
            other = _player(opponent, rng.getrandbits(64), machine.score.games)
            game = play({Mark.X: machine, Mark.O: other}, rng)
        machine = machine.after(game)
        if number % apart == 0 or number == games:
            points.append(machine)
    return _State(machine, rival, tuple(points))


def _player(opponent: MenaceOpponent, seed: int, games: int) -> Player:
    """Return who plays a machine that has played some games."""
    return Michie(seed, games) if opponent == "michie" else player(opponent, seed)


def _rng(seed: int, machine: Machine) -> Random:
    return Random(seed << 20 | machine.score.games)


def _played(machine: Machine, seed: int, word: str) -> _Game:
    """Return a game with the squares of the reader; raises NotationError and IllegalMove."""
    rng, game = _rng(seed, machine), Game(BOARD.start())
    taken = iter(map(int, word[1:]))
    opened = []
    while game.ending is None:
        position = game.position
        if position.turn is machine.scheme.mark:
            move = machine.draw(position, rng)
            opened.append((position, move))
            game = game.resign() if move is None else game.play(move)
        elif (square := next(taken, None)) is None:
            break
        else:
            game = game.play(square)
    if next(taken, None) is not None:
        raise NotationError(_("this is no history of a machine"))
    return _Game(game, tuple(opened))


def _text(machine: Machine, after: Machine, played: _Game, *, has_room: bool) -> str:
    """Return what happened last, and whether the reader may go on."""
    if after.has_given_up:
        outlook = given_up_text()
    elif not has_room:
        outlook = _("This machine has played as many games as fit in an address. Begin a new one.")
    else:
        outlook = "" if played.game.ending else _("Your move.")
    happened = "" if machine.has_given_up else _happened(machine, played)
    return " ".join(filter(None, (happened, outlook)))


def _happened(machine: Machine, played: _Game) -> str:
    """Return why the machine moved, or how the game ended and what the machine learned."""
    game = played.game
    why = why_text(machine, *played.opened[-1])
    if game.ending is None:
        return why
    subjects: wording.Subjects = {Mark.X: wording.Named("MENACE"), Mark.O: wording.Role.YOU}
    ending = wording.paragraph(wording.ending_text(subjects, game.ending))
    is_last = game.position.turn is not machine.scheme.mark or game.last_move is None
    learned = lesson_text(machine, game) if game.moves else ""
    return " ".join(filter(None, (why if is_last else "", ending, learned)))


def _boxes(machine: Machine, played: _Game) -> Iterator[BoxView]:
    """Yield the boxes that were opened, the latest first."""
    for position, drawn in reversed(played.opened):
        opened = machine.open(position)
        if opened is None:
            continue
        yield _box_view(opened[0], position, opened[1], drawn)


def _box_view(
    box: Box, position: Position, beads: Mapping[Move, int], drawn: Move | None
) -> BoxView:
    """Return a box for a position as it lies, and which bead was drawn."""
    total = max(1, sum(beads.values()))
    return BoxView(
        box_title(box),
        position.url,
        [
            BeadsView(
                position.name(square),
                square + 1,
                count,
                percent(count / total),
                count / total,
                square == drawn,
            )
            for square, count in beads.items()
        ],
    )


def _thinned(points: Sequence[Machine]) -> list[Machine]:
    """Return some of the machines on the way, the first and the last among them."""
    apart = -(-len(points) // _POINTS)
    return [*points[:-1:apart], points[-1]]


@cache
def _opposition(name: str, shares: bool) -> Opposition:
    return Opposition(name, Scheme(shares=shares))


@cache
def _flawless(shares: bool) -> Flawless:
    return Flawless(Scheme(shares=shares))


@lru_cache(maxsize=1_000)  # 3 MB; a page asks for 120
def _chances(name: str, machine: Machine) -> Chances:
    return _opposition(name, machine.scheme.shares).chances(machine)


def _chances_view(name: str, points: Sequence[Machine]) -> ChancesView:
    most = max(1, points[-1].score.games)
    curve = " ".join(
        f"{_WIDE * machine.score.games / most:.1f},{_HIGH * _chances(name, machine).loss:.1f}"
        for machine in points
    )
    now = _chances(name, points[-1])
    return ChancesView(name, percent(now.win), percent(now.draw), percent(now.loss), curve)


def _curve_text(points: Sequence[Machine], chances: Sequence[ChancesView]) -> str:
    """Return what the curve shows, for those who cannot see it."""
    first = [percent(1 - _chances(known.player, points[0]).loss) for known in chances]
    last = [percent(1 - _chances(known.player, points[-1]).loss) for known in chances]
    return _(
        "The chance not to lose went from {perfect_first} to {perfect} against perfect, and from"
        " {random_first} to {random} against random.",
        perfect_first=first[0],
        perfect=last[0],
        random_first=first[1],
        random=last[1],
    )

"""What is told of a machine: its chances, its curve, its boxes and why it moved, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from noughts.core import Game, Move, Position
from noughts.menace.boxes import Box
from noughts.menace.chances import Chances, Flawless, Opposition
from noughts.menace.machine import Machine, Scheme
from noughts.wording.drawing import draw, name_labels
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, percent

JUDGES = ("perfect", "random", "classic")  # against which the chances are told
_ROWS, _COLUMNS = 10, 60  # of the plot
_MARKS = "prc"


@dataclass(frozen=True, slots=True)
class Point:
    """A machine after some games: its score so far, and its chances against each judge.

    Against whoever makes no mistake it loses no more than `most_lost` of the games.
    """

    machine: Machine
    chances: Mapping[str, Chances]
    most_lost: float

    @property
    def games(self) -> int:
        """How many games it has played."""
        return self.machine.score.games

    @property
    def line(self) -> int:
        """The height of Michie's line of dots: what all games together added to each box."""
        score, scheme = self.machine.score, self.machine.scheme
        return score.wins * scheme.win + score.draws * scheme.draw + score.losses * scheme.loss


class Judges:
    """Those against whom the chances of machines with the same rules are told."""

    def __init__(self, machine: Machine) -> None:
        self._oppositions = {name: Opposition(name, machine.scheme) for name in JUDGES}
        self._flawless = Flawless(machine.scheme)

    def point(self, machine: Machine) -> Point:
        """Return a machine with its chances."""
        chances = {name: known.chances(machine) for name, known in self._oppositions.items()}
        return Point(machine, chances, self._flawless.most_lost(machine))


def chances_text(name: str, chances: Chances) -> str:
    """Return chances against a player in a line."""
    return _(
        "against {player}: {won} won, {drawn} drawn, {lost} lost",
        player=name,
        won=percent(chances.win),
        drawn=percent(chances.draw),
        lost=percent(chances.loss),
    )


def most_lost_text(share: float) -> str:
    """Return how often a machine loses, at most, to players without a mistake: rounded up."""
    most = ceil(1_000 * share - 1e-6) / 1_000  # the floats of a share are off by 1e-12 at most
    return _("Whoever makes no mistake beats it in at most {share} of games.", share=percent(most))


def rules_text(scheme: Scheme) -> str:
    """Return the rules of a machine."""
    return _(
        "New boxes have {beads} beads of a colour, for its first to fourth move. Then beads of the"
        " drawn colour: {win} after a win, {draw} after a draw, {loss} after a defeat.",
        beads=listing([str(count) for count in scheme.first]),
        **{name: f"{getattr(scheme, name):+}" for name in ("win", "draw", "loss")},
    )


def score_text(machine: Machine) -> str:
    """Return how the games of a machine went."""
    score = machine.score
    played = ngettext("{count} game", "{count} games", score.games)
    words = {"won": score.wins, "drawn": score.draws, "lost": score.losses}
    return _("{games}: {won} won, {drawn} drawn, {lost} lost", games=played, **words)


def report_lines(points: Sequence[Point]) -> Iterator[str]:
    """Yield a table of the points worth a row, a plot of all, and the chances at the end."""
    first, last = points[0], points[-1]
    yield from _table([point for point in points if _is_told(point.games) or point is last])
    if len(points) > 1:
        yield ""
        yield from _plot(points)
    yield ""
    if last.machine.has_given_up:
        yield given_up_text()
    elif last.games > first.games:
        yield _("The exact chances now, computed from the beads:")
    else:
        yield _("The exact chances of this machine, computed from its beads:")
    for name, chances in last.chances.items():
        yield "  " + chances_text(name, chances)
    yield most_lost_text(last.most_lost)


def given_up_text() -> str:
    """Return what is told of a machine that has given up."""
    return _("The first box is empty: the machine has given up, and resigns every game.")


def _is_told(games: int) -> bool:
    """True of 0, 1, 2, 5, 10, 20, 50 and so on, and of every fiftieth up to 250."""
    return games == 0 or str(games).rstrip("0") in ("1", "2", "5") or games in (150, 250)


def _table(points: Sequence[Point]) -> Iterator[str]:
    heads = [_("games"), _("won"), _("drawn"), _("lost"), _("line"), *JUDGES]
    rows = [
        [
            f"{point.games:,}",
            *map(str, (score.wins, score.draws, score.losses, point.line)),
            *(percent(1 - chances.loss) for chances in point.chances.values()),
        ]
        for point in points
        for score in (point.machine.score,)
    ]
    widths = [max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        yield "".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


def _plot(points: Sequence[Point]) -> Iterator[str]:
    """Yield the chance not to lose against each judge, after each game."""
    columns = min(_COLUMNS, len(points))
    grid = [[" "] * columns for _ in range(_ROWS + 1)]
    for column in range(columns):
        point = points[round(column * (len(points) - 1) / max(1, columns - 1))]
        for mark, chances in reversed(tuple(zip(_MARKS, point.chances.values(), strict=True))):
            grid[round(_ROWS * chances.loss)][column] = mark
    yield _("The chance not to lose, against perfect (p), random (r) and classic (c):")
    for row, cells in enumerate(grid):
        share = percent(1 - row / _ROWS) if row % 5 == 0 else ""
        yield f"{share:>5} |{''.join(cells)}".rstrip()
    ends = f"{points[0].games:,}", f"{points[-1].games:,}"
    yield f"      +{'-' * columns}"
    yield f"       {ends[0]}{ends[1].rjust(max(1, columns - len(ends[0])))}"


def box_title(box: Box) -> str:
    """Return the number of a box, and which move is made from it."""
    return _("Box {number}, move {move}", number=box.number, move=box.stage + 1)


def box_lines(machine: Machine, position: Position) -> Iterator[str]:
    """Yield the box for a position, with its beads on the board as it lies, and their shares."""
    yield draw(position, labels=name_labels(position.rules))
    yield ""
    opened = machine.open(position)
    if opened is None:
        yield _no_box(machine, position)
        return
    box, beads = opened
    yield box_title(box)
    total = sum(beads.values())
    if not total:
        yield _("It is empty: here the machine resigns.")
    for square, count in beads.items():
        if count:
            held = ngettext("{count} bead", "{count} beads", count)
            yield f"  {position.name(square)}  {held}, {percent(count / total)}"
        else:
            yield f"  {position.name(square)}  " + _("no bead")


def _no_box(machine: Machine, position: Position) -> str:
    if position.is_over:
        return _("There is no box: the game is over.")
    if len(position.moves) == 1:
        return _("There is no box: one square is left.")
    return _("There is no box: this machine plays {side}, and X begins.", side=machine.scheme.mark)


def why_text(machine: Machine, position: Position, move: Move | None) -> str:
    """Return why a machine moved, or resigned: the box, and how many beads were of that kind."""
    opened = machine.open(position)
    if opened is None:
        assert move is not None  # it is the last square
        return _("MENACE takes the last square, {square}.", square=position.name(move))
    box, beads = opened
    if move is None:
        return _("MENACE opens box {number}. It is empty.", number=box.number)
    return _(
        "MENACE shakes box {number} and draws {square} ({count} of {total} beads).",
        number=box.number,
        square=position.name(move),
        count=beads[move],
        total=sum(beads.values()),
    )


def lesson_text(machine: Machine, game: Game) -> str:
    """Return what a machine learned from a game."""
    assert game.ending is not None
    scheme, winner = machine.scheme, game.ending.winner
    won = winner is scheme.mark
    change = scheme.draw if winner is None else scheme.win if won else scheme.loss
    if change > 0:
        return _(
            "MENACE puts back each bead that it drew, and {count} more of the same kind.",
            count=change,
        )
    if change == 0:
        return _("MENACE puts back each bead that it drew.")
    return ngettext(
        "MENACE loses the bead that it drew, from each box.",
        "MENACE loses {count} beads of the kind that it drew, from each box.",
        -change,
    )

"""A game as an animated SVG: its marks are drawn one after the other, again and again.

Where animations are not shown, the picture is that of the end. Elements animate it, not styles, so
that it also moves under a policy that forbids inline styles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core import Mark, Move, squares
from noughts.wording.pictures.palette import BOARD, LATTICE, MARKS, PAPER
from noughts.wording.pictures.strokes import lattice_path, stroke_paths
from noughts.wording.pictures.svg import title_of

if TYPE_CHECKING:
    from noughts.core.game import Game

_RIM = 0.15  # around the squares, whose sides are 1
_PIXELS = 480  # the longer side of the picture
_PACE = 0.7  # seconds from move to move, or as many as make a long game ...
_LONGEST = 20.0  # ... last so long
_DRAWING = 0.35  # seconds
_REST = 3.0  # seconds at the end


def animate(game: Game) -> str:
    """Return an animated picture of a game.

    >>> from noughts import Game
    >>> animate(Game().play("b2")).startswith("<svg")
    True
    """
    rules = game.rules
    width, height = rules.width + 2 * _RIM, rules.height + 2 * _RIM
    scale = _PIXELS / max(width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="{-_RIM} {-_RIM} {width:g} {height:g}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}">',
        f"<title>{title_of(game)}</title>",
        f'<rect x="{-_RIM}" y="{-_RIM}" width="{width:g}" height="{height:g}" rx="{2 * _RIM}" '
        f'fill="{BOARD}"/>',
        '<g fill="none" stroke-linecap="round">',
        f'<path d="{lattice_path(rules.width, rules.height)}" stroke="{LATTICE}" '
        f'stroke-width="{3.5 / scale:.3f}"/>',
    ]
    film = _Film.of(len(game.moves))
    outcome = game.position.outcome
    lines = outcome.lines if outcome is not None else ()
    for line in lines:
        (y1, x1), (y2, x2) = (divmod(square, rules.width) for square in (line[0], line[-1]))
        parts.append(
            f'<path class="line" pathLength="1" d="M{x1 + 0.5} {y1 + 0.5}L{x2 + 0.5} {y2 + 0.5}" '
            f'stroke="{MARKS[game.position.turn.other]}" stroke-width="0.8">'
            f"{film.draw(film.end)}</path>"
        )
    winning = {square for line in lines for square in line}
    for mark in Mark:
        for square in squares(game.start.marks(mark)):
            won = film if square in winning else None
            parts.append(_mark(mark, square, rules.width, "", won))
    for ply, (position, square) in enumerate(zip(game.positions(), game.moves, strict=False)):
        drawn, won = film.draw(film.pace * (ply + 1)), film if square in winning else None
        parts.append(_mark(position.turn, square, rules.width, drawn, won))
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _mark(mark: Mark, square: Move, width: int, drawn: str, won: _Film | None) -> str:
    """Return a mark; as a part of a winning line it is in the colour of paper at the end."""
    top, left = divmod(square, width)
    paths = "".join(
        f'<path pathLength="1" d="{path}">{drawn}</path>'
        for path in stroke_paths(mark, left + 0.2, top + 0.2, 0.6)
    )
    colour = MARKS[mark] if won is None else PAPER
    change = "" if won is None else won.change("stroke", MARKS[mark], PAPER, won.end)
    return f'<g class="{mark.value}" stroke="{colour}" stroke-width="0.09">{change}{paths}</g>'


@dataclass(frozen=True, slots=True)
class _Film:
    """When what happens, in seconds; `end` is when a winning line is drawn."""

    pace: float
    end: float
    length: float

    @classmethod
    def of(cls, moves: int) -> _Film:
        pace = min(_PACE, _LONGEST / max(moves, 1))
        end = pace * moves + _DRAWING
        return cls(pace, end, end + _DRAWING + _REST)

    def draw(self, at: float) -> str:
        """Draw a path whose length is 1."""
        dashes = "0 2;0 2;1.1 2;1.1 2"
        hide = self.change("stroke-opacity", "0", "1", at)  # a dash of no length would be a dot
        return hide + self._animate("stroke-dasharray", dashes, at, at + _DRAWING, self.length)

    def change(self, attribute: str, before: str, after: str, at: float) -> str:
        """Change an attribute at once."""
        values = f"{before};{after};{after}"
        return self._animate(attribute, values, at, self.length, mode="discrete")

    def _animate(self, attribute: str, values: str, *times: float, mode: str = "linear") -> str:
        moments = ";".join(f"{at / self.length:.4f}" for at in (0, *times))
        return (
            f'<animate attributeName="{attribute}" values="{values}" keyTimes="{moments}" '
            f'calcMode="{mode}" dur="{self.length:.2f}s" repeatCount="indefinite"/>'
        )

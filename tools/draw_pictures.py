"""Draw the project's own structure for its documentation, from itself, so that it stays true.

    python -m tools.draw_pictures docs/pictures

The packages come from the layers in `pyproject.toml`, the tree from a walk of the checker through a
certificate, and the path of a move from the functions on it, which must exist.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from pkgutil import resolve_name

from noughts.atlas import solve
from noughts.atlas.table import PROOFS
from noughts.core import Mark, squares
from noughts.core import Position as Board
from noughts.core.threats import winning_squares
from noughts.verifiers.verify import Certificate, Position
from noughts.wording.pictures.strokes import stroke_paths
from noughts.wording.pictures.svg import Note, Tone, draw_svg

ROOT = Path(__file__).resolve().parents[1]

_STYLE = """\
.paper{fill:#fff}.box{fill:#eef3f9;stroke:#767a80}.pure{fill:#fcf1da}.x{stroke:#1f66a8}
.o{stroke:#8f6400}.x,.o{fill:none;stroke-width:2}.read{stroke-width:3.5}.edge{fill:none;stroke:#767a80}
text{font:13px system-ui,sans-serif;fill:#1c1e21;dominant-baseline:central}
.small{font-size:11px;fill:#5f6368}.middle{text-anchor:middle}.bold{font-weight:600}
@media(prefers-color-scheme:dark){
.paper{fill:#16181b}.box{fill:#203a54}.pure{fill:#544321}.x{stroke:#7db3e6}.o{stroke:#d9a233}
text{fill:#e8eaed}.small{fill:#a4a9b0}}"""

# What a package is for, in a few words; one without any fails.
_PURPOSES = {
    "cli": "commands",
    "site": "the API without a server",
    "server": "the web, online games",
    "terminal": "line mode",
    "screen": "full screen",
    "rl": "environments",
    "client": "a player on a server",
    "pages": "what one person sees, as HTML",
    "views": "what surfaces are told",
    "grader": "what is wrong with a program",
    "menace": "matchboxes that learn",
    "coach": "reasons, reviews, puzzles",
    "arena": "matches, certification",
    "engine": "the Gomocup protocol",
    "players": "one file a player",
    "atlas": "what is proved",
    "search": "strong play, forced wins",
    "solver": "exact values and proofs",
    "kernels": "what is compiled",
    "wording": "sentences and pictures",
    "files": "records; whole files; locks",
    "core": "the rules",
    "verifiers": "check proofs, import nothing",
}
_PURE = {"core", "verifiers", "decide", "evolve"}

_LANES = ("browser", "games", "log", "disk")
# A step of a move: its lane, the function that takes it within `noughts.server`, and what it does.
_STEPS = (
    ("browser", "", "you take a square: a frame"),
    ("games", "games.websocket:SocketSubscriber.received", "counts it, reads the command"),
    ("games", "games.repository:Games.execute", "finds the game"),
    ("log", "log.repository:Repository", "locks the game; runs the command"),
    ("games", "games.decide:decide", "pure: events, or Refused"),
    ("log", "log.repository:EventLog.append", "the log decides: its key is the version"),
    ("disk", "log.store:Store.append", "one commit for a batch"),
    ("games", "games.evolve:evolve", "pure: the next state"),
    ("log", "log.repository:Published", "only what is stored is published"),
    ("games", "games.channel:GameChannel", "everyone connected to the game"),
    ("games", "games.views:append_frames", "one text for all who see the same"),
    ("browser", "", "both players see the move"),
)


def pictures() -> dict[str, str]:
    """Return each picture by the name of its file."""
    return {
        "packages.svg": _packages(),
        "certificate.svg": _certificate(),
        "move.svg": _move(),
        "fork.svg": _fork(),
        "tree.svg": _tree(),
    }


def _svg(width: int, height: int, title: str, parts: Iterator[str]) -> str:
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">',
            f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *parts,
            "</svg>\n",
        )
    )


def _box(x: float, y: float, width: float, name: str, words: str, *, height: int = 40) -> str:
    look = "box pure" if name.rpartition(".")[2] in _PURE else "box"
    centre = x + width / 2
    at = y + height / 2 - (8 if words else 0)
    second = _text(centre, at + 17, words, "small middle") if words else ""
    return (
        f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height}" rx="5"/>'
        f"{_text(centre, at, name, 'bold middle')}{second}"
    )


def _text(x: float, y: float, words: str, look: str = "small") -> str:
    return f'<text class="{look}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def _layers(container: str) -> list[list[str]]:
    """Return the layers of a package, top to bottom, as the linter of imports reads them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(
        contract["layers"] for contract in contracts if contract.get("containers") == [container]
    )
    return [layer.split(" | ") for layer in layers]


def _packages() -> str:
    def parts() -> Iterator[str]:
        for column, (container, width) in enumerate((("noughts", 600), ("noughts.server", 400))):
            left = 20 + 640 * column
            yield _text(left, 20, container + (": slices" if column else ": packages"), "bold")
            for row, names in enumerate(layers[container]):
                share = (width + 10) / len(names)
                for place, name in enumerate(names):
                    words = "" if column else _PURPOSES[name]
                    yield _box(left + place * share, 40 + row * 48, share - 10, name, words)
        yield _text(20, height - 12, "Imports point down only. Yellow: the rules and the checkers.")

    layers = {name: _layers(name) for name in ("noughts", "noughts.server")}
    height = 40 + 48 * max(map(len, layers.values())) + 30
    return _svg(1080, height, "The packages of the code; each imports only lower ones", parts())


@dataclass(slots=True)
class _Node:
    """A position that the checker visits, and how its branch ends there, if it does."""

    number: int
    marks: int
    last: int  # the bit of the last move
    children: list[_Node] = field(default_factory=list)
    ending: str = ""
    row: int = 0


class _Walk(Certificate):
    """A check that remembers the positions in the order of the walk."""

    def __init__(self, packed: bytes) -> None:
        self.nodes: list[_Node] = []
        self.above: list[_Node] = []
        super().__init__(packed)

    def follow(self, position: Position) -> None:
        """Remember a position, and go on."""
        last = position[0] ^ (self.above[-1].marks if self.above else 0)
        node = _Node(len(self.nodes) + 1, position[0], last)
        if self.above:
            self.above[-1].children.append(node)
        self.nodes.append(node)
        self.above.append(node)
        super().follow(position)
        self.above.pop()
        if not node.children:
            noughts, crosses = divmod(node.marks, 1 << self.size)
            free = ((1 << self.size) - 1) & ~(noughts | crosses)
            threats = sum(self.completes(crosses, square) for square in squares(free))
            is_line = threats and node.marks.bit_count() % 2 == 0
            node.ending = "X wins" if is_line else "two threats" if threats > 1 else "seen before"


def _certificate() -> str:
    def parts() -> Iterator[str]:
        yield _text(20, 20, "4x3:3: X wins, as verify.py walks through the proof", "bold")
        for node in walk.nodes:
            depth = node.marks.bit_count()
            x, y = 20 + depth * across, 44 + node.row * down
            for child in node.children:
                yield (
                    f'<path class="edge" d="M{x + 4 * cell} {y + 24}h8'
                    f'V{44 + child.row * down + 24}h{across - 4 * cell - 8}"/>'
                )
            yield from _board(node, walk.size, x, y, cell)
            yield _text(x, y - 8, str(node.number))
            if node.ending:
                yield _text(x + 4 * cell + 8, y + 1.5 * cell, node.ending)
        words = "Numbers: the order of the walk. Thick: the last move. Blue X: read from the file."
        yield _text(20, height - 14, words)

    walk = _Walk((PROOFS / "4x3-3.xz").read_bytes())
    rows = _lay_out(walk.nodes[0], 0)
    cell, across, down = 16, 96, 76
    deepest = max(node.marks.bit_count() for node in walk.nodes)
    width, height = 20 + (deepest + 1) * across + 60, 44 + rows * down + 26
    return _svg(width, height, "A certificate as a tree, with the order of the walk", parts())


def _lay_out(node: _Node, row: int) -> int:
    """Give a node and all below it their rows; a first child stands beside its parent."""
    node.row = row
    for child in node.children:
        row = _lay_out(child, row)
    return row if node.children else row + 1


def _board(node: _Node, size: int, x: int, y: int, cell: int) -> Iterator[str]:
    yield f'<rect class="box" x="{x}" y="{y}" width="{4 * cell}" height="{3 * cell}"/>'
    for bit in squares(node.marks):
        row, column = divmod(bit % size, 4)
        left, top, side = x + column * cell + 3, y + row * cell + 3, cell - 6
        thick = " read" if node.last == 1 << bit else ""
        if bit < size:
            cross = f"M{left} {top}l{side} {side}m0-{side}l-{side} {side}"
            yield f'<path class="x{thick}" d="{cross}"/>'
        else:
            middle = cell / 2 - 3
            yield (
                f'<circle class="o{thick}" cx="{left + middle:g}" cy="{top + middle:g}" '
                f'r="{middle + 0.5:g}"/>'
            )


def _fork() -> str:
    """Return the fork of the tutorial's fifth step, whose board names squares by numbers."""
    board = Board.parse("x.o/.o./xx. o 3")
    wins = squares(winning_squares(board, Mark.X))
    notes = {square: Note((str(square), "X wins"), Tone.BAD) for square in wins}
    return draw_svg(board, notes=notes, last=6)


def _tree() -> str:
    """Return the tree of the tutorial's sixth step: a position with two free squares."""

    def parts() -> Iterator[str]:
        for (_board, x, y), parent in places:
            if parent is not None:
                _above, left, top = places[parent][0]
                edge = f"M{left + half} {top + side}V{y - 18}H{x + half}V{y}"
                yield f'<path class="edge" d="{edge}"/>'
        for (board, x, y), _parent in places:
            yield f'<rect class="box" x="{x}" y="{y}" width="{side}" height="{side}"/>'
            for mark in Mark:
                for square in squares(board.marks(mark)):
                    corner = x + square % 3 * cell + 4, y + square // 3 * cell + 4
                    drawn = "".join(stroke_paths(mark, *corner, cell - 8))
                    yield f'<path class="{mark.value}" d="{drawn}"/>'
            for square in board.moves:
                row, column = divmod(square, 3)
                middle = x + column * cell + cell / 2, y + row * cell + cell / 2
                yield _text(*middle, str(square), "small middle")
            yield _text(x + side + 10, y + half, words(board), "bold")

    def words(board: Board) -> str:
        value = solve(board).value.value * (1 if board.turn is Mark.X else -1)
        if board.is_over:
            return f"{value}: X wins" if value else f"{value}: a tie"
        return f"{value}: {board.turn} takes the smaller" if len(board.moves) > 1 else str(value)

    cell, side, half, across, down = 26, 78, 39, 240, 124
    root = Board.parse("xox/oox/.x. o 3")
    places: list[tuple[tuple[Board, int, int], int | None]] = [((root, 20 + across // 2, 20), None)]
    for number, square in enumerate(root.moves):
        after = root.play(square)
        places.append(((after, 20 + number * across, 20 + down), 0))
        at = len(places) - 1
        (last,) = after.moves
        places.append(((after.play(last), 20 + number * across, 20 + 2 * down), at))
    return _svg(2 * across + 20, 3 * down, "The tree of a position with two free squares", parts())


def _move() -> str:
    def parts() -> Iterator[str]:
        for column, name in enumerate(_LANES):
            yield _text(20 + column * across + box / 2, 20, name, "bold middle")
        before: tuple[float, float] | None = None
        for number, (lane, function, words) in enumerate(_STEPS, 1):
            if function:
                resolve_name(f"noughts.server.{function}")
            name = function.partition(".")[2].replace(":", ".") or "the page"
            x, y = 20 + _LANES.index(lane) * across, 40 + (number - 1) * down
            if before:
                yield (
                    f'<path class="edge" d="M{before[0]:g} {before[1]:g}V{y - 7}'
                    f'H{x + box / 2:g}v7"/>'
                )
            yield _box(x, y, box, name, f"{number}. {words}")
            before = (x + box / 2, y + 40)
        end = "Yellow: pure functions. A conflict at 6 reads the log again and goes back to 5."
        yield _text(20, height - 12, end)

    box, across, down = 290, 245, 56
    width, height = 40 + across * (len(_LANES) - 1) + box, 40 + down * len(_STEPS) + 24
    return _svg(width, height, "The path of a move through the server and back", parts())


if __name__ == "__main__":
    for name, drawn in pictures().items():
        Path(sys.argv[1], name).write_text(drawn, encoding="utf-8")

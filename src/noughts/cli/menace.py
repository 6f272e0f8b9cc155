"""`noughts menace`: the machine of matchboxes, trained, opened, played and printed."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from noughts.cli.files import about, opened, write_whole
from noughts.cli.parser import INTERRUPTED, UsageError, as_usage_error, exclusive, one_line
from noughts.cli.streams import Figures, progress, standard_console
from noughts.core import Mark
from noughts.core.errors import N_, NotationError, NoughtsError
from noughts.menace import saved, sheets
from noughts.menace.boxes import BOARD
from noughts.menace.machine import Machine, Scheme
from noughts.menace.text import JUDGES, Judges, Point, box_lines, report_lines, score_text
from noughts.menace.training import Michie, train
from noughts.players import Player, player
from noughts.players.table import check_name
from noughts.terminal.console import coming_back
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.pictures.paper import svg_of
from noughts.wording.pictures.pdf import pdf_of

_GAMES = 220  # of Michie's tournament
_MOST_POINTS = 500  # of the curve
_SEEDS = 1_000_000  # one of which is drawn and told
_OTHERS = ("michie", "menace")  # opponents that are no players elsewhere
_RULES = ("side", "beads", "rewards")  # options of a new machine


def run_menace(arguments: Namespace) -> int:
    """Train a machine, and do with it what is asked for; returns the exit code."""
    if arguments.box is not None and arguments.box.rules != BOARD:
        words = {"player": "menace", "board": arguments.box.rules}
        raise UsageError(_("{player} doesn't play {board}", **words))
    machine = _machine(arguments)
    seed = Random().randrange(_SEEDS) if arguments.seed is None else arguments.seed
    does_more = arguments.box is not None or arguments.play or arguments.sheets is not None
    games = (0 if does_more else _GAMES) if arguments.games is None else arguments.games
    judges = None if does_more else Judges(machine)
    name = arguments.opponent or "random"
    points = [] if judges is None else [judges.point(machine)]
    apart = -(-games // _MOST_POINTS)
    trained = enumerate(_trained(machine, name, games, seed), start=1)
    try:
        with progress(in_pipe=False) as show:
            for number, machine in trained:
                show(partial(_figures, number, games, machine))
                if judges is not None and (number == games or number % apart == 0):
                    points.append(judges.point(machine))
    except KeyboardInterrupt:
        _keep(arguments.save, machine)
        print(f"noughts: {_interrupted_text(machine, arguments.save)}", file=sys.stderr)
        return INTERRUPTED
    _keep(arguments.save, machine)
    if arguments.box is not None:
        print("\n".join(box_lines(machine, arguments.box)))
    elif arguments.play:
        _play(machine, arguments.save, Random(seed))
    elif arguments.sheets is not None:
        _write_sheets(machine, arguments.sheets)
    elif arguments.json:
        print(json.dumps(_data(points, name, games, seed), indent=2))
    else:
        print(_title(machine, name, games, seed), "", *report_lines(points), sep="\n")
        print("", score_text(machine), sep="\n")
    return 0


def _machine(arguments: Namespace) -> Machine:
    """Return the machine to begin with: a saved one, or a new one with the rules asked for."""
    chosen = [name for name in _RULES if getattr(arguments, name) is not None]
    chosen += ["every-square"] * arguments.every_square
    if arguments.load is None:
        usual = Scheme()
        win, draw, loss = arguments.rewards or (usual.win, usual.draw, usual.loss)
        first = arguments.beads or usual.first
        mark = Mark(arguments.side or "x")
        return Machine.new(Scheme(mark, first, win, draw, loss, not arguments.every_square))
    if chosen:
        raise UsageError(exclusive("--load", f"--{chosen[0]}"))
    with opened(arguments.load) as file:
        content = file.read(saved.LONGEST + 1)
    try:
        return saved.read(content.decode())
    except UnicodeDecodeError:
        raise NotationError(N_("{file} isn't text in UTF-8"), file=arguments.load) from None
    except NotationError as error:
        raise NotationError(f"{arguments.load}: {worded(error)}") from None


def _trained(machine: Machine, name: str, games: int, seed: int) -> Iterator[Machine]:
    """Yield the machine after each game against a player, or against another machine."""
    opponent: Machine | Player
    with as_usage_error(NoughtsError):
        check_name(name, _OTHERS)
    if name == "menace":
        scheme = machine.scheme
        opponent = Machine.new(replace(scheme, mark=scheme.mark.other))
    else:
        opponent = Michie(seed) if name == "michie" else player(name, seed)
    return (lesson.machine for lesson in train(machine, opponent, games, seed))


def _figures(number: int, games: int, machine: Machine) -> Figures:
    """Return how far a training is, and how it went."""
    score = machine.score
    return [
        (_("games"), _("{number} of {count}", number=f"{number:,}", count=f"{games:,}")),
        (_("won"), f"{score.wins:,}"),
        (_("drawn"), f"{score.draws:,}"),
        (_("lost"), f"{score.losses:,}"),
    ]


def _interrupted_text(machine: Machine, path: Path | None) -> str:
    """Return what is said after Ctrl-C, and where the machine that was reached is."""
    words = {"reason": _("interrupted"), "score": score_text(machine)}
    if path is None:
        return _("{reason}; {score}", **words)
    return one_line(_("{reason}; {score}; saved in {file}", **words, file=path))


def _keep(path: Path | None, machine: Machine) -> None:
    if path is not None:
        write_whole(path, saved.text_of(machine))


def _play(machine: Machine, path: Path | None, rng: Random) -> None:
    from noughts.terminal.menace import play_with

    console = standard_console()
    with coming_back(console):
        play_with(console, machine, partial(_keep, path), rng)


def _title(machine: Machine, name: str, games: int, seed: int) -> str:
    if not games:
        return _("MENACE plays {side}.", side=machine.scheme.mark)
    words = {"side": machine.scheme.mark, "player": name, "seed": seed}
    return _("MENACE plays {side} against {player}, --seed {seed}.", **words)


def _data(points: list[Point], name: str, games: int, seed: int) -> dict[str, Any]:
    machine = points[-1].machine
    return {
        "opponent": name,
        "games": games,
        "seed": seed,
        "rules": saved.rules_data(machine.scheme),
        "boxes": len(machine.beads),
        "score": saved.score_data(machine),
        "curve": [
            {
                "games": point.games,
                **saved.score_data(point.machine),
                "line": point.line,
                "chances": {name: point.chances[name]._asdict() for name in JUDGES},
                "most_lost": point.most_lost,
            }
            for point in points
        ],
    }


def _write_sheets(machine: Machine, path: Path | str) -> None:
    """Write the boxes of a new machine with these rules as one PDF, or as an SVG for each page."""
    is_svg = isinstance(path, Path) and path.suffix.lower() == ".svg"
    printed = sheets.pages(machine.scheme, note="noughts menace --sheets")
    boxes = ngettext("{count} box", "{count} boxes", len(machine.beads))
    if isinstance(path, str) or not is_svg:
        write_whole(path, pdf_of(printed, title="MENACE"))
    else:
        for number, page in enumerate(printed):
            name = path.with_name(f"{path.stem}-{number:02}{path.suffix}") if number else path
            write_whole(name, svg_of(page))
    words = {"file": path, "boxes": boxes, "count": len(printed)}
    told = _("{file}: {boxes} on {count} pages, of which the first has the instructions", **words)
    print(told, file=about(path))

"""`noughts match` and `certify`: a player against another, and against all play there is."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from itertools import cycle, repeat
from math import isinf
from multiprocessing.resource_tracker import ensure_running
from shutil import which
from typing import TYPE_CHECKING, Any, TypeAlias

from noughts import arena
from noughts.cli.commands import MATCH_SECONDS
from noughts.cli.files import about, opened
from noughts.cli.parser import INTERRUPTED, UsageError, as_usage_error, one_line
from noughts.cli.records import Keeper
from noughts.cli.streams import Figures, can_open_full_screen, progress
from noughts.core import Mark, Position
from noughts.core.errors import N_, IllegalAction, NotationError, NoughtsError, UnsupportedRules
from noughts.core.extras import require_extra
from noughts.core.notation import quote
from noughts.core.record import Record
from noughts.engine import Fault
from noughts.engine.external import split_command
from noughts.players import UnknownPlayer, player
from noughts.solver import Limit
from noughts.wording.grammar import listing, worded
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, percent

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.screen.replay import Watched

Rounds: TypeAlias = Generator[tuple[list[Record], arena.Tally], None, None]  # the tally so far
Stand: TypeAlias = Callable[[arena.Tally], Figures]

_LONGEST_OPENINGS = 1 << 24  # bytes of a file


def run_match(arguments: Namespace) -> int:
    """Play a match, and print the report; returns the exit code."""
    plan = _plan(arguments)
    with as_usage_error(NoughtsError):
        sprt = None if arguments.sprt is None else arena.Sprt(*arguments.sprt)
    if arguments.watch:
        require_extra("screen", "textual")
        if not can_open_full_screen():
            raise UsageError(_("--watch needs an interactive terminal"))
    keeper = None if arguments.records is None else Keeper(arguments.records)
    rounds = _rounds(plan, sprt, keeper, arguments)
    stand = partial(_figures, games=arguments.games, sprt=sprt)
    tally, code = _watch(plan, rounds, stand) if arguments.watch else _play(rounds, stand)
    report = _as_json if arguments.json else _as_text
    print(report(plan, tally, sprt), file=about(arguments.records))
    return 1 if keeper is not None and keeper.has_failed else code


def _plan(arguments: Namespace) -> arena.Plan:
    if len(arguments.player) + len(arguments.engine) != 2:
        problem = _("a match is between two: players, engines (--engine), or one of each")
        raise UsageError(problem)
    openings = arguments.openings
    is_file = not isinstance(openings, int | None)
    plies, starts = (None, _starts(openings)) if is_file else (openings, ())
    if any(start.rules != arguments.board for start in starts):
        raise UsageError(_("not every opening is on {board}", board=arguments.board))
    contenders = _contenders(arguments)
    plan = arena.Plan(contenders, arguments.board, arguments.seed, plies, starts)
    with as_usage_error(IllegalAction, UnknownPlayer, UnsupportedRules):
        plan.opening(0)
        for contender in contenders:
            contender.check(arguments.board)
    return plan


def _starts(path: Path | str) -> tuple[Position, ...]:
    """Return the openings of a file; raises NotationError."""
    try:
        with opened(path) as file:
            lines = file.read(_LONGEST_OPENINGS).decode("utf-8").split("\n")
        starts = tuple(Position.parse(line.strip()) for line in lines if line.strip())
    except UnicodeDecodeError:
        raise NotationError(N_("{file} isn't text in UTF-8"), file=path) from None
    except NoughtsError as error:
        raise NotationError(f"{path}: {worded(error)}") from None
    if not starts:
        raise NotationError(N_("there is no position in {file}"), file=path)
    if any(start.is_over for start in starts):
        raise NotationError(N_("in {file} is a position in which the game is over"), file=path)
    return starts


def _contenders(arguments: Namespace) -> tuple[arena.Contender, arena.Contender]:
    nodes = arguments.nodes or (None, None)
    seconds = arguments.seconds or (None if arguments.nodes else MATCH_SECONDS,) * 2
    limits = map(Limit, seconds, nodes)
    with as_usage_error(NotationError, UnknownPlayer):
        for command in arguments.engine:
            _check_program(command)
        first, second = (
            *(arena.Contender.named(name, next(limits)) for name in arguments.player),
            *(arena.Contender.engine(command, next(limits)) for command in arguments.engine),
        )
    if first.name == second.name:
        second = arena.Contender(f"{second.name} (2)", second.make, second.limit)
    return first, second


def _check_program(command: str) -> None:
    """Raise UsageError if the program of a command is not there; an engine may still fail."""
    program = split_command(command)[0]
    if which(program) is None:
        raise UsageError(_("there is no program {name}", name=quote(program)))


def _rounds(
    plan: arena.Plan, sprt: arena.Sprt | None, keeper: Keeper | None, arguments: Namespace
) -> Rounds:
    """Yield the games of each pair, which the keeper keeps, until the SPRT has an answer."""
    tally = arena.Tally()
    first, second = (contender.name for contender in plan.contenders)
    with closing(arena.play_pairs(plan, arguments.games // 2, arguments.jobs)) as pairs:
        for pair in pairs:
            now = datetime.now(UTC)
            records = [
                Record.played(played.game, {mark: first, mark.other: second}, None, now)
                for played, mark in zip(pair.games, pair.firsts, strict=True)
            ]
            if keeper is not None:
                for record in records:
                    keeper(record)
            tally = tally.add(pair)
            yield records, tally
            if sprt is not None and sprt.accepted(tally.pairs) is not None:
                return


def _play(rounds: Rounds, stand: Stand) -> tuple[arena.Tally, int]:
    """Play the match; returns the tally at its end, and the exit code."""
    tally = arena.Tally()
    if sys.stderr.isatty():
        print(_("Ctrl-C ends the match with the score so far."), file=sys.stderr)
    try:
        with closing(rounds), progress(in_pipe=False) as show:
            show(partial(stand, tally))
            for _records, tally in rounds:
                show(partial(stand, tally))
    except arena.Stopped as error:
        _say_score_so_far(worded(error))
        return tally, 1
    except KeyboardInterrupt:
        _say_score_so_far(_("interrupted"))
        return tally, INTERRUPTED
    return tally, 0


def _say_score_so_far(reason: str) -> None:
    sentence = _("{reason}; the score of the pairs of games so far:", reason=one_line(reason))
    print(f"noughts: {sentence}", file=sys.stderr)


def _watch(plan: arena.Plan, rounds: Rounds, stand: Stand) -> tuple[arena.Tally, int]:
    """Play the match on the full screen; returns the tally at its end, and the exit code."""
    from noughts.screen.replay import MatchScreen  # 200 ms

    tally = arena.Tally()

    def play() -> Iterator[Watched]:
        nonlocal tally
        with closing(rounds):
            for records, tally in rounds:
                yield from zip(records, repeat(stand(tally)))

    ensure_running()  # now: it hands on standard error, which is none while the screen is open
    screen = MatchScreen(plan.rules, play)
    code = screen.run()
    if screen.failure is not None:
        _say_score_so_far(str(screen.failure))
        return tally, 1
    if not screen.is_over:
        _say_score_so_far(_("interrupted"))
        return tally, code or INTERRUPTED
    return tally, code


def _figures(tally: arena.Tally, games: int, sprt: arena.Sprt | None) -> Figures:
    """Return how far a match is, and its score so far."""
    played = _("{number} of {count}", number=f"{tally.score.games:,}", count=f"{games:,}")
    if not tally.score.games:
        return [(_("games"), played)]
    shown: Figures = [
        (_("games"), played),
        (_("score"), _score(tally.score)),
        (_("share"), _share(tally)),
        (_("Elo"), _elo(tally)),
        *_sprt_rows(tally, sprt),
    ]
    faults = sum(sum(conduct.faults.values()) for conduct in tally.conduct)
    return [*shown, (_("faults"), str(faults))] if faults else shown


def _as_text(plan: arena.Plan, tally: arena.Tally, sprt: arena.Sprt | None) -> str:
    """Return the report for people."""
    first, second = plan.contenders
    names = {"first": first.name, "second": second.name, "board": plan.rules}
    head = one_line(_("{first} against {second} on {board}", **names))
    if not tally.score.games:
        return _("{match}: no pair of games was finished", match=head)
    points, games = f"{tally.points:g}", f"{tally.score.games:,}"
    words = {"points": points, "games": games, "score": _score(tally.score)}
    rows = [
        (_("score"), _("{points} of {games}: {score}", **words)),
        (_("as {side}", side="X"), _score(tally.as_x)),
        (_("as {side}", side="O"), _score(tally.as_o)),
        (_("pairs of 0, ½, 1, 1½, 2 points"), ", ".join(f"{count:,}" for count in tally.pairs)),
        (_("share of the points"), _share(tally)),
        (_("Elo"), _elo(tally)),
        *_sprt_rows(tally, sprt),
        *(
            (one_line(f"{contender.name}, {_limit(contender.limit)}"), _conduct(conduct))
            for contender, conduct in zip(plan.contenders, tally.conduct, strict=True)
        ),
    ]
    width = max(len(name) for name, _text in rows) + 2
    return "\n".join([head, *(f"  {name:{width}}{text}" for name, text in rows)])


def _as_json(plan: arena.Plan, tally: arena.Tally, sprt: arena.Sprt | None) -> str:
    """Return the report as one JSON object; a figure that is infinite or unknown is null."""
    known = tally.score.games > 0
    sprt_data = None
    if sprt is not None and known:
        sprt_data = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio(tally.pairs),
            "bound": sprt.bound,
            "accepted": sprt.accepted(tally.pairs),
        }
    report: dict[str, Any] = {
        "rules": str(plan.rules),
        "seed": plan.seed,
        "games": tally.score.games,
        "score": _score_data(tally.score),
        "as_x": _score_data(tally.as_x),
        "as_o": _score_data(tally.as_o),
        "pairs": list(tally.pairs),
        "share": tally.share if known else None,
        "share_interval": list(tally.interval) if known else None,
        "elo": _finite(tally.elo[0]) if known else None,
        "elo_interval": [_finite(bound) for bound in tally.elo[1:]] if known else None,
        "players": [
            {
                "name": contender.name,
                "seconds": contender.limit.seconds,
                "nodes": contender.limit.nodes,
                "slowest": round(conduct.slowest, 3),
                "fault": conduct.reason,
                "faults": {fault.name.lower(): conduct.faults.get(fault, 0) for fault in Fault},
            }
            for contender, conduct in zip(plan.contenders, tally.conduct, strict=True)
        ],
        "sprt": sprt_data,
    }
    return json.dumps(report, indent=2)


def _share(tally: arena.Tally) -> str:
    figures = zip(("figure", "low", "high"), (tally.share, *tally.interval), strict=True)
    return _interval({name: f"{share:.1%}" for name, share in figures})


def _interval(figures: dict[str, str]) -> str:
    return _("{figure} (95 % interval {low} to {high})", **figures)


def _elo(tally: arena.Tally) -> str:
    """Return the difference, where there is one, and its interval.

    A player that won or lost every game has no difference in Elo, only a bound for it.
    """
    elo, low, high = tally.elo
    if isinf(elo) and elo > 0:
        return _("at least {figure}", figure=f"{low:+.0f}")
    if isinf(elo):
        return _("at most {figure}", figure=f"{high:+.0f}")
    return _interval({"figure": f"{elo:+.0f}", "low": f"{low:+.0f}", "high": f"{high:+.0f}"})


def _sprt_rows(tally: arena.Tally, sprt: arena.Sprt | None) -> list[tuple[str, str]]:
    if sprt is None:
        return []
    accepted = sprt.accepted(tally.pairs)
    name = _("SPRT of {low} and {high} Elo", low=f"{sprt.elo0:+g}", high=f"{sprt.elo1:+g}")
    words = {"ratio": f"{sprt.ratio(tally.pairs):+.2f}", "bound": f"{sprt.bound:.2f}"}
    if accepted is None:
        return [(name, _("undecided, log-likelihood ratio {ratio} of ±{bound}", **words))]
    words["elo"] = f"{accepted:+g}"
    return [(name, _("accepts {elo} Elo, log-likelihood ratio {ratio} of ±{bound}", **words))]


def _limit(limit: Limit) -> str:
    parts = []
    if limit.seconds is not None:
        parts.append(_("{seconds} s", seconds=f"{limit.seconds:g}"))
    if limit.nodes is not None:
        words = {"nodes": f"{limit.nodes:,}"}
        parts.append(ngettext("{nodes} node", "{nodes} nodes", limit.nodes, **words))
    return _("{limits} a move", limits=listing(parts))


def _conduct(conduct: arena.Conduct) -> str:
    counts = [(conduct.faults.get(fault, 0), fault) for fault in Fault]
    faults = ", ".join(_faults(count, fault) for count, fault in counts if count)
    words = {"seconds": f"{conduct.slowest:.2f}", "faults": faults or _("no faults")}
    if conduct.reason is None:
        return _("slowest move {seconds} s, {faults}", **words)
    words["reason"] = one_line(conduct.reason)
    return _("slowest move {seconds} s, {faults}; the first: {reason}", **words)


def _faults(count: int, fault: Fault) -> str:
    match fault:
        case Fault.ILLEGAL:
            return ngettext("{count} illegal move", "{count} illegal moves", count)
        case Fault.TIME:
            return ngettext("{count} time loss", "{count} time losses", count)
        case Fault.CRASH:
            return ngettext("{count} crash", "{count} crashes", count)


def _score(score: arena.Score) -> str:
    words = {"won": score.wins, "drawn": score.draws, "lost": score.losses}
    return _("{won} won, {drawn} drawn, {lost} lost", **words)


def _score_data(score: arena.Score) -> dict[str, int]:
    return {"won": score.wins, "drawn": score.draws, "lost": score.losses}


def _finite(number: float) -> float | None:
    return None if isinf(number) else number


def run_certify(arguments: Namespace) -> int:
    """Play every line, and print the report."""
    with as_usage_error(UnknownPlayer, UnsupportedRules):
        certification = arena.certify(player(arguments.player), arguments.board)
    print(_certified_json(certification) if arguments.json else _certified_text(certification))
    return 0


def _certified_text(certification: arena.Certification) -> str:
    words = {"player": certification.player, "board": certification.rules}
    lines = [_("{player} on {board}, X first", **words)]
    for side in certification.sides:
        rows = [
            (_("positions met"), f"{side.positions:,}"),
            (_("lines"), f"{side.lines:,}"),
            (_("lines lost"), f"{side.lines_lost:,}"),
            (_("wins missed"), f"{side.wins_missed:,}"),
            (_("choices that lose value"), f"{side.thrown_away:,}"),
            (_("loses to random"), _probability(side.against_random.loss)),
            (_("loses to the best opponent"), _probability(side.worst_loss)),
        ]
        width = max(28, *(len(name) + 2 for name, _figure in rows))
        rows_of_side = (f"  {name:{width}}{figure}" for name, figure in rows)
        lines += ["", _("as {side}", side=side.mark), *rows_of_side]
        if side.refutation is not None:
            turns = cycle((side.refutation.start.turn, side.refutation.start.turn.other))
            named = zip(turns, side.refutation.move_names, strict=False)
            moves = ", ".join(f"{turn} {name}" for turn, name in named)
            lines.append("  " + _("shortest loss: {moves}", moves=moves))
    return "\n".join([*lines, "", *(_summary(certification, side) for side in certification.sides)])


def _summary(certification: arena.Certification, side: arena.SideReport) -> str:
    words = {"side": side.mark, "player": certification.player}
    if not side.lines_lost:
        lines = f"{side.lines:,}"
        return _(
            "As {side}, {player} can't be beaten: it loses none of {lines} lines.",
            lines=lines,
            **words,
        )
    return _(
        "As {side}, {player} can be beaten: the best opponent wins {best}, one who moves at random "
        "{random}.",
        best=_often(side.worst_loss),
        random=_often(side.against_random.loss),
        **words,
    )


def _often(chance: Fraction) -> str:
    if chance == 1:
        return _("every game")
    return _("{share} of the games", share=percent(chance))


def _probability(fraction: Fraction) -> str:
    whole = fraction.denominator == 1
    return str(fraction) if whole else f"{float(fraction):.4f} = {fraction}"


def _certified_json(certification: arena.Certification) -> str:
    sides = {}
    for side in certification.sides:
        refutation = None
        if side.refutation is not None:
            names = {side.mark: certification.player, side.mark.other: "refuter"}
            record = Record(side.refutation, {mark: names[mark] for mark in Mark})
            refutation = json.loads(str(record))
        odds = side.against_random
        sides[side.mark.value] = {
            "positions": side.positions,
            "lines": {"lost": side.lines_lost, "drawn": side.lines_drawn, "won": side.lines_won},
            "wins_missed": side.wins_missed,
            "thrown_away": side.thrown_away,
            "against_random": {name: str(getattr(odds, name)) for name in ("loss", "draw", "win")},
            "worst_loss": str(side.worst_loss),
            "refutation": refutation,
        }
    report = {
        "player": certification.player,
        "rules": str(certification.rules),
        "first": certification.first.value,
        "sides": sides,
    }
    return json.dumps(report, indent=2)

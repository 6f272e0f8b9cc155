"""The report of a match, as text and as data."""

from __future__ import annotations

import json
from math import isinf
from typing import TYPE_CHECKING, Any

from noughts.cli.parser import one_line
from noughts.core.grammar import counted
from noughts.engine import Fault

if TYPE_CHECKING:
    from noughts.arena import Conduct, Plan, Score, Sprt, Tally
    from noughts.cli.research.progress import Figures
    from noughts.solver import Limit


def figures(tally: Tally, games: int, sprt: Sprt | None) -> Figures:
    """How far a match is, and its score so far."""
    shown: Figures = [
        ("games", f"{tally.score.games:,} of {games:,}"),
        ("score", str(tally.score)),
        ("share", _share(tally)),
        ("Elo", _elo(tally)),
        *_sprt_rows(tally, sprt),
    ]
    faults = sum(sum(conduct.faults.values()) for conduct in tally.conduct)
    return [*shown, ("faults", str(faults))] if faults else shown


def as_text(plan: Plan, tally: Tally, sprt: Sprt | None) -> str:
    """The report for people."""
    first, second = plan.contenders
    head = one_line(f"{first.name} against {second.name} on {plan.rules}")
    if not tally.score.games:
        return f"{head}: no game was finished"
    rows = [
        ("score", f"{tally.points:g} of {tally.score.games:,}: {tally.score}"),
        ("as X", str(tally.as_x)),
        ("as O", str(tally.as_o)),
        ("pairs of 0, ½, 1, 1½, 2 points", ", ".join(f"{count:,}" for count in tally.pairs)),
        ("share of the points", _share(tally)),
        ("Elo", _elo(tally)),
        *_sprt_rows(tally, sprt),
        *(
            (one_line(f"{contender.name}, {_limit(contender.limit)}"), _conduct(conduct))
            for contender, conduct in zip(plan.contenders, tally.conduct, strict=True)
        ),
    ]
    width = max(len(name) for name, _ in rows) + 2
    return "\n".join([head, *(f"  {name:{width}}{text}" for name, text in rows)])


def as_json(plan: Plan, tally: Tally, sprt: Sprt | None) -> str:
    """The report as one JSON object; a figure that is infinite or unknown is null."""
    known = tally.score.games > 0
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
        "sprt": None if sprt is None or not known else _sprt_data(tally, sprt),
    }
    return json.dumps(report, indent=2)


def _share(tally: Tally) -> str:
    low, high = tally.interval
    return f"{tally.share:.1%} (95 % interval {low:.1%} to {high:.1%})"


def _elo(tally: Tally) -> str:
    """The difference, where there is one, and its interval.

    Who wins or loses every game has no difference in Elo, only a bound for it.
    """
    found, low, high = tally.elo
    if isinf(found):
        return f"at least {low:+.0f}" if found > 0 else f"at most {high:+.0f}"
    return f"{found:+.0f} (95 % interval {low:+.0f} to {high:+.0f})"


def _sprt_rows(tally: Tally, sprt: Sprt | None) -> list[tuple[str, str]]:
    if sprt is None:
        return []
    accepted = sprt.accepted(tally.pairs)
    verdict = "undecided" if accepted is None else f"accepts {accepted:+g} Elo"
    name = f"SPRT of {sprt.elo0:+g} and {sprt.elo1:+g} Elo"
    ratio = f"log-likelihood ratio {sprt.ratio(tally.pairs):+.2f} of ±{sprt.bound:.2f}"
    return [(name, f"{verdict}, {ratio}")]


def _limit(limit: Limit) -> str:
    parts = []
    if limit.seconds is not None:
        parts.append(f"{limit.seconds:g} s")
    if limit.nodes is not None:
        parts.append(counted(limit.nodes, "node"))
    return f"{' and '.join(parts)} a move"


def _conduct(conduct: Conduct) -> str:
    counts = [(conduct.faults.get(fault, 0), fault) for fault in Fault]
    faults = ", ".join(fault.counted(count) for count, fault in counts if count) or "no faults"
    reason = "" if conduct.reason is None else f"; the first: {one_line(conduct.reason)}"
    return f"slowest move {conduct.slowest:.2f} s, {faults}{reason}"


def _score_data(score: Score) -> dict[str, int]:
    return {"won": score.wins, "drawn": score.draws, "lost": score.losses}


def _sprt_data(tally: Tally, sprt: Sprt) -> dict[str, float | None]:
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": sprt.ratio(tally.pairs),
        "bound": sprt.bound,
        "accepted": sprt.accepted(tally.pairs),
    }


def _finite(number: float) -> float | None:
    return None if isinf(number) else number

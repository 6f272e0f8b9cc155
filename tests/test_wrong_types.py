"""Every public function and class refuses arguments of the wrong type, and reads text for a value.

Numbers and texts without bounds, and lists of the wrong length, are taken or refused by a
NoughtsError too. The doors are what `docs/reference` shows and examples in `docs` import. A new one
fails here until it checks; one that takes something new, until GOOD has an example of it.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import Enum
from importlib import import_module
from io import BytesIO
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import noughts
from noughts import Game, Limit, Mark, NoughtsError, Rules, Termination, WrongType, arena
from noughts.atlas import families
from noughts.atlas.table import PROOFS, find_entry
from noughts.client import game_at
from noughts.coach import explain, review
from noughts.coach.lessons import Lesson, exercise
from noughts.coach.outlook import outlook
from noughts.coach.puzzle import Theme
from noughts.grader.inference import Wishes
from noughts.grader.program import Direct
from noughts.kernels.batch import Batch
from noughts.menace.machine import Machine, Scheme, Score
from noughts.players import PLAYERS, nearest_level, player
from noughts.search import Engine
from noughts.solver.prover import Prover
from noughts.wording.drawing import name_labels
from noughts.wording.language import use

START, RULES = Rules().start(), Rules()
GAME = Game().play("b2")
CONTENDER = arena.Contender.named("random")
PLAN = arena.Plan((CONTENDER, CONTENDER), RULES)
PAIR = next(arena.play_pairs(PLAN, 1))
RECORD = noughts.Record(GAME, {Mark.X: "a", Mark.O: "b"})

VALUES = noughts.values(START)

# An example of each type that a door takes.
GOOD: dict[str, Any] = {
    "Position": START,
    "PositionLike": START,
    "Rules": RULES,
    "Game": GAME,
    "Mark": Mark.X,
    "Limit": Limit(nodes=100),
    "Player": player("classic"),
    "Termination": Termination.ABANDONED,
    "Ending": noughts.Ending(Termination.ABANDONED),
    "Square": 4,
    "Move": 4,
    "SupportsIndex": 2,
    "int": 2,
    "float": 0.5,
    "str": "random",
    "bool": False,
    "bytes": Prover(RULES, entries=1 << 12).dump(),
    "Random": Random(1),
    "datetime": datetime.now(UTC),
    "Path": PROOFS,
    "StrPath": os.devnull,
    "IO[bytes]": BytesIO(),
    "Record": RECORD,
    "Iterable[Record]": [],
    "Entry": find_entry("5x5:4"),
    "Scheme": Scheme(),
    "Machine": Machine.new(),
    "Score": Score(),
    "tuple[tuple[int, ...], ...]": Machine.new().beads,
    "AtlasBoard": families.AtlasBoard(5, 5, 4),
    "Side": 5,
    "Theme": Theme.BLOCK,
    "Labels": name_labels(RULES),
    "Lesson": Lesson.FORK,
    "Exercise": exercise(Lesson.FORK, 4, 7),
    "Outlook": outlook(START, VALUES),
    "NoughtsError": NoughtsError("x"),
    "Explanation": explain(START, 4),
    "Review": review(GAME),
    "Connection": game_at(f"http://localhost/g/{'0' * 24}"),
    "Plan": PLAN,
    "Pair": PAIR,
    "tuple[Contender, Contender]": PLAN.contenders,
    "tuple[Position, ...]": (START,),
    "tuple[int, ...]": Engine(RULES)._weights,
    "Sequence[int]": [1, 2, 3, 2, 1],
    "Sequence[Entry]": [find_entry("5x5:4")],
    "Sequence[Square]": ["b1"],
    "Iterable[Game]": [GAME],
    "Iterable[Square]": ["b2"],
    "Collection[Mark]": [Mark.X],
    "Collection[Move]": [4],
    "Door": Direct(Path("mine.py"), b"def nextTurn(mark): return 'X'"),
    "Wishes": Wishes(),
    "Mapping[Mark, str]": RECORD.players,
    "Mapping[Move, Note]": {},
    "Mapping[Move, MoveValue]": VALUES,
}
TEXTS = {"Position": START.notation, "PositionLike": str(RULES), "Rules": str(RULES)}
CALLABLE = ("Callable", "Spell", "Paint", "Act", "Report", "Crew")
NAMED = {  # where any example will not do
    ("Record.parse", "text"): str(RECORD),
    ("Rules.parse", "text"): "3x3:3",
    ("Position.parse", "text"): START.notation,
    ("AtlasBoard.parse", "text"): "infinite:9",
    ("Entry.parse", "line"): str(find_entry("5x5:4")),
    ("game_at", "address"): "http://localhost/g/0",
    ("Record", "started"): "2026-11-24",
    ("Record", "ended"): "2026-11-24",
    ("puzzle", "level"): "easy",
    ("elo", "share"): 0.5,
    ("Sprt", "elo0"): 0.0,
    ("Engine", "entries"): 1 << 10,
    ("verify", "certificate"): PROOFS / "5x5-4.xz",
    ("Prover", "entries"): 1 << 10,
    ("Scheme", "first"): (4, 3, 2, 1),
    ("Position", "xs"): 0,
    ("Position", "os"): 0,
    ("draw", "paint"): lambda _, text: text,
    ("NoughtsEnv", "illegal"): "lose",
    **{(env, "seat"): "x" for env in ("NoughtsEnv", "NoughtsVectorEnv")},
    **{(env, "render_mode"): "ansi" for env in ("NoughtsEnv", "NoughtsAEC", "env")},
}
ANSWERS = (  # which the library makes; they are checked where they are given to it
    "Analysis Certification Certified Choice Conduct EndingReason Entry Explanation Failure Family "
    "ForcedWin Header Labels LiveConnection Match MoveValue Note Odds Outcome Pair Played "
    "Playouts Ply Progress Proof Puzzle Review Score Searched SideReport Tally Theorem "
    "Threatened Verdict Verified WinProof"
)
APART = ("noughts.verifiers", "noughts.coach.findings")  # import nothing of ours; are answers
# What says that it does not check, a player's own part, and what Gymnasium or NumPy checks.
UNCHECKED = ("play_unchecked", "set_up", "move", "weights", "candidates", "step")


def shown() -> Iterator[tuple[str, Any]]:
    """What the reference shows and examples import, by name."""
    for page in sorted((Path(__file__).parents[1] / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for module, names in re.findall(r"^(?:>>> )?from (noughts\S*) import (.+)", text, re.M):
            for name in names.split(", "):
                if not inspect.ismodule(each := getattr(import_module(module), name)):
                    yield name, each
        for module, options in re.findall(r"^::: (\S+)\n((?:    .*\n)*)", text, re.MULTILINE):
            found = import_module(module)
            public = {name: each for name, each in vars(found).items() if name[0] != "_"}
            own = [n for n, each in public.items() if getattr(each, "__module__", "") == module]
            members = re.findall(r"- (\w+)", options) if "members" in options else None
            for name in getattr(found, "__all__", own) if members is None else members:
                if not module.startswith(APART):
                    yield name, getattr(found, name)


def doors() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions, classes to be made, and their methods, each with its name."""
    for name, each in dict(shown()).items():
        if inspect.isfunction(inspect.unwrap(each)):
            yield name, each
        elif inspect.isclass(each) and name not in ANSWERS.split() and not inspect.isabstract(each):
            yield from [] if issubclass(each, Exception | Enum) else [(name, each)]
    made: list[Any] = [START, RULES, GAME, Limit(1, 9), RECORD, PLAN, CONTENDER, review(GAME)]
    made += [arena.Score(), arena.Tally(), arena.Sprt(0, 5), Engine(RULES)]
    made += [families.AtlasBoard(5, 5, 4), Batch(RULES, 2), Prover(RULES), *map(player, PLAYERS)]
    for each in made:
        for name in dir(type(each)):
            if name[0] != "_" and name not in UNCHECKED and callable(getattr(type(each), name)):
                yield f"{type(each).__name__}.{name}", getattr(each, name)


def parameters(call: Callable[..., Any]) -> list[inspect.Parameter]:
    """What a door takes by a name of its own."""
    taken = inspect.signature(call).parameters.values()
    return [each for each in taken if each.kind is not each.VAR_KEYWORD]


def kinds(annotation: str) -> list[str]:
    """The alternatives of an annotation."""
    return [each.strip() for each in re.split(r"\|(?![^\[]*\])", annotation)]


def example(door: str, name: str, annotation: str) -> Any:
    if (door, name) in NAMED:
        return NAMED[door, name]
    kind = kinds(annotation)[0]
    if kind.startswith(CALLABLE):
        return lambda *_: None
    assert kind in GOOD, f"{door}({name}: {annotation}): GOOD needs an example"
    return GOOD[kind]


def wrong_values(annotation: str) -> list[Any]:
    among = {*kinds(annotation)}
    wrong: list[Any] = [] if among & {"bool"} else [object()]  # anything is true or false
    wrong += [] if among & {"None", "bool"} else [None]
    wrong += [True, [2]] if among & {"int", "SupportsIndex", "float", "Square", "Move"} else []
    wrong += [2.0] if among & {"int", "SupportsIndex", "Square", "Move"} else []
    wrong += [3, b"3x3:3", Mark.X] if among & {"Position", "PositionLike", "Rules"} else []
    return wrong + (["zz"] if among & {"Mark", "int", "float", "Limit"} - {"str"} else [])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_door_refuses_what_is_of_the_wrong_type_and_reads_text() -> None:
    faults, checked = [], 0
    for door, call in doors():
        taken = parameters(call)
        good = {each.name: example(door, each.name, str(each.annotation)) for each in taken}
        for parameter in taken:
            for wrong in wrong_values(str(parameter.annotation)):
                checked += 1
                said = answer(call, taken, {**good, parameter.name: wrong})
                got = "None" if wrong is None else type(wrong).__name__
                if not re.fullmatch(f"WrongType: .+: expected .+, got {got}( – its .*)?", said):
                    faults.append(f"{door}({parameter.name}={got}) {said}")
            text = TEXTS.get(kinds(str(parameter.annotation))[0])
            said = answer(call, taken, {**good, parameter.name: text}) if text else ""
            if text and said[:9] != answer(call, taken, good)[:9]:  # what it is, without figures
                faults.append(f"{door}({parameter.name}={text!r}) {said}")
    assert not faults, "\n".join(faults)
    assert checked > 300


def answer(call: Callable[..., Any], taken: list[inspect.Parameter], given: dict[str, Any]) -> str:
    """What is said to these arguments."""
    error = failure(call, taken, given)
    return "takes it" if error is None else f"{type(error).__name__}: {error}"


def failure(
    call: Callable[..., Any], taken: list[inspect.Parameter], given: dict[str, Any]
) -> Exception | None:
    """What these arguments raise."""
    by_name = {each.name: given[each.name] for each in taken if each.kind is each.KEYWORD_ONLY}
    try:
        found = call(*(given[each.name] for each in taken if each.name not in by_name), **by_name)
        if inspect.iscoroutine(found):
            asyncio.run(found)
    except Exception as error:
        return error
    return None


# As much as is asked for is done: games are played, memory is taken.
AS_ASKED = ("playouts(count)", "join(games)", "join_live(games)", "play_pairs(pairs)", "(entries)")
NUMBERS = (-1, 0, 2**63, 10**400, -(10**400))
EXTREMES: dict[str, list[Any]] = {
    "int": [*NUMBERS],
    "SupportsIndex": [*NUMBERS],
    "Square": [*NUMBERS, "", "\x00", "a0", "a" * 9_999],
    "Move": [*NUMBERS],
    "float": [*NUMBERS, inf, -inf, nan, 1e308, 5e-324],
    "str": ["", "\x00", "٣", "9" * 5_000],
    "Sequence[int]": [[], [1], [1] * 6, [-1] * 5, [10**400] * 5],
    "Sequence[Square]": [[], [10**400], ["b1"] * 99],
    "Collection[Move]": [[], [-1], [10**400]],
    "Mapping[Move, MoveValue]": [{}, {99: VALUES[4]}],
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_door_takes_or_refuses_numbers_and_texts_without_bounds() -> None:
    faults, checked = [], 0
    for door, call in doors():
        taken = parameters(call)
        good = {each.name: example(door, each.name, str(each.annotation)) for each in taken}
        for name, kind in [(p.name, k) for p in taken for k in kinds(str(p.annotation))]:
            for extreme in EXTREMES.get(kind, []):
                if f"{door}({name})".endswith(AS_ASKED):
                    continue
                checked += 1
                error = failure(call, taken, {**good, name: extreme})
                if not isinstance(error, NoughtsError | None):
                    faults.append(f"{door}({name}={repr(extreme)[:20]}) {error!r}")
    assert not faults, "\n".join(faults)
    assert checked > 500


def test_the_sentence_names_the_part_that_would_have_done() -> None:
    puzzle = noughts.puzzle("easy", seed=1)
    said = "the position: expected Position, Rules, Game or text, got Puzzle"
    with pytest.raises(WrongType, match=f"^{re.escape(said)} – its .position is one$"):
        noughts.solve(cast(Any, puzzle))
    with pytest.raises(WrongType, match=r"Rules or its text, got Position – its \.rules is one$"):
        Batch(cast(Any, START), 2)


def test_what_is_of_the_right_type_and_still_is_none_is_refused_too() -> None:
    refused: list[tuple[Callable[[], object], type[NoughtsError]]] = [
        (lambda: Batch("3x3:3", 2).position(99), noughts.IllegalAction),
        (lambda: use("xx"), noughts.NotationError),
        (lambda: Prover(RULES, entries=2**63), noughts.IllegalAction),
        (lambda: nearest_level("zz", RULES), noughts.UnknownPlayer),
        (lambda: arena.Contender.named("zz"), noughts.UnknownPlayer),
        (lambda: player("random", -1), noughts.IllegalAction),
        (lambda: noughts.match("random", "random", 2, seed=2**64), noughts.IllegalAction),
        (lambda: noughts.playouts(START, 1, seed=-1), noughts.IllegalAction),
        (lambda: noughts.prove(RULES, seed=-1), noughts.IllegalAction),
    ]
    for door, error in refused:
        with pytest.raises(error):
            door()
    assert noughts.playouts(START, 10_000) != noughts.playouts(START, 10_000)

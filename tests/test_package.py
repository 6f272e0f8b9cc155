"""What `import noughts` offers, and that it imports nothing slow."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path
from pkgutil import walk_packages

import pytest

import noughts
from noughts import Game, Limit, Rules
from noughts.players import PLAYERS
from noughts.search import prove_win
from tests.cli.process import run_code

SOURCE = Path(noughts.__file__).parent
PROGRAM = """
import sys
import noughts
lazy = ["noughts.arena", "noughts.core.record", "noughts.kernels",
        "noughts.players", "noughts.solver.prover", "json", "fractions"]
assert dir(noughts) == sorted(noughts.__all__)
print([name for name in lazy if name in sys.modules])
"""

LATER = ("core.position", "wording.drawing", "wording.pictures.svg", "coach.text")


def test_every_public_name_is_there_and_listed_and_no_other() -> None:
    for name in noughts.__all__:
        assert getattr(noughts, name) is getattr(noughts, name)
        assert name in dir(noughts)
    with pytest.raises(AttributeError, match="module 'noughts' has no attribute 'chess'"):
        noughts.chess  # type: ignore[attr-defined]  # noqa: B018


def test_what_is_shown_of_a_value_is_short_and_has_no_address() -> None:
    game = Game().play("a1", "b1", "b2", "c3", "a2", "c2", "a3")
    for value in (
        game,
        noughts.match("classic", "easy", 100, seed=1),
        noughts.review(game),
        noughts.prove("5x4:4"),
        prove_win("...../.xx../.oo../...../..... x 4"),
        noughts.solve(Rules()),
        noughts.verify(noughts.prove("3x3:3").certificate),
        noughts.puzzle(seed=1),
        noughts.best_move("6x6:4", Limit(nodes=100)),
        noughts.odds("easy", "random"),
        noughts.playouts("3x3:3", 10),
        *map(noughts.player, PLAYERS),
    ):
        assert len(repr(value)) < 200, repr(value)
        assert " at 0x" not in repr(value)


def test_values_are_printed_for_people() -> None:
    assert repr(noughts.player("easy")) == "<Player easy>"
    assert repr(noughts.match("classic", "random", 2, seed=1)).startswith("<Match classic against")
    assert str(noughts.odds("perfect", "classic")) == "0.0% won, 100.0% drawn, 0.0% lost"
    assert str(noughts.puzzle("easy", seed=1)).split("\n")[:3] == [
        "X to move: win in one move.",
        "   a   b   c",
        "1  X | O | X",
    ]
    assert [str(noughts.values("xx./oo./..x o 3")[move]) for move in (5, 6)] == [
        "win in 1 ply",
        "loss in 2 plies",
    ]
    certified = str(noughts.certify("classic")).split("\n")
    assert certified[1:] == [
        "as X: 0 of 94 lines lost",
        "as O: 12 of 489 lines lost, such as a1 b2 b3 c1 a3 a2 c3",
    ]


def test_no_module_is_hidden_by_something_else_of_its_name() -> None:
    modules = [each.name for each in walk_packages(noughts.__path__, "noughts.")]
    for parent, _, name in (module.rpartition(".") for module in modules):
        shown = getattr(import_module(parent), name, None)
        assert shown is None or shown is sys.modules.get(f"{parent}.{name}")


def test_no_module_imports_itself_by_way_of_others() -> None:
    trees = {_module(path): ast.parse(path.read_bytes()) for path in SOURCE.rglob("*.py")}
    imports = {
        name: {each if each in trees else each.rpartition(".")[0] for each in _imports(tree)}
        for name, tree in trees.items()
    }
    for own in ("core.rules", "core.position", "core.game", "coach.explanation"):
        # for Rules.start, and to draw and word itself
        imports[f"noughts.{own}"] -= {f"noughts.{each}" for each in LATER}
    TopologicalSorter({name: found - {name} for name, found in imports.items()}).prepare()


def _module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def _imports(tree: ast.AST) -> Iterator[str]:
    """What is imported, inside functions too, but not what only type checkers import."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
        yield from _imports(node)


def test_what_only_some_need_is_not_imported_before_it_is_asked_for() -> None:
    done = run_code(PROGRAM)
    assert (done.stdout, done.stderr) == (b"[]\n", b"")


def test_a_server_on_sqlite_needs_only_what_its_extra_installs() -> None:
    pyproject = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    extras = pyproject["project"]["optional-dependencies"]
    names = {extra: {re.split(r"[^\w-]", each)[0] for each in extras[extra]} for extra in extras}
    developers = {
        re.split(r"[^\w-]", each)[0]
        for group in pyproject["dependency-groups"].values()
        for each in group
        if isinstance(each, str)
    }
    others = developers.union(*names.values()) - names["web"] - names["client"]
    missing = [each for each, of in packages_distributions().items() if not others.isdisjoint(of)]
    assert {"asyncpg", "textual"} <= set(missing)
    code = f"import sys; sys.modules.update(dict.fromkeys({missing})); import noughts.server.server"
    done = run_code(code)
    assert (done.returncode, done.stderr) == (0, b"")

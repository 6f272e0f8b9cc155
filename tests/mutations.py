"""Mutation testing: changes one random token at a time, and runs the tests on each change.

`python -m tests.mutations --count 30 --seed 1` changes a copy of the tree, never the tree itself.
A mutation that no test notices survives: a test is missing, the code does more than it needs to, or
the change was no mistake, which only a person can tell. Exit codes: 0 all were noticed, 1 some
survived, 2 the command line was wrong or the tests fail without a mutation, 130 interrupted.

Why our own: cosmic-ray 8.7 has one test command for all mutations, changes files in place and
mutates annotations, which one in eight of its 2,928 changes of `core` is; mutmut 3.8 changes only
what is in a function, and first runs all tests in one process. Neither draws a sample.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from tokenize import NAME, NUMBER, OP, TokenInfo, generate_tokens

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/noughts")
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build"
)
FAREWELL = 20  # seconds in which tests that are interrupted stop the servers they began

_CHANCES = 3  # for tests that fail now and then, whatever was changed

SWAPS = {
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    **{"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "**": "*"},
    **{"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "~": "-"},
    **{"+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", ">>=": "<<="},
    **{"and": "or", "or": "and", "not": "", "is": "is not", "in": "not in"},
    **{"True": "False", "False": "True"},
    **{"if": "if not", "elif": "elif not", "while": "while not"},
    **{"break": "continue", "continue": "break", "return": "return None if True else"},
}

Place = tuple[int, int]  # line from 1, column from 0


@dataclass(frozen=True)
class Mutation:
    """A token and its replacement."""

    path: Path
    start: Place
    old: str
    new: str

    def __str__(self) -> str:
        row, column = self.start
        change = f"{self.old} -> {self.new or 'nothing'}"
        return f"{self.path.as_posix()}:{row}:{column + 1}: {change}"

    def applied(self, source: str) -> str:
        lines = source.splitlines(keepends=True)
        row, column = self.start
        line = lines[row - 1]
        lines[row - 1] = line[:column] + self.new + line[column + len(self.old) :]
        return "".join(lines)


def mutations(path: Path, source: str) -> Iterator[Mutation]:
    """Every change of a token that may be a mistake; some of them do not compile."""
    skipped = list(_skipped(ast.parse(source)))
    tokens = [each for each in generate_tokens(io.StringIO(source).readline) if each.string]
    for first, second in pairwise(tokens):
        if not any(start <= first.start < end for start, end in skipped):
            new = _instead(first, second)
            if new is not None:
                yield Mutation(path, first.start, first.string, new)


def _instead(token: TokenInfo, following: TokenInfo) -> str | None:
    if token.type == NUMBER and not token.string.endswith(("j", "J")):
        return str(ast.literal_eval(token.string) + (1 if token.start[1] % 2 else -1))
    if token.type not in (OP, NAME) or (token.string, following.string) == ("is", "not"):
        return None
    return SWAPS.get(token.string)


def _skipped(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    """Where a change is no mistake: code for type checkers, and slots, which only save memory."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=ast.expr() as part) | ast.AnnAssign(annotation=part):
                yield _stretch(part)
            case ast.FunctionDef(returns=ast.expr() as part):
                yield _stretch(part)
            case ast.AsyncFunctionDef(returns=ast.expr() as part):
                yield _stretch(part)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.keyword(arg="slots"):
                yield _stretch(node)


def _stretch(node: ast.expr | ast.stmt | ast.keyword) -> tuple[Place, Place]:
    # Columns of a syntax tree count bytes: on a line that is not ASCII, a little more is left out.
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def is_mistake(source: str, mutated: str) -> bool:
    """Whether a changed source compiles, and to something else."""
    try:
        compile(mutated, "<mutation>", "exec")
        return ast.dump(ast.parse(mutated)) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def sources(root: Path) -> list[Path]:
    """All files, in order."""
    return sorted(file.relative_to(root) for file in (root / SOURCE).rglob("*.py"))


def drawn(root: Path, paths: Sequence[Path], number: int, chance: Random) -> list[Mutation]:
    """Random mutations of the files, each equally likely."""
    texts = {path: (root / path).read_text(encoding="utf-8") for path in paths}
    found = [mutation for path, text in texts.items() for mutation in mutations(path, text)]
    chance.shuffle(found)
    good = (each for each in found if is_mistake(texts[each.path], each.applied(texts[each.path])))
    return list(islice(good, number))


def stages(root: Path, path: Path) -> Iterator[list[str]]:
    """Arguments of pytest for a file: its own tests, its folder's, and all but the slow ones."""
    inside = path.relative_to(SOURCE)
    folder = Path("tests", inside.parent)
    own = folder / f"test_{inside.stem}.py"
    if (root / path).with_suffix(".pxd").exists():  # compiled, it would be imported as it was
        yield ["--uncompiled", *(_there(root, own) or [str(folder)])]
        yield ["--uncompiled", "tests/core", "tests/solver", "tests/kernels"]
    else:
        yield _there(root, own, path)
        if inside.parent != Path():
            yield _there(root, folder, path.parent)
        yield []


def _there(root: Path, *paths: Path) -> list[str]:
    return [str(path) for path in paths if (root / path).exists()]


class Trial:
    """A copy of the tree, in which mutations are tried one after the other."""

    def __init__(self, root: Path, copy: Path, workers: str) -> None:
        self.copy, self.workers = copy, workers
        self.seconds: float | None = None  # that the tests of a stage may take
        self._moments = count(int(time.time()))  # one for each change: else old bytecode would do
        shutil.copytree(root, copy, ignore=LEFT_OUT, symlinks=True)

    def prepare(self, found: Sequence[Mutation]) -> str | None:
        """Run the tests without a mutation, to time them; return the first that fails, or None."""
        began = time.monotonic()
        widest = {tuple([*stages(self.copy, each.path)][-1]) for each in found}
        failure = next(filter(None, map(self._failure, sorted(widest))), None)
        self.seconds = 60 + 2 * (time.monotonic() - began)
        return failure

    def killer(self, mutation: Mutation) -> str | None:
        """The first test that notices a mutation, or None; the nearest tests run first."""
        source = (self.copy / mutation.path).read_text(encoding="utf-8")
        self._write(mutation.path, mutation.applied(source))
        try:
            runs = stages(self.copy, mutation.path)
            return next(filter(None, map(self._failure, runs)), None)
        finally:
            self._write(mutation.path, source)

    def _write(self, path: Path, source: str) -> None:
        file, moment = self.copy / path, next(self._moments)
        file.write_text(source, encoding="utf-8", newline="")
        os.utime(file, (moment, moment))

    def _failure(self, arguments: Sequence[str]) -> str | None:
        """The first test that fails and fails again alone; otherwise it was chance or load."""
        options = [each for each in arguments if each.startswith("--")]
        for _ in range(_CHANCES):
            failed = self._run(arguments)
            if failed is None or self._run([*options, failed]) is not None:
                return failed
        return None

    def _run(self, arguments: Sequence[str]) -> str | None:
        options = ["-x", "-q", "-p", "no:cacheprovider", "-n", self.workers]
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *arguments],
            cwd=self.copy,
            env={**os.environ, "PYTHONPATH": str(self.copy / "src")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=self.seconds)
            except subprocess.TimeoutExpired:
                return "the clock: the tests did not end"
            finally:
                _stop(process)
        if process.returncode in (0, 5):  # 5: there are no tests
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return failed[1] if failed else said.strip().rpartition("\n")[2]


def _stop(process: subprocess.Popen[str]) -> None:
    """End running tests and the processes that they started; gently first."""
    for signum in (signal.SIGINT, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, signum)
            with suppress(subprocess.TimeoutExpired):
                process.wait(FAREWELL)


def run(arguments: argparse.Namespace, root: Path, folder: Path) -> int:
    """Try the mutations and report each result; return the exit code."""
    files = arguments.files or sources(root)
    found = drawn(root, files, arguments.count, Random(arguments.seed))
    show(f"running the tests as they are, for {len(found)} mutations")
    trial = Trial(root, folder / "tree", arguments.workers)
    if (failed := trial.prepare(found)) is not None:
        show("")
        print(f"nothing was tried: the tests fail as they are: {failed}", file=sys.stderr)
        return 2
    survivors = 0
    for number, mutation in enumerate(found, 1):
        show(f"{number}/{len(found)} {mutation}")
        killer = trial.killer(mutation)
        survivors += killer is None
        show("")
        print(f"survived {mutation}" if killer is None else f"killed   {mutation} by {killer}")
        sys.stdout.flush()
    print(f"{len(found) - survivors} killed, {survivors} survived; seed {arguments.seed}")
    return int(survivors > 0)


def show(text: str) -> None:
    """Show the progress on a terminal, in a line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(given: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Read the arguments, and try mutations in a temporary folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="in src (all there)")
    parser.add_argument("--count", type=int, default=30, help="how many mutations (30)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="draws them")
    parser.add_argument("--workers", default="2", help="processes for the tests, as pytest's -n")
    arguments = parser.parse_args(given)
    for file in arguments.files:
        if not (root / file).is_file() or SOURCE not in file.parents:
            parser.error(f"{file} is no file in {SOURCE}")
    # What runs in the background ignores Ctrl-C, and so would the tests, some of which are of it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        try:
            return run(arguments, root, Path(folder))
        except KeyboardInterrupt:
            show("")
            print("interrupted", file=sys.stderr)
            return 130


if __name__ == "__main__":
    sys.exit(main())

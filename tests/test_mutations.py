"""The mutation tester: its changes and its report."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from tests.mutations import ROOT, drawn, is_mistake, main, mutations, sources, stages

FILE = Path("src/noughts/server/log/repository.py")


def changes(source: str) -> list[str]:
    """A source after each mutation that compiles."""
    changed = [each.applied(source) for each in mutations(FILE, source)]
    return [each for each in changed if is_mistake(source, each)]


def test_a_token_becomes_another() -> None:
    for source, mutated in (
        ("a < b", ["a <= b"]),
        ("a is not b", ["a is  b"]),
        ("a not in b", ["a  in b"]),
        ("a = not b", ["a =  b"]),
        ("a and b or c", ["a or b or c", "a and b and c"]),
        ("f(True, **more)", ["f(False, **more)", "f(True, *more)"]),
        ("f(x=1)", ["f(x=0)"]),
        ("a[12:]", ["a[11:]"]),
        ("x -= 1.5", ["x += 1.5", "x -= 2.5"]),
        ("for x in y: break", ["for x in y: continue"]),
        ("while a:\n    b", ["while not a:\n    b"]),
        ("def f():\n    return a, b", ["def f():\n    return None if True else a, b"]),
        ("a = b if c else d", ["a = b if not c else d"]),
        ("x = '×'; y = x << z", ["x = '×'; y = x >> z"]),
    ):
        assert changes(f"{source}\n") == [f"{each}\n" for each in mutated]


def test_what_no_test_could_notice_is_left_alone() -> None:
    source = '''
        """Not 1 < 2."""
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            x = 1 < 2
        class C(slots=True):
            """True or False."""
            a: int | None  # 3 + 4
        def f(a: C | None, *b: C | int) -> C | None:
            return
        async def g() -> C | None:
            """Not 3."""
    '''
    assert changes(dedent(source)) == []


@pytest.mark.slow
def test_mutations_are_drawn_by_the_seed_from_all_files() -> None:
    files = sources(ROOT)
    assert FILE in files
    some = [FILE, Path("src/noughts/verifiers/verify.py")]
    found = drawn(ROOT, some, 30, Random(1))
    assert len(found) == len(set(found)) == 30
    assert found == drawn(ROOT, some, 30, Random(1)) != drawn(ROOT, some, 30, Random(2))
    assert {each.path for each in found} <= set(some)


def test_the_nearest_tests_come_first() -> None:
    core = ["--uncompiled", "tests/core", "tests/solver", "tests/kernels"]
    for source, expected in {
        "server/rooms/service.py": [
            ["src/noughts/server/rooms/service.py"],
            ["tests/server/rooms", "src/noughts/server/rooms"],
            [],
        ],
        "verifiers/verify.py": [
            ["tests/verifiers/test_verify.py", "src/noughts/verifiers/verify.py"],
            ["tests/verifiers", "src/noughts/verifiers"],
            [],
        ],
        "kernels/grid.py": [["--uncompiled", "tests/kernels/test_grid.py"], core],
        "kernels/orders.py": [["--uncompiled", "tests/kernels"], core],
    }.items():
        assert list(stages(ROOT, Path("src/noughts", source))) == expected, source


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A tree with a function whose tests notice every mistake but one."""
    for path, text in {
        "src/noughts/__init__.py": "",
        "src/noughts/room/__init__.py": "",
        "src/noughts/room/sums.py": "def least(a, b):\n    return a if a < b else b\n",
        "tests/room/test_sums.py": (
            "from noughts.room.sums import least\n\n"
            "def test_least(): assert (least(1, 2), least(2, 1)) == (1, 1)\n"
        ),
        "tests/test_mood.py": (
            "from pathlib import Path\n\n"
            "def test_mood():  # it fails the first time, whatever was changed\n"
            "    again = Path(__file__).with_name('again')\n"
            "    first = not again.exists()\n"
            "    again.touch()\n"
            "    assert not first\n"
        ),
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_what_is_noticed_and_what_is_not_is_told_and_nothing_is_changed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    assert main(["--seed", "7", "--workers", "0"], root=project) == 1
    *lines, total = capsys.readouterr().out.splitlines()
    place, test = "src/noughts/room/sums.py:2", "tests/room/test_sums.py::test_least"
    assert sorted(lines) == [
        f"killed   {place}:14: if -> if not by {test}",
        f"killed   {place}:5: return -> return None if True else by {test}",
        f"survived {place}:19: < -> <=",
    ]
    assert total == "2 killed, 1 survived; seed 7"
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before


@pytest.mark.slow
def test_nothing_is_tried_where_the_tests_fail_as_they_are(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests/test_wrong.py").write_text("def test_wrong(): assert False\n", "utf-8")
    assert main(["--count", "1", "--workers", "0"], root=project) == 2
    assert "fail as they are: tests/test_wrong.py::test_wrong" in capsys.readouterr().err


def test_only_files_of_the_source_are_mutated(capsys: pytest.CaptureFixture[str]) -> None:
    for file in ("src/noughts/missing.py", "tests/conftest.py", "src/noughts"):
        with pytest.raises(SystemExit) as ended:
            main([file])
        assert ended.value.code == 2
        assert f"{file} is no file in src/noughts" in capsys.readouterr().err

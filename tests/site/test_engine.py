"""What is written for the engine: small, the same each time, and nothing of the server."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from noughts.site import engine
from tests.site import trial
from tests.site.conftest import Site

MOST_COMPRESSED = 6_500_000


def test_the_library_has_what_runs_in_the_browser_alone() -> None:
    names = set(engine.library())
    assert {"noughts/core/position.py", "noughts/site/answers.py", "jinja2/runtime.py"} <= names
    assert "noughts/wording/language/locales/de/LC_MESSAGES/noughts.mo" in names
    packages = {name.split("/")[1] for name in names if name.startswith("noughts/")}
    assert not packages & {"server", "cli", "rl", "terminal", "screen", "client", "engine"}
    arena = {name for name in names if name.startswith("noughts/arena/")}
    assert arena == {"noughts/arena/__init__.py", "noughts/arena/certifier.py"}
    assert not {"noughts/site/engine.py", "markupsafe/_speedups.py"} & names
    assert any(name.startswith("noughts/pages/compiled/tmpl_") for name in names)
    assert not any(name.endswith("learn/lesson.html") for name in names)


def test_certificates_are_there_that_are_read_or_checked_in_a_page() -> None:
    names = {Path(name).name for name in engine.library()}
    assert {"5x5-4.xz", "7x7-4.xz", "7x7-5.xz"} <= names
    assert not {"8x8-4.xz", "7x4-4.xz", "8x4-4.xz"} & names


def test_every_module_imports_without_other_packages(tmp_path: Path) -> None:
    for name, data in engine.library().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    program = "import sys; sys.path.insert(0, sys.argv[1]); from noughts.site import startup"
    program += "; startup.prepare(); import jinja2.runtime; print(startup.__file__)"
    command = [sys.executable, "-ISc", program, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.startswith(str(tmp_path))


@pytest.mark.slow
def test_the_engine_is_small_and_never_changes_by_itself(site: Site, tmp_path: Path) -> None:
    assert trial.build_engine(tmp_path) == site.files
    folder = site.folder / "engine"
    written = contents_of(folder)
    assert written == contents_of(tmp_path)
    assert sum(len(gzip.compress(data)) for data in written.values()) < MOST_COMPRESSED


def contents_of(folder: Path) -> dict[Path, bytes]:
    files = filter(Path.is_file, folder.rglob("*"))
    return {path.relative_to(folder): path.read_bytes() for path in files}


@pytest.mark.slow
def test_what_is_written(site: Site) -> None:
    files, folder = site.files, site.folder / "engine"
    runtime = {path.name: path for path in (folder / files.runtime).iterdir()}
    assert {"pyodide.js", "pyodide.asm.wasm", "python_stdlib.zip"} <= runtime.keys()
    notice = runtime["NOTICE.txt"].read_text()
    assert all(name in notice for name in ("Mozilla", "Python Software", "Pallets", "markupsafe"))
    assert json.loads(runtime["pyodide-lock.json"].read_text())["packages"] == {}
    with ZipFile(runtime["python_stdlib.zip"]) as archive:
        assert all(name.endswith(".pyc") for name in archive.namelist())
    with tarfile.open(folder / files.library) as archive:
        names = archive.getnames()
        assert all(len(name) <= 100 for name in names)  # as the worker reads them
        assert "noughts/core/__pycache__/game.cpython-314.pyc" in names

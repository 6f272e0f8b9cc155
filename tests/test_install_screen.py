"""`make play` installs the full screen where somebody would see it, and else lets them play."""

from __future__ import annotations

import importlib.util
import os
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tools" / "install_screen.py"
PIP = """
import os, sys
open(os.environ["GO"]).close()
os.mkdir(next(each for each in sys.argv if each.startswith("--target="))[9:])
"""


def test_nothing_is_installed_or_said_without_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path / "screen"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no make")
def test_what_takes_longer_goes_on_behind_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, folder = tmp_path / "go", tmp_path / "build" / "screen"
    os.mkfifo(go)
    (tmp_path / "pip.py").write_text(PIP)
    monkeypatch.setenv("GO", str(go))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    script = runpy.run_path(str(SCRIPT))
    both = [script["start_behind"](folder) for _start in range(2)]
    assert [script["wait_for"](each, 0) for each in both] == [None, None]
    assert not folder.exists()
    go.write_text("")
    assert [each.wait(60) for each in both] == [0, 0]
    assert folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no make")
def test_a_python_without_pip_has_uv_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uv = tmp_path / "uv"
    uv.write_text(
        '#!/bin/sh\nfor each; do case "$each" in --target=*) mkdir "${each#*=}";; esac; done'
    )
    uv.chmod(0o755)
    script = runpy.run_path(str(SCRIPT))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    script["install"](tmp_path / "screen")
    assert (tmp_path / "screen").is_dir()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_without_a_network_the_game_begins_in_line_mode(tmp_path: Path) -> None:
    from tests.cli.pseudo_terminal import at_terminal, ending_of  # not on Windows

    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("requirements", "src", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    bare = tmp_path / "python"  # without the packages of the tests
    bare.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S "$@"\n')
    bare.chmod(0o755)
    play = f"cd '{tmp_path}'; exec make play PYTHON='{bare}'"
    index = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_NO_CACHE_DIR": "1"}
    for _attempt in range(2):  # each start tries again
        with at_terminal("/bin/sh", "-c", play, PIP_CONFIG_FILE=os.devnull, **index) as child:
            child.expect("Your move")
            said = child.before
            child.sendline("quit")
            assert ending_of(child)[1] == 0
        assert "Installing the full screen, once…" in said
        assert "That failed, see build/screen.log: line mode, then." in said
        assert "Traceback" not in said
        assert "pip" not in said

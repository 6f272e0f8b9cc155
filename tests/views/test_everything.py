"""Views are the same with and without the server's libraries, and in whatever process they are."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import msgspec

from tests.docs.blocks import ROOT
from tests.views.everything import views


def test_the_standard_library_alone_makes_and_writes_what_the_server_sends() -> None:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tests.views.everything"],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) > 200
    assert lines == [msgspec.json.encode(view) for view in views()]


def test_a_view_is_the_same_in_another_process() -> None:
    for view in views():
        assert pickle.loads(pickle.dumps(view)) == view

"""Tests and all that they start see nothing of the person who runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Nobody, not even root, can read or make this folder.
HOME = f"{os.devnull}/home"
PERSON = {
    "HOME": HOME,
    "XDG_DATA_HOME": f"{HOME}/data",
    "XDG_STATE_HOME": f"{HOME}/state",
    "LANG": "de_DE.UTF-8",
    "LC_MESSAGES": "fr_FR.UTF-8",
    "TZ": "Pacific/Kiritimati",
    "TERM": "dumb",
    "COLUMNS": "20",
    "NO_COLOR": "1",
    "TEXTUAL_THEME": "nord",
    "MAKELEVEL": "1",
    "PYTHONUNBUFFERED": "1",
    "NOUGHTS_LANGUAGE": "de",
    "NOUGHTS_PLAIN": "1",
    "NOUGHTS_PORT": "none",
    "NOUGHTS_DATABASE": "none",
}

# What keeps games and settings where they are by default, and what looks at the terminal.
TELLING = (
    "tests/cli/test_serve.py::test_an_invalid_setting_is_one_line_whether_flag_or_variable_and_opens_nothing",
    "tests/cli/test_serve.py::test_games_are_in_the_users_data_folder_by_default",
    "tests/cli/test_serve.py::test_a_signal_ends_it_silently",
    "tests/cli/test_terminal.py::test_a_game_can_be_typed_and_is_coloured",
    "tests/cli/test_terminal.py::test_the_full_screen_that_is_not_installed_is_mentioned_once",
    "tests/cli/test_full_screen.py::test_the_doctor_says_whether_it_opens",
    "src/noughts/wording/language",
    "README.md",
)

# Notes what each Python opens and makes, and with it what SQLite does.
AUDIT = """
import os, sys
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def note(event, arguments):
    if event in ("open", "os.mkdir", "os.rename", "os.remove", "sqlite3.connect"):
        path = arguments[0]
        if isinstance(path, (str, bytes, os.PathLike)):
            writes = event != "open" or arguments[2] & (os.O_WRONLY | os.O_RDWR)
            line = "w" if writes else "r", os.path.abspath(os.fsdecode(path))
            os.write(log, (" ".join(line) + "\\n").encode(errors="replace"))
sys.addaudithook(note)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such folder")
def test_under_a_home_that_cannot_be_used_nothing_of_a_person_is_touched(tmp_path: Path) -> None:
    log = tmp_path / "opened"
    (tmp_path / "sitecustomize.py").write_text(AUDIT.format(log=str(log)))
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    places = {"PATH": os.environ["PATH"], "TMPDIR": str(temporary), "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [
            "nohup",
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "",
            "-p",
            "no:cacheprovider",
            *TELLING,
        ],
        cwd=ROOT,
        env=PERSON | places,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    opened = {tuple(line.split(" ", 1)) for line in log.read_text().splitlines()}
    assert any(path.endswith("noughts/games.db") for _, path in opened)
    ours = (temporary, ROOT, Path(sys.prefix), Path("/dev"))
    assert [path for how, path in opened if how == "w" and not within(path, *ours)] == []
    read = (*ours, tmp_path, Path(sys.base_prefix))
    private = [path for _, path in opened if within(path, Path(HOME), *real_homes())]
    assert [path for path in private if not within(path, *read)] == []


def within(path: str, *folders: Path) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def real_homes() -> list[Path]:
    """The home that the system knows, whatever the environment says."""
    import pwd  # not on Windows

    try:
        return [Path(pwd.getpwuid(os.getuid()).pw_dir)]
    except KeyError:
        return []

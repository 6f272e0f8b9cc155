"""The published packages are complete, play with nothing but Python, and serve with their extra."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from sysconfig import get_config_var, get_path
from zipfile import ZipFile

import httpx
import pytest
from packaging.metadata import Metadata

from tests.docs.blocks import BLOCKS, Block
from tests.serving import serving

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "noughts"
KERNELS = [path.stem for path in PACKAGE.glob("kernels/*.pxd")]
WIDE_KERNELS = {"grid", "pairing", "proofs", "strategy_walk", "table", "walk"}
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "dist", "node_modules", "*.egg-info", "*.so", "*.pyd", "__pycache__"
)
REPOSITORY = "https://example.org/noughts"
SOURCES = f"{REPOSITORY}/blob/main"
GAME = "1\n4\n2\n5\n3\n"  # of two players, won by X
TOOLS = "pipx", "uv", "uvx"
TYPED = {  # what the pages tell newcomers to type, once each
    block.text: block for block in BLOCKS if block.reason == "the tests of the package type it"
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, with a source distribution in `dist` and the wheel made of it."""
    folder = tmp_path_factory.mktemp("checkout") / "noughts"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    python("-m", "build", "--no-isolation", str(folder), NOUGHTS_SOURCES=SOURCES)
    return folder


@pytest.fixture(scope="module")
def built(checkout: Path) -> Path:
    return checkout / "dist"


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all packages of this environment, except for the one under test."""
    folder = tmp_path_factory.mktemp("dependencies")
    for path in Path(get_path("purelib")).iterdir():
        if "noughts" not in path.name:
            (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return only(built, "*.whl")


@pytest.fixture(scope="module")
def plain_wheel(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip makes of the source distribution where there is no compiler."""
    folder = tmp_path_factory.mktemp("plain")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    python("-m", "pip", "wheel", *options, str(only(built, "*.tar.gz")), PATH=str(folder))
    return only(folder, "*.whl")


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def python(*arguments: str, **environment: str) -> str:
    """Run Python as it is here; what it says, which is shown if it fails."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**inherited, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=500,  # seconds: pytest allows 600
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


class Installed:
    """A wheel in an environment with nothing else, in a path with a space, under LANG=C."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.home = folder / "no compiler here"
        venv.create(self.home, symlinks=os.name != "nt")
        self.bin = self.home / ("Scripts" if os.name == "nt" else "bin")
        self.environment = {"PATH": str(self.bin), "LANG": "C", "HOME": str(self.home)}
        options = ["--no-index", "--no-deps", "--quiet"]
        python("-m", "pip", "--python", str(self.bin / "python"), "install", *options, str(wheel))

    def run(
        self, program: str, *arguments: str, typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.bin / program), *arguments],
            env=self.environment,
            cwd=self.home,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=500,
            check=True,
        )


@pytest.fixture(scope="module")
def compiled(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("compiled"))


@pytest.fixture(scope="module")
def plain(plain_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(plain_wheel, tmp_path_factory.mktemp("uncompiled"))


@pytest.mark.parametrize(("name", "kernels"), [("compiled", "compiled"), ("plain", "pure Python")])
def test_an_installed_wheel_plays_and_proves_and_says_once_if_it_is_not_compiled(
    request: pytest.FixtureRequest, name: str, kernels: str
) -> None:
    installed = request.getfixturevalue(name)
    assert isinstance(installed, Installed)
    version = installed.run("noughts", "--version")
    assert version.stdout.endswith(f"(kernels: {kernels})\n")
    played = installed.run("noughts", "--two", typed=GAME)
    assert "X wins" in played.stdout
    assert version.stderr == played.stderr == ""
    code = "import noughts; print(noughts.solve(noughts.Rules().start()).value.name)"
    assert installed.run("python", "-c", code).stdout == "DRAW\n"
    assert "draw" in installed.run("noughts", "solve", "3x3:3").stdout
    assert "4x4:4" in installed.run("noughts", "atlas", "--verify", "4x4:4").stdout
    if name == "plain":
        proof = installed.run("noughts", "prove", "3x3:3")
        assert proof.stderr.startswith("noughts: the kernels are not compiled")
        assert proof.stderr.count("not compiled") == 1


def files_of_the_package() -> set[str]:
    paths = (path for path in PACKAGE.rglob("*") if path.is_file())
    names = {path.relative_to(PACKAGE.parent).as_posix() for path in paths}
    return {name for name in names if not re.search(r"__pycache__|\.(so|pyd)$", name)}


def test_the_source_distribution_has_the_package_and_what_builds_it(built: Path) -> None:
    archive = only(built, "*.tar.gz")
    with tarfile.open(archive) as opened:
        files = [member.name for member in opened.getmembers() if member.isfile()]
    names = {name.partition("/")[2] for name in files}
    made = {"PKG-INFO", "setup.cfg", *(name for name in names if ".egg-info/" in name)}
    beside = {"CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"}
    assert names - made == beside | {f"src/{name}" for name in files_of_the_package()}


def test_one_wheel_serves_all_versions_of_python_with_package_and_kernels(wheel: Path) -> None:
    tags = wheel.stem.split("-")[2:4]
    this = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert tags == ([this, f"{this}t"] if get_config_var("Py_GIL_DISABLED") else ["cp311", "abi3"])
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    kernels = {name for name in names if name.endswith((".so", ".pyd"))}
    stems = {name.rpartition("/")[2].partition(".")[0] for name in kernels}
    assert stems == {"_shared", *KERNELS}
    wide = {name.rpartition("/")[2].partition(".")[0] for name in kernels if "/words128/" in name}
    assert wide == WIDE_KERNELS
    sources = {name for name in files_of_the_package() if not name.endswith((".c", ".po", ".pxd"))}
    assert names - kernels == sources
    needed = metadata(wheel).get_all("Requires-Dist") or []
    assert [each for each in needed if "extra ==" not in each] == []


@pytest.mark.parametrize("name", ["compiled", "plain"])
def test_an_installed_wheel_serves_its_pages_and_takes_a_move(
    request: pytest.FixtureRequest, name: str, dependencies: Path, tmp_path: Path
) -> None:
    installed = request.getfixturevalue(name)
    assert isinstance(installed, Installed)
    program = [str(installed.bin / "noughts")]
    environment = {**installed.environment, "PYTHONPATH": str(dependencies)}
    with (
        serving(tmp_path / "games.db", program=program, environment=environment) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        page = client.get("").raise_for_status().text
        face = re.search(r'href="(/static/[^"]+woff2)"', page)
        assert face
        assert client.get(face[1]).raise_for_status().content.startswith(b"wOF2")
        lesson = client.get("learn/tutorial/06_minimax").raise_for_status().text
        assert "I looked at 549,946 positions" in lesson
        client.headers["Authorization"] = f"Bearer {'s' * 43}"
        game = client.post("api/v1/games", json={"opponent": "perfect"}).raise_for_status().json()
        move = {"square": 4, "version": game["version"]}
        played = client.post(f"api/v1/games/{game['id']}/play", json=move).raise_for_status()
        assert played.json()["moves"][0] == "b2"


@pytest.mark.skipif(os.name == "nt", reason="the pages are for a shell")
@pytest.mark.parametrize("block", TYPED.values(), ids=str)
def test_what_the_pages_tell_a_newcomer_to_type_ends_in_a_game(
    block: Block, checkout: Path, dependencies: Path, tmp_path: Path
) -> None:
    commands, plays = re.subn(
        r"(?m)^((?:noughts|pipx|uvx)\b.*?)( *#.*)?$", r"\1 --two <game.txt", block.text
    )
    (tmp_path / "bin").mkdir()
    here = Path(sys.executable)
    (tmp_path / "bin" / "python").symlink_to(here.resolve())
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(here.with_name(tool))
    (checkout / "game.txt").write_text(GAME)
    done = subprocess.run(
        ["sh", "-ec", commands],
        cwd=checkout,
        env={
            "HOME": str(checkout.with_name("home")),
            "LANG": "C",
            "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin",
            "PYTHONPATH": str(dependencies) if "[" in commands else "",
            **offline(checkout / "dist"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=500,
        check=False,
    )
    shutil.rmtree(checkout / "venv", ignore_errors=True)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("X wins") == plays > 0, done.stdout


def offline(index: Path) -> dict[str, str]:
    """The settings with which pip, pipx and uv take a folder for the package index."""
    return {
        "NOUGHTS_COMPILE": "0",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_FIND_LINKS": index.as_uri(),
        "PIP_NO_BUILD_ISOLATION": "0",  # which turns isolation off
        "PIP_NO_INDEX": "1",
        "PIPX_DEFAULT_BACKEND": "pip",
        "PIPX_DISABLE_SHARED_LIBS_AUTO_UPGRADE": "1",
        "UV_FIND_LINKS": index.as_uri(),
        "UV_NO_CONFIG": "1",
        "UV_OFFLINE": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }


def metadata_file(wheel: Path) -> bytes:
    with ZipFile(wheel) as opened:
        (name,) = (each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        return opened.read(name)


def metadata(wheel: Path) -> Message:
    return message_from_bytes(metadata_file(wheel))


def test_the_metadata_are_valid_and_their_links_lead_to_the_address_of_the_sources(
    wheel: Path, plain_wheel: Path
) -> None:
    with ZipFile(wheel) as opened:
        names = [name.partition(".dist-info/licenses/")[2] for name in opened.namelist()]
    described = Metadata.from_email(metadata_file(wheel), validate=True)
    assert {*filter(None, names)} == {*(described.license_files or ())}
    assert len(described.license_files or ()) == str(described.license_expression).count("AND") + 1
    links = described.project_urls or {}
    assert links["Source"] == links["Homepage"] == REPOSITORY
    inside = [link for link in links.values() if link.startswith(f"{SOURCES}/")]
    assert all((ROOT / link.removeprefix(f"{SOURCES}/")).is_file() for link in inside)
    assert len(inside) == 2
    assert metadata(plain_wheel).get_all("Project-URL") is None


def links_on_the_index(wheel: Path, folder: Path) -> list[str]:
    """All links that lead out of what the package index shows of a wheel."""
    file = folder / "description.md"
    description = metadata(wheel).get_payload(decode=True)
    assert isinstance(description, bytes)
    file.write_bytes(description)
    page = python("-m", "readme_renderer", str(file), PYTHONUTF8="1")
    assert ">noughts<" in page
    return re.findall(r'(?:href|src)="([^"#][^"]*)"', page)


def test_the_index_shows_the_readme_with_links_that_lead_somewhere(
    wheel: Path, plain_wheel: Path, tmp_path: Path
) -> None:
    links = links_on_the_index(wheel, tmp_path)
    inside = [re.sub(r"[?#].*", "", link) for link in links if link.startswith(f"{SOURCES}/")]
    assert "docs/playing.md" in {link.removeprefix(f"{SOURCES}/") for link in inside}
    assert [link for link in inside if not (ROOT / link.removeprefix(f"{SOURCES}/")).exists()] == []
    without_address = links_on_the_index(plain_wheel, tmp_path)
    assert [link for link in links + without_address if not link.startswith("https://")] == []

"""What the metadata of the package say is true: licences, classifiers, languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
from babel import Locale
from trove_classifiers import classifiers

from noughts.wording.language import LANGUAGES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "noughts"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Files of these kinds are written or drawn here, unless they name somebody else's rights.
OURS = {
    *(".c", ".css", ".html", ".js", ".mjs", ".json", ".mo", ".png", ".po", ".pxd", ".py", ".svg"),
    *(".ico", ".typed", ".xz"),
}
RIGHTS = re.compile(rb"copyright|\(c\) ?\d{4}|licen[cs]ed under|@licen[cs]e|cc by \d", re.I)
LICENCE = re.compile(r"(\w+)-([A-Z][\w.-]*)\.txt")


def is_foreign(path: Path) -> bool:
    is_proof = path.is_relative_to(PACKAGE / "atlas")
    return (path.suffix not in OURS and not is_proof) or bool(RIGHTS.search(path.read_bytes()))


def named(prefix: str) -> set[str]:
    """What the classifiers say below a heading."""
    heading = f"{prefix} :: "
    return {each.removeprefix(heading) for each in PROJECT["classifiers"] if heading in each}


def test_what_is_not_ours_has_its_licence_beside_it_which_the_metadata_name() -> None:
    built = ("__pycache__", ".so", ".pyd")
    shipped = [path for path in PACKAGE.rglob("*") if path.is_file()]
    shipped = [path for path in shipped if not str(path).endswith((*built, ".pyc"))]
    licences = {path: found for path in shipped if (found := LICENCE.fullmatch(path.name))}
    foreign = {path for path in shipped if is_foreign(path)} - set(licences)
    assert {path.with_name(path.stem) for path in foreign} == {
        path.with_name(found[1]) for path, found in licences.items()
    }
    assert {path.relative_to(ROOT).as_posix() for path in licences} == (
        set(PROJECT["license-files"]) - {"LICENSE"}
    )
    others = sorted({found[2] for found in licences.values()})
    assert PROJECT["license"] == " AND ".join(["MIT", *others])


def test_the_classifiers_exist_and_name_the_languages_versions_and_systems_that_are_tested() -> (
    None
):
    assert set(PROJECT["classifiers"]) <= classifiers
    assert PROJECT["classifiers"] == sorted(PROJECT["classifiers"])
    assert named("Natural Language") == {
        str(Locale(code).get_display_name("en")) for code in LANGUAGES
    }
    workflow = msgspec.yaml.decode((ROOT / ".github" / "workflows" / "ci.yml").read_bytes())
    matrix = workflow["jobs"]["portable"]["strategy"]["matrix"]
    versions = {each for each in named("Programming Language :: Python") if "." in each}
    assert versions == set(matrix["python"])
    assert PROJECT["requires-python"] == f">={min(versions, key=lambda each: int(each[2:]))}"
    systems = {"MacOS": "macos", "Microsoft :: Windows": "windows", "POSIX :: Linux": "ubuntu"}
    tested = [*matrix["os"], *(each["os"] for each in matrix["include"])]
    assert {systems[each] for each in named("Operating System")} == {
        name.partition("-")[0] for name in tested
    }

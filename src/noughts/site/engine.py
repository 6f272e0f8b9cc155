"""Writes the engine of a site: Python for the browser, as Pyodide has it, and the library.

`static/engine.js` is told what `build` returns, and `static/worker.js` loads the files. Their names
have a hash of what is in them, so a cache may keep them; the same input gives the same bytes.

>>> sorted(name for name in library() if name.startswith("noughts/coach/m"))
['noughts/coach/minimax.py']
"""

from __future__ import annotations

import gzip
import json
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import files as files_of
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from noughts.atlas.families import FAMILIES
from noughts.atlas.strategy import IN_A_PAGE
from noughts.atlas.table import PROOFS, proof_name, read_table
from noughts.core import Rules
from noughts.pages.environment import COMPILED, environment
from noughts.views.proof import BOARDS

_PACKAGE = Path(__file__).parents[1]

# What runs in the browser, without what shares work among processes.
_PARTS = (
    *("__init__.py", "verifiers", "files/__init__.py", "files/paths.py"),
    *("core", "wording", "kernels", "solver", "search", "atlas", "players", "coach", "menace"),
    *("arena/__init__.py", "arena/certifier.py", "grader", "views", "pages", "site"),
)
_NOT_THERE = {
    *(Path("site", f"{name}.py") for name in ("build", "documents", "engine", "host", "offline")),
    *(Path("solver", f"{name}.py") for name in ("crew", "dask_crew", "jobs")),
    *(Path("grader", f"{name}.py") for name in ("process", "worker")),
    Path("kernels", "batch.py"),  # of environments, by NumPy
    *(Path("atlas", "chart.py"), Path("core", "perft.py")),  # of the command line
}
_KINDS = {".html", ".json", ".jsonl", ".mo", ".py", ".txt", ".xz"}
# What renders the pages, as it is installed where the site is built, but for what they do not use.
_RENDERING = "jinja2", "markupsafe"
_NOT_RENDERING = {"constants.py", "ext.py", "meta.py", "nativetypes.py", "sandbox.py"}

# As they are called here: many a host does not know that `.mjs` is a script.
_SCRIPTS = {"pyodide.js": "pyodide.mjs", "pyodide.asm.js": "pyodide.asm.mjs"}
_MODULE = "pyodide.asm.wasm"
_LOCK = "pyodide-lock.json"
_STANDARD_LIBRARY = "python_stdlib.zip"
_NOTICE = "NOTICE.txt"
_RIGHTS = """Pyodide, https://github.com/pyodide/pyodide, Mozilla Public License 2.0
CPython, https://github.com/python/cpython, PSF License Agreement 2, Python Software Foundation
Of CPython's standard library only a part is here, compiled.
"""
# Of the standard library: networks, XML, terminals, tools, twins of what C has. What is there for
# programs that are graded is argparse, platform, pprint and statistics, 70 kB.
_UNUSED = """
    email xml xmlrpc wsgiref smtplib imaplib poplib ftplib mailbox socketserver netrc mimetypes
    webbrowser sqlite3 ctypes unittest doctest pdb bdb pydoc _pyrepl cmd code rlcompleter
    pty tty getpass profile cProfile pstats trace timeit tracemalloc modulefinder pyclbr symtable
    tabnanny compileall py_compile pickletools optparse getopt configparser plistlib
    tomllib fileinput filecmp shelve zipapp runpy sched wave colorsys quopri nturl2path zoneinfo
    tarfile calendar _strptime _pyio _pydatetime _ast_unparse this antigravity
    __hello__ __phello__ sre_compile sre_constants sre_parse site-packages _markupbase html/parser
    _sysconfigdata__emscripten_wasm32-emscripten sysconfig/__main__ json/tool pyodide/console
    importlib/metadata importlib/resources csv graphlib gzip stringprep uuid asyncio/__main__
    asyncio/tools asyncio/proactor_events asyncio/windows_events asyncio/windows_utils
    concurrent/futures/process concurrent/futures/interpreter concurrent/interpreters
"""
_LEFT_OUT = frozenset(_UNUSED.split())
# Of these packages nothing else is used.
_ALL_THAT_IS_USED = {
    "encodings": "__init__ aliases ascii cp1252 cp437 latin_1 unicode_escape utf_16_be utf_8",
    "http": "__init__",
    "logging": "__init__",
    "multiprocessing": "__init__ context process reduction",
    "urllib": "__init__ parse",
}

_START = (1980, 1, 1, 0, 0, 0)  # the first time that a ZIP file can hold
_HASH = 12  # hexadecimal digits in a name
_CLAIM = 400  # characters


@dataclass(frozen=True, slots=True)
class Engine:
    """What a page has to know of the files; the names are below the folder of the engine."""

    runtime: str  # the folder of Pyodide
    library: str
    version: str  # of all of it
    size: int  # bytes that the first start fetches after the scripts


def build(
    pyodide: Path, folder: Path, files: Mapping[str, bytes] | None = None, node: str = "node"
) -> Engine:
    """Write the engine into a folder: the npm package `pyodide`, and the files of the library.

    Those are what `library` returns, if none are given. Raises OSError, and CalledProcessError
    where Node, which compiles them, fails.
    """
    standard, packed = _compiled(pyodide, library() if files is None else files, node)
    fetched = {
        _MODULE: (pyodide / _MODULE).read_bytes(),
        _STANDARD_LIBRARY: standard,
        _LOCK: _lock_without_packages(pyodide),
    }
    scripts = {name: (pyodide / source).read_bytes() for name, source in _SCRIPTS.items()}
    runtime = {**fetched, **scripts, _NOTICE: _rights().encode()}
    engine = Engine(
        runtime=f"pyodide-{_hash(*runtime.values())}/",
        library=f"noughts-{_hash(packed)}.tar.gz",
        version=_hash(*runtime.values(), packed),
        size=sum(map(len, (*fetched.values(), packed))),
    )
    contents = {engine.runtime + name: data for name, data in runtime.items()}
    for path, data in (contents | {engine.library: packed}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return engine


def library() -> dict[str, bytes]:
    """Return the files of the library that run in the browser, and of what it needs, by path."""
    parts = [_PACKAGE / part for part in _PARTS]
    files = [path for part in parts for path in ([part] if part.is_file() else part.rglob("*"))]
    templates = (_PACKAGE / "pages" / "templates").rglob("*")
    never = {*(_PACKAGE / path for path in _NOT_THERE), *_never_read(), *templates}
    ours = {
        f"noughts/{path.relative_to(_PACKAGE).as_posix()}": _as_read(path)
        for path in sorted(files)
        if path.suffix in _KINDS and path not in never
    }
    theirs = {
        path.as_posix(): path.read_binary()
        for name in _RENDERING
        for path in files_of(name) or ()
        if path.suffix == ".py" and path.name not in _NOT_RENDERING
    }
    return ours | theirs | _templates()


def _templates() -> dict[str, bytes]:
    """Return the templates as Python's modules: to make these takes a page two seconds."""
    with TemporaryDirectory() as folder:
        environment().compile_templates(folder, zip=None, ignore_errors=False)
        modules = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
    return {f"noughts/pages/{COMPILED.name}/{name}": data for name, data in modules.items()}


def _as_read(path: Path) -> bytes:
    """Return what is read of a file: of a family's proof its claim and the first move."""
    data = path.read_bytes()
    is_family = path.suffix == ".txt" and path.parent == FAMILIES
    return data.decode()[:_CLAIM].encode() if is_family else data


def _never_read() -> set[Path]:
    """Return the certificates that would take too long in a page; some are only checked there."""
    checked = set(map(Rules.parse, BOARDS))
    table = (entry for entry in read_table() if entry.proof and entry.rules not in checked)
    return {PROOFS / proof_name(entry.rules) for entry in table if not IN_A_PAGE.allows(entry)}


def _rights() -> str:
    """Return whose the files are that are not ours, and on what terms."""
    licences = [
        f"{name}: {path.read_text(encoding='utf-8')}"
        for name in _RENDERING
        for path in files_of(name) or ()
        if path.name.startswith("LICENSE")
    ]
    return "\n".join((_RIGHTS, *licences))


def _compiled(pyodide: Path, files: Mapping[str, bytes], node: str) -> tuple[bytes, bytes]:
    """Return the archives of the standard library and of ours, with Pyodide's bytecode.

    Sources of the library stay as empty files: a kernel tells by its own that it is not compiled.
    """
    with TemporaryDirectory() as folder:
        standard, ours = Path(folder, "standard"), Path(folder, "ours")
        with ZipFile(pyodide / _STANDARD_LIBRARY) as archive:
            archive.extractall(standard, [name for name in archive.namelist() if _is_needed(name)])
        for name, data in files.items():
            (ours / name).parent.mkdir(parents=True, exist_ok=True)
            (ours / name).write_bytes(data)
        script = Path(__file__).with_name("bytecode.mjs")
        subprocess.run([node, script, pyodide, folder], check=True)
        for path in ours.rglob("*.py"):
            path.write_bytes(b"")
        return _zipped(standard), _packed(ours)


def _is_needed(name: str) -> bool:
    """True if a file of the standard library is there for the browser."""
    path = PurePosixPath(name).with_suffix("")
    used = _ALL_THAT_IS_USED.get(path.parts[0])
    is_left_out = any(part.as_posix() in _LEFT_OUT for part in (path, *path.parents))
    return not is_left_out and (used is None or path.name in used.split())


def _zipped(folder: Path) -> bytes:
    """Return the bytecode below a folder as a ZIP file that Python imports from."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*.pyc")):
            entry = ZipInfo(path.relative_to(folder).as_posix(), _START)
            archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
    return data.getvalue()


def _packed(folder: Path) -> bytes:
    """Return all files below a folder as a compressed TAR file, which a page easily unpacks."""
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(filter(Path.is_file, folder.rglob("*"))):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(entry, content)
    return gzip.compress(data.getvalue(), mtime=0)


def _lock_without_packages(pyodide: Path) -> bytes:
    """Return what Pyodide asks for first, without 100 kB of packages that nobody loads."""
    lock = json.loads((pyodide / _LOCK).read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}).encode()


def _hash(*contents: bytes) -> str:
    """Return the hash of files for their name."""
    digest = sha256()
    for content in contents:
        digest.update(sha256(content).digest())
    return digest.hexdigest()[:_HASH]

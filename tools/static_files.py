"""Take comments and indents out of the pages' scripts and styles; `setup.py` runs it.

They are 10 kB of the first page's 67, compressed. The server then needs no library for it, and
nobody waits for Pygments, which reads all of them in a second.
"""

import json
from hashlib import sha256
from pathlib import Path

from pygments.lexer import Lexer
from pygments.lexers import CssLexer, JavascriptLexer
from pygments.token import Comment, Whitespace

_PACKAGE = Path(__file__).resolve().parents[1] / "src" / "noughts"
FOLDERS = _PACKAGE / "server" / "http" / "static", _PACKAGE / "site" / "static"
FILE = _PACKAGE / "server" / "http" / "static.json"
_LEXERS: dict[str, Lexer] = {".css": CssLexer(), ".js": JavascriptLexer()}


def without_comments(lexer: Lexer, text: str) -> str:
    """Return a file as it is without comments, empty lines and indents."""
    kept = []
    for _at, kind, token in lexer.get_tokens_unprocessed(text):
        if kind in Whitespace and "\n" in token:
            if kept and not kept[-1].endswith("\n"):
                kept.append("\n")
        elif kind not in Comment or kind is Comment.Preproc:  # as it calls `!important`
            kept.append(token)
    return "".join(kept)


def render() -> str:
    """Return the files as JSON, each by the hash of how it is written."""
    files = {}
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*")):
        if lexer := _LEXERS.get(path.suffix):
            written = path.read_bytes()
            shorter = without_comments(lexer, written.decode())
            files[sha256(written).hexdigest()] = shorter
    return json.dumps(files, ensure_ascii=False, indent=0)


def write() -> None:
    """Write what the server sends, unless it is there already."""
    text = render()
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()

"""Sentences stand where the extraction for translators finds them."""

from __future__ import annotations

import ast
from pathlib import Path

import noughts

SOURCES = sorted(Path(noughts.__file__).parent.rglob("*.py"))
CALLS = {"_", "gettext", "ngettext", "pgettext"}


def test_no_sentence_hides_in_an_f_string() -> None:
    hidden = [
        f"{path}:{call.lineno}"
        for path in SOURCES
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CALLS
    ]
    assert hidden == []

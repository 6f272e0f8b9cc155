"""Runs a notebook of plain Python without Jupyter, whose packages are a hundred megabytes.

As a program it runs the notebooks that it is given, and writes their output into them.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

_PICTURES = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def outputs(notebook: Any) -> Iterator[list[dict[str, Any]]]:
    """The output of each code cell, as a notebook stores it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            yield _shown("".join(cell["source"]), names, count)


def _shown(code: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The printed text, and the value of the last line."""
    body = ast.parse(code).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    shown: list[dict[str, Any]] = []
    if printed.getvalue():
        text = _lines(printed.getvalue())
        shown.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data = {"text/plain": _lines(repr(value))} | {
            kind: _lines(getattr(value, method)())
            for method, kind in _PICTURES.items()
            if hasattr(value, method)
        }
        result = {"execution_count": count, "output_type": "execute_result"}
        shown.append({"data": data, "metadata": {}, **result})
    return shown


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def fill(path: Path) -> None:
    """Run a notebook and store its output."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, (cell, shown) in enumerate(zip(cells, outputs(notebook), strict=True), 1):
        cell |= {"execution_count": count, "outputs": shown}
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        fill(Path(name))

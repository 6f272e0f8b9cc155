// Compiles the Python files below a folder by Pyodide's own Python: `node bytecode.mjs PYODIDE FOLDER`.
// In a browser that would take longer than all the rest of a start.

import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// Tracebacks without columns: a tenth of all that a first visit fetches.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/work", folder);
try {
  python.runPython(`
import os
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode, compile

os.chdir("/work")
for path in sorted(Path().rglob("*.py")):
    compile(
        str(path),
        # The standard library is there as bytecode alone, in an archive.
        f"{path}c" if path.is_relative_to("standard") else cache_from_source(path),
        doraise=True,
        # Without docstrings, a seventh of it; but those of players describe them.
        optimize=0 if path.is_relative_to("ours/noughts/players") else 2,
        # The times of files are not the same in any two builds.
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
`);
} catch (error) {
  console.error(error.message); // Node itself would show a line of Pyodide too, which has a million characters
  process.exitCode = 1;
}

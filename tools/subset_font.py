"""Cut the type face of the pages down to the letters that they use.

Needs fonttools and brotli, and the file of the `latin` letters, with all weights, that the npm
package @fontsource-variable/fredoka carries:

    python tools/subset_font.py fredoka-latin-wght-normal.woff2 STATIC/fonts/fredoka.woff2
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

_WEIGHTS = (400, 700)  # text, and the strongest heading
# Of the letters with accents those of English, German, French and Spanish.
_LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜàâäæçèéêëîïôöœùûüÿßÁÍÑÓÚáíñóúªº"
    + "\u00a0–—…·×“”’‘„«»¿¡€"  # noqa: RUF001 - each is meant
)


def main() -> int:
    """Write the subset, and say what became of the size."""
    source, target = map(Path, sys.argv[1:])
    font = TTFont(source)
    instantiateVariableFont(
        font, {"wght": _WEIGHTS}, inplace=True, overlap=OverlapMode.KEEP_AND_DONT_SET_FLAGS
    )
    options = Options(flavor="woff2", layout_features=["kern"], name_IDs=[0, 1, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(text=_LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)
    missing = sorted(set(_LETTERS) - {chr(code) for code in font.getBestCmap()})
    print(f"{source.stat().st_size:,} bytes -> {target.stat().st_size:,}; not drawn: {missing}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

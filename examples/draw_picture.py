"""A position as a picture, with what each free square is worth.

python examples/draw_picture.py "xo./.../... x 3" position.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

from noughts import NoughtsError, Position, Value, values
from noughts.wording.pictures.svg import Note, Tone, draw_svg

TONES = {Value.WIN: Tone.GOOD, Value.DRAW: Tone.EVEN, Value.LOSS: Tone.BAD}


def main() -> None:
    """Draw the position that was given."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text, path = sys.argv[1:]
    try:
        position = Position.parse(text)
        notes = {
            move: Note((str(worth.value).lower(), f"in {worth.plies}"), TONES[worth.value])
            for move, worth in values(position).items()
        }
    except NoughtsError as error:
        sys.exit(str(error))
    Path(path).write_text(draw_svg(position, notes=notes), encoding="utf-8")


if __name__ == "__main__":
    main()

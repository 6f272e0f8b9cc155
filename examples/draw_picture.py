"""A position as a picture, with what each free square is worth; a notebook shows it by itself.

python examples/draw_picture.py "xo./.../... x 3" position.svg
"""

import sys
from pathlib import Path

from noughts import NoughtsError, Value, draw_svg, values
from noughts.wording.pictures.svg import Note, Tone

TONES = {Value.WIN: Tone.GOOD, Value.DRAW: Tone.EVEN, Value.LOSS: Tone.BAD}


def main() -> None:
    """Draw the position that was given."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    position, path = sys.argv[1:]
    try:
        worths = values(position).items()
    except NoughtsError as error:
        sys.exit(str(error))
    notes = {move: Note((worth.value.name.lower(),), TONES[worth.value]) for move, worth in worths}
    Path(path).write_text(draw_svg(position, notes=notes), encoding="utf-8")


if __name__ == "__main__":
    main()

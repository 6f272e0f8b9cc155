"""Names that a room draws: animals, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection

from noughts.core.errors import N_
from noughts.wording.language import gettext as _

# None that one would be teased with, and each with a picture, by which drawn names are known.
ANIMALS = (
    ("🦡", N_("Badger")), ("🦇", N_("Bat")), ("🐻", N_("Bear")), ("🦫", N_("Beaver")),
    ("🐝", N_("Bee")), ("🦬", N_("Bison")), ("🦋", N_("Butterfly")), ("🐪", N_("Camel")),
    ("🐱", N_("Cat")), ("🦀", N_("Crab")), ("🐊", N_("Crocodile")), ("🦌", N_("Deer")),
    ("🐬", N_("Dolphin")), ("🐉", N_("Dragon")), ("🦆", N_("Duck")), ("🦅", N_("Eagle")),
    ("🐘", N_("Elephant")), ("🦩", N_("Flamingo")), ("🦊", N_("Fox")), ("🐸", N_("Frog")),
    ("🦒", N_("Giraffe")), ("🐐", N_("Goat")), ("🐹", N_("Hamster")), ("🦔", N_("Hedgehog")),
    ("🐴", N_("Horse")), ("🦘", N_("Kangaroo")), ("🐨", N_("Koala")), ("🐞", N_("Ladybird")),
    ("🐆", N_("Leopard")), ("🦁", N_("Lion")), ("🦎", N_("Lizard")), ("🦙", N_("Llama")),
    ("🦞", N_("Lobster")), ("🐭", N_("Mouse")), ("🐙", N_("Octopus")), ("🦦", N_("Otter")),
    ("🦉", N_("Owl")), ("🐼", N_("Panda")), ("🦜", N_("Parrot")), ("🦚", N_("Peacock")),
    ("🐧", N_("Penguin")), ("🐰", N_("Rabbit")), ("🦝", N_("Raccoon")), ("🐓", N_("Rooster")),
    ("🦭", N_("Seal")), ("🦈", N_("Shark")), ("🐑", N_("Sheep")), ("🐿️", N_("Squirrel")),
    ("🦢", N_("Swan")), ("🐯", N_("Tiger")), ("🐢", N_("Turtle")), ("🦄", N_("Unicorn")),
    ("🐳", N_("Whale")), ("🐺", N_("Wolf")), ("🦓", N_("Zebra")),
)  # fmt: skip
_WORDS = dict(ANIMALS)
_MOST_ALIKE = 9  # of one animal: 495 names are more than a room has members


def free_name(taken: Collection[str], draw: int) -> str:
    """The name that a random number picks, or the next one that is not taken.

    >>> free_name((), 2), free_name({"🐻 Bear"}, 2), free_name({"🐻 Bear & 🦊 Fox"}, 2)
    ('🐻 Bear', '🦫 Beaver', '🦫 Beaver')

    Once all animals are taken they are numbered, as in "🐻 Bear 2"; raises StopIteration when there
    are nine of each. O(names taken).
    """
    used = {each for name in taken for each in name.split(" & ")}
    names = (
        " ".join((*ANIMALS[(draw + step) % len(ANIMALS)], *number))
        for number in ((), *((str(each),) for each in range(2, _MOST_ALIKE + 1)))
        for step in range(len(ANIMALS))
    )
    return next(name for name in names if name not in used)


def free_names_of_two(taken: Collection[str], draw: int) -> str:
    """The names of two who share a device.

    >>> free_names_of_two((), 2)
    '🐻 Bear & 🦫 Beaver'
    """
    one = free_name(taken, draw)
    return f"{one} & {free_name({*taken, one}, draw + draw // len(ANIMALS))}"


def shown(name: str) -> str:
    """A name as a reader sees it: as it was typed, or drawn and in their language."""
    names = name.split(" & ")
    for number, each in enumerate(names):
        if (word := _WORDS.get(each.partition(" ")[0])) is not None:
            names[number] = each.replace(word, _(word))
    return " & ".join(names)

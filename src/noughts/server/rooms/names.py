"""Names that a room draws for its members."""

from __future__ import annotations

from collections.abc import Collection

ADJECTIVES = (
    "Amber", "Blue", "Bold", "Brave", "Bright", "Brisk", "Calm", "Clever", "Copper", "Coral",
    "Curious", "Daring", "Eager", "Early", "Fair", "Fearless", "Gentle", "Gold", "Green", "Happy",
    "Honest", "Jade", "Jolly", "Keen", "Kind", "Lively", "Loyal", "Lucky", "Merry", "Mighty",
    "Neat", "Nimble", "Noble", "Olive", "Patient", "Plucky", "Polite", "Proud", "Quick", "Quiet",
    "Ready", "Ruby", "Silver", "Smart", "Steady", "Sunny", "Swift", "Tidy", "Violet", "Witty",
)  # fmt: skip
ANIMALS = (
    "Badger", "Bear", "Beaver", "Bee", "Bison", "Camel", "Cat", "Crane", "Crow", "Deer",
    "Dolphin", "Dove", "Duck", "Eagle", "Elk", "Falcon", "Finch", "Fox", "Frog", "Gecko",
    "Goose", "Hare", "Hawk", "Heron", "Horse", "Ibex", "Jackdaw", "Kestrel", "Koala", "Lark",
    "Lion", "Lynx", "Magpie", "Marten", "Moose", "Newt", "Otter", "Owl", "Panda", "Puffin",
    "Rabbit", "Raven", "Robin", "Seal", "Stork", "Swan", "Tiger", "Toad", "Turtle", "Wren",
)  # fmt: skip
COUNT = len(ADJECTIVES) * len(ANIMALS)


def free_name(taken: Collection[str], draw: int) -> str:
    """The name that a random number picks, or the next one that is not taken.

    >>> free_name((), 0), free_name({"Amber Badger"}, COUNT)
    ('Amber Badger', 'Blue Bear')

    Raises StopIteration if all 2,500 are taken; O(names taken).
    """
    taken = {each.partition(" & ")[0] for each in taken}
    drawn = (_name((draw + step) % COUNT) for step in range(COUNT))
    return next(name for name in drawn if name not in taken)


def free_names_of_two(taken: Collection[str], draw: int) -> str:
    """The names of two who share a device: an adjective, and two animals.

    >>> free_names_of_two((), 0)
    'Amber Badger & Bear'
    """
    name = free_name(taken, draw)
    own = ANIMALS.index(name.split()[1])
    other = (own + 1 + draw // COUNT % (len(ANIMALS) - 1)) % len(ANIMALS)
    return f"{name} & {ANIMALS[other]}"


def _name(number: int) -> str:
    """The name with a number; neighbouring numbers share no word, so that names look different."""
    shift, animal = divmod(number, len(ANIMALS))
    return f"{ADJECTIVES[(animal + shift) % len(ADJECTIVES)]} {ANIMALS[animal]}"

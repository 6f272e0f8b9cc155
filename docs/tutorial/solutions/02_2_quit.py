"""Leave the game by typing quit."""


def ask(question):
    """What somebody types, without spaces around it; quit ends the program."""
    try:
        typed = input(question).strip()
    except UnicodeDecodeError:  # the keys made something that is no text at all
        return ""
    if typed.lower() == "quit":
        raise EOFError  # as if there were nothing more to read
    return typed

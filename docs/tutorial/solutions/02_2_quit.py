"""Leave the game by typing quit."""


def ask(question):
    """Return the typed text, without spaces around it; quit ends the program."""
    try:
        typed = input(question).strip()
    except UnicodeDecodeError:  # the keys typed something that is not text
        return ""
    if typed.lower() == "quit":
        raise EOFError  # as if there were nothing more to read
    return typed

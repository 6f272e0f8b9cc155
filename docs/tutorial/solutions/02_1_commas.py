"""Take a comma for a space, so that 1,3 is a move as well."""


def ask(question):
    """What somebody types, without spaces around it and with spaces for commas."""
    try:
        return input(question).replace(",", " ").strip()
    except UnicodeDecodeError:  # the keys made something that is no text at all
        return ""

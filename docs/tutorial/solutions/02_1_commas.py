"""Take a comma for a space, so that 1,3 is a move as well."""


def ask(question):
    """Return the typed text, without spaces around it and with spaces for commas."""
    try:
        return input(question).replace(",", " ").strip()
    except UnicodeDecodeError:  # the keys typed something that is not text
        return ""

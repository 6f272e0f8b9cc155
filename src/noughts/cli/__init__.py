"""The command line: parse the arguments, call the rooms, say what went wrong in one line."""

"""The command line: parse arguments, call the library, report errors in one line."""

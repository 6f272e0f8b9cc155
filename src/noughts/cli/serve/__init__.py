"""Commands for a server and its games."""

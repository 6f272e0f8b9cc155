"""Commands for what is installed here."""

"""Commands for what a position or a board is worth."""

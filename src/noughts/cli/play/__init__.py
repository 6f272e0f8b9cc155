"""Commands for playing, and for who plays."""

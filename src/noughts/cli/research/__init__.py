"""Commands for proofs, matches and counts."""

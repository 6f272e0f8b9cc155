"""Pages and API about positions: lessons, searches, proofs, puzzles and analysis."""

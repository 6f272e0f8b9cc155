"""What is about positions: lessons, searches, proofs, puzzles and analysis."""

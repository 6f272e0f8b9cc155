"""Commands for learning: puzzles, reasons and reviews."""

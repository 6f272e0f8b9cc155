"""Files: records of games, what is written whole or not at all, and locks between processes."""

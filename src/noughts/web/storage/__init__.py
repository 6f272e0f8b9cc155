"""The logs of games and rooms, in SQLite or PostgreSQL."""

"""The log of events on SQLite or PostgreSQL."""

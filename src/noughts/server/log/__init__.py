"""The log of events: its store on SQLite, and the repositories that decide, append and apply."""

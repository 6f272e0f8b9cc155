"""Shared games and rooms, pure: commands become events, and events make up the state."""

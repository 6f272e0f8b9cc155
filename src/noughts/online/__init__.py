"""Games and rooms that people share, pure: commands become events, and events make the state."""

"""A room of people who play each other, pure: the same shape as a shared game."""

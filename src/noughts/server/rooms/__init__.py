"""Rooms of people who play each other, and their tournaments."""

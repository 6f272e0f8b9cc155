"""What every request meets."""

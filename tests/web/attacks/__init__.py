"""What strangers tried, and what they get."""

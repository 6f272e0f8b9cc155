"""What every move is worth, and the true reason why."""

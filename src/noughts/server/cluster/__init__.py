"""Several processes on one log: the store they share, what they send each other, and nodes."""

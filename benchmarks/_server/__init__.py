"""What the benchmarks of the online server share: servers, players, and their load."""

"""What the benchmarks of the online server share: servers, players at sockets, and their load."""

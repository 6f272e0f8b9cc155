"""Servers, players and their load, shared by the benchmarks of the online server."""

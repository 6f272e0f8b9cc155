"""Games between people and computers, shared over the network."""

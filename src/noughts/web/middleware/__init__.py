"""What stands around every request: errors, identity, limits, headers, tracing, health."""

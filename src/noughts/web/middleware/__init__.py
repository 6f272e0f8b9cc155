"""What wraps every request: errors, identity, limits, headers, tracing, health."""

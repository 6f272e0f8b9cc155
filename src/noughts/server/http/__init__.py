"""The common part of all requests: errors, identity, language, limits, headers, connections."""

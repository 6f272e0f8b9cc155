"""What visitors can ask for: the API, the WebSocket and the pages call the same functions."""

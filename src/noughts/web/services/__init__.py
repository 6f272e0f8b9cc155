"""Services: what visitors can do, called by the API, the WebSocket and the pages alike."""

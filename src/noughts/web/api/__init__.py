"""The API, `/api/v1`: JSON over HTTP, WebSockets and server-sent events."""

"""The web server: pages, API and store around the same games (extra `noughts[web]`).

Importing it without the extra raises MissingExtra.
"""

from noughts.core.extras import require_extra

require_extra(
    "web",
    *("msgspec", "litestar", "sqlalchemy", "uvicorn", "websockets"),
    *("anyio", "jinja2", "platformdirs", "prometheus_client", "rustworkx", "segno", "structlog"),
)

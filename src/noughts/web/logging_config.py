"""The log of the server: ours and the libraries' in one format, on standard error."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog
from structlog.typing import Processor

_SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure_logging(log_format: Literal["text", "json"], level: str) -> None:
    """Write the log in a format, from a level on; of libraries, warnings and errors."""
    renderers = _renderers(log_format)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[*_SHARED, *renderers],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _renderers(log_format: Literal["text", "json"]) -> tuple[Processor, ...]:
    if log_format == "json":
        return structlog.processors.format_exc_info, structlog.processors.JSONRenderer()
    # The plain formatter: others show local variables, and with them the secrets of visitors.
    plain = structlog.dev.plain_traceback
    colors = sys.stderr.isatty()
    return (structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain),)

"""The log on standard error: its format, and how much goes into it."""

from __future__ import annotations

import logging
import sys
from functools import lru_cache

import structlog
from structlog import processors, stdlib
from structlog.contextvars import merge_contextvars
from structlog.typing import EventDict, Processor

from noughts.server.http.limits import RateLimited, TokenBucket
from noughts.server.metrics import log_lines_dropped
from noughts.server.settings import Settings

# Lines of one source, at once and then a second: 860,000 a day whatever visitors do, at 200 bytes.
_BURST, _RATE = 1_000, 10.0


def configure_logging(settings: Settings) -> None:
    """Write the log to standard error in one format; of libraries, warnings and errors."""
    if settings.log == "json":
        renderers: list[Processor] = [processors.format_exc_info, processors.JSONRenderer()]
    else:
        # The plain formatter: others show local variables, and with them the secrets of visitors.
        plain = structlog.dev.plain_traceback
        colors = sys.stderr.isatty()
        renderers = [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    stamp = processors.TimeStamper(fmt="iso", utc=True)
    shared: list[Processor] = [merge_contextvars, processors.add_log_level, stamp]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        processors=[_drop_excess, *shared, *renderers],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    handler.addFilter(lambda record: _admits(record.name))
    remove_meta = stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove_meta, *renderers])
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def count_dropped() -> int:
    """Return how many lines the log of this process had to leave out."""
    (metric,) = log_lines_dropped.collect()
    return int(metric.samples[0].value)


def _drop_excess(_logger: object, level: str, event: EventDict) -> EventDict:
    if not _admits(level):
        raise structlog.DropEvent
    return event


def _admits(source: str) -> bool:
    """True if a source, a level of ours or a library's logger, may write one more line."""
    try:
        _bucket(source).take()
    except RateLimited:
        log_lines_dropped.inc()
        return False
    return True


@lru_cache
def _bucket(_source: str) -> TokenBucket:
    return TokenBucket(_RATE, _BURST, str)

"""The Gomocup protocol, both ways: our players as an engine, and other engines as players."""

from noughts.engine.external import (
    GRACE_SECONDS,
    EngineFailure,
    ExternalEngine,
    Fault,
    split_command,
)

__all__ = ["GRACE_SECONDS", "EngineFailure", "ExternalEngine", "Fault", "split_command"]

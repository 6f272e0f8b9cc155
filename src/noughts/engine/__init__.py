"""The Gomocup protocol, both ways: our players as an engine, and other engines as players."""

from noughts.engine.external import GRACE_SECONDS, ExternalEngine, split_command
from noughts.engine.process import EngineFailure, Fault

__all__ = ["GRACE_SECONDS", "EngineFailure", "ExternalEngine", "Fault", "split_command"]

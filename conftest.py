"""Keeps pytest from collecting the sources of kernels, which may be compiled."""

from pathlib import Path

_KERNELS = Path(__file__).parent / "src" / "noughts" / "kernels"

collect_ignore = [str(each.with_suffix(".py")) for each in _KERNELS.glob("*.pxd")]

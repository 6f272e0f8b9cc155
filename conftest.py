"""Which modules pytest does not look into for examples: a compiled kernel has its own file."""

from pathlib import Path

_KERNELS = Path(__file__).parent / "src" / "noughts" / "kernels"

collect_ignore = [str(each.with_suffix(".py")) for each in _KERNELS.glob("*.pxd")]

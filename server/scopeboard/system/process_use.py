"""What this process uses of the machine, as far as the system tells."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from mmap import PAGESIZE
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc/self")


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """Processor time in seconds, memory in bytes, open descriptors; None where unknown."""

    processor_seconds: float
    resident_bytes: int | None = None
    descriptors: int | None = None


def process_use() -> ProcessUse:
    """Return the use up to now; memory and descriptors are known on Linux alone."""
    seconds = time.process_time()
    with suppress(OSError, ValueError):
        pages = int((_PROC / "statm").read_text("ascii").split()[1])
        descriptors = len(os.listdir(_PROC / "fd"))  # noqa: PTH208 - a Path for each costs more
        return ProcessUse(seconds, pages * PAGESIZE, descriptors)
    return ProcessUse(seconds)

"""How busy the machine and its NVIDIA GPUs are, as far as the system tells."""

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_KIB: Final = 1024
_MIB: Final = 1024 * 1024
_GPU_FIELDS: Final = {
    "utilization.gpu": ("busy_percent", 1.0),
    "memory.used": ("memory_bytes", float(_MIB)),
    "temperature.gpu": ("celsius", 1.0),
    "power.draw": ("watts", 1.0),
}
"""Columns of `nvidia-smi --help-query-gpu`, with the names and units that they have here."""
_PATIENCE: Final = 10.0
"""Seconds that `nvidia-smi` has for an answer: it wakes a GPU that sleeps."""


def memory_use() -> int | None:
    """Return the bytes of memory that programs use on this machine; None but on Linux."""
    with suppress(OSError, ValueError, KeyError):
        lines = (_PROC / "meminfo").read_text("ascii").splitlines()
        kib = {
            name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)
        }
        return (kib["MemTotal"] - kib["MemAvailable"]) * _KIB
    return None


def processor_times() -> tuple[float, float] | None:
    """Return ticks in which processors were busy, and all ticks, up to now; None but on Linux."""
    with suppress(OSError, ValueError, IndexError):
        first = (_PROC / "stat").read_text("ascii").splitlines()[0].split()[1:9]
        ticks = [float(count) for count in first]
        idle = ticks[3] + ticks[4]  # waiting for a disk is idle
        return sum(ticks) - idle, sum(ticks)
    return None


def gpu_use() -> list[dict[str, float]]:
    """Return what each NVIDIA GPU says of itself, by name; empty without `nvidia-smi`."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    words = [program, f"--query-gpu={','.join(_GPU_FIELDS)}", "--format=csv,noheader,nounits"]
    try:
        done = subprocess.run(  # noqa: S603 - a program of the driver, without words of others
            words, capture_output=True, text=True, timeout=_PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return parse_gpus(done.stdout)


def parse_gpus(text: str) -> list[dict[str, float]]:
    """Return the numbers of each line; what a GPU does not support, `[N/A]`, is left out."""
    gpus = []
    for line in filter(str.strip, text.splitlines()):
        values = {}
        for (name, unit), cell in zip(_GPU_FIELDS.values(), line.split(","), strict=False):
            with suppress(ValueError):
                values[name] = float(cell) * unit
        gpus.append(values)
    return gpus

"""Numbers, sizes and times as text."""

import math


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 run`, `1,000 runs`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def nonfinite_text(value: float) -> str:
    """Return NaN or an infinity as JSON and files have it, which have no such numbers."""
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def plain_size(size: int) -> str:
    """Return a number of bytes in decimal units: `1.8 GB`."""
    units = ("bytes", "kB", "MB", "GB", "TB")
    power = min((len(str(size)) - 1) // 3, len(units) - 1)
    return f"{size / 1000**power:.1f} {units[power]}" if power else f"{size} bytes"


def plain_time(seconds: float) -> str:
    """Return a rounded duration: `8 s`, `3 min`, `2 h`."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 6000 else f"{round(seconds / 3600)} h"

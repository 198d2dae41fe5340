"""Evict the least recently used parts when the state file is full.

Only parts that are one of many are evicted: `graph:…`, the settings of one graph, and `link:…`, a
long view under a short URL. Names, notes, saved views and the like never are.
"""

import re
from collections.abc import Collection
from typing import Final

from scopeboard.state.document import Part, entry_bytes

RECENT_SECONDS: Final = 3600.0
"""What was used within this time is in use."""

_LINK: Final = re.compile("[0-9a-f]{24}")


def without_unused(
    parts: dict[str, Part], runs: Collection[str], now: float, max_bytes: int
) -> dict[str, Part]:
    """Return the parts without the least recently used ones that do not fit.

    Parts in use always stay, so that the rest may still be too large: those used within the last
    hour, the last graphs of runs in the log, and views that a saved view links to.

    Args:
        parts: all of them, by name.
        runs: names of the runs that the log has.
        now: in seconds since the epoch.
        max_bytes: how large the file may be.
    """
    sizes = {name: len(entry_bytes(name, part)) for name, part in parts.items()}
    total = sum(sizes.values())
    if total <= max_bytes:
        return parts
    in_use = _graphs_of(parts, runs) | _linked(parts)
    unused = sorted(
        (part.used, name)
        for name, part in parts.items()
        if ":" in name and name not in in_use and not now - RECENT_SECONDS < part.used <= now
    )
    left = dict(parts)
    for _, name in unused:
        if total <= max_bytes * 7 // 8:  # so that it is not done with every change
            break
        total -= sizes[name]
        del left[name]
    return left


def _graphs_of(parts: dict[str, Part], runs: Collection[str]) -> set[str]:
    """Return the parts of the graphs that were last at a run; the page notes them in `graphs`."""
    places = parts["graphs"].value if "graphs" in parts else {}
    return {f"graph:{graph}" for place, graph in places.items() if place.split("\n")[0] in runs}


def _linked(parts: dict[str, Part]) -> set[str]:
    saved = str(parts["views"].value) if "views" in parts else ""
    return {f"link:{found}" for found in _LINK.findall(saved)}

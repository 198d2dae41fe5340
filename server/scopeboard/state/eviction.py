"""Evict the least recently used parts when the state file is full.

Only parts that are one of many are evicted: `graph:…`, the settings of one graph, and `link:…`, a
long view under a short URL. Names, notes, saved views and all other parts never are.
"""

import re
from collections.abc import Collection
from typing import Final

from scopeboard.state.document import Part, entry_bytes

RECENT_SECONDS: Final = 3600.0
"""A part that was used within this time is in use."""

_LINK: Final = re.compile("[0-9a-f]{24}")


def evict_unused(
    parts: dict[str, Part], runs: Collection[str], now: float, max_bytes: int
) -> dict[str, Part]:
    """Return the parts without the least recently used ones that do not fit.

    Parts in use always stay, so the result may still be too large. In use are the parts used within
    the last hour, the last graphs of runs in the log, and the views that a saved view links to.

    Args:
        parts: all parts, by name.
        runs: the names of the runs in the log.
        now: in seconds since the epoch.
        max_bytes: the limit of the file.
    """
    sizes = {name: len(entry_bytes(name, part)) for name, part in parts.items()}
    total = sum(sizes.values())
    if total <= max_bytes:
        return parts
    # The page records the last graph of each run in the part `graphs`.
    graphs = parts["graphs"].value if "graphs" in parts else {}
    in_use = {f"graph:{graph}" for key, graph in graphs.items() if key.split("\n")[0] in runs}
    views = str(parts["views"].value) if "views" in parts else ""
    in_use |= {f"link:{digest}" for digest in _LINK.findall(views)}
    unused = sorted(
        (part.used, name)
        for name, part in parts.items()
        if ":" in name and name not in in_use and not now - RECENT_SECONDS < part.used <= now
    )
    rest = dict(parts)
    for _, name in unused:
        if total <= max_bytes * 7 // 8:  # evicting more at once makes evictions rare
            break
        total -= sizes[name]
        del rest[name]
    return rest

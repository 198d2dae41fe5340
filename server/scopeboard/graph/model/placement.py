"""Where a tensor lies: the order of its bytes in memory, and its parts on devices.

Compilers state both beside a shape: XLA writes a layout, `{0,1}`, with the dimensions from the one
that varies fastest, and a sharding, `{devices=[2,1]<=[2]}`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scopeboard.wire.graph_pb2 import AttrValue

OUTPUT_LAYOUTS: Final = "_output_layouts"
"""The attribute of an op that was converted: the layout of each output, empty where unknown."""
OUTPUT_SHARDINGS: Final = "_output_shardings"
"""Likewise the sharding of each output."""

_MAX_TEXT: Final = 300
"""Characters of a layout or a sharding that are read; many ops may share one of a megabyte."""
_MAX_LABELS: Final = 4096
_ORDER: Final = re.compile(r"\{(\d{1,4}(?:,\d{1,4})*)?(?=[:}])")
_SPACE: Final = re.compile(r"S\(\d+\)")
_TILES: Final = re.compile(r"\{devices=\[(\d+(?:,\d+)*)\](.*)\}\Z")
_REPLICATES: Final = "last_tile_dim_replicate"
_LAST_DIMENSIONS: Final = re.compile(r"last_tile_dims=\{([^}]*)\}")
_OF_MESH: Final = re.compile(r'(?:#sdy\.sharding)?<@(?:"[^"]*"|[\w.$-]+), \[([^\]]*)\]')
"""Axes may follow on which the tensor is replicated or not yet reduced."""
_AXES: Final = re.compile(r"\{([^{}]*)\}")
"""As StableHLO has it: the axes of a mesh that divide each dimension."""
_OPEN: Final = "?"
"""Stands among the axes of a dimension that the compiler may divide further."""


class Placement(NamedTuple):
    """The layout and the sharding of a tensor as XLA's text has them, empty where unknown."""

    layout: str = ""
    sharding: str = ""


NOT_STATED: Final = Placement()


def stated_placements(attributes: Mapping[str, AttrValue], outputs: int) -> list[Placement]:
    """Return the placement of each output of an op, by its attributes; long texts are cut."""
    columns = [
        [
            text[: 4 * _MAX_TEXT].decode("utf-8", "replace")[:_MAX_TEXT]
            for text in attributes[name].list.s[:outputs]
        ]
        if name in attributes
        else []
        for name in (OUTPUT_LAYOUTS, OUTPUT_SHARDINGS)
    ]
    layouts, shardings = (column + [""] * (outputs - len(column)) for column in columns)
    return list(map(Placement, layouts, shardings))


@lru_cache(_MAX_LABELS)
def placement_label(placement: Placement) -> str:
    """Return what an edge shows beside a shape: what is not as one expects it.

    That is a layout in another order than row by row, or in another memory, without its tiles; and
    a sharding that divides the tensor, as the parts of each dimension: `÷ 2×1`, or `÷ data×1` by
    the axes of a mesh.
    """
    parts = _parts_of(placement.sharding)
    divided = f"÷ {'×'.join(parts)}" if any(part != "1" for part in parts) else ""
    return " ".join(filter(None, (_unusual_layout(placement.layout), divided)))


def _parts_of(sharding: str) -> list[str]:
    """Return in how many parts each dimension is, empty where it is not known."""
    axes = _OF_MESH.match(sharding)
    if axes:
        listed = [each.replace('"', "").split(",") for each in _AXES.findall(axes[1])]
        return ["·".join(_closed(names)) or "1" for names in listed]
    tiles = _TILES.match(sharding)
    if not tiles:
        return []
    last = _LAST_DIMENSIONS.search(tiles[2])
    more = last[1].count(",") + 1 if last else int(_REPLICATES in tiles[2])
    parts = tiles[1].split(",")
    return parts[: len(parts) - more]


def _closed(names: list[str]) -> list[str]:
    """Return the axes that divide a dimension."""
    return [name for name in map(str.strip, names) if name and name != _OPEN]


def _unusual_layout(layout: str) -> str:
    found = _ORDER.match(layout)
    numbers = [int(each) for each in (found[1] or "").split(",") if each] if found else []
    space = _SPACE.search(layout)
    if numbers == sorted(numbers, reverse=True) and not space:
        return ""
    return f"{{{','.join(map(str, numbers))}{f':{space[0]}' if space else ''}}}"

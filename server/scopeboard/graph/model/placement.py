"""Where a tensor lies: the order of its bytes in memory, and its parts on devices.

Compilers state both beside a shape: XLA writes a layout, `{0,1}`, with the dimensions from the one
that varies fastest, and a sharding, `{devices=[2,1]<=[2]}`.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from scopeboard.wire.graph_pb2 import AttrValue

OUTPUT_LAYOUTS: Final = "_output_layouts"
"""The attribute of an op that was converted: the layout of each output, empty where unknown."""
OUTPUT_SHARDINGS: Final = "_output_shardings"
"""Likewise the sharding of each output."""

_ORDER: Final = re.compile(r"\{(\d+(?:,\d+)*)?")
_SPACE: Final = re.compile(r"S\(\d+\)")
_ON_EACH_DEVICE: Final = "{replicated}"
_OF_MESH: Final = re.compile(r"(?:#sdy\.sharding)?<@[\w.$-]+, (\[.*\])>")
"""As StableHLO has it: the axes of a mesh that divide each dimension."""


class Placement(NamedTuple):
    """The layout and the sharding of a tensor as XLA's text has them, empty where unknown."""

    layout: str = ""
    sharding: str = ""


NOT_STATED: Final = Placement()


def stated_placements(attributes: Mapping[str, AttrValue], outputs: int) -> list[Placement]:
    """Return the placement of each output of an op, by its attributes."""
    columns = [
        [text.decode("utf-8", "replace") for text in attributes[name].list.s[:outputs]]
        if name in attributes
        else []
        for name in (OUTPUT_LAYOUTS, OUTPUT_SHARDINGS)
    ]
    layouts, shardings = (column + [""] * (outputs - len(column)) for column in columns)
    return list(map(Placement, layouts, shardings))


def placement_label(placement: Placement) -> str:
    """Return what an edge shows beside a shape: what is not as one expects it.

    That is a layout in another order than row by row, or in another memory, without its tiles; and
    a sharding that divides the tensor.
    """
    sharding = "" if placement.sharding == _ON_EACH_DEVICE else placement.sharding
    axes = _OF_MESH.fullmatch(sharding)
    sharding = axes[1] if axes else sharding
    return " ".join(filter(None, (_unusual_layout(placement.layout), sharding)))


def _unusual_layout(layout: str) -> str:
    found = _ORDER.match(layout)
    numbers = [int(each) for each in (found[1] or "").split(",") if each] if found else []
    space = _SPACE.search(layout)
    if numbers == sorted(numbers, reverse=True) and not space:
        return ""
    return f"{{{','.join(map(str, numbers))}{f':{space[0]}' if space else ''}}}"

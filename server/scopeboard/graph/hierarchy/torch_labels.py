"""PyTorch module paths: scopes named after a module's class and the attribute that holds it.

A traced PyTorch model names its scopes `Net/Sequential[features]/Conv2d[0]`: of each module the
class, then in brackets the attribute of the parent. What a reader looks for is the attribute, so
the label says `features: Sequential`. The name stays the path that the trace has.
"""

import re
from typing import Final

from scopeboard.graph.hierarchy.tree import RowKind
from scopeboard.graph.model.op_graph import Flavour

_MODULE: Final = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")


def readable_label(label: str, kind: RowKind, flavour: Flavour) -> str:
    """Return what stands in the box of a node whose name ends in `label`."""
    module = _MODULE.fullmatch(label) if flavour == "torch" and kind == "scope" else None
    return label if module is None else f"{module[2]}: {module[1]}"

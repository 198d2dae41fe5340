"""Labels of PyTorch modules: scopes named after a module's class and its attribute.

A traced PyTorch model names its scopes `Net/Sequential[features]/Conv2d[0]`: the class of each
module, then in brackets the attribute of its parent. Readers know the attribute, so the label is
`features: Sequential`. The name stays the path in the trace.
"""

import re
from typing import Final

from scopeboard.graph.hierarchy.tree import RowKind
from scopeboard.graph.model.op_graph import Flavour

_MODULE: Final = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")


def readable_label(label: str, kind: RowKind, flavour: Flavour) -> str:
    """Return the text in the box of a node whose name ends in `label`."""
    module = _MODULE.fullmatch(label) if flavour == "torch" and kind == "scope" else None
    return label if module is None else f"{module[2]}: {module[1]}"

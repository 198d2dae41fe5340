"""Reference edges: tensors that an op receives in order to write to them.

TensorBoard's rule: input 0 of the ops that assign to a variable, scatter into one or count one up.
A reference edge is also a data edge, since a tensor flows along it.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.model.op_graph import DATA, REFERENCE, BaseEdges

_WRITER_PREFIXES: Final = ("Assign", "assign", "Scatter")
_WRITERS: Final = frozenset({"count_up_to"})
_NOT_WRITERS: Final = frozenset({"ScatterNd"})  # returns a new tensor; its input 0 holds indices


def is_writer(op_type: str) -> bool:
    """Return whether an op of this type writes to its input 0."""
    if op_type in _NOT_WRITERS:
        return False
    return op_type.startswith(_WRITER_PREFIXES) or op_type in _WRITERS


def mark_references(edges: BaseEdges, writers: Flags) -> Indices:
    """Return the column `kind` with REFERENCE where a data edge enters input 0 of a writer.

    Args:
        edges: base edges of kind DATA and CONTROL.
        writers: for each op whether it `is_writer`.
    """
    is_reference = (edges.kind == DATA) & (edges.slot == 0) & writers[edges.target]
    return np.where(is_reference, REFERENCE, edges.kind).astype(np.int8)

"""Parameters of PyTorch's modules: attributes (`prim::GetAttr`, `Parameter`) that an op uses.

The graph has no shapes of attributes. An attribute in the place of an op's weight counts by the
shape from `torch_weights`, certain or the smallest possible. Other attributes have an unknown
number of elements, and may not be parameters. Running statistics of normalisations are buffers, not
parameters, and never count. A module that is called twice reads each attribute twice, under the
same path: the first read counts.
"""

import re
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import count_elements
from scopeboard.graph.shapes.torch_weights import WEIGHT_OPS, find_weights

_BUFFERS: Final = re.compile(rb"\b(running_mean|running_var|num_batches_tracked)\b")
_NO_WEIGHTS: Final = re.compile(r"^(prim::(GetAttr|CallMethod)|IO Node|Parameter)$")


def count_torch(graph: OpGraph) -> tuple[Amounts, Flags]:
    """Return the number of parameters in each op, -1 for unknown, and which are lower bounds."""
    reader, edges = OpReader(graph), graph.edges
    counts, is_bound = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.bool_)
    used = np.zeros(len(graph), dtype=np.bool_)
    is_user = ~graph.flag_types(_NO_WEIGHTS.match)
    used[edges.source[is_user[edges.target] & (edges.kind != CONTROL)]] = True
    weights = find_weights(graph, reader)
    first_of: dict[tuple[str, bytes], int] = {}
    for op in graph.ops_of_types(WEIGHT_OPS).tolist():
        attributes = reader.attributes(op) or {}
        attribute = attributes["attr"].s if "attr" in attributes else b""
        if not used[op] or _BUFFERS.search(attribute):
            continue
        weight = weights.get(op)
        path = graph.names[op].rpartition("/")[0]
        first = first_of.setdefault((path, attribute), op) if b"name" in attribute else op
        if weight is None:
            counts[op] = -1 if first == op else 0
        elif counts[first] <= 0 or is_bound[first]:
            counts[first], is_bound[first] = count_elements(weight.shape), not weight.is_certain
    return counts, is_bound

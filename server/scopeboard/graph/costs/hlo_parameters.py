"""Parameters of HLO modules: the weights among the parameters of the program.

The name that the program gave a parameter says whether it is a weight (`hlo.weights`). Weights of a
floating dtype with a dimension count, statistics of batch norms as other ones. In a program none of
whose parameters is a weight, constants of a floating dtype with a dimension may be weights.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.graph.costs.call_costs import add_bodies
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import count_elements

_WEIGHTS: Final = frozenset({"Weight"})
_CONSTANTS: Final = frozenset({"constant"})
_TRAINED: Final = "trained"


def count_hlo(graph: OpGraph) -> tuple[Amounts, Amounts]:
    """Return the numbers of trainable and of other parameters at each op."""
    trained, others = np.zeros((2, len(graph)), dtype=np.int64)
    reader, tensors = OpReader(graph), graph.tensors
    weights = graph.ops_of_types(_WEIGHTS)
    ops = weights if weights.size else graph.ops_of_types(_CONSTANTS)
    for op in ops[tensors.first[ops] < tensors.first[ops + 1]].tolist():
        tensor = int(tensors.first[op])
        shape = tensors.find_shape(tensor)
        if not shape or not is_floating(int(tensors.dtype[tensor])):
            continue
        attributes = reader.attributes(op) or {}
        is_fixed = _TRAINED in attributes and not attributes[_TRAINED].b
        (others if is_fixed else trained)[op] = count_elements(shape)
    add_bodies(graph, trained)
    return trained, others

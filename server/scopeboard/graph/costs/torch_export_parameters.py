"""Parameters of programs of torch.export: what the signature calls parameters and buffers.

A parameter counts as trainable unless it needs no gradient while others do: frozen layers. Where
none needs one, the program was exported for inference alone, and all count. Buffers of a floating
dtype with at least one dimension, such as the statistics of a batch norm, are other weights.
Parameters that are one tensor, as the two ends of a language model may be, count once.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import count_elements

_PARAMETERS: Final = frozenset({"nn.Parameter"})
_BUFFERS: Final = frozenset({"nn.Buffer"})
_SAME_TENSOR: Final = "same_tensor_as"


def count_torch_export(graph: OpGraph) -> tuple[Amounts, Amounts]:
    """Return the numbers of trainable and of other parameters at each op."""
    trained, others = np.zeros((2, len(graph)), dtype=np.int64)
    reader, tensors = OpReader(graph), graph.tensors
    parameters = graph.ops_of_types(_PARAMETERS).tolist()
    attributes = {op: reader.attributes(op) or {} for op in parameters}
    parameters = [op for op in parameters if _SAME_TENSOR not in attributes[op]]
    frozen = {op for op in parameters if "requires_grad" in attributes[op]}
    if len(frozen) == len(parameters):
        frozen = set()
    for op in parameters:
        amounts = others if op in frozen else trained
        amounts[op] = max(count_elements(tensors.find_shape(int(tensors.first[op]))), 0)
    for op in graph.ops_of_types(_BUFFERS).tolist():
        tensor = int(tensors.first[op])
        shape = tensors.find_shape(tensor)
        if shape and is_floating(int(tensors.dtype[tensor])):
            others[op] = count_elements(shape)
    return trained, others

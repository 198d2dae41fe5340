"""Hashes of what ops and edges are by themselves: of an op without its name and its inputs."""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Hashes
from scopeboard.graph.model.hashing import (
    hash_bytes,
    hash_numbers,
    hash_texts,
    mix,
    sum_by_group,
)
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.shapes import shape_text

_TYPE, _ATTRIBUTES, _SHAPE, _DTYPE, _PORT, _KIND, _OUTPUT, _SLOT = range(30, 38)  # salts


@dataclass(frozen=True, slots=True)
class OpLabels:
    """Hashes of each op, equal in both graphs for what is equal.

    `types` are of the op types, `attributes` of the attributes below 1 KiB each (0 where they are
    not stored), `shapes` and `dtypes` those of all outputs. `whole` covers all four.
    """

    types: Hashes
    attributes: Hashes
    shapes: Hashes
    dtypes: Hashes

    @property
    def whole(self) -> Hashes:
        """One hash for all that an op is by itself."""
        own = mix(self.types, _TYPE) + mix(self.attributes, _ATTRIBUTES)
        return mix(own + mix(self.shapes, _SHAPE) + mix(self.dtypes, _DTYPE))


def label_ops(graph: OpGraph) -> OpLabels:
    """Return the labels of all ops of a graph."""
    tensors, count = graph.tensors, len(graph)
    owner = np.repeat(np.arange(count), np.diff(tensors.first))
    port = hash_numbers(np.arange(owner.size) - tensors.first[owner], _PORT)
    distinct = hash_texts([shape_text(shape, tensors.symbols) or "" for shape in tensors.shapes])
    shapes = mix(np.append(distinct, np.uint64(0))[tensors.shape] + port)
    dtypes = mix(hash_numbers(tensors.dtype) + port)
    return OpLabels(
        types=hash_texts(graph.op_types)[graph.op_type],
        attributes=np.append(hash_bytes(graph.attribute_sets), np.uint64(0))[graph.attributes],
        shapes=sum_by_group(owner, shapes, count),
        dtypes=sum_by_group(owner, dtypes, count),
    )


def label_edges(graph: OpGraph) -> Hashes:
    """Return a hash of each edge without its ends; control edges have no ports and no order.

    Whether an input is a reference follows from the type of its op, and is not compared.
    """
    edges = graph.edges
    is_control = edges.kind == CONTROL
    port, slot = (np.where(is_control, -1, each) for each in (edges.port, edges.slot))
    kind = hash_numbers(is_control, _KIND)
    return mix(kind + hash_numbers(port, _OUTPUT) + hash_numbers(slot, _SLOT))

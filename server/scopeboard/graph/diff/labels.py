"""Hashes of what an op is by itself, without its name and its inputs."""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Hashes
from scopeboard.graph.model.hashing import hash_numbers, hash_texts, mix, sum_by_group
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import shape_text

_TYPE, _ATTRIBUTES, _SHAPE, _DTYPE, _PORT = range(30, 35)  # salts


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
    sets = [each.decode("latin-1") for each in graph.attribute_sets]
    return OpLabels(
        types=hash_texts(graph.op_types)[graph.op_type],
        attributes=np.append(hash_texts(sets), np.uint64(0))[graph.attributes],
        shapes=sum_by_group(owner, shapes, count),
        dtypes=sum_by_group(owner, dtypes, count),
    )

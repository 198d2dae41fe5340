"""What a GraphDef consists of, to compare it with another without parsing either.

Attributes are most of a GraphDef and of the time to parse it. Graphs that repeat another differ in
them alone: in their order, which is that of a map, and in shapes that one of two forms has.
"""

from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from scopeboard.graph.graphdef.message_index import index_messages
from scopeboard.graph.graphdef.nodes import NodeReader

_DIGEST_BYTES: Final = 16


class GraphSketch(NamedTuple):
    """Digests of a GraphDef.

    Two graphs with other `ops` have other contents. Two with equal `ops` and `inputs` have the same
    one. Otherwise only parsing tells: an input may be written in several ways.

    Attributes:
        ops: names and op types, those of functions included.
        inputs: inputs as written, and all else of functions but their nodes.
    """

    ops: bytes
    inputs: bytes


def sketch_of(data: bytes) -> GraphSketch:
    """Return the sketch of a GraphDef.

    Raises:
        DamagedDataError: see `index_messages`.
    """
    index = index_messages(data)
    reader, ops = NodeReader(data, index), blake2b(digest_size=_DIGEST_BYTES)
    ops.update(repr([function.nodes for function in index.functions]).encode())
    for block in reader:
        for texts in (block.names, block.op_types):
            ops.update(np.array([len(text) for text in texts], "<i8").tobytes())
            ops.update(b"".join(texts))
    inputs, node_inputs = blake2b(digest_size=_DIGEST_BYTES), reader.inputs()
    spans = (node_inputs.start.tolist(), node_inputs.end.tolist())
    inputs.update(node_inputs.node.astype("<i8").tobytes())
    inputs.update((node_inputs.end - node_inputs.start).astype("<i8").tobytes())
    inputs.update(b"".join([data[start:end] for start, end in zip(*spans, strict=True)]))
    for function in index.functions:
        inputs.update(repr([each.end - each.begin for each in function.others]).encode())
        inputs.update(b"".join([data[each.begin : each.end] for each in function.others]))
    return GraphSketch(ops.digest(), inputs.digest())

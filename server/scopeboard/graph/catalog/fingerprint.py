"""The fingerprint of a graph's content: the same however its bytes were written.

A GraphDef's attributes are maps, which writers put in any order, and large values may differ from
run to run. What a viewer chose for a graph holds for another that has the same ops: the same names,
types, functions and edges, in the same order.
"""

from hashlib import blake2b
from typing import Final

import numpy as np

from scopeboard.graph.model.op_graph import OpGraph

_BYTES: Final = 16
_TOGETHER: Final = 1 << 14


def content_fingerprint(graph: OpGraph) -> str:
    """Return the fingerprint of names, op types, base edges and function names."""
    digest = blake2b(digest_size=_BYTES)
    for texts in (graph.names, graph.op_types, graph.functions.names):
        digest.update(np.array([len(text) for text in texts], dtype="<i8").tobytes())
        for first in range(0, len(texts), _TOGETHER):
            digest.update("".join(texts[first : first + _TOGETHER]).encode())
    edges = graph.edges
    for column in (graph.op_type, edges.source, edges.target, edges.port, edges.kind):
        digest.update(column.astype("<i8").tobytes())
    return digest.hexdigest()

"""What is done once per graph: all passes up to, but not including, the answer for one scope."""

from dataclasses import dataclass

import numpy as np

from scopeboard.graph.annotations import AnnotatedGraph, annotate
from scopeboard.graph.columns import Indices, offsets
from scopeboard.graph.graphdef import parse_graph
from scopeboard.graph.hierarchy import ScopeTree, build_tree
from scopeboard.graph.metaedges import EdgeIndex, index_edges


@dataclass(frozen=True, slots=True)
class PreparedGraph:
    """A graph that can be asked for scopes.

    The annotations of op `i` are rows `annotation_first[i]` to `annotation_first[i + 1]`. By
    position (see `hierarchy`), `device_at` has the device of each node, and `device_changes` how
    often the device has changed so far: equal at both ends of an interval that has just one.
    """

    annotated: AnnotatedGraph
    tree: ScopeTree
    edges: EdgeIndex
    annotation_first: Indices
    device_at: Indices
    device_changes: Indices


def prepare_graph(data: bytes) -> PreparedGraph:
    """Read a GraphDef and make it ready.

    Raises:
        DamagedDataError: see `parse_graph`.
    """
    annotated = annotate(parse_graph(data))
    tree = build_tree(annotated)
    nodes = np.flatnonzero(annotated.is_node)
    device_at = annotated.ops.device[nodes[np.argsort(tree.position[nodes])]]
    changes = np.diff(device_at, prepend=device_at[:1]) != 0
    return PreparedGraph(
        annotated=annotated,
        tree=tree,
        edges=index_edges(annotated, tree),
        annotation_first=offsets(annotated.annotations.host, len(annotated.ops)),
        device_at=device_at,
        device_changes=np.cumsum(changes, dtype=np.int32),
    )

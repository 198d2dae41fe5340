"""The children of a scope in dataflow order, for readers that have no picture of it.

Sources come before targets. Children on a common cycle stand together, in order of appearance, as
do children that the flow leaves free: of those that may come next, the first to appear comes next.
"""

from typing import Final

import numpy as np

from scopeboard.graph.columns import Indices

# networkx takes about 10 µs for a node or an edge. A scope beyond this, which nobody reads from top
# to bottom, stays in order of appearance, which most writers make the order of construction.
MAX_ORDERED: Final = 10_000


def dataflow_order(child_count: int, source: Indices, target: Indices) -> Indices:
    """Return the places of all children, reordered.

    Args:
        child_count: the number of children, which stand in order of appearance.
        source: the children that metaedges leave.
        target: the children that they enter, self-loops allowed.
    """
    if child_count + source.size > MAX_ORDERED or source.size == 0:
        return np.arange(child_count)
    import networkx as nx  # noqa: PLC0415 - 0.1 s that the start of the server need not wait for

    flow: nx.DiGraph[int] = nx.DiGraph()
    flow.add_nodes_from(range(child_count))
    flow.add_edges_from(zip(source.tolist(), target.tolist(), strict=True))
    cycles = nx.condensation(flow)
    members = {cycle: sorted(cycles.nodes[cycle]["members"]) for cycle in cycles}
    order = nx.lexicographical_topological_sort(cycles, key=lambda cycle: members[cycle][0])
    return np.array([place for cycle in order for place in members[cycle]])

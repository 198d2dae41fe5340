"""Everything a viewer can open in a graph, walked from the top level as the page does."""

from collections.abc import Iterator

from scopeboard.graph.paths.paths import ShownNode, find_node, opens, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


def open_nodes(graph: PreparedGraph, name: str = "", limit: int = 150) -> Iterator[ShownNode]:
    """Yield what opens at and below a name, up to some limit."""
    todo = [name]
    while todo and limit:
        parent = resolve(graph, todo.pop())
        yield parent
        limit -= 1
        todo += [child.path for child in shown_children(graph, parent) if opens(graph, child)]


def shown_children(graph: PreparedGraph, parent: ShownNode) -> list[ShownNode]:
    """Return the nodes in an open node; of a call with several bodies, those that have ops."""
    op = int(graph.tree.op[parent.row])
    if op < 0:
        rows = graph.tree.children_of(parent.row).tolist()
        return [ShownNode(row, shown_path(graph, row, parent.alias), parent.alias) for row in rows]
    names = [f"{parent.path}/{body.label}" for body in graph.calls.bodies_of(op)]
    found = [find_node(graph, name) for name in names]
    return [child for child in found if child is not None]

"""Everything a viewer can open in a graph, walked from the top level as the page does."""

from collections.abc import Iterator

from scopeboard.graph.paths.paths import ShownNode, find_node, opens, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


def open_places(graph: PreparedGraph, name: str = "", limit: int = 150) -> Iterator[ShownNode]:
    """Yield what opens at and below a name, up to some limit."""
    todo = [name]
    while todo and limit:
        place = resolve(graph, todo.pop())
        yield place
        limit -= 1
        todo += [child.path for child in shown_children(graph, place) if opens(graph, child)]


def shown_children(graph: PreparedGraph, place: ShownNode) -> list[ShownNode]:
    """Return the nodes in an open place; of a call with several bodies, those that have ops."""
    op = int(graph.tree.op[place.row])
    if op < 0:
        rows = graph.tree.children_of(place.row).tolist()
        return [ShownNode(row, shown_path(graph, row, place.alias), place.alias) for row in rows]
    names = [f"{place.path}/{body.label}" for body in graph.calls.bodies_of(op)]
    found = [find_node(graph, name) for name in names]
    return [child for child in found if child is not None]

"""Cycles: which nodes of a directed graph reach each other (its strongly connected components).

Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) with a stack of its own
instead of recursion, so that a path of any length is walked.
"""


def strong_components(successors: list[list[int]]) -> list[int]:
    """Return for each node the lowest node of its component.

    Args:
        successors: for each node, those its edges lead to; repeats and self-loops allowed.
    """
    count = len(successors)
    component = [-1] * count
    entered = [-1] * count  # when a node was first seen
    lowest = [0] * count  # the earliest node still open that it is known to reach
    open_nodes: list[int] = []
    clock = 0
    for root in range(count):
        if entered[root] >= 0:
            continue
        path = [(root, iter(successors[root]))]
        entered[root] = lowest[root] = clock
        clock += 1
        open_nodes.append(root)
        while path:
            node, following = path[-1]
            for after in following:
                if entered[after] < 0:
                    entered[after] = lowest[after] = clock
                    clock += 1
                    open_nodes.append(after)
                    path.append((after, iter(successors[after])))
                    break
                if component[after] < 0:
                    lowest[node] = min(lowest[node], entered[after])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == entered[node]:
                    _close(node, open_nodes, component)
    return component


def _close(first: int, open_nodes: list[int], component: list[int]) -> None:
    """Take the nodes of a complete component off the open ones, down to `first`."""
    place = len(open_nodes) - 1
    while open_nodes[place] != first:
        place -= 1
    members = open_nodes[place:]
    del open_nodes[place:]
    name = min(members)
    for member in members:
        component[member] = name

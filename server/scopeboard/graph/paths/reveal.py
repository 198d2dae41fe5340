"""Reveal an op: the node that shows it, and the scopes that must be open."""

from dataclasses import dataclass
from typing import Final

from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.paths.paths import OpenCall, row_of_call, shown_op_path, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

MAX_AROUND: Final = 1 << 16
"""The bound on the sum of the lengths of the names of scopes around one node, in characters."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The node that shows an op, and the scopes around it.

    `name` is the full name of the op, `node` that of the node that shows it: the op itself, or the
    node beside which a constant or summary stands. `scopes` must be open to show the node: see
    `scopes_around`.
    """

    name: str
    node: str
    scopes: list[str]


def reveal_op(graph: PreparedGraph, op: int, host: int, alias: OpenCall | None) -> Reveal:
    """Return the node and scopes that reveal an op; `host` shows it in the same function."""
    row = graph.tree.row_of_op(host)
    return Reveal(
        name=shown_op_path(graph, op, alias),
        node=shown_op_path(graph, host, alias),
        scopes=[] if row is None else scopes_around(graph, row, alias),
    )


def scopes_around(graph: PreparedGraph, row: int, alias: OpenCall | None) -> list[str]:
    """Return the names of the scopes around a row, from the outside inwards, without the top level.

    The sum of their lengths grows with the square of the depth: for a very deep row, the outermost
    names are returned, up to `MAX_AROUND` characters.
    """
    names: list[str] = []
    characters = 0
    for above, within in reversed(_around(graph, row, alias)):
        name = above if isinstance(above, str) else shown_path(graph, above, within)
        characters += len(name)
        if characters > MAX_AROUND:
            break
        names.append(name)
    return names


def count_around(graph: PreparedGraph, row: int, alias: OpenCall | None) -> int:
    """Return the number of scopes around a row, without the top level."""
    return len(_around(graph, row, alias))


def _around(
    graph: PreparedGraph, row: int, alias: OpenCall | None
) -> list[tuple[int | str, OpenCall | None]]:
    """Return the scopes around a row from the inside out: rows in an alias, or names of calls."""
    around: list[tuple[int | str, OpenCall | None]] = []
    while True:
        root = ROOT if alias is None else alias.root
        line = graph.tree.ancestors(row)
        within = line[line.index(root) + 1 : -1] if root in line else line[1:-1]
        around += [(above, alias) for above in reversed(within)]
        if alias is None:
            return around
        if row != root:
            around.append((alias.path, None))
        call_path = shown_op_path(graph, alias.call, alias.outer)
        if call_path != alias.path:
            around.append((call_path, None))
        row, alias = row_of_call(graph, alias.call), alias.outer

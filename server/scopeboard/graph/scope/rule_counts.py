"""How many nodes of a graph each rule of a viewer fits, and for how many it has the last word.

A scope's answer tells of its own children alone. A rule for many nodes reaches into scopes that
nobody has opened, so before it is made a viewer wants to know what it comes to. Nodes are the rows
of the tree: name scopes, series nodes and ops; what opens in place of a call counts once, where its
function's own body lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.paths.paths import find_node
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.children import op_types_of_rows, root_op
from scopeboard.graph.scope.rules import Choice, NamedNodes, rows_that_fit

_NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class ChoiceCount:
    """What a rule comes to.

    It fits `fits` nodes; for `decides` of them no later rule says otherwise. `error` is a sentence
    on a pattern that is wrong, and absent otherwise.
    """

    choice: str
    fits: int
    decides: int
    error: str | None


def count_choices(
    graph: PreparedGraph, choices: Sequence[Choice], check: CancelCheck = never_cancelled
) -> list[ChoiceCount]:
    """Count the nodes of each rule, in the order of the rules; `check` is called for each."""
    nodes = _named_nodes(graph) if choices else NamedNodes([], [])
    last = np.full(len(nodes.names), _NOBODY, dtype=np.int32)
    fits = [0] * len(choices)
    errors: list[str | None] = [None] * len(choices)
    for number, choice in enumerate(choices):
        check()
        try:
            rows = rows_that_fit(choice, nodes, check)
        except QueryError as error:
            errors[number] = str(error)
            continue
        fits[number] = len(rows)
        last[rows] = number
    decides = np.bincount(last[last != _NOBODY], minlength=len(choices)).tolist()
    return [
        ChoiceCount(str(choice), fits[number], decides[number], errors[number])
        for number, choice in enumerate(choices)
    ]


def unknown_names(
    graph: PreparedGraph, names: Sequence[str], check: CancelCheck = never_cancelled
) -> list[str]:
    """Return the names that no node of the graph is shown under; `check` is called for each."""
    unknown = []
    for name in names:
        check()
        if find_node(graph, name) is None:
            unknown.append(name)
    return unknown


def _named_nodes(graph: PreparedGraph) -> NamedNodes:
    """Return all rows but the root, as the split sees them."""
    tree = graph.tree
    rows = np.arange(ROOT + 1, tree.op.size, dtype=np.int32)
    ops = op_types_of_rows(graph, rows)
    for place, row in enumerate(rows[rows < tree.first_series].tolist()):
        ops[place] = root_op(graph, row)
    return NamedNodes([tree.path(row) for row in rows.tolist()], ops)

"""Count the nodes of a graph that each rule of a viewer matches, and those that it decides.

The answer for a scope has its own children alone, but a rule may match nodes in scopes that are
closed. Counts show the effect of a rule before it is applied. Nodes are the rows of the tree: name
scopes, series nodes and ops. The body of a function counts once, in the library.
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
from scopeboard.graph.scope.rules import Choice, NamedNodes, matching_rows

_UNDECIDED: Final = -1


@dataclass(frozen=True, slots=True)
class ChoiceCount:
    """The counts of a rule.

    `fits` is the number of nodes that match the rule, `decides` the number of those that match no
    later rule. `error` is a sentence about an invalid pattern, absent for a valid one.
    """

    choice: str
    fits: int
    decides: int
    error: str | None


def count_choices(
    graph: PreparedGraph, choices: Sequence[Choice], check: CancelCheck = never_cancelled
) -> list[ChoiceCount]:
    """Count the nodes of each rule, in the order of the rules; `check` is called for each."""
    if not choices:
        return []
    tree = graph.tree
    tree_rows = np.arange(ROOT + 1, tree.op.size, dtype=np.int32)
    ops = op_types_of_rows(graph, tree_rows)
    for number, row in enumerate(tree_rows[tree_rows < tree.first_group].tolist()):
        ops[number] = root_op(graph, row)  # as the split sees a name scope
    nodes = NamedNodes([tree.path(row) for row in tree_rows.tolist()], ops)
    last = np.full(len(nodes.names), _UNDECIDED, dtype=np.int32)
    fits = [0] * len(choices)
    errors: list[str | None] = [None] * len(choices)
    for number, choice in enumerate(choices):
        check()
        try:
            rows = matching_rows(choice, nodes, check)
        except QueryError as error:
            errors[number] = str(error)
            continue
        fits[number] = len(rows)
        last[rows] = number
    decides = np.bincount(last[last != _UNDECIDED], minlength=len(choices)).tolist()
    return [
        ChoiceCount(str(choice), fits[number], decides[number], errors[number])
        for number, choice in enumerate(choices)
    ]


def unknown_names(
    graph: PreparedGraph, names: Sequence[str], check: CancelCheck = never_cancelled
) -> list[str]:
    """Return the names that are not the shown name of any node; `check` is called for each."""
    unknown = []
    for name in names:
        check()
        if find_node(graph, name) is None:
            unknown.append(name)
    return unknown

"""Edges into the arguments of functions, over all calls whose wiring is certain."""

from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.wire.graph_pb2 import NodeDef

# The slot of the first argument among the call's inputs, by the attribute that names the function.
# The input before it is the condition, or the number of the branch.
_FIRST_SLOTS: Final = {
    **dict.fromkeys(("", "f", "cond", "body", "subgraph", "decomposition"), 0),
    **dict.fromkeys(("then_branch", "else_branch", "then", "else"), 1),
}
_BRANCHES: Final = ("branches[", "branch[")
SINGLE_CALLS: Final = frozenset(
    {"PartitionedCall", "StatefulPartitionedCall", "CALL", "CALL_ONCE", "STABLEHLO_COMPOSITE",
     "call", "fusion"}
)  # fmt: skip
LOOPS: Final = frozenset(
    {"While", "StatelessWhile", "Loop", "Scan", "WHILE", "STABLEHLO_WHILE", "while"}
)
CONDITIONALS: Final = frozenset(
    {"If", "StatelessIf", "Case", "StatelessCase", "IF", "STABLEHLO_CASE", "conditional"}
)
"""Op types of TensorFlow, ONNX, TFLite and XLA that run functions: once, often, one of several."""
_CALLS: Final = SINGLE_CALLS | LOOPS | CONDITIONALS
_CAPTURED: Final = "captured"
"""The attribute of a loop of ONNX with the number of last arguments that are the same each time."""


def argument_edges(graph: OpGraph) -> tuple[Indices, Indices]:
    """Return pairs of an op that feeds a call and the argument op that receives its tensor."""
    callers, arguments, _ = argument_wires(graph)
    return callers, arguments


def argument_wires(graph: OpGraph) -> tuple[Indices, Indices, Indices]:
    """Return for each edge into an argument its source op, the argument, and the edge."""
    edges, calls = graph.edges, graph.calls
    if not len(calls):
        none = np.empty(0, dtype=np.int64)
        return none, none, none
    data = np.flatnonzero(edges.kind != CONTROL)
    data = data[np.lexsort((edges.slot[data], edges.target[data]))]
    bounds = np.searchsorted(edges.target[data], np.stack((calls.op, calls.op + 1)))
    rows: list[int] = []
    arguments: list[int] = []
    for call, (low, high) in enumerate(bounds.T.tolist()):
        first = _first_slot(graph, call)
        if first is None:
            continue
        args = graph.functions.args_of(int(calls.function[call])).tolist()
        for row in data[low:high].tolist():
            index = int(edges.slot[row]) - first
            if 0 <= index < len(args):
                rows.append(row)
                arguments.append(args[index])
    wires = np.array(rows, dtype=np.int64)
    return edges.source[wires], np.array(arguments, dtype=np.int64), wires


def results_of_loops(graph: OpGraph) -> dict[int, list[int]]:
    """Return the result ops of the body of each loop of ONNX."""
    calls, op_types, results = graph.calls, graph.op_types, dict[int, list[int]]()
    for call, op in enumerate(calls.op.tolist()):
        if op_types[graph.op_type[op]] in {"Loop", "Scan"} and calls.attribute[call] == "body":
            results[op] = graph.functions.results_of(int(calls.function[call])).tolist()
    return results


def flag_varying_arguments(graph: OpGraph) -> Flags:
    """Flag the arguments of functions that differ from one iteration of a loop to the next."""
    flags = np.zeros(len(graph), dtype=np.bool_)
    calls = graph.calls
    is_loop = graph.flag_types(LOOPS.__contains__)
    for call in np.flatnonzero(is_loop[calls.op]).tolist():
        row = int(graph.attributes[calls.op[call]])
        attributes = NodeDef.FromString(graph.attribute_sets[row] if row >= 0 else b"").attr
        captured = attributes[_CAPTURED].i if _CAPTURED in attributes else 0
        arguments = graph.functions.args_of(int(calls.function[call]))
        flags[arguments[: max(arguments.size - captured, 0)]] = True
    return flags


def _first_slot(graph: OpGraph, call: int) -> int | None:
    """Return the slot of the first argument, None where the wiring is not certain."""
    attribute = graph.calls.attribute[call]
    if attribute and graph.op_types[graph.op_type[graph.calls.op[call]]] not in _CALLS:
        return None
    return 1 if attribute.startswith(_BRANCHES) else _FIRST_SLOTS.get(attribute)


def results_of_calls(graph: OpGraph) -> dict[int, list[list[int]]]:
    """Return the result ops of each call whose outputs are the results of its functions.

    There is one list of results for each function: a conditional has one for each branch. Loops are
    not included: without an iteration, a loop returns its inputs.
    """
    calls, results_of = graph.calls, dict[int, list[list[int]]]()
    for call, op in enumerate(calls.op.tolist()):
        attribute = calls.attribute[call]
        is_loop = attribute in {"cond", "body"}
        if _first_slot(graph, call) is not None and not is_loop:
            results = graph.functions.results_of(int(calls.function[call])).tolist()
            results_of.setdefault(op, []).append(results)
    return results_of

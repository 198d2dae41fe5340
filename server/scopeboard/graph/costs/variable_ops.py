"""Variables of a graph, and the ops that read and write them.

A variable is an op that holds a tensor (`VariableV2`, `VarHandleOp`), or an input of the main graph
that is the handle of an external one: a traced function has one for each variable that it captures.
"""

import re
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.model.call_edges import argument_edges, results_of_calls
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.wire.types_pb2 import DT_BOOL, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_RESOURCE

VARIABLES: Final = frozenset({"Variable", "VariableV2", "VarHandleOp"})
EXTERNAL_HANDLES: Final = frozenset({"Placeholder", "_Arg"})
READS: Final = frozenset({"ReadVariableOp", "ResourceGather", "ResourceGatherNd"})
_PASSES_ON: Final = frozenset(
    {
        "Identity", "IdentityN", "ReadVariableOp", "Enter", "RefEnter", "Switch", "RefSwitch",
        "Merge", "RefMerge", "Exit", "RefExit", "RefIdentity", "Cast", "Reshape", "ExpandDims",
        "Transpose", "Snapshot", "EnsureShape",
    }
)  # fmt: skip
_PASS_ROUNDS: Final = 16  # a read passes through casts, `Enter` ops of loops, a few nested calls
_UPDATE: Final = re.compile(r"^_?(Fused)?(Resource)?(Sparse)?Apply[A-Z]")
_WRITER: Final = re.compile(
    r"^(Assign|Scatter(Add|Sub|Mul|Div|Min|Max|Update|Nd(Add|Sub|Min|Max|Update)$)"
    r"|ResourceScatter|StridedSliceAssign|ResourceStridedSliceAssign|CountUpTo"
    r"|ResourceCountUpTo)"
)
# Writes to a handle whose other inputs have the shape of the variable.
DENSE_WRITER: Final = re.compile(r"^(Assign(Add|Sub)?VariableOp|ResourceApply[A-Z]\w*)$")
_INTEGERS: Final = (DT_BOOL, DT_INT8, DT_INT16, DT_INT32, DT_INT64)


def external_handles(graph: OpGraph) -> Flags:
    """Flag the inputs that are handles of external variables: those that a function captures."""
    first = graph.tensors.first
    has_output = first[:-1] < first[1:]
    dtype = np.append(graph.tensors.dtype, 0)[np.where(has_output, first[:-1], -1)]
    flags: Flags = graph.flag_types(EXTERNAL_HANDLES.__contains__) & (dtype == DT_RESOURCE)
    return flags


class VariableOps:
    """Edges and ops of a graph by their effect on variables.

    `is_update` and `is_writer` flag the ops that are an optimiser's update (with the variable as
    input 0, then the slots) or any other write to input 0. `source` and `target` are the edges of
    floating-point values without writes: a path along them leads from a read to the values computed
    from it within one step. It enters the bodies of known functions.
    """

    def __init__(self, graph: OpGraph) -> None:
        edges = graph.edges
        self.graph = graph
        self.is_update = graph.flag_types(_UPDATE.match)
        self.is_writer = graph.flag_types(_WRITER.match)
        self.passes_on = graph.flag_types(_PASSES_ON.__contains__)
        callers, arguments = argument_edges(graph)
        is_data = edges.kind != CONTROL
        rows = self.passes_on[edges.target] & (edges.slot == 0) & is_data
        self._passed_source = np.concatenate((edges.source[rows], callers))
        self._passed_target = np.concatenate((edges.target[rows], arguments))

        writes = self.is_update | self.is_writer
        is_integer = np.zeros(256, dtype=np.bool_)
        is_integer[[*_INTEGERS]] = True
        dtype = np.append(graph.tensors.dtype, 0)[edges.tensor]
        is_value = is_data & ~writes[edges.source] & ~is_integer[dtype.astype(np.uint8)]
        is_value &= ~(writes[edges.target] & (edges.slot == 0))
        is_entered = np.zeros(len(graph), dtype=np.bool_)  # values go through the bodies instead
        results = results_of_calls(graph)
        is_entered[list(results)] = True
        is_value &= ~is_entered[edges.target]
        pairs = [(end, op) for op, lists in results.items() for ends in lists for end in ends]
        ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        self.source = np.concatenate((edges.source[is_value], callers, ends[:, 0]))
        self.target = np.concatenate((edges.target[is_value], arguments, ends[:, 1]))

    def through_variables(self, variables: Flags) -> tuple[Indices, Indices]:
        """Return source and target of the value edges, and of edges through some variables.

        A value written to one of them reaches the ops that read it, and the ops that use the output
        of the writer.
        """
        edges, is_data = self.graph.edges, self.graph.edges.kind != CONTROL
        values = self.passed_on_from(variables)
        rows = is_data & self.is_writer[edges.target] & (edges.slot == 0) & values[edges.source]
        writes = np.zeros(len(self.graph), dtype=np.bool_)
        writes[edges.target[rows]] = True
        outputs = is_data & writes[edges.source]
        return (
            np.concatenate((self.source, edges.target[rows], edges.source[outputs])),
            np.concatenate((self.target, edges.source[rows], edges.target[outputs])),
        )

    def written_by(self, writers: Flags, *, is_first: bool) -> Flags:
        """Flag the ops that feed input 0 of some writers, the variable, or their other inputs."""
        edges = self.graph.edges
        rows = writers[edges.target] & (edges.kind != CONTROL) & ((edges.slot == 0) == is_first)
        flags = np.zeros(len(self.graph), dtype=np.bool_)
        flags[edges.source[rows]] = True
        return self.passed_on_to(flags)

    def assigned(self, values: Flags) -> Flags:
        """Flag the variables that are assigned a flagged value."""
        edges = self.graph.edges
        rows = self.is_writer[edges.target] & (edges.slot > 0) & (edges.kind != CONTROL)
        writers = np.zeros(len(self.graph), dtype=np.bool_)
        writers[edges.target[rows & values[edges.source]]] = True
        return self.written_by(writers, is_first=True)

    def passed_on_to(self, flags: Flags) -> Flags:
        """Flag also the ops whose value or handle reaches a flagged op unchanged."""
        return _spread(flags, self._passed_target, self._passed_source)

    def passed_on_from(self, flags: Flags) -> Flags:
        """Flag also the ops that the value or handle of a flagged op reaches unchanged."""
        return _spread(flags, self._passed_source, self._passed_target)


def find_named(graph: OpGraph, variables: Flags, pattern: re.Pattern[str]) -> Flags:
    """Flag the variables whose names match a pattern."""
    ops = np.flatnonzero(variables).tolist()
    flags = np.zeros(len(graph), dtype=np.bool_)
    flags[[op for op in ops if pattern.search(graph.names[op])]] = True
    return flags


def _spread(flags: Flags, source: Indices, target: Indices) -> Flags:
    """Flag also the ops that a few edges from `source` to `target` reach from a flagged op."""
    flags = flags.copy()
    for _ in range(_PASS_ROUNDS):
        reached = target[flags[source] & ~flags[target]]
        if not reached.size:
            break
        flags[reached] = True
    return flags

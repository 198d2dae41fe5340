"""The op graph: a GraphDef as columns, the output of parsing and the input of all other stages.

The ops of the main graph come first, then the ops of each function of the library, named
`(functions)/<function>/<op>`. A function's arguments are ops of type `_Arg`, its results ops of
type `_Retval`; no edge leads from the main graph into a body, or from one body into another.
`Calls` maps ops to the functions that they open into.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.model.placement import NOT_STATED, Placement, placement_label
from scopeboard.graph.model.shapes import shape_text

DATA: Final = 0
CONTROL: Final = 1
REFERENCE: Final = 2

LIBRARY: Final = "(functions)"
ARGUMENT_OP: Final = "_Arg"
RESULT_OP: Final = "_Retval"

Flavour = Literal[
    "tensorflow", "torch", "keras", "onnx", "torch_export", "tflite", "hlo", "weights"
]
PYTORCH: Final[frozenset[Flavour]] = frozenset({"torch", "torch_export"})
"""Graphs whose scopes are modules, `Conv2d[stem]`, and whose ops are named by their results."""


@dataclass(frozen=True, slots=True)
class BaseEdges:
    """Base edges: one row for each input of each op, in order of appearance.

    `source` and `target` are ops. `port` is the output of the source, negative where only its name
    is known (see `output_ports`), `slot` the index of the input in the target's list.
    `kind` is DATA, CONTROL or REFERENCE. `tensor` is the row in the graph's `Tensors`, -1 when it
    is unknown (always for control edges).
    """

    source: Indices
    target: Indices
    port: Indices
    slot: Indices
    kind: Indices
    tensor: Indices

    def __len__(self) -> int:
        """Return the number of base edges."""
        return int(self.source.size)

    def take(self, rows: Indices) -> "BaseEdges":
        """Return some of the edges, in the order of `rows`."""
        return BaseEdges(*(column[rows] for column in self._columns()))

    def followed_by(self, *others: "BaseEdges") -> "BaseEdges":
        """Return these edges followed by the edges of `others`."""
        columns = zip(self._columns(), *(other._columns() for other in others), strict=True)
        return BaseEdges(*(np.concatenate(column) for column in columns))

    def _columns(self) -> tuple[Indices, ...]:
        return self.source, self.target, self.port, self.slot, self.kind, self.tensor


def no_placement() -> Indices:
    """Return the column of a graph that states no placement."""
    return np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Tensors:
    """Output tensors of ops: op `i` has rows `first[i]` to `first[i + 1]`, by port.

    `shape` is a row in `shapes`, the distinct shapes (-1 an unknown dimension, `()` a scalar), and
    itself -1 when the rank is unknown. A dimension of `-2 - i` is unknown, too, and has a name:
    `symbols[i]`. `dtype` (int8) is the number of a `DataType`, for a
    reference its target's, 0 when unknown. `elements` counts an unknown dimension as 1; `bytes`
    needs a dtype of fixed width. `placement` is a row in `placements`, the distinct ones, -1 where
    nothing is stated; it is empty where no tensor has one.
    """

    first: Indices
    shape: Indices
    dtype: Indices
    elements: Amounts
    bytes: Amounts
    shapes: list[tuple[int, ...]]
    symbols: tuple[str, ...] = ()
    placement: Indices = field(default_factory=no_placement)
    placements: tuple[Placement, ...] = ()

    def find_shape(self, tensor: int) -> tuple[int, ...] | None:
        """Return the shape of tensor `tensor` (-1: none), or None when its rank is unknown."""
        code = -1 if tensor < 0 else int(self.shape[tensor])
        return None if code < 0 else self.shapes[code]

    def find_label(self, tensor: int) -> str | None:
        """Return the shape of tensor `tensor` (-1: none) as text, or None when it is unknown."""
        return shape_text(self.find_shape(tensor), self.symbols)

    def find_placement(self, tensor: int) -> Placement:
        """Return layout and sharding of tensor `tensor` (-1: none), as far as they are stated."""
        code = int(self.placement[tensor]) if tensor >= 0 and self.placement.size else -1
        return NOT_STATED if code < 0 else self.placements[code]

    def find_edge_label(self, tensor: int) -> str | None:
        """Return what an edge of tensor `tensor` (-1: none) shows: its shape, and its placement."""
        placement = placement_label(self.find_placement(tensor))
        return " ".join(filter(None, (self.find_label(tensor), placement))) or None


@dataclass(frozen=True, slots=True)
class Functions:
    """The function library: one row for each function.

    The ops of function `i` are rows `first[i]` to `end[i]` of the op graph, arguments first, then
    the body, then results. Its arguments are `arg_ops[arg_first[i]:arg_first[i + 1]]`, its
    results `result_ops[result_first[i]:result_first[i + 1]]`, each in the order of the signature;
    ops that run only for their effects (`control_ret`) are among its ops, not among its results.
    """

    names: list[str]
    first: Indices
    end: Indices
    arg_first: Indices
    arg_ops: Indices
    result_first: Indices
    result_ops: Indices

    def __len__(self) -> int:
        """Return the number of functions."""
        return len(self.names)

    def args_of(self, function: int) -> Indices:
        """Return the ops that are the arguments of a function."""
        return self.arg_ops[self.arg_first[function] : self.arg_first[function + 1]]

    def results_of(self, function: int) -> Indices:
        """Return the ops that are the results of a function."""
        return self.result_ops[self.result_first[function] : self.result_first[function + 1]]


@dataclass(frozen=True, slots=True)
class Calls:
    """The functions that ops open into: one row for each pair, sorted by op.

    `function` is a row in `Functions`. `attribute` is the attribute that names the function (`f`,
    `body`, `branches[0]`), empty when the op's type is the function.
    """

    op: Indices
    function: Indices
    attribute: list[str]

    def __len__(self) -> int:
        """Return the number of calls."""
        return int(self.op.size)

    def of_op(self, op: int) -> range:
        """Return the rows of one op."""
        first, end = np.searchsorted(self.op, [op, op + 1]).tolist()
        return range(first, end)


def no_functions() -> Functions:
    """Return an empty library."""
    none, start = np.empty(0, dtype=np.int32), np.zeros(1, dtype=np.int32)
    return Functions([], none, none, start, none, start, none)


def no_calls() -> Calls:
    """Return an empty table of calls."""
    none = np.empty(0, dtype=np.int32)
    return Calls(none, none, [])


@dataclass(frozen=True, slots=True)
class OpGraph:
    """All ops in order of appearance, with unique names (`name#2` for the second of a name).

    `op_type`, `device` and `cluster` are rows in `op_types`, `devices` and `clusters`, the
    distinct texts; a cluster (of XLA) is -1 where there is none. `attributes` is a row in
    `attribute_sets`, each a NodeDef of op type and attributes alone, without values over 1 KiB:
    equal for ops that differ only in name, inputs and device, -1 where it is not stored. `spans`
    [ops, 2] has the start and end of the op's NodeDef in the GraphDef's bytes, -1 for an op without
    one. Ops `[0, main_count)` are the main graph.
    """

    names: list[str]
    op_type: Indices
    op_types: list[str]
    device: Indices
    devices: list[str]
    cluster: Indices
    clusters: list[str]
    edges: BaseEdges
    tensors: Tensors
    attributes: Indices
    attribute_sets: list[bytes]
    spans: Amounts
    main_count: int
    functions: Functions = field(default_factory=no_functions)
    calls: Calls = field(default_factory=no_calls)
    flavour: Flavour = "tensorflow"

    def __len__(self) -> int:
        """Return the number of ops, including the ops of functions."""
        return len(self.names)

    def flag_types(self, condition: Callable[[str], object]) -> Flags:
        """Flag the ops whose type satisfies a condition."""
        table = np.array([bool(condition(name)) for name in self.op_types], dtype=np.bool_)
        flags: Flags = table[self.op_type]
        return flags

    def ops_of_types(self, op_types: frozenset[str]) -> Indices:
        """Return the ops of any of these types."""
        return np.flatnonzero(self.flag_types(op_types.__contains__))

    def with_tensors(self, tensors: Tensors) -> "OpGraph":
        """Return the graph with other output tensors."""
        tensor = edge_tensors(self.edges, tensors)
        return replace(self, tensors=tensors, edges=replace(self.edges, tensor=tensor))


def edge_tensors(edges: BaseEdges, tensors: Tensors) -> Indices:
    """Return the column `tensor` of edges: the row in `tensors`, or -1."""
    tensor = tensors.first[edges.source] + edges.port
    is_known = (edges.kind != CONTROL) & (edges.port >= 0)
    is_known &= tensor < tensors.first[edges.source + 1]
    return np.where(is_known, tensor, -1).astype(np.int32)

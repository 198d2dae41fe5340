"""Kinds of op: what ops have in common that differ in name, inputs and device only.

Graphs have few kinds and many ops, so that what follows from type and attributes (outputs, XLA
cluster, called functions) is worked out once for each kind and spread over the ops as columns.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Indices, ranges
from scopeboard.graph.graphdef.slow_node import decode_by_field
from scopeboard.graph.model.dtypes import find_width, output_dtype, plain_dtype
from scopeboard.graph.model.op_graph import ARGUMENT_OP, Tensors
from scopeboard.graph.model.shapes import MAX_COUNT, Shape, count_elements, output_shapes
from scopeboard.protowire.fields import DELIMITED, Field
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_KEPT: Final = 100_000
MAX_KEPT_BYTES: Final = 16_000_000
_CLUSTER: Final = "_XlaCluster"
_CLUSTER_KEY: Final = _CLUSTER.encode()
# A call's functions in the order in which they run or are chosen; others follow by name.
_CALL_ORDER: Final = ("cond", "body", "then_branch", "else_branch")


class _Output(NamedTuple):
    """One output tensor: row of its shape, dtype, elements, bytes."""

    shape: int
    dtype: int
    elements: int
    size: int


class NamedFunction(NamedTuple):
    """A function that an attribute names: `body`, `branches[0]`."""

    attribute: str
    function: str


class AttributeSetBuilder:
    """Collects ops; the columns come out at the end.

    Kinds are told apart by their bytes as long as these are kept: for the first `MAX_KEPT` kinds
    and `MAX_KEPT_BYTES`. A later op is a kind of its own. `named_functions` has, by kind, the
    functions that attributes name, where there are functions. `damaged_at` has ops, in the order in
    which they came, with the names of attributes that could not be read.

    Args:
        has_functions: whether there are functions that attributes may name.
    """

    def __init__(self, *, has_functions: bool = True) -> None:
        self._has_functions = has_functions
        self.named_functions: dict[int, list[NamedFunction]] = {}
        self._of_op = array("i")
        self._written: dict[tuple[bytes, bytes], int] = {}  # in any order
        self._rows: dict[bytes, int] = {}
        self._room = MAX_KEPT_BYTES
        self._first_output = array("i", [0])
        self._outputs: list[_Output] = []
        self._shapes: dict[tuple[int, ...], int] = {}
        self._cluster = array("i")
        self._clusters: dict[str, int] = {}
        self._kept = array("i")
        self._is_damaged = array("b")
        self.damaged_at: list[tuple[int, str]] = []

    def extend(self, op_types: list[bytes], attributes: list[bytes]) -> None:
        """Append ops: the type of each, and its attributes as protobuf fields of a NodeDef."""
        find, append = self._written.get, self._of_op.append
        for written in zip(op_types, attributes, strict=True):
            row = find(written)
            append(self._read(written) if row is None else row)

    def count_damaged(self) -> int:
        """Return how many ops have attributes that could not be read."""
        return int(np.array(self._is_damaged, dtype=np.int64)[self.kinds()].sum())

    def arrange(self, order: Indices) -> None:
        """Put the ops in another order."""
        self._of_op = array("i", self.kinds()[order].tolist())

    def kinds(self) -> Indices:
        """Return the kind of each op: equal where type and attributes are."""
        return _column(self._of_op)

    def attributes(self) -> tuple[Indices, list[bytes]]:
        """Return for each op the row of its attribute set, -1 where it was not kept, and all."""
        return _column(self._kept)[self.kinds()], list(self._rows)

    def clusters(self) -> tuple[Indices, list[str]]:
        """Return for each op the row of its XLA cluster, -1 where it has none, and all."""
        return _column(self._cluster)[self.kinds()], list(self._clusters)

    def tensors(self) -> Tensors:
        """Return the outputs of all ops, as far as they are certain."""
        kind, first_of_kind = self.kinds(), _column(self._first_output)
        count = np.diff(first_of_kind)[kind]
        first = np.concatenate(([0], np.cumsum(count))).astype(np.int32)
        row = ranges(first_of_kind[kind], first_of_kind[kind + 1])
        columns = np.array(self._outputs, dtype=np.int64).reshape(-1, len(_Output._fields))[row]
        return Tensors(
            first=first,
            shape=columns[:, 0].astype(np.int32),
            dtype=columns[:, 1].astype(np.int8),
            elements=columns[:, 2].copy(),
            bytes=columns[:, 3].copy(),
            shapes=list(self._shapes),
        )

    def _read(self, written: tuple[bytes, bytes]) -> int:
        """Decode an op type with attributes that was not seen before."""
        op_type, attributes = written
        is_whole = True
        try:
            node = NodeDef.FromString(attributes)
        except DecodeError:
            whole = Field(1, DELIMITED, 0, 0, len(attributes))
            node, lost = decode_by_field(attributes, whole)
            is_whole = False
            self.damaged_at += [(len(self._of_op), name) for name in lost if name]
        node.op = op_type.decode("utf-8", "replace")
        row = self._row_of(node, is_whole=is_whole)
        if self._kept[row] >= 0:
            self._written[written] = row
        return row

    def _row_of(self, node: NodeDef, *, is_whole: bool) -> int:
        """Return the row of a kind; a damaged one is its own, so that it can be counted."""
        key = node.SerializeToString(deterministic=True)
        row = self._rows.get(key) if is_whole else None
        return self._add_kind(node, key, is_whole=is_whole) if row is None else row

    def _add_kind(self, node: NodeDef, key: bytes, *, is_whole: bool) -> int:
        row = len(self._kept)
        is_kept = is_whole and len(self._rows) < MAX_KEPT and len(key) <= self._room
        self._kept.append(len(self._rows) if is_kept else -1)
        if is_kept:
            self._rows[key] = row
            self._room -= len(key)
        self._is_damaged.append(not is_whole)
        self._outputs.extend(self._outputs_of(node))
        self._first_output.append(len(self._outputs))
        self._cluster.append(self._cluster_row(node) if _CLUSTER_KEY in key else -1)
        if self._has_functions and (named := _named_functions(node)):
            self.named_functions[row] = named
        return row

    def _cluster_row(self, node: NodeDef) -> int:
        cluster = node.attr[_CLUSTER].s.decode("utf-8", errors="replace")
        return self._clusters.setdefault(cluster, len(self._clusters)) if cluster else -1

    def _outputs_of(self, node: NodeDef) -> list[_Output]:
        shapes = output_shapes(node)
        if node.op == ARGUMENT_OP and not shapes:
            shapes = [None]
        return [
            self._output(shape, output_dtype(node.op, node.attr, port))
            for port, shape in enumerate(shapes)
        ]

    def _output(self, shape: Shape, dtype: int) -> _Output:
        elements, width = count_elements(shape), find_width(dtype)
        is_known = elements >= 0 and width is not None
        size = min(elements * (width or 0), MAX_COUNT) if is_known else -1
        row = -1 if shape is None else self._shapes.setdefault(shape, len(self._shapes))
        return _Output(row, plain_dtype(dtype), elements, size)


def _column(values: "array[int]") -> Indices:
    return np.array(values, dtype=np.int32)


def _named_functions(node: NodeDef) -> list[NamedFunction]:
    """Return the functions that attributes name, in the order in which they are shown."""
    found = []
    for key in sorted(node.attr, key=_call_order):
        value: AttrValue = node.attr[key]
        if value.HasField("func"):
            found.append(NamedFunction(key, value.func.name))
        elif value.HasField("list"):
            functions = enumerate(value.list.func)
            found.extend(NamedFunction(f"{key}[{n}]", called.name) for n, called in functions)
    return found


def _call_order(attribute: str) -> tuple[int, str]:
    is_first = attribute in _CALL_ORDER
    return _CALL_ORDER.index(attribute) if is_first else len(_CALL_ORDER), attribute

"""Attribute sets: op type and attributes, shared by many ops.

Graphs have few sets and many ops. The outputs, the XLA cluster and the called functions of an op
follow from its set, so they are decoded once for each set and spread over the ops as columns.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Indices, ranges
from scopeboard.graph.graphdef.slow_node import decode_by_field
from scopeboard.graph.model.dtypes import find_width, output_dtype, value_dtype
from scopeboard.graph.model.op_graph import ARGUMENT_OP, Tensors, no_placement
from scopeboard.graph.model.placement import (
    NOT_STATED,
    OUTPUT_LAYOUTS,
    OUTPUT_SHARDINGS,
    Placement,
    stated_placements,
)
from scopeboard.graph.model.shapes import MAX_COUNT, count_elements, output_shapes
from scopeboard.protowire.fields import DELIMITED, Field
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_SETS: Final = 100_000
MAX_SET_BYTES: Final = 16_000_000
_CLUSTER: Final = "_XlaCluster"
_CLUSTER_KEY: Final = _CLUSTER.encode()
_LAYOUTS_KEY: Final = OUTPUT_LAYOUTS.encode()
_SHARDINGS_KEY: Final = OUTPUT_SHARDINGS.encode()
# A call's functions in the order of execution or selection; others follow by name.
_CALL_ORDER: Final = ("cond", "body", "then_branch", "else_branch")


class _Output(NamedTuple):
    """One output tensor: row of its shape, dtype, elements, bytes, row of its placement."""

    shape: int
    dtype: int
    elements: int
    size: int
    placement: int


class TextColumn(NamedTuple):
    """A text for each op: its row in the distinct `texts`, -1 for none."""

    rows: Indices
    texts: list[str]

    def text_of(self, op: int) -> str:
        """Return the text of an op that has one."""
        return self.texts[int(self.rows[op])]


class NamedFunction(NamedTuple):
    """A function that an attribute names: `body`, `branches[0]`."""

    attribute: str
    function: str


class AttributeSetBuilder:
    """Collects ops and returns their columns at the end.

    Each op has a *kind*; ops of the same set share it. Sets are compared by their bytes, which are
    stored for the first `MAX_SETS` kinds and `MAX_SET_BYTES`. A later op is a kind of its own.
    `named_functions` has the functions that the attributes of a kind name, if the graph has any.
    `damaged_attributes` has ops, in order of arrival, with the names of unreadable attributes.

    Args:
        has_functions: whether the graph has functions that attributes may name.
        has_symbols: whether unknown dimensions have names that count.
    """

    def __init__(self, *, has_functions: bool = True, has_symbols: bool = False) -> None:
        self._has_functions = has_functions
        self._symbols: dict[str, int] | None = {} if has_symbols else None
        self.named_functions: dict[int, list[NamedFunction]] = {}
        self._kind_of_op = array("i")
        self._kinds: dict[tuple[bytes, bytes], int] = {}  # by bytes as written, in any order
        self._sets: dict[bytes, int] = {}
        self._free_bytes = MAX_SET_BYTES
        self._first_output = array("i", [0])
        self._outputs: list[_Output] = []
        self._shapes: dict[tuple[int, ...], int] = {}
        self._placements: dict[Placement, int] = {}
        self._cluster = array("i")
        self._clusters: dict[str, int] = {}
        self._set_of_kind = array("i")
        self._is_damaged = array("b")
        self.damaged_attributes: list[tuple[int, str]] = []

    def extend(self, op_types: list[bytes], attributes: list[bytes]) -> None:
        """Append ops: the type of each, and its attributes as protobuf fields of a NodeDef."""
        find, append = self._kinds.get, self._kind_of_op.append
        for written in zip(op_types, attributes, strict=True):
            kind = find(written)
            append(self._decode(written) if kind is None else kind)

    def count_damaged(self) -> int:
        """Return the number of ops with unreadable attributes."""
        return int(np.array(self._is_damaged, dtype=np.int64)[self.kinds()].sum())

    def arrange(self, order: Indices) -> None:
        """Reorder the ops."""
        self._kind_of_op = array("i", self.kinds()[order].tolist())

    def kinds(self) -> Indices:
        """Return the kind of each op: equal where type and attributes are."""
        return np.array(self._kind_of_op, dtype=np.int32)

    def attributes(self) -> tuple[Indices, list[bytes]]:
        """Return the row of each op's attribute set, -1 if it was not stored, and all sets."""
        return np.array(self._set_of_kind, dtype=np.int32)[self.kinds()], list(self._sets)

    def clusters(self) -> TextColumn:
        """Return the XLA cluster of each op."""
        rows = np.array(self._cluster, dtype=np.int32)[self.kinds()]
        return TextColumn(rows, list(self._clusters))

    def tensors(self) -> Tensors:
        """Return the outputs of all ops, as far as they are certain."""
        kind, first_of_kind = self.kinds(), np.array(self._first_output, dtype=np.int32)
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
            symbols=tuple(self._symbols or ()),
            placement=columns[:, 4].astype(np.int32) if self._placements else no_placement(),
            placements=tuple(self._placements),
        )

    def _decode(self, written: tuple[bytes, bytes]) -> int:
        """Return the kind of an op type and attributes that have not occurred yet."""
        op_type, attributes = written
        is_damaged = False
        try:
            node = NodeDef.FromString(attributes)
        except DecodeError:
            is_damaged = True
            span = Field(1, DELIMITED, 0, 0, len(attributes))
            node, names = decode_by_field(attributes, span)
            self.damaged_attributes += [(len(self._kind_of_op), name) for name in names if name]
        node.op = op_type.decode("utf-8", "replace")

        key = node.SerializeToString(deterministic=True)
        # A damaged op is a kind of its own, so that it can be counted.
        kind = None if is_damaged else self._sets.get(key)
        if kind is None:
            kind = self._add_kind(node, key, is_damaged=is_damaged)
        if self._set_of_kind[kind] >= 0:
            self._kinds[written] = kind
        return kind

    def _add_kind(self, node: NodeDef, key: bytes, *, is_damaged: bool) -> int:
        """Append a kind, with its outputs, XLA cluster and called functions."""
        kind = len(self._set_of_kind)
        fits = len(self._sets) < MAX_SETS and len(key) <= self._free_bytes
        is_stored = fits and not is_damaged
        self._set_of_kind.append(len(self._sets) if is_stored else -1)
        if is_stored:
            self._sets[key] = kind
            self._free_bytes -= len(key)
        self._is_damaged.append(is_damaged)

        shapes = output_shapes(node, self._symbols)
        if node.op == ARGUMENT_OP and not shapes:
            shapes = [None]
        placements = (
            stated_placements(node.attr, len(shapes))
            if _LAYOUTS_KEY in key or _SHARDINGS_KEY in key
            else [NOT_STATED] * len(shapes)
        )
        for port, (shape, placement) in enumerate(zip(shapes, placements, strict=True)):
            dtype = output_dtype(node.op, node.attr, port)
            elements, width = count_elements(shape), find_width(dtype)
            is_known = elements >= 0 and width is not None
            size = min(elements * (width or 0), MAX_COUNT) if is_known else -1
            row = -1 if shape is None else self._shapes.setdefault(shape, len(self._shapes))
            place = (
                self._placements.setdefault(placement, len(self._placements))
                if any(placement)
                else -1
            )
            self._outputs.append(_Output(row, value_dtype(dtype), elements, size, place))
        self._first_output.append(len(self._outputs))

        cluster = ""
        if _CLUSTER_KEY in key:
            cluster = node.attr[_CLUSTER].s.decode("utf-8", errors="replace")
        row = self._clusters.setdefault(cluster, len(self._clusters)) if cluster else -1
        self._cluster.append(row)
        if self._has_functions and (named := _named_functions(node)):
            self.named_functions[kind] = named
        return kind


def _named_functions(node: NodeDef) -> list[NamedFunction]:
    """Return the functions that attributes name, in display order."""

    def order(attribute: str) -> tuple[int, str]:
        is_first = attribute in _CALL_ORDER
        return _CALL_ORDER.index(attribute) if is_first else len(_CALL_ORDER), attribute

    functions = []
    for key in sorted(node.attr, key=order):
        value: AttrValue = node.attr[key]
        if value.HasField("func"):
            functions.append(NamedFunction(key, value.func.name))
        elif value.HasField("list"):
            for number, called in enumerate(value.list.func):
                functions.append(NamedFunction(f"{key}[{number}]", called.name))
    return functions

"""Kinds of op: what ops have in common that differ in name, inputs and device only.

Graphs have few kinds and many ops, so that what follows from type and attributes (outputs, XLA
cluster, called functions) is worked out once for each kind and spread over the ops as columns.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np

from scopeboard.graph.columns import Indices
from scopeboard.graph.dtypes import find_width, output_dtype, plain_dtype
from scopeboard.graph.opgraph import Tensors
from scopeboard.graph.shapes import MAX_COUNT, Shape, count_elements, output_shapes
from scopeboard.wire.graph_pb2 import NodeDef

MAX_KEPT: Final = 100_000
MAX_KEPT_BYTES: Final = 16_000_000
_CLUSTER: Final = "_XlaCluster"


class _Output(NamedTuple):
    """One output tensor: row of its shape, dtype, elements, bytes."""

    shape: int
    dtype: int
    elements: int
    size: int


class OpKinds:
    """Collects one op after the other; the columns come out at the end.

    Kinds are told apart by their bytes as long as these are kept: for the first `MAX_KEPT` kinds
    and `MAX_KEPT_BYTES`. A later op is a kind of its own.
    """

    def __init__(self) -> None:
        self._of_op = array("i")
        self._rows: dict[bytes, int] = {}
        self._room = MAX_KEPT_BYTES
        self._first_output = array("i", [0])
        self._outputs: list[_Output] = []
        self._shapes: dict[tuple[int, ...], int] = {}
        self._cluster = array("i")
        self._clusters: dict[str, int] = {}
        self._kept = array("i")

    def add_op(self, node: NodeDef) -> None:
        """Append the next op; takes name, inputs and device off the node."""
        key = _strip_to_kind(node)
        row = self._rows.get(key)
        if row is None:
            row = self._add_kind(node, key)
        self._of_op.append(row)

    def attributes(self) -> tuple[Indices, list[bytes]]:
        """Return for each op the row of its attribute set, -1 where it was not kept, and all."""
        return _column(self._kept)[_column(self._of_op)], list(self._rows)

    def clusters(self) -> tuple[Indices, list[str]]:
        """Return for each op the row of its XLA cluster, -1 where it has none, and all."""
        return _column(self._cluster)[_column(self._of_op)], list(self._clusters)

    def tensors(self) -> Tensors:
        """Return the outputs of all ops, as far as they are certain."""
        kind, first_of_kind = _column(self._of_op), _column(self._first_output)
        count = np.diff(first_of_kind)[kind]
        first = np.concatenate(([0], np.cumsum(count))).astype(np.int32)
        row = np.repeat(first_of_kind[kind] - first[:-1], count) + np.arange(first[-1])
        columns = np.array(self._outputs, dtype=np.int64).reshape(-1, len(_Output._fields))[row]
        return Tensors(
            first=first,
            shape=columns[:, 0].astype(np.int32),
            dtype=columns[:, 1].astype(np.int8),
            elements=columns[:, 2].copy(),
            bytes=columns[:, 3].copy(),
            shapes=list(self._shapes),
        )

    def _add_kind(self, node: NodeDef, key: bytes) -> int:
        row = len(self._kept)
        is_kept = len(self._rows) < MAX_KEPT and len(key) <= self._room
        self._kept.append(len(self._rows) if is_kept else -1)
        if is_kept:
            self._rows[key] = row
            self._room -= len(key)
        self._outputs.extend(self._outputs_of(node))
        self._first_output.append(len(self._outputs))
        cluster = node.attr[_CLUSTER].s if _CLUSTER in node.attr else b""
        self._cluster.append(self._cluster_row(cluster.decode("utf-8", errors="replace")))
        return row

    def _cluster_row(self, cluster: str) -> int:
        return self._clusters.setdefault(cluster, len(self._clusters)) if cluster else -1

    def _outputs_of(self, node: NodeDef) -> list[_Output]:
        return [
            self._output(shape, output_dtype(node.op, node.attr, port))
            for port, shape in enumerate(output_shapes(node))
        ]

    def _output(self, shape: Shape, dtype: int) -> _Output:
        elements, width = count_elements(shape), find_width(dtype)
        is_known = elements >= 0 and width is not None
        size = min(elements * (width or 0), MAX_COUNT) if is_known else -1
        row = -1 if shape is None else self._shapes.setdefault(shape, len(self._shapes))
        return _Output(row, plain_dtype(dtype), elements, size)


def _column(values: "array[int]") -> Indices:
    return np.array(values, dtype=np.int32)


def _strip_to_kind(node: NodeDef) -> bytes:
    """Leave only op type and attributes of a node, and return them as bytes."""
    node.ClearField("name")
    node.ClearField("input")
    node.ClearField("device")
    return node.SerializeToString(deterministic=True)

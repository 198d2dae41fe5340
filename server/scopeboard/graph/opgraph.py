"""The op graph: what a GraphDef says, as columns. The value between parsing and everything else."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.graph.columns import Amounts, Indices

DATA: Final = 0
CONTROL: Final = 1
REFERENCE: Final = 2


@dataclass(frozen=True, slots=True)
class BaseEdges:
    """Base edges: one row for each input of each op, in order of appearance.

    `source` and `target` are ops. `port` is the output the tensor leaves by, `slot` the place of
    the input in the target's list. `kind` is DATA, CONTROL or REFERENCE. `tensor` is the row in
    the graph's `Tensors`, -1 when nothing is known of it (always for control edges).
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
        """Return these edges and then those of `others`."""
        columns = zip(self._columns(), *(other._columns() for other in others), strict=True)
        return BaseEdges(*(np.concatenate(column) for column in columns))

    def _columns(self) -> tuple[Indices, ...]:
        return self.source, self.target, self.port, self.slot, self.kind, self.tensor


@dataclass(frozen=True, slots=True)
class Tensors:
    """Output tensors of ops: those of op `i` are rows `first[i]` to `first[i + 1]`, by port.

    `label` is a row in `labels`, the distinct shape texts (`?×784`, `scalar`), -1 when the rank is
    unknown. `elements` counts an unknown dimension as 1; `bytes` needs a dtype of fixed width.
    """

    first: Indices
    label: Indices
    elements: Amounts
    bytes: Amounts
    labels: list[str]

    def find_label(self, tensor: int) -> str | None:
        """Return the shape of tensor `tensor` (-1: none) as text, or None when it is unknown."""
        code = -1 if tensor < 0 else int(self.label[tensor])
        return None if code < 0 else self.labels[code]


@dataclass(frozen=True, slots=True)
class OpGraph:
    """All ops in order of appearance, their names made unique (`name#2` for the second).

    `op_type` and `device` are rows in `op_types` and `devices`, the distinct texts.
    """

    names: list[str]
    op_type: Indices
    op_types: list[str]
    device: Indices
    devices: list[str]
    edges: BaseEdges
    tensors: Tensors

    def __len__(self) -> int:
        """Return the number of ops."""
        return len(self.names)

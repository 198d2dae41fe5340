"""What takes long to work out of a graph and is the same for all viewers, to be kept beside it.

As bytes it is the CRC-32C of all that follows, and a NumPy archive.
"""

import struct
from dataclasses import dataclass, fields
from io import BytesIO
from typing import Final

import numpy as np

from scopeboard.events.crc import crc32c
from scopeboard.graph.annotations import AnnotatedGraph
from scopeboard.graph.columns import Indices
from scopeboard.graph.costs import Costs, count_costs
from scopeboard.graph.hierarchy import ScopeTree
from scopeboard.graph.kept_form import KEPT_FORM
from scopeboard.graph.structure import group_structures, structure_hashes

_HEAD: Final = struct.Struct("<I")
_COSTS: Final = tuple(field.name for field in fields(Costs))


@dataclass(frozen=True, slots=True)
class Derived:
    """The costs of each op, and the structure of each row of the tree in the default grouping."""

    costs: Costs
    structures: Indices

    def fits(self, ops: int, rows: int) -> bool:
        """Tell whether it can be of a graph with so many ops and rows."""
        sizes = {getattr(self.costs, name).size for name in _COSTS}
        return sizes == {ops} and self.structures.size == rows


def derive(graph: AnnotatedGraph, tree: ScopeTree) -> Derived:
    """Work it out."""
    return Derived(count_costs(graph.ops), group_structures(tree, structure_hashes(graph, tree)))


def derived_to_bytes(derived: Derived) -> bytes:
    """Return the bytes to keep."""
    buffer = BytesIO()
    columns = {name: getattr(derived.costs, name) for name in _COSTS}
    version = np.frombuffer(KEPT_FORM.encode(), dtype=np.uint8)
    np.savez(buffer, structures=derived.structures, version=version, **columns)
    archive = buffer.getvalue()
    return _HEAD.pack(crc32c(archive)) + archive


def derived_from_bytes(data: bytes) -> Derived | None:
    """Return what was kept; None when it is damaged or of another version."""
    archive = data[_HEAD.size :]
    if data[: _HEAD.size] != _HEAD.pack(crc32c(archive)) or not archive:
        return None
    with np.load(BytesIO(archive), allow_pickle=False) as columns:
        if columns["version"].tobytes() != KEPT_FORM.encode():
            return None
        costs = Costs(**{name: columns[name] for name in _COSTS})
        return Derived(costs, columns["structures"])

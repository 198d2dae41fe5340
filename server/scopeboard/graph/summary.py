"""What a list of graphs says of one: sizes and faults, found without making the graph ready."""

import json
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Final

from scopeboard.graph.inputs import find_input
from scopeboard.graph.nodedefs import NodeDefs

_FINGERPRINT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """The size of a graph, and what is odd about it.

    `fingerprint` identifies the GraphDef's bytes. `nodes` counts all ops and `edges` all inputs
    that name one, before annotations are taken out. `duplicate_names` counts the ops that have to
    be renamed, `ghost_inputs` the inputs that name no op. `damaged_ops` and `is_cut` are those of
    `NodeDefs`.
    """

    fingerprint: str = ""
    nodes: int = 0
    edges: int = 0
    duplicate_names: int = 0
    ghost_inputs: int = 0
    damaged_ops: int = 0
    is_cut: bool = False

    def to_bytes(self) -> bytes:
        """Return it as it is kept over restarts, under a name that has `SUMMARY_FORM` in it."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, kept: bytes) -> "GraphSummary":
        """Return what `to_bytes` wrote."""
        return cls(**json.loads(kept))


SUMMARY_FORM: Final = ",".join(field.name for field in fields(GraphSummary))
"""What a kept summary holds: one of another form is not read."""


def summarize(data: bytes) -> GraphSummary:
    """Count what a GraphDef holds, as `parse_graph` would find it.

    Raises:
        DamagedDataError: see `NodeDefs`.
    """
    nodes = NodeDefs(data)
    names: list[str] = []
    inputs: list[str] = []
    for node in nodes:
        names.append(node.name)
        inputs.extend(node.input)
    op_of = dict.fromkeys(names, 0)
    ghosts = sum(find_input(text, op_of) is None for text in inputs)
    return GraphSummary(
        fingerprint=fingerprint(data),
        nodes=len(names),
        edges=len(inputs) - ghosts,
        duplicate_names=len(names) - len(op_of),
        ghost_inputs=ghosts,
        damaged_ops=nodes.damaged,
        is_cut=nodes.is_cut,
    )


def fingerprint(data: bytes) -> str:
    """Return the identity of a graph: a hash of its GraphDef's bytes."""
    return blake2b(data, digest_size=_FINGERPRINT_BYTES).hexdigest()

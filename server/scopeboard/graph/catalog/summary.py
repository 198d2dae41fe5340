"""What a list of graphs says of one: sizes and faults, found without making the graph ready."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Final

import numpy as np

from scopeboard.graph.catalog.fingerprint import content_fingerprint
from scopeboard.graph.catalog.label import graph_label
from scopeboard.graph.graphdef.parser import ParsedGraph
from scopeboard.graph.prepared.column_file import CACHE_VERSION


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """The size of a graph, and what is odd about it.

    `identity` is that of the GraphDef's bytes, `fingerprint` that of its content, `label` says
    what it does in a few words (see `graph_label`). `nodes` counts
    the ops of the main graph and `edges` their inputs that name one, before annotations are taken
    out. `functions` and `function_ops` count the library. The other fields are those of `Faults`.
    """

    identity: str = ""
    fingerprint: str = ""
    label: str = ""
    nodes: int = 0
    edges: int = 0
    functions: int = 0
    function_ops: int = 0
    duplicate_names: int = 0
    ghost_inputs: int = 0
    damaged_ops: int = 0
    is_cut: bool = False
    damage: tuple[tuple[str, int], ...] = ()
    more_damage: int = 0
    long_names: int = 0

    def to_bytes(self) -> bytes:
        """Return it as it is kept over restarts, under a name that has `SUMMARY_FORM` in it."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, kept: bytes) -> "GraphSummary":
        """Return what `to_bytes` wrote."""
        said = json.loads(kept)
        said["damage"] = tuple((words, place) for words, place in said["damage"])
        return cls(**said)


SUMMARY_FORM: Final = ",".join([CACHE_VERSION, *(field.name for field in fields(GraphSummary))])
"""Who kept a summary, and what it holds: one of another form is not read."""


def summary_of(parsed: ParsedGraph, identity: str) -> GraphSummary:
    """Return what the list says of a graph of this identity."""
    graph, faults = parsed.graph, parsed.faults
    return GraphSummary(
        identity=identity,
        fingerprint=content_fingerprint(graph),
        label=graph_label(graph),
        nodes=graph.main_count,
        edges=int(np.count_nonzero(graph.edges.target < graph.main_count)),
        functions=len(graph.functions),
        function_ops=len(graph) - graph.main_count,
        **asdict(faults),
    )

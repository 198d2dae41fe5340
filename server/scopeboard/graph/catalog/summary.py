"""Summaries of graphs for lists: sizes, faults, a fingerprint and a label.

A summary comes from the parsed graph; the graph need not be prepared.
"""

import json
import re
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Final

import numpy as np

from scopeboard.graph.graphdef.parser import ParsedGraph
from scopeboard.graph.model.op_graph import ARGUMENT_OP, RESULT_OP, OpGraph
from scopeboard.graph.prepared.column_file import CACHE_VERSION

_FINGERPRINT_BYTES: Final = 16
_NAMES_PER_UPDATE: Final = 1 << 14
_MAX_LABEL_TYPES: Final = 2
_MAX_LABEL_CHARACTERS: Final = 60
_UNLABELLED_TYPES: Final = frozenset(
    {
        ARGUMENT_OP, RESULT_OP, "Const", "Identity", "IdentityN", "NoOp", "Placeholder", "Input",
        "Output", "Initializer", "SparseInitializer", "Constant",
    }
)  # fmt: skip
_GENERATED: Final = re.compile(r"^__(?:inference|forward|backward|wrapped)_+|_\d+(?:_\d+)*$")
"""TensorFlow's additions to the name of a traced function: `__inference_train_step_123`."""


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """The size of a graph and its faults.

    `identity` is that of the GraphDef's bytes, `fingerprint` that of its content (see
    `content_fingerprint`), `label` a short description (see `graph_label`). `nodes` counts the ops
    of the main graph and `edges` their inputs that name one, annotations included. `functions` and
    `function_ops` count the library. `properties` are those of its model: producer, versions. The
    other fields are those of `Faults`.
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
    properties: tuple[tuple[str, str], ...] = ()

    def to_bytes(self) -> bytes:
        """Encode the summary for the store, under a key that contains `SUMMARY_VERSION`."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "GraphSummary":
        """Decode the result of `to_bytes`."""
        values = json.loads(data)
        values["damage"] = tuple((text, offset) for text, offset in values["damage"])
        values["properties"] = tuple((name, text) for name, text in values["properties"])
        return cls(**values)


SUMMARY_VERSION: Final = ",".join([CACHE_VERSION, *(field.name for field in fields(GraphSummary))])
"""The version of stored summaries, fields included; summaries of another version are ignored."""


def summary_of(parsed: ParsedGraph, identity: str) -> GraphSummary:
    """Return the summary of a graph of this identity."""
    graph, faults = parsed.graph, parsed.faults
    return GraphSummary(
        identity=identity,
        fingerprint=content_fingerprint(graph),
        label=graph_label(graph),
        nodes=graph.main_count,
        edges=int(np.count_nonzero(graph.edges.target < graph.main_count)),
        functions=len(graph.functions),
        function_ops=len(graph) - graph.main_count,
        properties=parsed.properties,
        **asdict(faults),
    )


def content_fingerprint(graph: OpGraph) -> str:
    """Return the fingerprint of names, op types, base edges and function names, in their order.

    It does not depend on the encoding. Attributes do not count: they are maps, which writers put in
    any order, and large values may differ from run to run. So the settings of a viewer for one
    graph also apply to another with the same ops.
    """
    digest = blake2b(digest_size=_FINGERPRINT_BYTES)
    for texts in (graph.names, graph.op_types, graph.functions.names):
        digest.update(np.array([len(text) for text in texts], dtype="<i8").tobytes())
        for first in range(0, len(texts), _NAMES_PER_UPDATE):
            digest.update("".join(texts[first : first + _NAMES_PER_UPDATE]).encode())
    edges = graph.edges
    for column in (graph.op_type, edges.source, edges.target, edges.port, edges.kind):
        digest.update(column.astype("<i8").tobytes())
    return digest.hexdigest()


def graph_label(graph: OpGraph) -> str:
    """Return the name of the first function that the main graph calls, or its main op types.

    Programs trace many small functions without logging their names; labels distinguish them in a
    list. The label is empty if all ops are constants, arguments and the like.
    """
    called = graph.calls.function[graph.calls.op < graph.main_count]
    if called.size:
        name = graph.functions.names[int(called[0])]
        written = _GENERATED.sub("", name)
        return (written if written.strip("_0123456789") else name)[:_MAX_LABEL_CHARACTERS]
    counts = np.bincount(graph.op_type[: graph.main_count], minlength=len(graph.op_types))
    order = np.argsort(-counts, kind="stable").tolist()
    types = [graph.op_types[row] for row in order if counts[row]]
    labelled = [op_type for op_type in types if op_type not in _UNLABELLED_TYPES]
    return ", ".join(labelled[:_MAX_LABEL_TYPES])[:_MAX_LABEL_CHARACTERS]

"""An entry of the list of graphs: its origin, and the source and parser of its bytes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.containers import ContainedGraph, GraphForm, GraphKind
from scopeboard.graph.source.converted_source import Conversions, ConvertedBytes
from scopeboard.graph.source.keras import keras_graph, refuse_large
from scopeboard.types import RunId

_DIGEST_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """One graph.

    `run` is the name of the run, `tag` the tag of the graph, empty for a run's own graph. `stage`
    is a description, `file` the name of the file with the graph. `wall_time` is that of the event
    (for a file: of its last change), in seconds; `step` is that of the event, None for a file and
    for a run's own graph. `size` is the size of the record or file in bytes. `function` and
    `may_repeat` are those of `ContainedGraph`. `metas` are MetaGraphDefs that may list the
    trainable variables, the likeliest first.
    """

    id: str
    run_id: RunId
    run: str
    tag: str
    kind: GraphKind
    stage: str
    file: str
    wall_time: float
    size: int
    form: GraphForm
    source: GraphBytes
    step: int | None = None
    function: int = 0
    may_repeat: bool = False
    metas: tuple[GraphBytes, ...] = ()

    def parse(self, data: bytes, check: CancelCheck = never_cancelled) -> ParsedGraph:
        """Parse its GraphDef.

        Raises:
            DamagedDataError: see `parser.parse`.
        """
        return _PARSERS[self.form](data, check)


def graph_source(graph: ContainedGraph, source: GraphBytes, conversions: Conversions) -> GraphBytes:
    """Return the source of the GraphDef of a graph, converted from JSON for a Keras model."""
    if graph.form == "keras":
        return ConvertedBytes(source, "keras", _convert_keras, conversions)
    return source


def _convert_keras(source: GraphBytes, check: CancelCheck) -> bytes:
    """Return the GraphDef of a model's JSON; raise before reading a model that is too large."""
    refuse_large(source.size(check))
    return keras_graph(source.read(check), check)


def graph_id(prefix: str, location: Iterable[object]) -> str:
    """Return an opaque id of a graph, a digest of its location."""
    text = "/".join(map(str, location)).encode("utf-8", "surrogateescape")
    return f"{prefix}-{blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()}"


def parse_keras(data: bytes, check: CancelCheck = never_cancelled) -> ParsedGraph:
    """Parse a GraphDef that was converted from a Keras model.

    Raises:
        DamagedDataError: see `parser.parse`.
    """
    parsed = parse(data, check)
    graph: OpGraph = replace(parsed.graph, flavour="keras")
    return replace(parsed, graph=graph)


_PARSERS: Final = {"graph_def": parse, "keras": parse_keras}

"""One graph of the list, and how it comes to be one: what holds it, and how its bytes are read."""

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

    `run` is the run's name, `tag` the one it was logged under, empty for a run's own graph. `stage`
    says in plain words what it is besides, `file` the name of the file that holds it. `wall_time`
    is when it was logged (a file: written), in seconds; `step` at which step, None for a file and
    for a run's own graph. `size` is in bytes, of what holds it. `function` and `may_repeat` are
    those of `ContainedGraph`. `metas` are MetaGraphDefs that may list the trainable variables, the
    likeliest first.
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
        """Read its GraphDef.

        Raises:
            DamagedDataError: see `parser.parse`.
        """
        return _PARSERS[self.form](data, check)


def graph_source(held: ContainedGraph, source: GraphBytes, conversions: Conversions) -> GraphBytes:
    """Return where the GraphDef of a graph is, made of its JSON where that is what it is."""
    if held.form == "keras":
        return ConvertedBytes(source, "keras", _of_keras, conversions)
    return source


def _of_keras(source: GraphBytes, check: CancelCheck) -> bytes:
    """Return the GraphDef of a model's JSON; one that is too large is not read."""
    refuse_large(source.size(check))
    return keras_graph(source.read(check), check)


def graph_id(prefix: str, place: Iterable[object]) -> str:
    """Return an opaque id that stays the same while a graph stays where it is."""
    said = "/".join(map(str, place)).encode("utf-8", "surrogateescape")
    return f"{prefix}-{blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()}"


def parse_keras(data: bytes, check: CancelCheck = never_cancelled) -> ParsedGraph:
    """Read a GraphDef that was made of a Keras model.

    Raises:
        DamagedDataError: see `parser.parse`.
    """
    parsed = parse(data, check)
    graph: OpGraph = replace(parsed.graph, flavour="keras")
    return replace(parsed, graph=graph)


_PARSERS: Final = {"graph_def": parse, "keras": parse_keras}

"""An entry of the list of graphs: its origin, and the source and parser of its bytes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.graphdef.parser import Faults, ParsedGraph, parse
from scopeboard.graph.hlo.convert import convert_hlo, convert_module
from scopeboard.graph.hlo.read_text import read_text, refuse_long_text
from scopeboard.graph.model.op_graph import Flavour
from scopeboard.graph.onnx.convert import convert_model
from scopeboard.graph.source.byte_source import BufferedReads, GraphBytes
from scopeboard.graph.source.containers import ContainedGraph, GraphForm, GraphKind
from scopeboard.graph.source.converted_source import Conversions, Convert, Converted, ConvertedBytes
from scopeboard.graph.source.keras import keras_graph, refuse_large
from scopeboard.graph.source.thin_graph import ModelFacts
from scopeboard.graph.tflite.convert import convert_tflite
from scopeboard.graph.torch_export.convert import convert_archive
from scopeboard.graph.weight_files.gguf import read_gguf
from scopeboard.graph.weight_files.safetensors import read_safetensors
from scopeboard.graph.weight_files.tree import WeightTree
from scopeboard.protowire.nested import Window
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
        return parse(data, check, _FLAVOURS.get(self.form))


def graph_source(graph: ContainedGraph, source: GraphBytes, conversions: Conversions) -> GraphBytes:
    """Return the source of the GraphDef of a graph, converted from other formats."""
    convert = _CONVERSIONS.get(graph.form)
    if convert is None:
        return source
    return ConvertedBytes(source, graph.form, convert, conversions)


def _convert_keras(source: GraphBytes, check: CancelCheck) -> Converted:
    """Return the GraphDef of a model's JSON; raise before reading a model that is too large."""
    refuse_large(source.size(check))
    return Converted(keras_graph(source.read(check), check))


def _convert_onnx(source: GraphBytes, check: CancelCheck) -> Converted:
    """Return the GraphDef of an ONNX model, read through a window: most of it are weights."""
    window = Window(source.read_at, source.size(check), may_be_cut=True)
    model = convert_model(window, check)
    faults = Faults(
        duplicate_names=model.duplicates, damaged_ops=model.damaged, is_cut=model.is_cut
    )
    return Converted(model.graph_def, ModelFacts(faults, model.properties))


def _convert_torch_export(source: GraphBytes, check: CancelCheck) -> Converted:
    """Return the GraphDef of an archive of torch.export; its programs are read, not its weights."""
    archive = convert_archive(Window(source.read_at, source.size(check)), check)
    faults = Faults(duplicate_names=archive.duplicates, damaged_ops=archive.damaged)
    return Converted(archive.graph_def, ModelFacts(faults, archive.properties))


def _convert_tflite(source: GraphBytes, check: CancelCheck) -> Converted:
    """Return the GraphDef of a TFLite model, read through a window: most of it are weights."""
    model = convert_tflite(Window(source.read_at, source.size(check)), check)
    return Converted(
        model.graph_def, ModelFacts(Faults(damaged_ops=model.damaged), model.properties)
    )


def _convert_hlo(source: GraphBytes, check: CancelCheck, *, by_program: bool) -> Converted:
    """Return the GraphDef of an HLO module, read through a window: constants may be large."""
    window = Window(BufferedReads(source).read_at, source.size(check), may_be_cut=True)
    module = convert_hlo(window, check, by_program=by_program)
    faults = Faults(damaged_ops=module.damaged, is_cut=module.is_cut)
    return Converted(module.graph_def, ModelFacts(faults, module.properties))


def _convert_stablehlo(source: GraphBytes, check: CancelCheck) -> Converted:
    """Return the GraphDef of a program in text; raise before reading one that is too large."""
    refuse_long_text(source.size(check))
    module = convert_module(read_text(source.read(check), check), check)
    faults = Faults(damaged_ops=module.damaged, is_cut=module.is_cut)
    return Converted(module.graph_def, ModelFacts(faults, module.properties))


def graph_id(prefix: str, location: Iterable[object]) -> str:
    """Return an opaque id of a graph, a digest of its location."""
    text = "/".join(map(str, location)).encode("utf-8", "surrogateescape")
    return f"{prefix}-{blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()}"


def _convert_weights(
    read: Callable[[Window, CancelCheck], WeightTree], source: GraphBytes, check: CancelCheck
) -> Converted:
    """Return the GraphDef of a file of weights, of which only the header is read."""
    tree = read(Window(source.read_at, source.size(check)), check)
    faults = Faults(damaged_ops=tree.damaged)
    return Converted(tree.graph_def, ModelFacts(faults, tree.properties))


_CONVERSIONS: Final[Mapping[GraphForm, Convert]] = {
    "keras": _convert_keras,
    "onnx": _convert_onnx,
    "safetensors": partial(_convert_weights, read_safetensors),
    "gguf": partial(_convert_weights, read_gguf),
    "torch_export": _convert_torch_export,
    "tflite": _convert_tflite,
    "hlo": partial(_convert_hlo, by_program=True),
    "hlo_compiled": partial(_convert_hlo, by_program=False),
    "stablehlo": _convert_stablehlo,
}
_FLAVOURS: Final[Mapping[GraphForm, Flavour]] = {
    "keras": "keras",
    "onnx": "onnx",
    "safetensors": "weights",
    "gguf": "weights",
    "torch_export": "torch_export",
    "tflite": "tflite",
    "hlo": "hlo",
    "hlo_compiled": "hlo",
    "stablehlo": "hlo",
}
"""Of the GraphDefs that other forms become; of one that is a GraphDef, its op types decide."""

"""The graphs in a record of an event file or in a file, and their field paths.

    Event.graph_def                          the run's graph
    Event.meta_graph_def                     a MetaGraphDef with a GraphDef
    Event.tagged_run_metadata                a RunMetadata: the graphs that one step ran
    Summary.Value.tensor of the plugins      a RunMetadata, or the JSON of a Keras model

A RunMetadata has, for each function that ran, its graph before and after optimisation and the part
that ran on each device (partition graphs). Older writers list partition graphs of all functions
together; if both are present, the same graphs are listed once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.errors import DamagedDataError
from scopeboard.graph.hlo.find_modules import find_modules
from scopeboard.protowire.fields import DELIMITED
from scopeboard.protowire.nested import FieldPath, Span, Step, Window
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import NodeDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto

GraphKind = Literal["op", "conceptual", "profile"]
GraphForm = Literal[
    "graph_def", "keras", "onnx", "safetensors", "gguf", "torch_export", "tflite", "hlo",
    "hlo_compiled", "stablehlo",
]  # fmt: skip

HLO_STAGES: Final[tuple[tuple[str, GraphForm], ...]] = (
    ("scopes of the program", "hlo"),
    ("computations of the compiler", "hlo_compiled"),
)
"""What the two graphs of an HLO module show, and their forms."""
RUN_GRAPH: Final[FieldPath] = (Step(Event.GRAPH_DEF_FIELD_NUMBER),)
META_GRAPH: Final[FieldPath] = (
    Step(Event.META_GRAPH_DEF_FIELD_NUMBER),
    Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),
)
TAGGED_RUN_METADATA: Final[FieldPath] = (
    Step(Event.TAGGED_RUN_METADATA_FIELD_NUMBER),
    Step(TaggedRunMetadata.RUN_METADATA_FIELD_NUMBER),
)
MAX_LISTED: Final = 1000
"""The bound on the listed functions, partitions or MetaGraphs of one message, named `1 of n`."""
_FUNCTION: Final = RunMetadata.FunctionGraphs


@dataclass(frozen=True, slots=True)
class ContainedGraph:
    """One graph: its field path, its kind, and its stage as a text, which may be empty.

    `function` is the number of its traced function, from 1, if there are several, else 0.
    `may_repeat` is whether it may have the content of another graph of its tag; it is not listed
    then. `rank` is the number of larger modules in the same file.
    """

    path: FieldPath
    kind: GraphKind
    stage: str = ""
    form: GraphForm = "graph_def"
    function: int = 0
    may_repeat: bool = False
    rank: int = 0


def summary_value(index: int) -> FieldPath:
    """Return the field path to the first string of the summary value with this index."""
    return (
        Step(Event.SUMMARY_FIELD_NUMBER),
        Step(Summary.VALUE_FIELD_NUMBER, index),
        Step(Summary.Value.TENSOR_FIELD_NUMBER),
        Step(TensorProto.STRING_VAL_FIELD_NUMBER),
    )


def graphs_of_trace(
    window: Window, field_path: FieldPath, *, is_export: bool
) -> list[ContainedGraph]:
    """Return the graphs of the RunMetadata at a field path.

    Args:
        window: the message with the RunMetadata.
        field_path: the field path to it.
        is_export: whether it is a traced function: its graph before optimisation is that of the
            program, and all others are those that ran.

    Raises:
        DamagedDataError: it cannot be read.
    """
    trace = window.get_span(field_path)
    functions = window.children(trace, RunMetadata.FUNCTION_GRAPHS_FIELD_NUMBER)
    graphs = []
    for index, function in enumerate(functions[:MAX_LISTED]):
        number = index + 1 if len(functions) > 1 else 0
        prefix = f"function {number} of {len(functions)}, " if number else ""
        function_path = (*field_path, Step(RunMetadata.FUNCTION_GRAPHS_FIELD_NUMBER, index))
        for step, stage in _stages(window, function):
            before = step.number == _FUNCTION.PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER
            kind: GraphKind = "op" if before and is_export else "profile"
            path = (*function_path, step)
            graphs.append(ContainedGraph(path, kind, prefix + stage, function=number))
    field = RunMetadata.PARTITION_GRAPHS_FIELD_NUMBER
    partitions = window.children(trace, field)
    for index, span in enumerate(partitions[:MAX_LISTED]):
        if span.start < span.end:
            stage, path = _partition(index, len(partitions)), (*field_path, Step(field, index))
            graphs.append(ContainedGraph(path, "profile", stage, may_repeat=bool(functions)))
    return graphs


def _stages(window: Window, function: Span) -> Iterator[tuple[Step, str]]:
    """Yield the step to each non-empty graph of one function, and its stage."""
    before = _FUNCTION.PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER
    after = _FUNCTION.POST_OPTIMIZATION_GRAPH_FIELD_NUMBER
    for number, stage in ((before, "before optimisation"), (after, "after optimisation")):
        if any(span.start < span.end for span in window.children(function, number)[:1]):
            yield Step(number), stage
    number = _FUNCTION.PARTITION_GRAPHS_FIELD_NUMBER
    partitions = window.children(function, number)
    for index, span in enumerate(partitions[:MAX_LISTED]):
        if span.start < span.end:
            yield Step(number, index), _partition(index, len(partitions))


def _partition(index: int, count: int) -> str:
    number = f" {index + 1} of {count}" if count > 1 else ""
    return f"partition{number}, as it ran on a device"


def graph_of_plugin(window: Window, index: int, plugin: str) -> list[ContainedGraph]:
    """Return the graphs of a summary value of one of the graph plugins.

    Raises:
        DamagedDataError: it cannot be read.
    """
    field_path = summary_value(index)
    if plugin == "graph_keras_model":
        return [ContainedGraph(field_path, "conceptual", form="keras")]
    return graphs_of_trace(window, field_path, is_export=plugin == "graph_run_metadata_graph")


def graphs_of_saved_model(window: Window) -> list[ContainedGraph]:
    """Return one graph for each MetaGraphDef of a SavedModel, named by its tags.

    Raises:
        DamagedDataError: it cannot be read.
    """
    metas = window.children(window.whole, SavedModel.META_GRAPHS_FIELD_NUMBER)
    graphs = []
    for index, meta in enumerate(metas[:MAX_LISTED]):
        tags = [
            window.read_at(tag.start, min(tag.end, tag.start + 100)).decode("utf-8", "replace")
            for info in window.children(meta, MetaGraphDef.META_INFO_DEF_FIELD_NUMBER)
            for tag in window.children(info, MetaGraphDef.MetaInfoDef.TAGS_FIELD_NUMBER)
        ]
        stage = f"MetaGraph {index + 1} of {len(metas)}" if len(metas) > 1 else "MetaGraph"
        if tags:
            stage += f", tags: {', '.join(tags)}"
        field_path = (
            Step(SavedModel.META_GRAPHS_FIELD_NUMBER, index),
            Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),
        )
        graphs.append(ContainedGraph(field_path, "op", stage))
    return graphs


def graphs_of_modules(window: Window) -> list[ContainedGraph]:
    """Return two graphs for each HLO module of a file: by the program, and as compiled."""
    modules = find_modules(window)
    return [
        ContainedGraph(module.path, "op", f"{prefix}{stage}", form=form, rank=rank)
        for rank, module in enumerate(modules[:MAX_LISTED])
        for prefix in [f"{module.name}, " if len(modules) > 1 else ""]
        for stage, form in HLO_STAGES
    ]


def looks_like_node(window: Window, span: Span) -> bool:
    """Return whether a message looks like a NodeDef: a name, an op type, and no field that differs.

    Many messages begin with two texts. So the other fields must match too: inputs and a device
    without control characters, attributes that begin with a key. Fields with unknown numbers may be
    of a newer NodeDef. A cut node needs its name and its op type.
    """
    numbers: set[int] = set()
    try:
        for count, field in enumerate(window.fields(span)):
            if count >= _MAX_FIELDS:
                break
            expected = _FIELD_OF_NODE.get(field.number)
            if expected is not None:
                head = window.read_at(field.start, min(field.end, field.start + _MAX_TEXT))
                if field.wire_type != DELIMITED or expected.match(head) is None:
                    return False
            numbers.add(field.number)
    except DamagedDataError:
        pass  # it is cut
    return numbers >= {NodeDef.NAME_FIELD_NUMBER, NodeDef.OP_FIELD_NUMBER}


_MAX_FIELDS: Final = 64
_MAX_TEXT: Final = 200
_TEXT: Final = re.compile(rb"[^\x00-\x1f\x7f]+\Z")
_OP_TYPE: Final = re.compile(rb"[A-Za-z_][A-Za-z0-9_.:>/ -]*\Z")  # `aten::conv2d`, `IO Node`
_DEVICE: Final = re.compile(rb"([^\x00-\x1f\x7f]*[/:][^\x00-\x1f\x7f]*)?\Z")  # `/job:w/cpu:0`
_ENTRY: Final = re.compile(rb"\x0a")  # of a map: its field 1 is a key
_MESSAGE: Final = re.compile(rb"")
_FIELD_OF_NODE: Final = {
    NodeDef.NAME_FIELD_NUMBER: _TEXT,
    NodeDef.OP_FIELD_NUMBER: _OP_TYPE,
    NodeDef.INPUT_FIELD_NUMBER: _TEXT,
    NodeDef.DEVICE_FIELD_NUMBER: _DEVICE,
    NodeDef.ATTR_FIELD_NUMBER: _ENTRY,
    NodeDef.EXPERIMENTAL_DEBUG_INFO_FIELD_NUMBER: _MESSAGE,
    NodeDef.EXPERIMENTAL_TYPE_FIELD_NUMBER: _MESSAGE,
}
"""The beginning of the value of each field of a NodeDef."""

"""The texts of annotations beside a host: constants by value, `strides 1×2×2×1`, `dimension = 1`.

A TensorFlow constant is named after the parameter that it sets, `MaxPool/ksize`. In PyTorch its
name is a number, and the parameter follows from the host's schema and the input that it feeds; a
read of a module's attribute is called as the attribute. A constant without a short value that the
graph stores has the last segment of its name.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import element_count, read_elements
from scopeboard.graph.model.attribute_values import bytes_text
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.torch_constants import (
    CONSTANT,
    GET_ATTRIBUTE,
    SEQUENCES,
    attribute_name,
    constant_text,
    value_of_parameter,
)
from scopeboard.graph.model.torch_schemas import parameter_names
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorProto

MAX_ITEMS: Final = 8
"""The bound on the items of a list that is shown by value."""

_MAX_TEXT: Final = 24
_MAX_NAMES: Final = 2
_BACKEND: Final = frozenset({"allow_tf32", "benchmark", "cudnn_enabled", "deterministic"})
"""Parameters that say how an op runs, not what it computes: named where there are no others."""

_MAX_CACHED: Final = 4096
_UNKNOWN: Final = "?"

_READS: Final = {CONSTANT: constant_text, GET_ATTRIBUTE: attribute_name}

# Parameters whose lists are sizes, of a window, a step or a tensor, and so are written 2×2.
_SIZES: Final = frozenset(
    {
        "block_shape", "dilation", "dilations", "filter_sizes", "input_sizes", "kernel_size",
        "ksize", "multiples", "normalized_shape", "output_padding", "output_shape", "output_size",
        "padding", "rates", "repeats", "scale_factors", "shape", "size", "sizes", "stride",
        "strides",
    }
)  # fmt: skip


class AnnotationLabels:
    """The labels of the annotations of one graph.

    Args:
        graph: the graph.
    """

    def __init__(self, graph: PreparedGraph) -> None:
        self._ops = graph.annotated.ops
        self._is_constant, self._is_folded = graph.annotated.is_constant, graph.annotated.is_folded
        self._reader = OpReader(self._ops)
        self._tensor_value = lru_cache(_MAX_CACHED)(self._read_tensor_value)

    @staticmethod
    def of(graph: PreparedGraph) -> "AnnotationLabels":
        """Return the labels of a graph, one object per graph."""
        return _labels.get(graph)

    def find(self, host: int, op: int, path: str) -> str | None:
        """Return the label of an annotation, None if its host says it all and it is not drawn.

        Args:
            host: the op that it is beside.
            op: the annotation.
            path: its full name, as shown.
        """
        name = path.rpartition("/")[2]
        if not self._is_constant[op]:
            return name
        op_type = self._ops.op_types[self._ops.op_type[op]]
        if op_type == CONSTANT or self._is_folded[op]:
            return self._torch_label(host, op, op_type, name)
        value = self._tensor_value(int(self._ops.attributes[op]))
        return name if value is None else value_label(name, value)

    def _torch_label(self, host: int, op: int, op_type: str, name: str) -> str | None:
        if op_type == GET_ATTRIBUTE:
            return attribute_name(self._reader.attributes(op)) or name
        value = self._torch_value(op, op_type)
        if value is None:
            return None
        parameters = self._parameters(host, op)
        if isinstance(value, str):
            values = {value_of_parameter(parameter, value) for parameter in parameters}
            value = values.pop() if len(values) == 1 else value
        return value_label(_joined(parameters), value)

    def _parameters(self, host: int, op: int) -> list[str]:
        """Return the names of the inputs that an annotation feeds: `input 3` if unknown."""
        edges, rows = self._ops.edges, self._reader.inputs(host)
        names = parameter_names(self._ops.op_types[self._ops.op_type[host]], rows.size)
        slots = edges.slot[rows[edges.source[rows] == op]].tolist()
        return [names[slot] if slot < len(names) else f"input {slot}" for slot in slots]

    def _torch_value(self, op: int, op_type: str) -> str | list[str] | None:
        """Return the value of a constant or the items of a list, None if there is none to show."""
        if op_type == CONSTANT:
            return short_text(constant_text(self._reader.attributes(op)) or _UNKNOWN)
        if op_type not in SEQUENCES:
            return None
        items: list[str] = []
        for row in self._reader.inputs(op)[: MAX_ITEMS + 1].tolist():
            source = int(self._ops.edges.source[row])
            read = _READS.get(self._ops.op_types[self._ops.op_type[source]])
            items.append((read and read(self._reader.attributes(source))) or _UNKNOWN)
        is_data = items and all(item == _UNKNOWN for item in items)
        return None if is_data else items

    def _read_tensor_value(self, attributes: int) -> str | list[str] | None:
        """Return the value of a TensorFlow constant by its attributes, None if it is long."""
        if attributes < 0:
            return None
        found: Mapping[str, AttrValue] = self._reader.attributes_of_set(attributes)
        return tensor_value(found["value"].tensor) if "value" in found else None


_labels: Final = PerGraphCache(AnnotationLabels)


def tensor_value(tensor: TensorProto) -> str | list[str] | None:
    """Return the text of a scalar, the items of a short vector, None for any other tensor."""
    try:
        if len(tensor.tensor_shape.dim) > 1 or not 0 <= element_count(tensor) <= MAX_ITEMS:
            return None
        values, missing = read_elements(tensor)
    except DamagedDataError:
        return None
    if missing:
        return None
    texts = [
        f"“{short_text(bytes_text(value))}”" if isinstance(value, bytes) else _number_text(value)
        for value in values
    ]
    return texts if tensor.tensor_shape.dim else texts[0]


def value_label(name: str, value: str | Sequence[str]) -> str:
    """Return a name with its value: `axis = 1`, `strides 1×2×2×1`, `perm [0, 2, 1]`."""
    if isinstance(value, str):
        return f"{name} = {value}"
    items = [*value[:MAX_ITEMS], *(["…"] if len(value) > MAX_ITEMS else [])]
    base = name.rstrip("0123456789").removesuffix("_")
    if base in _SIZES and items:
        return f"{name} {'×'.join(items)}"
    return f"{name} [{', '.join(items)}]"


def _joined(parameters: Sequence[str]) -> str:
    """Return the names of what one constant sets: `dim, start`, `dim and 2 more`."""
    names = [name for name in parameters if name not in _BACKEND] or parameters
    if len(names) <= _MAX_NAMES:
        return ", ".join(names)
    return f"{names[0]} and {len(names) - 1} more"


def short_text(text: str) -> str:
    """Return a text in one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_TEXT else f"{line[: _MAX_TEXT - 1]}…"


def _number_text(value: object) -> str:
    """Return a number or a flag as text: `0.1`, `1e-05`, `true`."""
    return str(value).lower()

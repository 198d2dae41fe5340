"""The tables of a model as values: its subgraphs with their ops and tensors, and its signatures.

The first subgraph is the model; each further one is the body of an op, or of a signature. An op
names its tensors by their numbers in its subgraph, -1 for an input that is left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import OutputType, shape_of
from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.tflite.flatbuffer import Flatbuffer, Table
from scopeboard.graph.tflite.op_types import op_type_of
from scopeboard.graph.tflite.schema import (
    BufferField,
    CodeField,
    ModelField,
    NamedField,
    OperatorField,
    QuantizationField,
    SignatureField,
    SubgraphField,
    TensorField,
    dtype_of,
)
from scopeboard.graph.tflite.settings import Settings, read_settings
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_INT2, DT_INT4, DT_STRING, DT_UINT4

MAX_OPS: Final = 1_000_000
MAX_SUBGRAPHS: Final = 10_000
MAX_TENSORS: Final = 1_000_000
_MAX_VALUES: Final = 64  # elements of a tensor of whole numbers whose values are in the graph
_MAX_NUMBERS: Final = 4  # of other tensors
_MAX_ELEMENT_BYTES: Final = 16
_OLD_CODES: Final = 127  # numbers below it may stand in the field that older files have alone
_UNSIZED: Final = frozenset({DT_STRING, DT_INT2, DT_INT4, DT_UINT4})  # not of whole bytes
_MAX_SCALES: Final = 4


class ReadTensor(NamedTuple):
    """A tensor.

    `has_data` is whether it has values in the file or in one beside it, `value` those of a small
    one. `quantization` says how its integers stand for real numbers, empty where they do not.
    """

    name: str
    type: OutputType
    has_data: bool
    is_variable: bool
    value: AttrValue | None
    quantization: str


class ReadOperator(NamedTuple):
    """An op: its type, the numbers of its tensors, and its settings."""

    op_type: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    settings: Settings


@dataclass(slots=True)
class ReadSubgraph:
    """A subgraph; `inputs` and `outputs` are numbers of its tensors."""

    name: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    tensors: list[ReadTensor]
    operators: list[ReadOperator]


class ReadSignature(NamedTuple):
    """A signature: its key, its subgraph, and its names of inputs and outputs by tensor."""

    key: str
    subgraph: int
    inputs: dict[int, str]
    outputs: dict[int, str]


@dataclass(slots=True)
class ReadModel:
    """A model; `metadata` has the names of what it carries besides."""

    version: int
    description: str
    subgraphs: list[ReadSubgraph] = field(default_factory=list)
    signatures: list[ReadSignature] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)
    runtime: str = ""


def read_model(buffer: Flatbuffer) -> ReadModel:
    """Return the model in a flatbuffer.

    Raises:
        CancelledError: the check of the buffer raised it.
        DamagedDataError: an offset is wrong, or the model exceeds a limit.
    """
    return _ModelReader(buffer).read()


class _ModelReader:
    """Reads one model."""

    def __init__(self, buffer: Flatbuffer) -> None:
        self._buffer, self._root = buffer, buffer.root()
        self._op_types = [
            self._op_type(each) for each in buffer.tables(self._root, ModelField.OPERATOR_CODES)
        ]
        self._buffers = buffer.tables(self._root, ModelField.BUFFERS)
        self._ops = self._tensors = 0

    def read(self) -> ReadModel:
        """Return the model."""
        buffer, root = self._buffer, self._root
        subgraphs = buffer.tables(root, ModelField.SUBGRAPHS)
        if len(subgraphs) > MAX_SUBGRAPHS:
            raise DamagedDataError(f"The TFLite model has more than {MAX_SUBGRAPHS:,} subgraphs.")
        entries = {
            buffer.text(each, NamedField.NAME): buffer.number(each, NamedField.NUMBER, "I")
            for each in buffer.tables(root, ModelField.METADATA)
        }
        return ReadModel(
            version=buffer.number(root, ModelField.VERSION, "I"),
            description=buffer.text(root, ModelField.DESCRIPTION),
            subgraphs=[self._subgraph(each) for each in subgraphs],
            signatures=[
                self._signature(each) for each in buffer.tables(root, ModelField.SIGNATURES)
            ],
            metadata=list(entries),
            runtime=self._text_of(entries.get("min_runtime_version", 0)),
        )

    def _op_type(self, code: Table) -> str:
        buffer = self._buffer
        old = buffer.number(code, CodeField.OLD_CODE, "b")
        new = buffer.number(code, CodeField.CODE, "i")
        number = max(old, new) if old < _OLD_CODES else new
        return op_type_of(number, buffer.text(code, CodeField.CUSTOM_CODE))

    def _subgraph(self, table: Table) -> ReadSubgraph:
        buffer = self._buffer
        tensors = buffer.tables(table, SubgraphField.TENSORS)
        operators = buffer.tables(table, SubgraphField.OPERATORS)
        self._ops += len(operators)
        self._tensors += len(tensors)
        if self._ops > MAX_OPS or self._tensors > MAX_TENSORS:
            raise DamagedDataError(
                f"The TFLite model has more than {MAX_OPS:,} ops or {MAX_TENSORS:,} tensors."
            )
        return ReadSubgraph(
            name=buffer.text(table, SubgraphField.NAME),
            inputs=buffer.numbers(table, SubgraphField.INPUTS),
            outputs=buffer.numbers(table, SubgraphField.OUTPUTS),
            tensors=[self._tensor(each) for each in tensors],
            operators=[self._operator(each) for each in operators],
        )

    def _operator(self, table: Table) -> ReadOperator:
        buffer = self._buffer
        code = buffer.number(table, OperatorField.CODE, "I")
        return ReadOperator(
            self._op_types[code] if code < len(self._op_types) else f"CODE_{code}",
            buffer.numbers(table, OperatorField.INPUTS),
            buffer.numbers(table, OperatorField.OUTPUTS),
            read_settings(buffer, table),
        )

    def _tensor(self, table: Table) -> ReadTensor:
        buffer = self._buffer
        dims = buffer.numbers(table, TensorField.SHAPE)
        signature = buffer.numbers(table, TensorField.SHAPE_SIGNATURE)
        number = buffer.number(table, TensorField.BUFFER, "I")
        data = self._buffers[number] if 0 < number < len(self._buffers) else None
        has_data = data is not None and self._size_of(data) > 0
        has_data |= buffer.number(table, TensorField.EXTERNAL_BUFFER, "I") > 0
        has_rank = bool(dims) or has_data or bool(buffer.number(table, TensorField.HAS_RANK, "?"))
        sizes = signature if len(signature) == len(dims) else dims
        known = OutputType(
            dtype_of(buffer.number(table, TensorField.DTYPE, "b")),
            _shape_of(sizes) if has_rank else None,
        )
        return ReadTensor(
            buffer.text(table, TensorField.NAME),
            known,
            has_data,
            bool(buffer.number(table, TensorField.IS_VARIABLE, "?")),
            None if data is None else self._small_value(data, known, dims),
            self._quantization(buffer.table(table, TensorField.QUANTIZATION)),
        )

    def _size_of(self, data: Table) -> int:
        """Return the bytes of the values in a buffer."""
        inside = self._buffer.length(data, BufferField.DATA)
        return inside or self._buffer.number(data, BufferField.SIZE, "Q")

    def _small_value(
        self, data: Table, known: OutputType, dims: tuple[int, ...]
    ) -> AttrValue | None:
        """Return the values of a tensor of a few elements, None for another."""
        count = prod(dims) if dims else 1
        limit = _MAX_NUMBERS if is_floating(known.dtype) else _MAX_VALUES
        if known.shape is None or known.dtype in _UNSIZED or not 0 < count <= limit:
            return None
        content = self._buffer.raw(data, BufferField.DATA, count * _MAX_ELEMENT_BYTES)
        if not content:
            return None
        small = TensorProto(dtype=known.dtype, tensor_content=content)
        small.tensor_shape.ParseFromString(known.shape)
        return AttrValue(tensor=small)

    def _quantization(self, table: Table | None) -> str:
        """Return how integers stand for real numbers: scale and zero point, for each channel."""
        if table is None:
            return ""
        buffer = self._buffer
        scales = buffer.reals(table, QuantizationField.SCALE)
        points = buffer.numbers(table, QuantizationField.ZERO_POINT, "q")
        if not scales:
            return ""
        if len(scales) <= _MAX_SCALES:
            scale = ", ".join(f"{each:.6g}" for each in scales)
        else:
            scale = f"{len(scales):,} of {min(scales):.3g} to {max(scales):.3g}"
        distinct = sorted(set(points))
        point = ", ".join(map(str, distinct[:_MAX_SCALES])) or "0"
        text = f"scale {scale}; zero point {point}"
        if len(scales) > 1:
            text += f"; by dimension {buffer.number(table, QuantizationField.DIMENSION, 'i')}"
        return text[:MAX_NOTE]

    def _signature(self, table: Table) -> ReadSignature:
        buffer = self._buffer
        inputs, outputs = (
            {
                buffer.number(each, NamedField.NUMBER, "I"): buffer.text(each, NamedField.NAME)
                for each in buffer.tables(table, number)
            }
            for number in (SignatureField.INPUTS, SignatureField.OUTPUTS)
        )
        key = buffer.text(table, SignatureField.KEY)
        return ReadSignature(
            key, buffer.number(table, SignatureField.SUBGRAPH, "I"), inputs, outputs
        )

    def _text_of(self, number: int) -> str:
        """Return the text in a buffer, empty without one."""
        if not 0 < number < len(self._buffers):
            return ""
        raw = self._buffer.raw(self._buffers[number], BufferField.DATA, MAX_NOTE)
        return (raw or b"").rstrip(b"\0").decode("utf-8", "replace")


def _shape_of(sizes: Iterable[int]) -> bytes | None:
    """Return sizes, -1 for an unknown one, as an encoded TensorShapeProto."""
    listed = list(sizes)
    if all(size >= 0 for size in listed):
        return shape_of(listed)
    shape = TensorShapeProto()
    for size in listed:
        shape.dim.add(size=max(size, -1))
    return shape.SerializeToString()

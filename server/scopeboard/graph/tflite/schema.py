"""What the schema of TFLite numbers: fields of its tables, dtypes, types of signatures.

The numbers are those of TensorFlow's `schema.fbs`, version 3, as of LiteRT 2.3. A field's number is
its position in the declaration of its table.
"""

from typing import Final

from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX64,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E5M2,
    DT_HALF,
    DT_INT2,
    DT_INT4,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_RESOURCE,
    DT_STRING,
    DT_UINT4,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DT_VARIANT,
    DataType,
)

_DTYPES: Final[tuple[DataType, ...]] = (
    DT_FLOAT, DT_HALF, DT_INT32, DT_UINT8, DT_INT64, DT_STRING, DT_BOOL, DT_INT16, DT_COMPLEX64,
    DT_INT8, DT_DOUBLE, DT_COMPLEX128, DT_UINT64, DT_RESOURCE, DT_VARIANT, DT_UINT32, DT_UINT16,
    DT_INT4, DT_BFLOAT16, DT_INT2, DT_UINT4, DT_FLOAT8_E4M3FN, DT_FLOAT8_E5M2,
)  # fmt: skip


def dtype_of(number: int) -> DataType:
    """Return the dtype of a TensorType, `DT_INVALID` for a number that the schema does not have."""
    return _DTYPES[number] if 0 <= number < len(_DTYPES) else DT_INVALID


class ModelField:
    """Fields of `Model`."""

    VERSION: Final = 0
    OPERATOR_CODES: Final = 1
    SUBGRAPHS: Final = 2
    DESCRIPTION: Final = 3
    BUFFERS: Final = 4
    METADATA: Final = 6
    SIGNATURES: Final = 7


class CodeField:
    """Fields of `OperatorCode`; the first holds numbers below 127, the last any."""

    OLD_CODE: Final = 0
    CUSTOM_CODE: Final = 1
    VERSION: Final = 2
    CODE: Final = 3


class SubgraphField:
    """Fields of `SubGraph`."""

    TENSORS: Final = 0
    INPUTS: Final = 1
    OUTPUTS: Final = 2
    OPERATORS: Final = 3
    NAME: Final = 4


class TensorField:
    """Fields of `Tensor`."""

    SHAPE: Final = 0
    DTYPE: Final = 1
    BUFFER: Final = 2
    NAME: Final = 3
    QUANTIZATION: Final = 4
    IS_VARIABLE: Final = 5
    SPARSITY: Final = 6
    SHAPE_SIGNATURE: Final = 7
    HAS_RANK: Final = 8
    EXTERNAL_BUFFER: Final = 10


class QuantizationField:
    """Fields of `QuantizationParameters`."""

    SCALE: Final = 2
    ZERO_POINT: Final = 3
    DIMENSION: Final = 6


class BufferField:
    """Fields of `Buffer`; a large one is behind the flatbuffer, at an offset in the file."""

    DATA: Final = 0
    OFFSET: Final = 1
    SIZE: Final = 2


class OperatorField:
    """Fields of `Operator`; options are a pair of fields, their type and their table."""

    CODE: Final = 0
    INPUTS: Final = 1
    OUTPUTS: Final = 2
    OPTIONS: Final = (3, 4)
    OPTIONS_2: Final = (11, 12)


class SignatureField:
    """Fields of `SignatureDef`, whose inputs and outputs are a `TensorMap` each."""

    INPUTS: Final = 0
    OUTPUTS: Final = 1
    KEY: Final = 2
    SUBGRAPH: Final = 4


class NamedField:
    """Fields of `TensorMap` (a name, a tensor) and of `Metadata` (a name, a buffer)."""

    NAME: Final = 0
    NUMBER: Final = 1

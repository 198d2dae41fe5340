"""The dtypes of outputs, where they are certain."""

import pytest

from scopeboard.graph.model.dtypes import dtype_text, find_width, output_dtype
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT_REF,
    DT_INT4,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_RESOURCE,
    DT_STRING,
    DT_VARIANT,
    DataType,
)


def types(**attributes: DataType | list[DataType]) -> dict[str, AttrValue]:
    return {
        key: AttrValue(list=AttrValue.ListValue(type=value))
        if isinstance(value, list)
        else AttrValue(type=value)
        for key, value in attributes.items()
    }


@pytest.mark.parametrize(
    ("op_type", "attributes", "port", "dtype"),
    [
        ("MatMul", types(T=DT_FLOAT), 0, DT_FLOAT),
        ("Cast", types(SrcT=DT_BOOL, DstT=DT_DOUBLE), 0, DT_DOUBLE),
        ("Equal", types(T=DT_FLOAT), 0, DT_BOOL),
        ("ArgMax", types(T=DT_FLOAT, Tidx=DT_INT32, output_type=DT_INT32), 0, DT_INT32),
        ("ArgMax", types(T=DT_FLOAT), 0, DT_INT64),
        ("Shape", types(T=DT_FLOAT), 0, DT_INT32),
        ("RandomUniform", types(T=DT_INT32, dtype=DT_FLOAT), 0, DT_FLOAT),
        ("GatherV2", types(Tindices=DT_INT32, Tparams=DT_FLOAT), 0, DT_FLOAT),
        ("Merge", types(T=DT_FLOAT), 0, DT_FLOAT),
        ("Merge", types(T=DT_FLOAT), 1, DT_INT32),
        ("UniqueV2", types(T=DT_FLOAT), 1, DT_INT32),
        ("my_function", types(Tout=[DT_FLOAT, DT_INT64]), 1, DT_INT64),
        ("my_function", types(T=DT_FLOAT), 0, DT_FLOAT),
        ("MatMul", types(T=DT_FLOAT), 1, DT_INVALID),
        ("QueueDequeueV2", types(component_types=[DT_FLOAT, DT_INT64]), 1, DT_INT64),
        ("FIFOQueueV2", types(component_types=[DT_FLOAT]), 0, DT_RESOURCE),
        ("MapDataset", types(output_types=[DT_FLOAT]), 0, DT_VARIANT),
        ("my::Dataset", types(output_types=[DT_FLOAT]), 0, DT_INVALID),
        ("IdentityN", types(T=[DT_FLOAT, DT_INT32]), 1, DT_INT32),
        ("VarHandleOp", types(dtype=DT_FLOAT), 0, DT_RESOURCE),
        ("ScalarSummary", types(T=DT_FLOAT), 0, DT_STRING),
        ("aten::relu", {}, 0, DT_INVALID),
    ],
)
def test_the_dtype_of_an_output(
    op_type: str, attributes: dict[str, AttrValue], port: int, dtype: int
) -> None:
    assert output_dtype(op_type, attributes, port) == dtype


@pytest.mark.parametrize(
    ("dtype", "width"),
    [
        (DT_BOOL, 1),
        (DT_BFLOAT16, 2),
        (DT_FLOAT, 4),
        (DT_FLOAT_REF, 4),
        (DT_INT64, 8),
        (DT_COMPLEX128, 16),
        (DT_INT4, None),
        (DT_STRING, None),
        (DT_RESOURCE, None),
        (DT_INVALID, None),
        (9999, None),
    ],
)
def test_the_width_of_a_dtype(dtype: int, width: int | None) -> None:
    assert find_width(dtype) == width


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        (DT_FLOAT, "float32"),
        (DT_FLOAT_REF, "float32"),
        (DT_BFLOAT16, "bfloat16"),
        (DT_INT64, "int64"),
        (DT_RESOURCE, "resource"),
        (DT_INVALID, ""),
        (77, "dtype 77"),
        (-3, ""),
    ],
)
def test_the_name_of_a_dtype(dtype: int, text: str) -> None:
    assert dtype_text(dtype) == text

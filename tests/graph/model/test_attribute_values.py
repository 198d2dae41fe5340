"""Attribute values as text."""

import struct
from contextlib import suppress

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.model.attribute_values import attribute_kind, attribute_text
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32, DT_RESOURCE, DT_STRING


def shape(*sizes: int) -> TensorShapeProto:
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes])


def listed(**items: object) -> AttrValue:
    return AttrValue(list=AttrValue.ListValue(**items))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (AttrValue(s=b"SAME"), "string", "SAME"),
        (AttrValue(s=b"\xff\n"), "string", r"\xff\n"),
        (AttrValue(i=-3), "int", "-3"),
        (AttrValue(f=0.1), "float", "0.1"),
        (AttrValue(f=float("nan")), "float", "nan"),
        (AttrValue(b=False), "bool", "false"),
        (AttrValue(type=DT_FLOAT), "type", "float32"),
        (AttrValue(shape=shape(-1, 784)), "shape", "?×784"),
        (AttrValue(shape=shape()), "shape", "scalar"),
        (AttrValue(shape=TensorShapeProto(unknown_rank=True)), "shape", "unknown rank"),
        (AttrValue(placeholder="N"), "placeholder", "N"),
        (AttrValue(func=NameAttrList(name="f")), "func", "f"),
        (AttrValue(), "none", ""),
        (listed(), "list()", "[]"),
        (listed(i=[1, 2, 2, 1]), "list(int)", "[1, 2, 2, 1]"),
        (listed(type=[DT_FLOAT, DT_INT32]), "list(type)", "[float32, int32]"),
        (listed(b=[True]), "list(bool)", "[true]"),
        (listed(func=[NameAttrList(name="f")]), "list(func)", "[f]"),
        (listed(i=range(300)), "list(int)", f"[{', '.join(map(str, range(256)))}, … 44 more]"),
    ],
)
def test_values(value: AttrValue, kind: str, text: str) -> None:
    assert (attribute_kind(value), attribute_text(value)) == (kind, text)


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (TensorProto(dtype=DT_FLOAT, float_val=[0.1]), "float32 scalar 0.1"),
        (TensorProto(dtype=DT_INT32, tensor_shape=shape(2), int_val=[3]), "int32 2 [3, 3]"),
        (TensorProto(dtype=DT_STRING, string_val=[b"tag"]), "string scalar tag"),
        (TensorProto(dtype=DT_FLOAT, tensor_shape=shape(784, 500)), "float32 784×500"),
        (
            TensorProto(dtype=DT_INT32, tensor_shape=shape(258), int_val=[7]),
            f"int32 258 [{', '.join(['7'] * 256)}, … 2 more]",
        ),
        (TensorProto(dtype=DT_FLOAT, tensor_shape=shape(0)), "float32 0"),
        (TensorProto(dtype=DT_RESOURCE, tensor_shape=shape(1)), "resource 1"),
        (TensorProto(dtype=DT_INT32, tensor_shape=shape(2), tensor_content=b"1" * 9), "int32 2"),
    ],
)
def test_tensors(tensor: TensorProto, text: str) -> None:
    assert attribute_text(AttrValue(tensor=tensor)) == text


@given(st.binary(max_size=40))
def test_any_attribute_value_has_a_text(data: bytes) -> None:
    with suppress(DecodeError):
        assert isinstance(attribute_text(AttrValue.FromString(data)), str)


@pytest.mark.parametrize(("size", "shown"), [(8, "[1.0, 2.0]"), (10, "[1.0, 2.0]"), (3, "[]")])
def test_a_truncated_constant_shows_its_readable_values(size: int, shown: str) -> None:
    content = struct.pack("<3f", 1, 2, 3)[:size]
    tensor = TensorProto(dtype=DT_FLOAT, tensor_shape=shape(5), tensor_content=content)
    missing = 5 - size // 4
    text = attribute_text(AttrValue(tensor=tensor))
    assert text == f"float32 5 {shown} (damaged: {missing} of 5 values are missing)"


def test_the_last_listed_value_is_repeated() -> None:
    tensor = TensorProto(dtype=DT_FLOAT, tensor_shape=shape(3), float_val=[1, 2])
    assert attribute_text(AttrValue(tensor=tensor)) == "float32 3 [1.0, 2.0, 2.0]"

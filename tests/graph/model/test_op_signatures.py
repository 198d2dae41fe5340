"""Outputs of ops, by TensorFlow's own definitions."""

import pytest

from scopeboard.graph.model.op_signatures import MAX_COUNT, find_output_dtypes, find_port
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import (
    DT_FLOAT,
    DT_HALF,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_RESOURCE,
    DT_STRING,
)

BATCH_NORM = {"T": AttrValue(type=DT_HALF), "U": AttrValue(type=DT_FLOAT)}


def test_each_output_has_a_dtype() -> None:
    assert find_output_dtypes("FusedBatchNormV3", BATCH_NORM) == [DT_HALF, *[DT_FLOAT] * 5]
    assert find_output_dtypes("NoOp", {}) == []


def test_a_missing_attribute_has_its_default() -> None:
    assert find_output_dtypes("ArgMax", {}) == [DT_INT64]
    assert find_output_dtypes("ArgMax", {"output_type": AttrValue(type=DT_INT32)}) == [DT_INT32]
    assert find_output_dtypes("MatMul", {}) == [DT_INVALID]


def test_an_attribute_may_count_the_outputs_or_list_them() -> None:
    halves = {"num_split": AttrValue(i=2), "T": AttrValue(type=DT_FLOAT)}
    assert find_output_dtypes("Split", halves) == [DT_FLOAT, DT_FLOAT]
    listed = AttrValue(list=AttrValue.ListValue(type=[DT_FLOAT, DT_STRING]))
    assert find_output_dtypes("IteratorGetNext", {"output_types": listed}) == [DT_FLOAT, DT_STRING]


@pytest.mark.parametrize("number", [-1, MAX_COUNT + 1, 2**62])
def test_a_number_out_of_bounds_is_unknown(number: int) -> None:
    assert find_output_dtypes("Split", {"num_split": AttrValue(i=number)}) is None
    assert find_output_dtypes("Split", {}) is None


def test_other_ops_are_unknown() -> None:
    assert find_output_dtypes("aten::relu", {}) is None
    assert find_port("my_function", {}, "y", 0) is None


def test_a_named_output_is_a_port() -> None:
    assert find_port("FusedBatchNormV3", BATCH_NORM, "y", 0) == 0
    assert find_port("FusedBatchNormV3", BATCH_NORM, "batch_variance", 0) == 2
    assert find_port("FusedBatchNormV3", BATCH_NORM, "y", 1) is None
    assert find_port("FusedBatchNormV3", BATCH_NORM, "no_such", 0) is None
    assert find_port("Split", {"num_split": AttrValue(i=3)}, "output", 2) == 2


def test_handles_have_their_own_dtypes() -> None:
    assert find_output_dtypes("TensorArrayV3", {}) == [DT_RESOURCE, DT_FLOAT]

"""Integers that no double equals cause a warning, and no others do."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import Encoding, Unaligned, are_rounded, number_of
from scopeboard.events.columnar.scan import scan
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.decode.rounded_integers import count_of, joined_rounded, rounded_damage
from scopeboard.events.records.framing import FileSpan
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_INT64, DT_UINT64
from tools import writer
from tools.scanning import record_by_record

FIRST = 2**53 + 1  # the smallest integer that no double equals
EDGES = [0, 1, -1, 2**53, FIRST, -FIRST, FIRST + 1, 2**62 + 2**9, 2**63 - 1, 2**63 - 1024]
SIGNED = st.sampled_from([*EDGES, -(2**63)]) | st.integers(-(2**63), 2**63 - 1)
UNSIGNED = st.sampled_from([2**64 - 1, 2**64 - 2048, 2**63 + 1]) | st.integers(0, 2**64 - 1)


def are_between(values: list[int], element: str) -> list[bool]:
    source = Unaligned(np.frombuffer(np.array(values, element).tobytes(), np.uint8))
    numbers = np.full(len(values), number_of(Encoding(element)), np.uint8)
    rounded: list[bool] = are_rounded(source, np.arange(len(values)) * 8, numbers).tolist()
    return rounded


@given(st.lists(SIGNED), st.lists(UNSIGNED))
def test_an_integer_is_rounded_if_its_double_is_another(
    signed: list[int], unsigned: list[int]
) -> None:
    for values, element in ((signed, "<i8"), (unsigned, "<u8")):
        assert are_between(values, element) == [int(float(value)) != value for value in values]


def integers(tag: str, numbers: list[int]) -> bytes:
    dtype, name = (DT_INT64, "int64_val") if min(numbers) < 0 else (DT_UINT64, "uint64_val")
    events = []
    for step, number in enumerate(numbers):
        tensor = TensorProto(dtype=dtype)
        tensor.tensor_shape.SetInParent()
        getattr(tensor, name).append(number)
        events.append(writer.event(step, Summary.Value(tag=tag, tensor=tensor)))
    return b"".join(events)


def both_ways(data: bytes) -> list[Batch]:
    span = FileSpan(0, len(data), 0, settled=False)
    (scanned,) = scan(np.frombuffer(data, np.uint8), [span], [EventDecoder()], TemplateSet())
    return [*record_by_record(data, EventDecoder(), settled=False), *scanned.batches]


def test_both_paths_count_what_is_rounded_and_say_where_it_begins() -> None:
    before = integers("fine", [2**53, 2**60, -(2**63)] * 30)
    data = before + integers("x", [FIRST, 2**53, FIRST + 2] * 30) + integers("y", [-FIRST] * 5)
    for batch in both_ways(data):
        (damage,) = batch.damage
        assert (damage.kind, damage.offset) == ("rounded", len(before))
        assert damage.message == "65 values beyond 2^53 are shown rounded to the nearest double"
        assert batch.scalars["x"].value[0] == 2.0**53


def test_nothing_is_said_of_integers_that_a_double_holds() -> None:
    for batch in both_ways(integers("x", [2**53, 2**53 + 2, 2**62, 7] * 20)):
        assert batch.damage == []


def test_what_is_rounded_is_said_once_and_first() -> None:
    bad = (40, "bad_value", "odd")
    damages = [rounded_damage(1, 90), rounded_damage(11, 30)]
    warnings = [bad, *((one.offset, one.kind, one.message) for one in damages)]
    first, *others = joined_rounded(warnings)
    assert (first[0], count_of(first[2]), others) == (30, 12, [bad])
    assert joined_rounded([bad]) == [bad]
    assert damages[0].message.startswith("1 value ")

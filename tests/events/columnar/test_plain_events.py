"""Records that the columnar path reads."""

from random import Random

import numpy as np
import pytest

from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.columnar.plain_events import EventRows, find_rows, row_times
from scopeboard.events.columnar.points import Points, read_points
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.records.framing import FileSpan, frame_spans
from scopeboard.events.records.record_reader import frame
from scopeboard.wire import types_pb2 as types
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.event_bytes import CONTENTS, scalar_tensor, some_payloads


def rows_of(data: bytes, templates: TemplateSet) -> tuple[Unaligned, EventRows, int]:
    source = Unaligned(np.frombuffer(data, np.uint8))
    frames = frame_spans(source, [FileSpan(0, len(data), 0, settled=False)])
    return source, find_rows(source, frames.starts, frames.ends, templates), len(frames.starts)


def points_of(data: bytes) -> tuple[Points, list[str]]:
    """Return all points, and the tag of each run; no record may be left over."""
    templates = TemplateSet()
    source, rows, count = rows_of(data, templates)
    assert len(rows.record) == count
    points = read_points(source, templates, rows, np.zeros(count, np.int64))
    return points, [templates.slots[slot].key.tag for slot in points.slot.tolist()]


@pytest.mark.parametrize("in_content", [True, False])
@pytest.mark.parametrize("dtype", sorted(CONTENTS))
def test_scalars_of_every_dtype_are_all_taken(dtype: types.DataType, in_content: bool) -> None:
    random = Random(dtype)  # noqa: S311 - numbers for a test
    values = [
        Summary.Value(tag="x", tensor=scalar_tensor(random, dtype, in_content=in_content))
        for _ in range(200)
    ]
    data = b"".join(writer.event(step, value) for step, value in enumerate(values))
    points, _ = points_of(writer.version() + data)
    assert points.columns.step.tolist() == list(range(200))


def test_merged_summaries_are_sorted_into_their_tags() -> None:
    data = b"".join(
        writer.event(step, *(writer.tf1_scalar(f"t{tag}", tag * 1000 + step) for tag in range(20)))
        for step in range(150)
    )
    points, tags = points_of(data)
    assert tags == [f"t{tag}" for tag in range(20)]
    assert points.columns.step.tolist() == list(range(150)) * 20
    expected = [tag * 1000 + step for tag in range(20) for step in range(150)]
    assert points.columns.value.tolist() == expected


@pytest.mark.parametrize("step", [0, 1, 127, 128, 2**21, 2**55, 2**56 - 1])
def test_steps_of_any_length_are_taken(step: int) -> None:
    points, _ = points_of(writer.event(step, writer.tf1_scalar("x", 1)) * 3)
    assert points.columns.step.tolist() == [step] * 3


def test_a_step_of_zero_may_be_written() -> None:
    body = Event(summary=Summary(value=[writer.tf1_scalar("x", 1)])).SerializeToString()
    points, _ = points_of(frame(b"\x09" + bytes(8) + b"\x10\x00" + body))
    assert points.columns.step.tolist() == [0]


def test_negative_steps_are_left_to_protobuf() -> None:
    _, rows, count = rows_of(writer.event(-1, writer.tf1_scalar("x", 1)), TemplateSet())
    assert (len(rows.record), count) == (0, 1)


def test_what_was_learnt_serves_the_next_buffer() -> None:
    templates = TemplateSet()
    for step in range(3):
        rows_of(writer.event(step, writer.tf1_scalar("x", 1)), templates)
    assert len(templates.slots) == 1


def test_tags_that_never_come_again_are_not_all_learnt() -> None:
    templates = TemplateSet()
    data = b"".join(writer.event(1, writer.tf1_scalar(f"tag {tag}", 1)) for tag in range(2000))
    _, rows, count = rows_of(data, templates)
    assert count == 2000
    assert len(rows.record) == len(templates.slots) < 300


def test_most_of_a_mixed_file_is_taken() -> None:
    matched = total = 0
    for seed in range(40):
        random = Random(seed)  # noqa: S311 - numbers for a test
        data = b"".join(map(frame, some_payloads(random, 30)))
        _, rows, count = rows_of(data, TemplateSet())
        matched, total = matched + len(rows.record), total + count
    assert matched > total / 2


def test_times_are_told_per_part() -> None:
    templates = TemplateSet()
    data = writer.version() + b"".join(
        writer.event(step, writer.tf1_scalar("x", 1)) for step in (5, 9, 7)
    )
    _, rows, _ = rows_of(data, templates)
    first, empty, second = row_times(templates, rows, [0, 1, 1, 4])
    assert first is not None
    assert (first.first_wall_time, first.last_step) == (1.7e9, None)
    assert empty is None
    assert second is not None
    assert (second.first, second.last, second.last_step) == (1, 3, 9)
    assert (second.first_wall_time, second.last_wall_time) == (1.7e9 + 5, 1.7e9 + 7)

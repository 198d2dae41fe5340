"""Messages within messages are actual by reading little of the bytes around them."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node
from protowire.messages import (
    BROKEN_GROUPS,
    CUT,
    DAMAGED,
    GROUPS,
    decoded,
    hostile,
    sound,
    value_of,
)
from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.graph.source.containers import TAGGED_RUN_METADATA, graphs_of_trace
from scopeboard.protowire.fields import Field, WireFormatError, delimited_head, fields
from scopeboard.protowire.nested import (
    MAX_CHECKED_FIELDS,
    MAX_DEPTH,
    Span,
    Step,
    Window,
    check_message,
)
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import AttrValue, GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from tools.examples import examples


class Reader:
    """Bytes that count how many of them are read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.read = 0

    def __call__(self, start: int, end: int) -> bytes:
        piece = self.data[start:end]
        self.read += len(piece)
        return piece


@pytest.fixture(params=[16, 1 << 16])
def _any_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scopeboard.protowire.nested._PAGE_BYTES", request.param)


def test_a_graph_deep_in_a_large_event() -> None:
    graph = graph_bytes(node("a"))
    trace = RunMetadata(partition_graphs=[GraphDef.FromString(graph)] * 2)
    for _ in range(3):
        device = trace.step_stats.dev_stats.add(device="d" * 400_000)
        device.node_stats.add(node_name="n")
    tagged = TaggedRunMetadata(tag="t", run_metadata=trace.SerializeToString())
    reader = Reader(Event(wall_time=1.0, tagged_run_metadata=tagged).SerializeToString())
    window = Window(reader, len(reader.data))
    first, second = graphs_of_trace(window, TAGGED_RUN_METADATA, is_export=False)
    for held in (first, second):
        span = window.get_span(held.path)
        assert reader.data[span.start : span.end] == graph
    assert reader.read < len(reader.data) / 2


def test_every_kind_of_field_is_passed_over() -> None:
    data = b"\x08\x96\x01" + b"\x11" + bytes(8) + b"\x1d" + bytes(4) + b"\x22\x03abc"
    window = Window.of(data)
    assert [(f.number, f.begin, f.end) for f in window.fields(window.whole)] == [
        (1, 0, 3), (2, 3, 12), (3, 12, 17), (4, 17, 22)
    ]  # fmt: skip
    span = window.get_span((Step(4),))
    assert data[span.start : span.end] == b"abc"


@pytest.mark.usefixtures("_any_page")
@pytest.mark.parametrize("data", CUT + DAMAGED + BROKEN_GROUPS)
@pytest.mark.parametrize("skip_groups", [False, True])
def test_damage_is_a_sentence_with_its_place(data: bytes, skip_groups: bool) -> None:
    window = Window(Reader(data), len(data), skip_groups=skip_groups)
    with pytest.raises(DamagedDataError, match=r"^The message is damaged at byte \d+: .+\.$"):
        list(window.fields(window.whole))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x0b", "byte 0: group without an end"),
        (b"\x08\x01\x0b\x14", "byte 3: group end does not match its start"),
        (b"\x08\x01\x0c", "byte 2: field 1 is a group"),
        (b"\x0b" * 101 + b"\x0c" * 101, "byte 0: groups are nested too deeply"),
    ],
)
def test_damage_in_groups_has_its_reason(data: bytes, reason: str) -> None:
    window = Window(Reader(data), len(data), skip_groups=True)
    with pytest.raises(WireFormatError, match=reason):
        list(window.fields(window.whole))


@examples(500)
@given(hostile, st.sampled_from([15, 16, 40]))
def test_what_the_runtime_decodes_is_walked_and_what_it_refuses_is_refused(
    data: bytes, page: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scopeboard.protowire.nested._PAGE_BYTES", page)
        window = Window(Reader(data), len(data), skip_groups=True)
        try:
            actual = [value_of(data, field) for field in window.fields(window.whole)]
        except WireFormatError:
            assert decoded(data) is None
            return
    assert actual == decoded(data)


@given(hostile)
def test_without_groups_the_fields_are_those_of_a_message_in_bytes(data: bytes) -> None:
    def walk(message: Iterator[Field]) -> list[Field | str]:
        actual: list[Field | str] = []
        try:
            actual.extend(message)
        except WireFormatError as error:
            actual.append(str(error))
        return actual

    assert walk(Window.of(data).fields(Span(0, len(data)))) == walk(fields(data, 0, len(data)))


@pytest.mark.parametrize("data", GROUPS)
def test_a_group_goes_to_its_end(data: bytes) -> None:
    window = Window(Reader(data), len(data), skip_groups=True)
    assert [field.end for field in window.fields(window.whole)][-1] == len(data)


def test_fields_of_a_group_count() -> None:
    data = b"\x0b" + b"\x10\x01" * 8 + b"\x0c"
    enough = Window(Reader(data), len(data), skip_groups=True, max_fields=10)
    assert len(list(enough.fields(enough.whole))) == 1
    window = Window(Reader(data), len(data), skip_groups=True, max_fields=9)
    with pytest.raises(TooLargeError, match="more than 9 fields"):
        list(window.fields(window.whole))


def test_the_bound_on_fields_is_for_all_messages_of_a_window() -> None:
    data = b"\x08\x01" * 5
    window = Window(Reader(data), len(data), max_fields=7)
    assert len(list(window.fields(window.whole))) == 5
    with pytest.raises(TooLargeError):
        list(window.fields(window.whole))


def test_a_field_that_is_cut_may_end_with_its_message() -> None:
    data = b"\x22\x05abc"
    window = Window(Reader(data), len(data), may_be_cut=True)
    assert window.get_span((Step(4),)) == (2, 5)


def test_a_path_leads_to_the_field_of_its_index() -> None:
    inner = [b"\x0a\x01a", b"\x0a\x01b\x0a\x01c"]
    data = b"".join(delimited_head(3, len(each)) + each for each in inner)
    window = Window.of(data)
    assert window.read(*window.get_span((Step(3, 1), Step(1, 1)))) == b"c"
    for path in ((Step(3, 2),), (Step(4),), (Step(3), Step(1, 1))):
        with pytest.raises(DamagedDataError):
            window.get_span(path)


@given(sound, st.integers(0, 300), st.integers(0, 300))
def test_a_slice_is_the_same_from_the_page_and_from_the_reader(
    data: bytes, start: int, size: int
) -> None:
    start = min(start, len(data))
    end = min(start + size, len(data))
    window = Window(Reader(data), len(data))
    assert window.read(start, end) == data[start:end]
    list(window.fields(window.whole))
    assert window.read(start, end) == data[start:end]


def nested_value(depth: int) -> bytes:
    data = b""
    for _ in range(depth):  # a function in an attribute of a function
        entry = b"\x0a\x01k" + delimited_head(2, len(data)) + data
        function = delimited_head(2, len(entry)) + entry
        data = delimited_head(AttrValue.FUNC_FIELD_NUMBER, len(function)) + function
    return data


def test_messages_are_checked_to_a_depth() -> None:
    sound_value = nested_value(MAX_DEPTH // 3)
    check_message(Window.of(sound_value), Span(0, len(sound_value)), AttrValue)
    deep = nested_value(MAX_DEPTH)
    with pytest.raises(DamagedDataError, match="too deep"):
        check_message(Window.of(deep), Span(0, len(deep)), AttrValue)


def test_damage_in_a_message_in_a_message_is_found() -> None:
    data = nested_value(3)
    damaged = data[:-1] + b"\x05"
    with pytest.raises(WireFormatError):
        check_message(Window.of(damaged), Span(0, len(damaged)), AttrValue)


def test_a_check_ends_after_many_fields() -> None:
    data = b"\x18\x01" * (MAX_CHECKED_FIELDS + 1) + b"\x00"
    check_message(Window.of(data), Span(0, len(data)), AttrValue)
    with pytest.raises(WireFormatError):
        check_message(Window.of(data[2:]), Span(0, len(data) - 2), AttrValue)


@pytest.mark.usefixtures("_any_page")
@examples(300)
@given(st.one_of(sound, hostile), st.integers(0, 40))
def test_short_fields_are_those_of_the_walk(data: bytes, at: int) -> None:
    """The same fields, and the same error after the same ones, from any place on."""

    def walked(*, short: bool) -> list[object]:
        window, found = Window.of(data), list[object]()
        span = Span(min(at, len(data)), len(data))
        try:
            for each in window.short_fields(span) if short else window.fields(span):
                if isinstance(each, Field):
                    found.append((each.number, each.wire_type, data[each.start : each.end]))
                else:
                    found.append((each[0], 2, each[1]))
        except DamagedDataError as error:
            found.append(str(error))
        return found

    assert walked(short=True) == walked(short=False)

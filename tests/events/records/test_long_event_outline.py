"""An outline decodes to the values of its event, without the long contents."""

from random import Random

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import TooLargeError
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.long_event_outline import Bounds, outline
from scopeboard.events.records.long_record import LongRecord, fits_checksum, read_long_record
from scopeboard.events.records.record_reader import Damage, Record, frame
from scopeboard.protowire.fields import WireFormatError
from scopeboard.protowire.nested import ReadAt
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from tools import writer
from tools.examples import examples
from tools.long_events import long_payload
from tools.scanning import sessions

LITTLE = Bounds(record=0, field=0)


def reading(data: bytes) -> ReadAt:
    return lambda start, end: data[start:end]


def outlined(payload: bytes, bounds: Bounds = LITTLE) -> bytes:
    return outline(reading(payload), len(payload), bounds)


def by_place(data: bytes, offset: int, length: int) -> LongRecord | Damage:
    def read(start: int, end: int) -> bytes:
        assert offset <= start <= end <= offset + length
        return data[start:end]

    assert fits_checksum(read, offset, length)
    return read_long_record(read, offset, length, LITTLE)


@examples(1500)
@given(st.integers(0, 2**64), st.integers(1, 50) | st.just(1 << 20))
def test_an_outline_is_taken_for_the_whole(seed: int, piece: int) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    payloads = [long_payload(random) for _ in range(random.randint(1, 4))]
    whole, by_outline = EventDecoder(), EventDecoder()
    data, records, places = b"", [], []
    for payload in payloads:
        records.append(Record(len(data), payload))
        places.append((len(data), len(frame(payload))))
        data += frame(payload)
    expected = sessions(whole.decode(records))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scopeboard.events.records.long_event_outline._CONTENT_BYTES", piece)
        patch.setattr("scopeboard.protowire.nested._PAGE_BYTES", 20 + piece)
        patch.setattr("scopeboard.events.records.long_record._PIECE_BYTES", piece)
        read = [by_place(data, *place) for place in places]
    assert sessions(by_outline.decode(read)) == expected
    assert by_outline.known == whole.known


def image(size: int) -> Summary.Value:
    return Summary.Value(tag="i", image=Summary.Image(width=7, encoded_image_string=bytes(size)))


def test_contents_are_left_out_wherever_they_stand() -> None:
    texts = Summary.Value(tag="t", tensor=TensorProto(dtype=DT_STRING, string_val=[b"x" * 90] * 99))
    numbers = TensorProto(dtype=DT_FLOAT, tensor_content=bytes(4000), float_val=[1.0] * 1000)
    values = [image(9000), texts, Summary.Value(tag="n", tensor=numbers)]
    summary = Event(summary=Summary(value=values)).SerializeToString()
    head = Event(wall_time=5, step=7).SerializeToString()
    for payload in (head + summary, summary + head):
        short = outlined(payload)
        event = Event.FromString(short)
        assert (event.wall_time, event.step) == (5, 7)
        assert [value.tag for value in event.summary.value] == ["i", "t", "n"]
        assert event.summary.value[0].image.width == 7
        assert len(short) < 200


def test_the_end_of_a_group_is_not_taken_from_behind_its_message() -> None:
    summary = b"\x7a\x46" + bytes(70) + b"\x83\x09\x84"  # 84 09 would end what 83 09 began
    payload = b"\x2a" + bytes([len(summary)]) + summary + b"\x09" + bytes(8)
    with pytest.raises(DecodeError):
        Event.FromString(payload)
    with pytest.raises(WireFormatError, match="key of a field does not end"):
        outlined(payload)


def test_little_of_a_long_event_is_read() -> None:
    payload = Event(step=3, summary=Summary(value=[image(50 << 20)])).SerializeToString()
    sizes = []

    def read(start: int, end: int) -> bytes:
        sizes.append(end - start)
        return payload[start:end]

    outline(read, len(payload), Bounds())
    assert sum(sizes) < 1 << 20


@pytest.mark.parametrize(
    "bounds", [LITTLE._replace(copied=50), LITTLE._replace(fields=9), LITTLE._replace(copied=0)]
)
def test_an_event_of_which_too_much_matters_is_told(bounds: Bounds) -> None:
    values = [writer.tf1_scalar("tag", number) for number in range(10)]
    payload = Event(summary=Summary(value=values)).SerializeToString()
    with pytest.raises(TooLargeError):
        outlined(payload, bounds)
    data = frame(payload)
    damage = read_long_record(reading(data), 0, len(data), bounds)
    assert isinstance(damage, Damage)
    assert (damage.offset, damage.length, damage.kind) == (0, len(data), "too_long")
    assert str(len(data)) in damage.message


def test_a_wrong_bit_anywhere_is_noticed() -> None:
    data = frame(bytes(range(200)) * 3)
    for at in range(12, len(data), 7):
        broken = data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]
        assert not fits_checksum(reading(broken), 0, len(data))

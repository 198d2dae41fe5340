"""Events at random that carry much: every kind of content, and every way to write it."""

from collections.abc import Callable
from random import Random

import numpy as np

from scopeboard.wire import types_pb2 as types
from scopeboard.wire.event_pb2 import Event, LogMessage, SessionLog, SourceMetadata
from scopeboard.wire.summary_pb2 import HistogramProto, Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto
from tools import writer
from tools.event_bytes import CONTENTS, TAGS, scalar_tensor, some_wall_time

_PLUGINS = ["scalars", "images", "audio", "text", "histograms", "hparams", "somebody's own"]
_FIELDS = {
    "float_val": (-1.5, 2.0),
    "double_val": (0.0, 1e300),
    "scomplex_val": (1.0, -1.0),
    "dcomplex_val": (1.0, -1.0),
    "int_val": (-1, 5),
    "int64_val": (-(1 << 63), 1),
    "bool_val": (True, False),
    "half_val": (-1, 70_000),
    "uint32_val": (0, 1 << 31),
    "uint64_val": (0, 1 << 63),
}


def much(random: Random) -> int:
    """Return a size: none, little, or more than any field that is kept as it is."""
    return random.choice([0, 1, 20, 63, 64, 65, 66, 67, 68, 71, 72, 80, 129, 300, 2000])


def text(random: Random) -> str:
    """Return a string of letters of one to four bytes each."""
    return "".join(random.choice("aµ日😀") for _ in range(much(random) // 2))


def _dense(random: Random) -> TensorProto:
    """Return a tensor whose shape, dtype and values fit one another or do not."""
    dtypes = [*CONTENTS, types.DT_STRING, types.DT_COMPLEX64, types.DT_COMPLEX128, types.DT_INT4]
    tensor = TensorProto(dtype=random.choice(dtypes))
    for _ in range(random.choice([0, 0, 1, 2])):
        tensor.tensor_shape.dim.add(size=random.choice([0, 1, 1, 2, 30]), name=text(random))
    if random.random() < 0.5:
        tensor.tensor_content = random.randbytes(much(random))
    if random.random() < 0.5:
        tensor.string_val.extend(random.randbytes(much(random)) for _ in range(much(random) % 5))
    for name in random.sample(list(_FIELDS), random.choice([0, 1, 1, 3])):
        getattr(tensor, name).extend(random.choices(_FIELDS[name], k=much(random) // 4))
    if random.random() < 0.1:
        tensor.tensor_shape.unknown_rank = True
    return tensor


def _crowded(random: Random) -> TensorProto:
    """Return a tensor of rank 0 with more than one element."""
    dtypes = {types.DT_STRING: "string_val", types.DT_COMPLEX64: "scomplex_val"}
    dtypes |= {types.DT_FLOAT: "float_val", types.DT_UINT64: "uint64_val"}
    dtype, name = random.choice(list(dtypes.items()))
    element: object = random.choice(_FIELDS[name]) if name in _FIELDS else b"s" * much(random)
    tensor = TensorProto(dtype=dtype)
    getattr(tensor, name).extend([element] * random.randint(1, 60))
    return tensor


def _metadata(random: Random) -> SummaryMetadata:
    said = writer.plugin(random.choice(_PLUGINS), random.randbytes(much(random)))
    said.summary_description = text(random)
    return said


def _value(random: Random) -> Summary.Value:
    value = Summary.Value(tag=random.choice([*TAGS, text(random)]), node_name=text(random))
    blob = random.randbytes(much(random))
    match random.randrange(8):
        case 0:
            value.simple_value = 1.5
        case 1:
            value.obsolete_old_style_histogram = blob
        case 2:
            value.image.CopyFrom(Summary.Image(height=2, width=3, encoded_image_string=blob))
        case 3:
            edges = np.frombuffer(random.randbytes(8 * (much(random) // 8)), "<f8")
            value.histo.CopyFrom(HistogramProto(min=1, bucket_limit=edges, bucket=edges))
        case 4:
            sound = Summary.Audio(encoded_audio_string=blob, content_type=text(random))
            value.audio.CopyFrom(sound)
        case 5:
            dtype = random.choice(list(CONTENTS))
            in_content = random.random() < 0.5
            value.tensor.CopyFrom(scalar_tensor(random, dtype, in_content=in_content))
        case 6:
            value.tensor.CopyFrom(_dense(random))
        case _:
            value.tensor.CopyFrom(_crowded(random))
            value.metadata.CopyFrom(writer.plugin("scalars"))
            return value
    if random.random() < 0.4:
        value.metadata.CopyFrom(_metadata(random))
    return value


def _summary(random: Random, event: Event) -> None:
    event.summary.value.extend(_value(random) for _ in range(random.randint(0, 4)))


def _graph(random: Random, event: Event) -> None:
    event.graph_def = random.randbytes(much(random))


def _meta_graph(random: Random, event: Event) -> None:
    event.meta_graph_def = random.randbytes(much(random))


def _version(random: Random, event: Event) -> None:
    event.file_version = text(random)


def _message(random: Random, event: Event) -> None:
    event.log_message.CopyFrom(LogMessage(message=text(random)))


def _session(random: Random, event: Event) -> None:
    status = random.choice([SessionLog.START, SessionLog.STOP, SessionLog.CHECKPOINT])
    session = SessionLog(status=status, msg=text(random))
    session.checkpoint_path = text(random)
    event.session_log.CopyFrom(session)


def _tagged(random: Random, event: Event) -> None:
    event.tagged_run_metadata.tag = text(random)
    event.tagged_run_metadata.run_metadata = random.randbytes(much(random))


_WHAT: list[Callable[[Random, Event], None]] = [
    *[_summary] * 6,
    *(_graph, _meta_graph, _version, _message, _session, _tagged),
]


def long_payload(random: Random) -> bytes:
    """Return an event whose parts stand in any order, some twice, some unknown, some damaged."""
    parts = []
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        event = Event()
        random.choice(_WHAT)(random, event)
        parts.append(event.SerializeToString())
    parts.append(Event(wall_time=some_wall_time(random)).SerializeToString())
    parts.append(Event(step=random.choice([0, 5, -1, 2**62])).SerializeToString())
    source = SourceMetadata(writer=text(random))
    parts.append(Event(source_metadata=source).SerializeToString())
    if random.random() < 0.3:
        parts.append(random.choice(_UNKNOWN)(random))
    random.shuffle(parts)
    return _mangled(random, b"".join(parts))


def _unknown_bytes(random: Random) -> bytes:
    size = random.choice([3, 100])
    return b"\xa2\x06" + bytes([size]) + random.randbytes(size)


def _group(random: Random) -> bytes:
    depth = random.choice([1, 2, 99, 100, 101])
    return b"\xa3\x06" * depth + b"\x08\x01" * random.randint(0, 1) + b"\xa4\x06" * depth


def _long_numbers(random: Random) -> bytes:
    """Return a tensor with packed numbers that may not end, or take too many bytes each."""
    numbers = bytes(random.choice([0, 127, 128, 255]) for _ in range(90))
    if random.random() < 0.7:
        size = random.choice([2, 9, 10, 11])
        numbers = b"".join(b"\x80" * (size - 1) + b"\x01" for _ in range(9 + 70 // size))
    data = numbers
    for key in (random.choice([0x2A, 0x32, 0x3A]), 0x42, 0x0A, 0x2A):
        length = bytes([len(data) & 127 | 128, len(data) >> 7])
        data = bytes([key]) + length + data
    return data


_UNKNOWN = [_unknown_bytes, _group, _long_numbers]


def _mangled(random: Random, data: bytes) -> bytes:
    """Return the bytes, now and then with a few of them changed or cut off."""
    found = bytearray(data)
    if random.random() < 0.4 and found:
        for _ in range(random.choice([1, 1, 2, 5])):
            found[random.randrange(len(found))] = random.randrange(256)
    if random.random() < 0.1:
        del found[random.randrange(len(found) + 1) :]
    return bytes(found)

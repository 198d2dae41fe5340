"""Event files at random: what plain writers write, what odd ones do, and damage to it.

Everything follows from the random numbers, so that a property test needs to draw a seed only: files
of some length are out of reach for strategies that draw each value.
"""

import struct
from random import Random

import numpy as np

from scopeboard.wire import types_pb2 as types
from scopeboard.wire.event_pb2 import Event, LogMessage, SessionLog
from scopeboard.wire.summary_pb2 import DATA_CLASS_SCALAR, HistogramProto, Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto
from tools import writer

TAGS = ["a", "loss", "metrics/tag_00", "metrics/tag_01", "évaluation/µ", "t" * 40, "u" * 150, ""]
_STEPS = [0, 1, 127, 128, 16384, 2**31, 2**55, 2**56, 2**63 - 1, -1]
_FLOATS = [0.0, -0.0, 1.5, float("inf"), float("-inf"), float("nan")]

CONTENTS: dict[types.DataType, str] = {
    types.DT_FLOAT: "<f4",
    types.DT_DOUBLE: "<f8",
    types.DT_HALF: "<f2",
    types.DT_BFLOAT16: "<u2",
    types.DT_INT8: "i1",
    types.DT_UINT8: "u1",
    types.DT_INT16: "<i2",
    types.DT_UINT16: "<u2",
    types.DT_INT32: "<i4",
    types.DT_UINT32: "<u4",
    types.DT_INT64: "<i8",
    types.DT_UINT64: "<u8",
    types.DT_BOOL: "u1",
}
"""Every real dtype, and its element in tensor_content."""

_INTEGER_FIELDS: dict[types.DataType, tuple[str, int, int]] = {
    types.DT_HALF: ("half_val", 0, 1 << 16),
    types.DT_BFLOAT16: ("half_val", 0, 1 << 16),
    types.DT_INT8: ("int_val", -(1 << 31), 1 << 31),
    types.DT_UINT8: ("int_val", -300, 300),
    types.DT_INT16: ("int_val", -(1 << 15), 1 << 15),
    types.DT_UINT16: ("int_val", 0, 1 << 16),
    types.DT_INT32: ("int_val", -(1 << 31), 1 << 31),
    types.DT_UINT32: ("uint32_val", 0, 1 << 32),
    types.DT_INT64: ("int64_val", -(1 << 63), 1 << 63),
    types.DT_UINT64: ("uint64_val", 0, 1 << 64),
    types.DT_BOOL: ("bool_val", 0, 2),
}


def some_float(random: Random) -> float:
    """Return a float32, often one of the special ones."""
    if random.random() < 0.3:
        return random.choice(_FLOATS)
    return float(np.float32(random.gauss(0, 1000)))


def some_wall_time(random: Random) -> float:
    """Return a double of any bits, or what a clock tells."""
    if random.random() < 0.1:
        return float(struct.unpack("<d", random.randbytes(8))[0])
    return 1.7e9 + random.random() * 1e6


def scalar_tensor(random: Random, dtype: types.DataType, *, in_content: bool) -> TensorProto:
    """Return a tensor of rank 0 that holds a number of `dtype`."""
    tensor = TensorProto(dtype=dtype)
    tensor.tensor_shape.SetInParent()
    if in_content:
        tensor.tensor_content = random.randbytes(np.dtype(CONTENTS[dtype]).itemsize)
    elif dtype == types.DT_FLOAT:
        tensor.float_val.append(some_float(random))
    elif dtype == types.DT_DOUBLE:
        tensor.double_val.append(random.gauss(0, 1))
    else:
        name, first, stop = _INTEGER_FIELDS[dtype]
        low, high = random.choice([(first, stop), (max(first, -5), min(stop, 5))])
        getattr(tensor, name).append(random.randrange(low, high))
    return tensor


def _odd_tensor(random: Random) -> TensorProto:
    dtype = random.choice(list(CONTENTS))
    tensor = scalar_tensor(random, dtype, in_content=random.random() < 0.5)
    match random.randrange(6):
        case 0 | 1:
            tensor.tensor_shape.dim.add(size=random.choice([1, 1, 2, 0]))
        case 2:
            tensor.MergeFrom(scalar_tensor(random, dtype, in_content=random.random() < 0.5))
        case 3:
            tensor.dtype = types.DT_COMPLEX64
        case 4:
            tensor.CopyFrom(TensorProto(dtype=dtype))
        case 5:
            tensor.version_number = 3
    return tensor


def _table(random: Random) -> TensorProto:
    """Return a histogram as TensorFlow 2 writes it, or something of that form."""
    rows = random.choice([1, 3, 3, 3, 30])
    tensor = TensorProto(dtype=random.choice([types.DT_DOUBLE, types.DT_FLOAT]))
    for size in (rows, 3):
        tensor.tensor_shape.dim.add(size=size)
    tensor.tensor_content = random.randbytes(rows * 3 * np.dtype(CONTENTS[tensor.dtype]).itemsize)
    return tensor


def _metadata(random: Random) -> SummaryMetadata | None:
    match random.randrange(12):
        case 0 | 1 | 2:
            return writer.plugin("scalars")
        case 3:
            named = writer.plugin("scalars")
            named.display_name = random.choice(["A name", "B"])
            return named
        case 4:
            own = writer.plugin("somebody's own")
            own.data_class = DATA_CLASS_SCALAR
            return own
        case 5 if random.random() < 0.3:
            return writer.plugin(random.choice(["text", "hparams"]))
        case 6 | 7 if random.random() < 0.5:
            return writer.plugin("histograms")
    return None


def _value(random: Random, tags: list[str]) -> Summary.Value:
    value = Summary.Value(tag=random.choice(tags))
    kind = random.random()
    if kind < 0.4:
        value.simple_value = 1
    elif kind < 0.5:
        value.tensor.CopyFrom(_table(random))
        if random.random() < 0.7:
            value.metadata.CopyFrom(writer.plugin("histograms"))
            return value
    elif kind < 0.8:
        dtype = random.choice(list(CONTENTS))
        value.tensor.CopyFrom(scalar_tensor(random, dtype, in_content=random.random() < 0.5))
    elif kind < 0.92:
        value.tensor.CopyFrom(_odd_tensor(random))
    elif kind < 0.98:
        value.histo.CopyFrom(HistogramProto(min=0, max=1, bucket_limit=[1], bucket=[3]))
    said = _metadata(random)
    if said is not None:
        value.metadata.CopyFrom(said)
    return value


def _again(random: Random, value: Summary.Value, *, bare: bool) -> Summary.Value:
    """Return the next value of a tag: of the same form, but another number."""
    found = Summary.Value()
    found.CopyFrom(value)
    if value.HasField("simple_value"):
        found.simple_value = some_float(random)
    elif value.HasField("tensor") and not value.tensor.tensor_shape.dim:
        dtype, in_content = value.tensor.dtype, bool(value.tensor.tensor_content)
        if dtype in CONTENTS:
            found.tensor.CopyFrom(scalar_tensor(random, dtype, in_content=in_content))
    elif value.HasField("tensor") and value.tensor.tensor_content:
        found.tensor.tensor_content = random.randbytes(len(value.tensor.tensor_content))
    if bare:
        found.ClearField("metadata")
    return found


def _other_payload(random: Random) -> bytes:
    """Return a payload that holds no summary, or nothing that can be read."""
    event = Event(wall_time=some_wall_time(random), step=random.choice(_STEPS))
    match random.randrange(8):
        case 0:
            event.file_version = "brain.Event:2"
        case 1 | 2:
            event.session_log.status = SessionLog.START
        case 3:
            event.session_log.status = SessionLog.CHECKPOINT
        case 4:
            event.graph_def = b"\x0a\x00"
        case 5:
            event.log_message.CopyFrom(LogMessage(message="told"))
        case 6:
            event.tagged_run_metadata.tag = "step1"
        case 7:
            return random.choice([b"", b"\xff\xff", b"\x09"]) + random.randbytes(9)
    return event.SerializeToString()


def some_payloads(random: Random, rounds: int) -> list[bytes]:
    """Return the payloads of a file: rounds of alike events, as training writes, and others."""
    tags = random.sample(TAGS, random.randint(1, 4))
    kinds = [
        [_value(random, tags) for _ in range(random.choice([1, 1, 1, 2, 3]))]
        for _ in range(random.randint(1, 4))
    ]
    is_odd, is_bare = random.random() < 0.5, random.random() < 0.3
    found = [Event(wall_time=1.7e9, file_version="brain.Event:2").SerializeToString()]
    for number in range(rounds):
        if is_odd and random.random() < 0.15:
            found.append(_other_payload(random))
        step = random.choice(_STEPS) if is_odd and random.random() < 0.2 else number
        if is_odd and random.random() < 0.2:
            random.shuffle(kinds)
        for values in kinds:
            again = [_again(random, value, bare=is_bare and number > 0) for value in values]
            event = Event(wall_time=some_wall_time(random), step=step, summary=Summary(value=again))
            found.append(event.SerializeToString())
    return found


def damaged(random: Random, data: bytes) -> bytes:
    """Return the bytes with a few things done to them: flips, cuts, zeros, parts put in twice."""
    found = bytearray(data)
    for _ in range(random.choice([0, 0, 0, 1, 1, 2, 3, 6])):
        at = random.randint(0, len(found))
        size = random.choice([1, 4, 12, 40, 200])
        match random.randrange(6):
            case 0 | 1 if at < len(found):
                found[at] ^= 1 << random.randrange(8)
            case 2:
                del found[at : at + size]
            case 3:
                found[at:at] = bytes(size)
            case 4:
                found[at:at] = found[max(at - size, 0) : at]
            case 5:
                found += bytes(size)
    return bytes(found)

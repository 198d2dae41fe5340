"""Records of pictures and sounds, in the form of TensorFlow 2."""

import io
import wave

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer


def strings(tag: str, plugin: str, *values: bytes, shape: tuple[int, ...]) -> Summary.Value:
    dims = [TensorShapeProto.Dim(size=size) for size in shape]
    tensor = TensorProto(
        dtype=DT_STRING, tensor_shape=TensorShapeProto(dim=dims), string_val=values
    )
    return Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin(plugin))


def images(step: int, *encoded: bytes, tag: str = "im") -> bytes:
    """Return the record of pictures."""
    values = (b"3", b"2", *encoded)
    return writer.event(step, strings(tag, "images", *values, shape=(len(values),)))


def sounds(step: int, *encoded: bytes, tag: str = "au") -> bytes:
    """Return the record of labelled sounds."""
    values = [part for sound in encoded for part in (sound, b"left")]
    return writer.event(step, strings(tag, "audio", *values, shape=(len(encoded), 2)))


def wav(seconds: float, rate: int = 8000) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(bytes(2 * int(rate * seconds)))
    return buffer.getvalue()

"""Sounds as WAV files of 16 bits."""

import io
import wave
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.wire.summary_pb2 import Summary

_LOUDEST: Final = 32767
_BYTES: Final = 2  # of a sample


def audio(tag: str, samples: NDArray[Any], sample_rate: int) -> Summary:
    """Return a sound of one channel.

    Args:
        tag: its name.
        samples: [n], from -1 to 1; what is louder is clipped.
        sample_rate: samples in a second.
    """
    clipped = np.clip(np.nan_to_num(samples), -1, 1)
    encoded = io.BytesIO()
    with wave.open(encoded, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(_BYTES)
        file.setframerate(sample_rate)
        file.writeframes((clipped * _LOUDEST).astype("<i2").tobytes())
    sound = Summary.Audio(
        sample_rate=sample_rate,
        num_channels=1,
        length_frames=len(samples),
        encoded_audio_string=encoded.getvalue(),
        content_type="audio/wav",
    )
    return Summary(value=[Summary.Value(tag=tag, audio=sound)])


def one_channel(samples: NDArray[Any]) -> NDArray[Any]:
    """Return the samples [n] of a sound, without dimensions of one element.

    Raises:
        ValueError: it has several channels, or none.
    """
    found = samples.reshape(-1) if samples.size == 1 else samples.squeeze()
    if found.ndim != 1 or not found.size:
        raise ValueError(f"a sound has one channel [samples], not the shape {samples.shape}")
    return found

"""Sounds: type, rate and length, read from their headers (WAV, and the types of others)."""

import struct
from typing import Final, NamedTuple

_TYPES: Final = (
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)


class SoundFacts(NamedTuple):
    """The type of a sound; of a WAV its rate (Hz), channels and length (s), else None."""

    media_type: str | None
    sample_rate: int | None
    channels: int | None
    seconds: float | None


def sound_facts(data: bytes) -> SoundFacts | None:
    """Return the facts in the header of a sound; None for a type that browsers do not play."""
    if data.startswith(b"RIFF") and data[8:12] == b"WAVE":
        return _wav(data)
    for begin, media_type in _TYPES:
        if data.startswith(begin):
            return SoundFacts(media_type, None, None, None)
    return None


def _wav(data: bytes) -> SoundFacts | None:
    """Walk over the chunks to the format and the samples."""
    at, rate, channels, bytes_a_second = 12, 0, 0, 0
    while at + 8 <= len(data):
        name, (size,) = data[at : at + 4], struct.unpack_from("<I", data, at + 4)
        if name == b"fmt " and at + 20 <= len(data):
            _, channels, rate, bytes_a_second = struct.unpack_from("<HHII", data, at + 8)
        if name == b"data" and bytes_a_second > 0:
            nbytes = min(size, len(data) - at - 8)  # writers may leave a placeholder as the size
            return SoundFacts("audio/wav", rate, channels, nbytes / bytes_a_second)
        at += 8 + size + size % 2
    return None

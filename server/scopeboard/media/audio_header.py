"""Headers of audio: type, sample rate and duration (WAV; of other formats the type)."""

import struct
from typing import Final, NamedTuple

_TYPES: Final = (
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)


class AudioHeader(NamedTuple):
    """The type of an audio clip; of a WAV its rate (Hz), channels and duration (s), else None."""

    media_type: str | None
    sample_rate: int | None
    channels: int | None
    seconds: float | None


def read_audio_header(data: bytes) -> AudioHeader | None:
    """Return the header of an audio clip, None for a type that no browser plays."""
    if not data.startswith(b"RIFF") or data[8:12] != b"WAVE":
        for start, media_type in _TYPES:
            if data.startswith(start):
                return AudioHeader(media_type, None, None, None)
        return None
    offset, rate, channels, bytes_per_second = 12, 0, 0, 0
    while offset + 8 <= len(data):
        name, (size,) = data[offset : offset + 4], struct.unpack_from("<I", data, offset + 4)
        if name == b"fmt " and offset + 20 <= len(data):
            _, channels, rate, bytes_per_second = struct.unpack_from("<HHII", data, offset + 8)
        if name == b"data" and bytes_per_second > 0:
            nbytes = min(size, len(data) - offset - 8)  # some writers leave a placeholder as size
            return AudioHeader("audio/wav", rate, channels, nbytes / bytes_per_second)
        offset += 8 + size + size % 2
    return None

"""Headers of videos: type, size and duration (MP4, WebM).

MP4 is a tree of boxes (ISO/IEC 14496-12), each with its size and a name of four characters. Its
`moov` box, which has the size of the picture, may stand behind all frames. WebM is a tree of
elements (EBML, RFC 8794; Matroska, RFC 9559), each with an id and a size in numbers of 1 to 8
bytes.
"""

import math
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

_MAX_CHILDREN: Final = 10_000  # of one box or element; a real one has fewer than a hundred
_FIXED_POINT: Final = 1 << 16  # of the sizes of a track, 16.16 bits
_NANOSECONDS: Final = 1e9
_DEFAULT_SCALE: Final = 1_000_000  # nanoseconds of a WebM timestamp, unless the file states them
_HEAD: Final = 0x1A45DFA3
_DOCUMENT_TYPE: Final = 0x4282
_SEGMENT: Final = 0x18538067
_INFO: Final = 0x1549A966
_TIMESTAMP_SCALE: Final = 0x2AD7B1
_DURATION: Final = 0x4489
_TRACKS: Final = 0x1654AE6B
_TRACK: Final = 0xAE
_VIDEO: Final = 0xE0
_WIDTH: Final = 0xB0
_HEIGHT: Final = 0xBA


class VideoHeader(NamedTuple):
    """The type of a video, its size in pixels, and its duration in seconds if it states one.

    `is_truncated` is whether the end is missing, or the part with the size: that of an MP4 file is
    often written last. Without it, width and height are 0, and no browser plays the video.
    """

    media_type: str
    width: int
    height: int
    seconds: float | None
    is_truncated: bool


class _Node(NamedTuple):
    """A box or an element: its name or id, where its content begins and ends in the data.

    `is_cut` is whether it is longer than its parent.
    """

    name: bytes | int
    start: int
    end: int
    is_cut: bool


def read_video_header(data: bytes) -> VideoHeader | None:
    """Return the header of a video, None for bytes that are neither MP4 nor WebM."""
    try:
        if data[4:8] == b"ftyp":
            return _mp4(data)
        if data[:4] == _HEAD.to_bytes(4, "big"):
            return _webm(data)
    except (struct.error, IndexError):
        pass
    return None


def _mp4(data: bytes) -> VideoHeader:
    width = height = 0
    seconds, is_cut = None, False
    for movie in _boxes(data, 0, len(data)):
        is_cut |= movie.is_cut
        if movie.name != b"moov":
            continue
        for box in _boxes(data, movie.start, movie.end):
            if box.name == b"mvhd":
                seconds = _movie_seconds(data, box.start)
            if box.name == b"trak":
                for header in _boxes(data, box.start, box.end):
                    if header.name == b"tkhd":
                        # The last two fields; those of a track of sound are 0.
                        sides = struct.unpack_from(">II", data, header.end - 8)
                        width = max(width, sides[0] // _FIXED_POINT)
                        height = max(height, sides[1] // _FIXED_POINT)
    return VideoHeader("video/mp4", width, height, seconds, is_cut or not width)


def _movie_seconds(data: bytes, start: int) -> float | None:
    """Return the duration of an `mvhd` box; a video in fragments states none."""
    # The times of version 1 have 64 bits.
    form, offset = (">IQ", 20) if data[start] == 1 else (">II", 12)
    scale, duration = struct.unpack_from(form, data, start + offset)
    return duration / scale if scale and duration else None


def _boxes(data: bytes, start: int, end: int) -> Iterator[_Node]:
    """Yield the boxes between two offsets; the last may be cut off by the end of the data."""
    for _ in range(_MAX_CHILDREN):
        if start + 8 > end:
            return
        size, name = struct.unpack_from(">I4s", data, start)
        header = 8
        if size == 1:  # the size follows, in 64 bits
            (size,) = struct.unpack_from(">Q", data, start + 8)
            header = 16
        stop = end if size == 0 else start + size
        if stop < start + header:
            return
        yield _Node(name, start + header, min(stop, end), stop > end)
        start = stop


def _webm(data: bytes) -> VideoHeader | None:
    is_webm = is_cut = False
    width = height = 0
    seconds = None
    for top in _elements(data, 0, len(data)):
        if top.name == _HEAD:
            is_webm = any(
                element.name == _DOCUMENT_TYPE
                and data[element.start : element.end].rstrip(b"\0") == b"webm"
                for element in _elements(data, top.start, top.end)
            )
        if top.name == _SEGMENT:
            is_cut |= top.is_cut
            width, height, seconds = _segment_facts(data, top)
    if not is_webm:  # other Matroska files, which browsers do not play
        return None
    return VideoHeader("video/webm", width, height, seconds, is_cut or not width)


def _segment_facts(data: bytes, segment: _Node) -> tuple[int, int, float | None]:
    """Return width and height in pixels, 0 if missing, and the duration in seconds."""
    width = height = 0
    seconds = None
    for part in _elements(data, segment.start, segment.end):
        if part.name == _INFO:
            seconds = _segment_seconds(data, part)
        if part.name == _TRACKS:
            for track in _elements(data, part.start, part.end):
                sides = _track_size(data, track)
                width, height = max(width, sides[0]), max(height, sides[1])
        if width and seconds is not None:
            break  # clusters of frames follow
    return width, height, seconds


def _segment_seconds(data: bytes, info: _Node) -> float | None:
    scale, ticks = _DEFAULT_SCALE, None
    for element in _elements(data, info.start, info.end):
        if element.name == _TIMESTAMP_SCALE:
            scale = _unsigned(data, element)
        if element.name == _DURATION:
            ticks = _real(data, element)
    return None if ticks is None else ticks * scale / _NANOSECONDS


def _track_size(data: bytes, track: _Node) -> tuple[int, int]:
    """Return the width and height of a track of Matroska in pixels, 0 for one of sound."""
    sides = {_WIDTH: 0, _HEIGHT: 0}
    if track.name == _TRACK:
        for part in _elements(data, track.start, track.end):
            if part.name == _VIDEO:
                for element in _elements(data, part.start, part.end):
                    if element.name in sides:
                        sides[int(element.name)] = _unsigned(data, element)
    return sides[_WIDTH], sides[_HEIGHT]


def _unsigned(data: bytes, element: _Node) -> int:
    return int.from_bytes(data[element.start : element.end][:8], "big")


def _real(data: bytes, element: _Node) -> float | None:
    """Return a number of 4 or 8 bytes, None for one that is no duration."""
    form = {4: ">f", 8: ">d"}.get(element.end - element.start)
    value: float = struct.unpack_from(form, data, element.start)[0] if form else math.nan
    return value if math.isfinite(value) and value >= 0 else None


def _elements(data: bytes, start: int, end: int) -> Iterator[_Node]:
    """Yield the elements between two offsets; one of unknown size ends with its parent."""
    for _ in range(_MAX_CHILDREN):
        if start >= end:
            return
        id_bytes = _number_bytes(data[start])
        size_bytes = _number_bytes(data[start + id_bytes])
        content = start + id_bytes + size_bytes
        if content > end:
            return
        name = int.from_bytes(data[start : start + id_bytes], "big")
        size = int.from_bytes(data[start + id_bytes : content], "big") & (1 << 7 * size_bytes) - 1
        is_unknown = size == (1 << 7 * size_bytes) - 1
        stop = end if is_unknown else content + size
        yield _Node(name, content, min(stop, end), stop > end)
        start = stop


def _number_bytes(first: int) -> int:
    """Return the length of a number of EBML by its first byte, in bytes.

    Raises:
        IndexError: no such number begins with this byte.
    """
    if first == 0:
        raise IndexError("a number of more than 8 bytes")
    return 9 - first.bit_length()

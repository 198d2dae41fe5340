"""Type, size and duration of videos, from files that ffmpeg wrote, whole and cut."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.video_header import VideoHeader, read_video_header
from tools.served import excerpt

MP4, WEBM = excerpt("videos/clip.mp4"), excerpt("videos/clip.webm")
FRAGMENTS = excerpt("videos/frag.mp4")


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (MP4, VideoHeader("video/mp4", 96, 64, 2.0, is_truncated=False)),
        (WEBM, VideoHeader("video/webm", 96, 64, 2.0, is_truncated=False)),
        # A video in fragments states no duration: its frames may still be coming.
        (FRAGMENTS, VideoHeader("video/mp4", 96, 64, None, is_truncated=False)),
    ],
)
def test_a_video_has_type_size_and_duration(data: bytes, header: VideoHeader) -> None:
    assert read_video_header(data) == header


@pytest.mark.parametrize("data", [MP4, WEBM, FRAGMENTS])
def test_a_video_cut_at_any_byte_is_truncated_or_none(data: bytes) -> None:
    for end in range(len(data)):
        header = read_video_header(data[:end])
        assert header is None or header.is_truncated or header[:3] == read_video_header(data)[:3]  # type: ignore[index]
    assert read_video_header(data[: len(data) // 2]) is None or header is not None


def test_an_mp4_without_its_last_box_is_truncated() -> None:
    header = read_video_header(MP4[: MP4.index(b"moov") - 4])
    assert header == VideoHeader("video/mp4", 0, 0, None, is_truncated=True)


def test_times_and_sizes_of_64_bits_are_read() -> None:
    movie = bytes([1, 0, 0, 0]) + bytes(16) + struct.pack(">IQ", 1000, 1500) + bytes(80)
    track = bytes(84) + struct.pack(">II", 320 << 16, 240 << 16)
    inner = box(b"mvhd", movie) + box(b"trak", box(b"tkhd", track))
    long = struct.pack(">I4sQ", 1, b"moov", 16 + len(inner)) + inner
    header = read_video_header(box(b"ftyp", b"isom") + long)
    assert header == VideoHeader("video/mp4", 320, 240, 1.5, is_truncated=False)


def box(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(content), name) + content


def test_other_matroska_files_are_no_webm() -> None:
    assert read_video_header(WEBM.replace(b"webm", b"mkvv", 1)) is None


@given(st.binary(max_size=200), st.sampled_from([b"\0\0\0\x18ftyp", b"\x1a\x45\xdf\xa3", b""]))
def test_any_bytes_have_a_header_or_none(data: bytes, start: bytes) -> None:
    header = read_video_header(start + data)
    assert header is None or header.media_type in {"video/mp4", "video/webm"}


@given(st.data())
def test_damaged_videos_never_raise(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([MP4, WEBM, FRAGMENTS])))
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    header = read_video_header(bytes(whole))
    assert header is None or header.width >= 0

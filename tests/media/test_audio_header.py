"""Types, rates and durations of audio clips."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.audio_header import read_audio_header


def wav(samples: int, stated: int | None = None, before: bytes = b"") -> bytes:
    """Return a clip of one byte per sample; `stated` is the length in its header."""
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 100, 100, 1, 8)
    data = b"data" + struct.pack("<I", samples if stated is None else stated) + bytes(samples)
    return b"RIFF\x00\x00\x00\x00WAVE" + before + form + data


def test_a_wav_has_rate_channels_and_duration() -> None:
    assert read_audio_header(wav(250)) == ("audio/wav", 100, 1, 2.5)


def test_chunks_before_the_format_are_skipped() -> None:
    chunk = b"LIST" + struct.pack("<I", 3) + b"abc\x00"
    assert read_audio_header(wav(50, before=chunk)) == ("audio/wav", 100, 1, 0.5)


def test_a_placeholder_for_the_length_is_ignored() -> None:
    assert read_audio_header(wav(300, stated=0xFFFFFFFF)) == ("audio/wav", 100, 1, 3.0)


@pytest.mark.parametrize(
    ("data", "media_type"),
    [(b"OggS...", "audio/ogg"), (b"fLaC...", "audio/flac"), (b"ID3...", "audio/mpeg")],
)
def test_other_formats_have_a_type(data: bytes, media_type: str) -> None:
    header = read_audio_header(data)
    assert header is not None
    assert header.media_type == media_type


@given(st.integers(0, 60))
def test_a_truncated_wav_has_a_duration_or_no_header(length: int) -> None:
    header = read_audio_header(wav(10)[:length])
    assert header is None or header.seconds is not None


def test_other_bytes_have_no_header() -> None:
    assert read_audio_header(b"<html>") is None

"""Types, rates and lengths of sounds, from their bytes."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.sound import sound_facts


def wav(samples: int, said: int | None = None, before: bytes = b"") -> bytes:
    """Return a sound of one byte a sample; `said` is the length that its header tells."""
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 100, 100, 1, 8)
    data = b"data" + struct.pack("<I", samples if said is None else said) + bytes(samples)
    return b"RIFF\x00\x00\x00\x00WAVE" + before + form + data


def test_a_wav_says_rate_channels_and_length() -> None:
    assert sound_facts(wav(250)) == ("audio/wav", 100, 1, 2.5)


def test_chunks_before_the_form_are_passed_over() -> None:
    listed = b"LIST" + struct.pack("<I", 3) + b"abc\x00"
    assert sound_facts(wav(50, before=listed)) == ("audio/wav", 100, 1, 0.5)


def test_a_length_that_was_never_filled_in_is_what_there_is() -> None:
    assert sound_facts(wav(300, said=0xFFFFFFFF)) == ("audio/wav", 100, 1, 3.0)


@pytest.mark.parametrize(
    ("data", "media_type"),
    [(b"OggS...", "audio/ogg"), (b"fLaC...", "audio/flac"), (b"ID3...", "audio/mpeg")],
)
def test_others_say_their_type(data: bytes, media_type: str) -> None:
    facts = sound_facts(data)
    assert facts is not None
    assert facts.media_type == media_type


@given(st.integers(0, 60))
def test_a_wav_that_is_cut_off_is_answered(length: int) -> None:
    facts = sound_facts(wav(10)[:length])
    assert facts is None or facts.seconds is not None


def test_anything_else_is_none() -> None:
    assert sound_facts(b"<html>") is None

"""Encoded samples of images and audio, and the media types of their bytes.

Programs log videos as images, animated ones (GIF) as PyTorch's `add_video` does, or MP4 and WebM.
"""

from typing import Final

from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.events.values.summary import Clip, read_audio, read_images
from scopeboard.media.audio_header import read_audio_header
from scopeboard.media.image_header import ImageHeader, read_image_header
from scopeboard.media.video_header import VideoHeader, read_video_header
from scopeboard.store.values.blob_series import BlobSeries

UNKNOWN_TYPE: Final = "application/octet-stream"
_EXTENSIONS: Final = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "audio/wav": "wav",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/flac": "flac",
}


def sample_clips(series: BlobSeries) -> ReadValue[list[Clip]]:
    """Return a decoder of the samples of a value of images or audio; images have no label."""
    if series.key.kind == "images":
        return lambda value: [Clip(data, "", "") for data in read_images(value).samples]
    return lambda value: read_audio(value, series.metadata)


def encoded_samples(series: BlobSeries) -> ReadValue[list[bytes]]:
    """Return a decoder of the bytes of these samples."""
    read = sample_clips(series)
    return lambda value: [clip.encoded for clip in read(value)]


def read_picture_header(data: bytes) -> ImageHeader | VideoHeader | None:
    """Return the header of a sample of images, None for bytes that no browser shows."""
    return read_image_header(data) or read_video_header(data)


def sample_type(kind: str, data: bytes) -> str:
    """Return the media type of a sample, by its bytes."""
    facts = read_picture_header(data) if kind == "images" else read_audio_header(data)
    return (facts.media_type if facts else None) or UNKNOWN_TYPE


def file_extension(media_type: str) -> str:
    """Return the file extension of a media type, without the dot."""
    return _EXTENSIONS.get(media_type, "bin")

"""Videos as animated GIF, whose frames the page shows one by one. Pillow encodes them."""

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.png import COLOUR_TYPE
from scopeboard.writer.summaries.image import encoded_image
from scopeboard.writer.summaries.pillow import pillow
from scopeboard.writer.summaries.pixels import to_bytes

_MILLISECONDS: Final = 1000
_RGB: Final = 3


def frames_of(videos: NDArray[Any]) -> NDArray[Any]:
    """Return one video [time, height, width, 3 or 4] that shows all videos in a grid.

    The grid has a power of two of places, as PyTorch has it; those without a video are black.

    Args:
        videos: [n, time, channels, height, width].

    Raises:
        ValueError: another shape or number of channels.
    """
    if videos.ndim != len("NTCHW") or not videos.size or videos.shape[2] not in COLOUR_TYPE:
        raise ValueError(f"videos are [n, time, 1, 3 or 4, height, width], not {videos.shape}")
    count, time, channels, height, width = videos.shape
    places = 1 << (count - 1).bit_length()
    rows = 1 << ((count.bit_length() - 1) // 2)
    columns = places // rows
    padded = np.zeros((places, time, channels, height, width), videos.dtype)
    padded[:count] = videos
    table = padded.reshape(rows, columns, time, channels, height, width)
    frames = table.transpose(2, 0, 4, 1, 5, 3)
    frames = frames.reshape(time, rows * height, columns * width, channels)
    return np.repeat(frames, _RGB, axis=3) if channels == 1 else frames


def video(tag: str, frames: NDArray[Any], fps: float) -> Summary:
    """Return a video of `frames` [time, height, width, 3 or 4], see `to_bytes`.

    Raises:
        ImportError: Pillow is not installed.
    """
    images = pillow("Image", "add_video")
    first, *others = [images.fromarray(frame) for frame in to_bytes(frames)]
    encoded = io.BytesIO()
    duration = round(_MILLISECONDS / fps)
    first.save(encoded, "GIF", save_all=True, append_images=others, duration=duration, loop=0)
    _, height, width, channels = frames.shape
    return encoded_image(tag, width, height, channels, encoded.getvalue())

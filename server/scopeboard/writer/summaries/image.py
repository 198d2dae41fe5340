"""Images as PNG."""

from typing import Any

from numpy.typing import NDArray

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.png import encode_png
from scopeboard.writer.summaries.pixels import to_bytes


def image(tag: str, pixels: NDArray[Any]) -> Summary:
    """Return an image of `pixels` [height, width, 3 or 4], see `to_bytes`."""
    height, width, channels = pixels.shape
    return encoded_image(tag, width, height, channels, encode_png(to_bytes(pixels)))


def encoded_image(tag: str, width: int, height: int, channels: int, encoded: bytes) -> Summary:
    """Return an image that is encoded already; sizes in pixels."""
    found = Summary.Image(
        height=height, width=width, colorspace=channels, encoded_image_string=encoded
    )
    return Summary(value=[Summary.Value(tag=tag, image=found)])

"""Images with boxes and labels drawn on them, by Pillow."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.png import encode_png
from scopeboard.writer.summaries.image import encoded_image
from scopeboard.writer.summaries.pillow import pillow
from scopeboard.writer.summaries.pixels import to_bytes

_COLOUR: Final = "Red"
_TEXT_COLOUR: Final = "black"
_WIDTH: Final = 2  # pixels of a line
_MARGIN: Final = 0.05  # of the height of a label


def image_with_boxes(
    tag: str,
    pixels: NDArray[Any],
    boxes: NDArray[Any],
    labels: Sequence[str] | None,
    rescale: float,
) -> Summary:
    """Return an image with boxes.

    Args:
        tag: its name.
        pixels: [height, width, 3 or 4], see `to_bytes`.
        boxes: [n, 4], left, top, right and bottom in pixels.
        labels: one for each box, if any.
        rescale: the factor of the size after drawing.

    Raises:
        ImportError: Pillow is not installed.
    """
    images = pillow("Image", "add_image_with_boxes")
    drawn = images.fromarray(to_bytes(pixels))
    for at, box in enumerate(boxes.tolist()):
        _draw(drawn, box, labels[at] if labels else "")
    height, width, channels = pixels.shape
    size = (int(width * rescale), int(height * rescale))
    scaled = drawn.resize(size, images.Resampling.LANCZOS)
    return encoded_image(tag, width, height, channels, encode_png(np.asarray(scaled)))


def _draw(image: Any, box: list[float], label: str) -> None:  # noqa: ANN401 - of Pillow
    """Draw a box, and its label at the bottom inside."""
    draw = pillow("ImageDraw", "add_image_with_boxes").Draw(image)
    left, top, right, bottom = box
    corners = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
    draw.line(corners, width=_WIDTH, fill=_COLOUR)
    if not label:
        return
    font = pillow("ImageFont", "add_image_with_boxes").load_default()
    text_left, text_top, text_right, text_bottom = font.getbbox(label)
    width, height = text_right - text_left, text_bottom - text_top
    margin = np.ceil(_MARGIN * height)
    place = [(left, bottom - height - 2 * margin), (left + width, bottom)]
    draw.rectangle(place, fill=_COLOUR)
    start = (left + margin, bottom - height - margin)
    draw.text(start, label, fill=_TEXT_COLOUR, font=font)

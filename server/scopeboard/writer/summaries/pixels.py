"""Images of any order of dimensions → pixels [height, width, channels]."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.writer.png import COLOUR_TYPE

GRID_COLUMNS: Final = 8
_RGB: Final = 3


def arranged(array: NDArray[Any], dataformats: str) -> NDArray[Any]:
    """Return an image [height, width, 3 or 4]; grey becomes RGB, and several images a grid.

    Args:
        array: numbers.
        dataformats: a letter for each dimension: N images, C channels, H height, W width.

    Raises:
        ValueError: the letters do not fit the array, or it has another number of channels.
    """
    letters = dataformats.upper()
    wanted = {2: "HW", 3: "HWC", 4: "NCHW"}.get(len(letters), "")
    if not wanted or sorted(letters) != sorted(wanted):
        raise ValueError(f"dataformats is an order of HW, CHW or NCHW, not {dataformats!r}")
    if array.ndim != len(letters) or not array.size:
        raise ValueError(f"an image of the shape {array.shape} does not fit {dataformats!r}")
    ordered = array.transpose([letters.index(letter) for letter in wanted])
    if len(wanted) == len("NCHW"):
        return grid(ordered, GRID_COLUMNS).transpose(1, 2, 0)
    if len(wanted) == len("HW"):
        ordered = ordered[:, :, np.newaxis]
    if ordered.shape[2] not in COLOUR_TYPE:
        raise ValueError(f"an image has 1, 3 or 4 channels, not {ordered.shape[2]}")
    return np.repeat(ordered, _RGB, axis=2) if ordered.shape[2] == 1 else ordered


def grid(images: NDArray[Any], columns: int) -> NDArray[Any]:
    """Return images [n, channels, height, width] row by row in one [channels, height, width].

    Grey becomes RGB; places without an image are black.

    Raises:
        ValueError: they have another number of channels than 1 or 3.
    """
    count, channels, height, width = images.shape
    if channels not in {1, _RGB}:
        raise ValueError(f"several images have 1 or 3 channels, not {channels}")
    columns = min(count, columns)
    rows = -(-count // columns)
    places = np.zeros((rows * columns, _RGB, height, width), images.dtype)
    places[:count] = images
    table = places.reshape(rows, columns, _RGB, height, width).transpose(2, 0, 3, 1, 4)
    return table.reshape(_RGB, rows * height, columns * width)


def to_bytes(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Return pixels of 0 to 255: uint8 as it is, other numbers from the range of 0 to 1."""
    if pixels.dtype == np.uint8:
        return pixels
    scaled = np.clip(np.nan_to_num(pixels.astype(np.float32) * 255), 0, 255)
    return scaled.astype(np.uint8)

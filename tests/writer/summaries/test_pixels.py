"""Images of any order of dimensions."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.writer.summaries.pixels import arranged, grid, to_bytes

SIDES = st.tuples(st.integers(1, 5), st.integers(1, 5))


@given(size=SIDES, channels=st.sampled_from([1, 3, 4]), form=st.sampled_from(["CHW", "HWC", "WCH"]))
def test_every_order_gives_the_same_pixels(size: tuple[int, int], channels: int, form: str) -> None:
    pixels = np.arange(size[0] * size[1] * channels).reshape(*size, channels)
    found = arranged(pixels.transpose(["HWC".index(letter) for letter in form]), form.lower())
    expected = np.repeat(pixels, 3, axis=2) if channels == 1 else pixels
    np.testing.assert_array_equal(found, expected)


@given(size=SIDES, count=st.integers(1, 20), columns=st.integers(1, 9))
def test_a_grid_has_each_image_in_its_place(
    size: tuple[int, int], count: int, columns: int
) -> None:
    height, width = size
    images = np.random.default_rng(0).integers(1, 256, (count, 3, height, width))
    found = grid(images, columns)
    across = min(count, columns)
    assert found.shape == (3, -(-count // across) * height, across * width)
    for at, image in enumerate(images):
        top, left = at // across * height, at % across * width
        place = found[:, top : top + height, left : left + width]
        np.testing.assert_array_equal(place, image)
    assert np.count_nonzero(found) == images.size


def test_orders_of_several_images() -> None:
    images = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    expected = arranged(images, "NCHW")
    for order in permutations(range(4)):
        form = "".join("NCHW"[axis] for axis in order)
        np.testing.assert_array_equal(arranged(images.transpose(order), form), expected)


def test_numbers_are_shares_of_255_and_bytes_stay() -> None:
    shares = np.array([-1, 0, 0.5, 1, 2, np.nan, np.inf])
    assert to_bytes(shares).tolist() == [0, 0, 127, 255, 255, 0, 255]
    assert to_bytes(np.array([3], np.uint8)).tolist() == [3]
    assert to_bytes(np.array([False, True])).tolist() == [0, 255]


@pytest.mark.parametrize("form", ["", "CHW2", "NN", "HWCC", "CH"])
def test_an_unknown_order_is_an_error(form: str) -> None:
    with pytest.raises(ValueError, match="order of HW, CHW or NCHW"):
        arranged(np.zeros((1, 1)), form)

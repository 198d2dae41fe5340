"""Drawn digits: their form, and that they vary."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from programs.demo_log.digits import CLASSES, SIDE, draw_digits


@given(count=st.integers(0, 40), seed=st.integers(0, 2**32 - 1))
def test_each_digit_is_a_picture_with_one_label(count: int, seed: int) -> None:
    digits = draw_digits(count, np.random.default_rng(seed))
    assert digits.images.shape == (count, SIDE * SIDE)
    assert digits.labels.shape == (count, CLASSES)
    assert digits.images.dtype == digits.labels.dtype == np.float32
    assert np.all((digits.images >= 0) & (digits.images <= 1))
    assert np.all(digits.labels.sum(axis=1) == 1)


def test_a_seed_always_draws_the_same() -> None:
    first, second = (draw_digits(30, np.random.default_rng(5)) for _ in range(2))
    np.testing.assert_array_equal(first.images, second.images)
    np.testing.assert_array_equal(first.labels, second.labels)


def test_two_digits_of_a_class_differ() -> None:
    digits = draw_digits(60, np.random.default_rng(2))
    ones = digits.images[digits.labels[:, 1] == 1]
    assert len(ones) > 1
    assert not np.allclose(ones[0], ones[1], atol=0.5)


def test_strokes_stay_in_the_picture() -> None:
    digits = draw_digits(500, np.random.default_rng(3))
    pictures = digits.images.reshape(-1, SIDE, SIDE)
    border = np.concatenate([pictures[:, 0], pictures[:, -1], pictures[:, :, 0]], axis=1)
    assert (border > 0.6).mean() < 0.05
    assert pictures[:, 4:-4, 4:-4].mean() > 3 * border.mean()

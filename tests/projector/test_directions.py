"""Custom axes and the sphere, by their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from scopeboard.projector.directions import coordinates_along, on_sphere

TABLES = arrays(np.float32, (6, 3), elements=st.floats(-100, 100, width=32))


@given(TABLES)
def test_the_means_are_at_0_and_1(vectors: NDArray[np.float32]) -> None:
    found = coordinates_along(vectors, [0, 1], [2, 3, 4])
    means = [vectors[rows].astype(np.float64).mean(axis=0) for rows in ([0, 1], [2, 3, 4])]
    if np.linalg.norm(means[1] - means[0]) < 1e-3:
        return
    assert found[[0, 1]].mean() == pytest.approx(0, abs=1e-5)
    assert found[[2, 3, 4]].mean() == pytest.approx(1, abs=1e-5)


def test_what_is_across_the_direction_does_not_count() -> None:
    vectors = np.array([[0, 0], [2, 0], [1, 50], [-2, 7], [np.nan, 1]], np.float32)
    assert coordinates_along(vectors, [0], [1]).tolist() == [0, 1, 0.5, -1, 0]


@pytest.mark.parametrize(("begin", "end"), [([], [0]), ([0], [0]), ([2], [2])])
def test_without_a_direction_all_are_at_0(begin: list[int], end: list[int]) -> None:
    vectors = np.array([[0, 0], [1, 2], [np.inf, 0]], np.float32)
    assert not coordinates_along(vectors, begin, end).any()


@given(TABLES)
def test_vectors_on_the_sphere_have_length_1(vectors: NDArray[np.float32]) -> None:
    lengths = np.linalg.norm(on_sphere(vectors).astype(np.float64), axis=1)
    distances = np.linalg.norm(vectors - vectors.astype(np.float64).mean(axis=0), axis=1)
    np.testing.assert_allclose(lengths[distances > 1e-6], 1, rtol=1e-5)


def test_vectors_that_are_not_finite_stay() -> None:
    vectors = np.array([[1, 0], [3, 0], [np.nan, 5]], np.float32)
    np.testing.assert_array_equal(on_sphere(vectors), [[-1, 0], [1, 0], [np.nan, 5]])
    np.testing.assert_array_equal(on_sphere(vectors[2:]), vectors[2:])

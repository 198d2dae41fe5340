"""Components and neighbours, compared with their definitions."""

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from scopeboard.projector.neighbours import nearest
from scopeboard.projector.principal_components import (
    MAX_CACHED,
    Components,
    ComponentsCache,
    principal_components,
    rounded,
)


def vectors(rows: int, dimensions: int) -> NDArray[np.float32]:
    random = np.random.default_rng(7)
    scales = np.linspace(5, 0.5, dimensions)
    return (random.standard_normal((rows, dimensions)) * scales + 3).astype(np.float32)


def test_components_are_the_eigenvectors_of_the_covariance() -> None:
    data = vectors(60, 5)
    found = principal_components(data, 3)
    values, directions = np.linalg.eigh(np.cov(data.T.astype(np.float64)))
    expected = (data - data.mean(axis=0)) @ directions[:, ::-1][:, :3]
    np.testing.assert_allclose(np.abs(found.coordinates), np.abs(expected), atol=1e-3)
    np.testing.assert_allclose(found.variance, values[::-1][:3] / values.sum(), rtol=1e-4)


def test_fewer_dimensions_than_components_leave_the_rest_at_zero() -> None:
    found = principal_components(vectors(10, 2), 4)
    assert found.coordinates.shape == (10, 4)
    assert not found.coordinates[:, 2:].any()
    assert found.variance[2:] == [0, 0]


def test_vectors_with_nan_are_at_the_origin() -> None:
    data = vectors(8, 3)
    data[2, 1] = np.nan
    found = principal_components(data, 2)
    assert not found.coordinates[2].any()
    assert np.isfinite(found.coordinates).all()
    assert not principal_components(np.full((3, 2), np.nan, np.float32), 2).coordinates.any()


def test_a_sample_determines_the_directions_of_many_vectors() -> None:
    data = vectors(9000, 4)
    found, whole = principal_components(data, 2).coordinates, data - data.mean(axis=0)
    _, _, directions = np.linalg.svd(whole, full_matrices=False)
    expected = whole @ directions[:2].T
    for column in range(2):
        correlation = np.corrcoef(found[:, column], expected[:, column])[0, 1]
        assert abs(correlation) > 0.99


def test_coordinates_are_rounded_to_visible_digits() -> None:
    assert rounded(np.array([[1234.56789, 0.00012]])).tolist() == [[1234.6, 0.0]]
    assert rounded(np.zeros((1, 2), np.float32)).tolist() == [[0, 0]]


@pytest.mark.parametrize("distance", ["cosine", "euclidean"])
def test_neighbours_are_the_nearest_of_all_pairs(distance: str) -> None:
    data = vectors(40, 6).astype(np.float64)
    found = nearest(data.astype(np.float32), 5, 4, distance)  # type: ignore[arg-type]

    def between(one: NDArray[np.float64]) -> float:
        if distance == "euclidean":
            return float(np.sqrt(((one - data[5]) ** 2).sum()))
        return float(1 - one @ data[5] / np.sqrt((one @ one) * (data[5] @ data[5])))

    expected = sorted((between(one), at) for at, one in enumerate(data) if at != 5)[:4]
    assert [one.row for one in found] == [at for _, at in expected]
    np.testing.assert_allclose([one.distance for one in found], [d for d, _ in expected], rtol=1e-3)


def test_a_vector_of_zeros_has_the_distance_1() -> None:
    data = np.array([[1, 0], [0, 0], [2, 0], [np.nan, 1]], np.float32)
    found = nearest(data, 0, 5, "cosine")
    assert [(one.row, one.distance) for one in found] == [(2, 0.0), (1, 1.0)]


def test_numbers_near_the_largest_do_not_overflow() -> None:
    data = np.full((5, 100), 3e38, np.float32)
    data[0] *= -1
    coordinates = rounded(principal_components(data, 2).coordinates)
    assert np.isfinite(coordinates).all()
    assert np.ptp(coordinates[:, 0]) == pytest.approx(6e39, rel=1e-3)
    found = nearest(data, 1, 4, "cosine")
    assert [one.row for one in found] == [2, 3, 4, 0]
    assert [one.distance for one in found] == pytest.approx([0, 0, 0, 2])


def test_cached_components_are_equal_to_computed_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "scopeboard.projector.principal_components.principal_components"
    computed: list[int] = []

    def count(data: NDArray[np.float32], components: int) -> Components:
        computed.append(len(data))
        return principal_components(data, components)

    monkeypatch.setattr(name, count)
    cache = ComponentsCache()
    for rows in [*range(10, 10 + MAX_CACHED), *range(10, 11 + MAX_CACHED), 10]:
        data = vectors(rows, 5)
        expected = principal_components(data, 3)
        answer = cache.get(rows, partial(vectors, rows, 5), 3)
        np.testing.assert_allclose(answer.coordinates, expected.coordinates, atol=1e-9)
        assert answer.variance == pytest.approx(expected.variance)
    assert computed == [*range(10, 11 + MAX_CACHED), 10]

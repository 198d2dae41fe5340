"""Drawable meshes of logged parts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scopeboard.media import mesh
from scopeboard.media.mesh import drawable_mesh

FLOATS = st.floats(width=32) | st.just(1e300)


@given(
    arrays(np.float64, st.tuples(st.integers(0, 6), st.just(3)), elements=FLOATS),
    arrays(np.int64, st.tuples(st.integers(0, 6), st.just(3)), elements=st.integers(-1, 6)),
)
def test_every_drawn_face_has_its_finite_corners(vertices: np.ndarray, faces: np.ndarray) -> None:
    with np.errstate(over="ignore"):
        narrow = vertices.astype(np.float32)
    numbers = np.arange(len(vertices), dtype=np.uint8)
    drawn = drawable_mesh(vertices, faces, np.stack([numbers] * 3, axis=1))
    assert np.isfinite(drawn.positions).all()
    assert drawn.colours is not None
    original = drawn.colours[:, 0]
    np.testing.assert_array_equal(drawn.positions, narrow[original])
    valid = [
        face
        for face in faces.tolist()
        if all(0 <= row < len(narrow) and np.isfinite(narrow[row]).all() for row in face)
    ]
    assert original[drawn.faces].reshape(-1, 3).tolist() == valid


def test_too_many_points_are_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "MAX_POINTS", 3)
    monkeypatch.setattr(mesh, "MAX_FACES", 1)
    vertices = np.arange(30).reshape(10, 3)
    faces = np.array([[0, 1, 2], [1, 2, 3]])
    drawn = drawable_mesh(vertices, faces, None)
    assert drawn.positions[:, 0].tolist() == [0, 12, 27]
    assert len(drawn.faces) == 0
    assert drawn.notes == [
        "Drawn as points: 2 faces on 10 vertices exceed the limit.",
        "3 of 10 points drawn, evenly spaced.",
    ]


def test_colours_are_clipped_to_a_byte() -> None:
    colours = np.array([[-1.0, 300.0, np.nan], [0.0, 255.0, 12.0]])
    drawn = drawable_mesh(np.zeros((2, 3)), None, colours)
    assert drawn.colours is not None
    assert drawn.colours.tolist() == [[0, 255, 0], [0, 255, 12]]


def test_shares_of_the_full_brightness_are_colours() -> None:
    colours = np.array([[0.0, 0.5, 1.0], [0.25, 0.0, 0.0]], np.float32)
    drawn = drawable_mesh(np.zeros((2, 3)), None, colours)
    assert drawn.colours is not None
    assert drawn.colours.tolist() == [[0, 127, 255], [63, 0, 0]]
    of_bytes = drawable_mesh(np.zeros((2, 3)), None, colours.astype(np.uint8))
    assert of_bytes.colours is not None
    assert of_bytes.colours.max() == 1

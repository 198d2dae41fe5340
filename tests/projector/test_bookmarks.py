"""Bookmarks as TensorBoard's projector saves them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.projector.bookmarks import Bookmark, read_bookmarks


def test_bookmarks_of_states() -> None:
    states = [
        {
            "label": "Digits",
            "selectedProjection": "pca",
            "pcaComponentDimensions": [0, 1],
            "selectedColorOptionName": "digit",
            "selectedPoints": [7, 9],
        },
        {"selectedProjection": "tsne", "tSNEis3d": False, "selectedPoints": []},
        "no state",
    ]
    assert read_bookmarks(json.dumps(states).encode()) == [
        Bookmark("Digits", "pca", 2, "digit", 7),
        Bookmark("Bookmark 2", "umap", 2, "", None),
    ]


@pytest.mark.parametrize("content", [b"", b"{}", b"[", b"\xff"])
def test_other_contents_are_damaged_data(content: bytes) -> None:
    with pytest.raises(DamagedDataError):
        read_bookmarks(content)


scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-9, 9) | st.text(max_size=3)
json_values = (
    scalars | st.lists(scalars, max_size=3) | st.dictionaries(st.text(max_size=3), scalars)
)
some_states = st.fixed_dictionaries(
    {"selectedPoints": st.lists(st.integers(-5, 5), min_size=1, max_size=3) | json_values},
    optional=dict.fromkeys(("label", "selectedProjection", "pcaComponentDimensions"), json_values),
)


@given(st.lists(some_states, min_size=1, max_size=3))
def test_any_states_are_bookmarks(states: list[dict[str, object]]) -> None:
    found = read_bookmarks(json.dumps(states).encode())
    assert all(one.label and (one.point is None or one.point >= 0) for one in found)

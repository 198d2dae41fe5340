"""Bookmarks as TensorBoard's projector saves them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.projector.bookmarks import Bookmark, read_bookmarks


def test_views_by_what_they_show() -> None:
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
def test_what_are_no_bookmarks(content: bytes) -> None:
    with pytest.raises(DamagedDataError):
        read_bookmarks(content)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-9, 9) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
names = ("label", "selectedProjection", "pcaComponentDimensions", "selectedPoints")


@given(st.lists(st.dictionaries(st.sampled_from(names), json_values)))
def test_any_states_are_views(states: list[object]) -> None:
    found = read_bookmarks(json.dumps(states).encode())
    assert all(one.label and (one.point is None or one.point >= 0) for one in found)

"""Summary values of whatever a training run may come up with."""

import struct
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from programs.demo_log import summaries
from scopeboard.events.values.tensor import read_tensor

ANY_FLOATS = arrays(np.float32, array_shapes(max_dims=2, max_side=20), elements=st.floats(width=32))


@given(numbers=ANY_FLOATS)
def test_a_histogram_counts_every_finite_number(numbers: NDArray[np.float32]) -> None:
    value = summaries.histogram("weights", numbers)
    buckets = read_tensor(value.tensor)
    finite = numbers[np.isfinite(numbers)]
    assert buckets.dtype == np.float32
    assert buckets.shape[1] == 3
    left, right, counts = buckets.T
    assert counts.sum() == finite.size
    assert np.all(left <= right)
    if finite.size:
        assert (left[0], right[-1]) == (finite.min(), finite.max())


@given(
    scores=arrays(np.float32, st.integers(0, 40), elements=st.floats(0, 1, width=32)),
    data=st.data(),
)
def test_a_curve_counts_every_score_at_each_threshold(
    scores: NDArray[np.float32], data: st.DataObject
) -> None:
    is_positive = data.draw(arrays(np.bool_, len(scores)))
    table = read_tensor(summaries.pr_curve("digit/3", scores, is_positive).tensor)
    true, false, left, missed, precision, recall = table
    assert np.all(true + missed == is_positive.sum())
    assert np.all(false + left == (~is_positive).sum())
    for at, threshold in enumerate(np.linspace(0, 1, summaries.THRESHOLDS)):
        found = [
            bool(hit) for hit, score in zip(is_positive, scores, strict=True) if score >= threshold
        ]
        assert (true[at], false[at]) == (found.count(True), found.count(False))
        if found:
            assert precision[at] == np.float32(found.count(True) / len(found))
        if is_positive.any():
            assert recall[at] == np.float32(found.count(True) / is_positive.sum())


@given(
    pictures=arrays(
        np.float32,
        st.tuples(st.integers(0, 3), st.integers(1, 5), st.integers(1, 5), st.just(1)),
        elements=st.floats(width=32),
    )
)
def test_any_picture_can_be_shown(pictures: NDArray[np.float32]) -> None:
    value = summaries.images("digits", pictures)
    width, height, *encoded = value.tensor.string_val
    assert (int(width), int(height)) == pictures.shape[2:0:-1]
    assert len(encoded) == len(pictures)
    for png in encoded:
        assert struct.unpack_from(">II", png, 16) == (int(width), int(height))


def test_values_carry_the_name_of_their_plugin() -> None:
    numbers = np.ones(4, np.float32)
    values = [
        summaries.scalar("a", numbers[0]),
        summaries.histogram("b", numbers),
        summaries.images("c", numbers.reshape(1, 2, 2, 1)),
        summaries.text("d", "# Title"),
    ]
    plugins = [value.metadata.plugin_data.plugin_name for value in values]
    assert plugins == ["scalars", "histograms", "images", "text"]
    assert values[3].tensor.string_val == [b"# Title"]


def test_zero_is_mid_grey_only_beside_negative_pixels() -> None:
    signed = grey_levels(np.array([-2, 0, 2], np.float32))
    unsigned = grey_levels(np.array([0, 1, 2], np.float32))
    assert signed == [1, 128, 255]
    assert unsigned == [0, 128, 255]


def grey_levels(row: NDArray[np.float32]) -> list[int]:
    png = summaries.images("row", row.reshape(1, 1, -1, 1)).tensor.string_val[2]
    start = png.index(b"IDAT") + 4
    return list(zlib.decompressobj().decompress(png[start:]))[1:]

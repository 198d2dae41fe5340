"""Summary values in their TensorFlow 2 form: a tensor, and metadata that names the plugin."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from programs.demo_log.tensors import tensor_proto
from scopeboard.wire.plugins_pb2 import (
    HistogramPluginData,
    HParamsPluginData,
    ImagePluginData,
    PrCurvePluginData,
    ScalarPluginData,
    TextPluginData,
)
from scopeboard.wire.summary_pb2 import DataClass, Summary, SummaryMetadata
from scopeboard.writer.png import encode_png

Value = Summary.Value

BUCKETS = 30
"""How many buckets TensorFlow 2 divides a histogram into."""


THRESHOLDS = 51
"""How many points a precision-recall curve has; 201 are the default of TensorBoard."""


def serialise(values: Sequence[Value]) -> bytes:
    """The bytes of a summary; two of them, concatenated, are a summary with both values."""
    return Summary(value=values).SerializeToString()


def scalar(tag: str, number: NDArray[Any]) -> Value:
    """A scalar, stored as float32."""
    return _value(
        tag,
        np.asarray(number, np.float32),
        "scalars",
        ScalarPluginData().SerializeToString(),
        DataClass.DATA_CLASS_SCALAR,
    )


def histogram(tag: str, numbers: NDArray[Any]) -> Value:
    """A histogram, [k, 3] float32: left edge, right edge, count. Non-finite numbers are left out.

    k is 30, as from TensorFlow; 1 when all numbers are equal, and 0 when there is none.
    """
    finite = numbers[np.isfinite(numbers)]
    if finite.size == 0:
        buckets = np.zeros((0, 3))
    elif (lowest := finite.min()) == (highest := finite.max()):
        buckets = np.array([[lowest, highest, finite.size]])
    else:
        counts, edges = np.histogram(finite.astype(np.float64), BUCKETS)
        buckets = np.stack([edges[:-1], edges[1:], counts], axis=1)
    content = HistogramPluginData().SerializeToString()
    return _value(
        tag, buckets.astype(np.float32), "histograms", content, DataClass.DATA_CLASS_TENSOR
    )


def images(tag: str, pictures: NDArray[Any]) -> Value:
    """Pictures [n, height, width, channels] as PNG, each scaled to the range of its pixels.

    Where a picture has negative pixels, zero becomes mid-grey, as with TensorFlow's ImageSummary.
    """
    _, height, width, _ = pictures.shape
    encoded = [encode_png(_to_bytes(picture)) for picture in pictures]
    strings = [str(width).encode(), str(height).encode(), *encoded]
    content = ImagePluginData().SerializeToString()
    blobs = DataClass.DATA_CLASS_BLOB_SEQUENCE
    return _value(tag, np.array(strings, object), "images", content, blobs)


def pr_curve(tag: str, scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Value:
    """A precision-recall curve, [6, 51] float32 by threshold, from 0 to 1.

    The rows are true and false positives, true and false negatives, precision and recall. Where
    nothing is found, precision is 0 as from TensorBoard.

    Args:
        tag: the tag.
        scores: [n], in [0, 1].
        is_positive: [n].
    """
    found = scores >= np.linspace(0, 1, THRESHOLDS)[:, None]  # [thresholds, n]
    true, false = (found & is_positive).sum(axis=1), (found & ~is_positive).sum(axis=1)
    positives = int(np.count_nonzero(is_positive))
    missed, left = positives - true, len(scores) - positives - false
    precision, recall = true / np.maximum(true + false, 1), true / max(positives, 1)
    table = np.stack([true, false, left, missed, precision, recall]).astype(np.float32)
    content = PrCurvePluginData(num_thresholds=THRESHOLDS).SerializeToString()
    return _value(tag, table, "pr_curves", content, DataClass.DATA_CLASS_TENSOR)


def text(tag: str, markdown: str) -> Value:
    """A text in Markdown."""
    content = TextPluginData().SerializeToString()
    string = np.array(markdown.encode(), object)
    return _value(tag, string, "text", content, DataClass.DATA_CLASS_TENSOR)


def hparams(tag: str, content: HParamsPluginData) -> Value:
    """Hyper-parameters; all is in the metadata, and the tensor is empty."""
    empty = np.zeros(0, np.float32)
    serialised = content.SerializeToString()
    return _value(tag, empty, "hparams", serialised, DataClass.DATA_CLASS_TENSOR)


def _value(
    tag: str, array: NDArray[Any], plugin: str, content: bytes, data_class: DataClass
) -> Value:
    plugin_data = SummaryMetadata.PluginData(plugin_name=plugin, content=content)
    metadata = SummaryMetadata(plugin_data=plugin_data, data_class=data_class)
    return Value(tag=tag, tensor=tensor_proto(array), metadata=metadata)


def _to_bytes(picture: NDArray[Any]) -> NDArray[np.uint8]:
    pixels = np.nan_to_num(picture.astype(np.float64), posinf=0, neginf=0)
    shares = pixels / (np.abs(pixels).max() or 1)
    scaled = shares * 127 + 128 if shares.min() < 0 else shares * 255
    rounded: NDArray[np.uint8] = scaled.round().astype(np.uint8)
    return rounded

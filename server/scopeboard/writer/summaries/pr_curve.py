"""Precision-recall curves."""

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scopeboard.arrays import Floats
from scopeboard.wire.plugins_pb2 import PrCurvePluginData
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.summaries.plugin import metadata, shape_of

_SMALLEST_COUNT: Final = 1e-7  # TensorBoard's, so that nothing is divided by 0


def pr_curve(tag: str, table: Floats, num_thresholds: int) -> Summary:
    """Return a curve of a table, see `curve_table`."""
    content = PrCurvePluginData(version=0, num_thresholds=num_thresholds).SerializeToString()
    tensor = TensorProto(
        dtype=DT_FLOAT,
        float_val=table.reshape(-1).tolist(),
        tensor_shape=shape_of(table.shape),
    )
    data = metadata("pr_curves", content)
    return Summary(value=[Summary.Value(tag=tag, metadata=data, tensor=tensor)])


def curve_table(
    labels: NDArray[Any], predictions: NDArray[Any], num_thresholds: int, weights: ArrayLike
) -> Floats:
    """Return the curve of a classification, in TensorBoard's way.

    Args:
        labels: whether each example is positive, booleans or 0 and 1, of any shape.
        predictions: the probability of that, of the same shape.
        num_thresholds: they rise evenly from 0 to 1.
        weights: of the examples.

    Returns:
        [6, thresholds]: true positives, false positives, true negatives, false negatives,
        precision, recall.
    """
    positive = labels.reshape(-1).astype(np.float64)
    weight = np.broadcast_to(np.asarray(weights, np.float64), labels.shape).reshape(-1)
    threshold = np.floor(predictions.reshape(-1) * (num_thresholds - 1)).astype(np.int32)
    span = (0, num_thresholds - 1)
    hits, _ = np.histogram(threshold, num_thresholds, span, weights=positive * weight)
    misses, _ = np.histogram(threshold, num_thresholds, span, weights=(1 - positive) * weight)
    true_positives = np.cumsum(hits[::-1])[::-1]
    false_positives = np.cumsum(misses[::-1])[::-1]
    true_negatives = false_positives[0] - false_positives
    false_negatives = true_positives[0] - true_positives
    predicted = np.maximum(_SMALLEST_COUNT, true_positives + false_positives)
    actual = np.maximum(_SMALLEST_COUNT, true_positives + false_negatives)
    return np.stack(
        [
            true_positives,
            false_positives,
            true_negatives,
            false_negatives,
            true_positives / predicted,
            true_positives / actual,
        ]
    )

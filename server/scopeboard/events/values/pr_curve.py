"""Precision-recall curves as the pr_curves plugin logs them."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import element_count, read_tensor
from scopeboard.wire.summary_pb2 import Summary

MAX_THRESHOLDS: Final = 10_000
_ROWS: Final = 6


@dataclass(frozen=True, slots=True)
class LoggedCurve:
    """The counts and ratios at n thresholds, which rise evenly from 0 to 1; float64 [n] each.

    Weighted counts need not be integers.
    """

    true_positives: Floats
    false_positives: Floats
    true_negatives: Floats
    false_negatives: Floats
    precision: Floats
    recall: Floats


def read_pr_curve(value: Summary.Value) -> LoggedCurve:
    """Return a curve.

    Raises:
        DamagedDataError: the value is not a table of six rows of real numbers.
    """
    if value.WhichOneof("value") != "tensor":
        raise DamagedDataError("a curve without a value")
    if element_count(value.tensor) > _ROWS * MAX_THRESHOLDS:
        raise DamagedDataError(f"a curve of more than {MAX_THRESHOLDS} thresholds")
    table = read_tensor(value.tensor)
    if table.ndim != 2 or table.shape[0] != _ROWS or table.dtype.kind not in "fiu":
        raise DamagedDataError(f"a curve of {table.dtype} {table.shape} instead of [6, thresholds]")
    return LoggedCurve(*table.astype(np.float64))

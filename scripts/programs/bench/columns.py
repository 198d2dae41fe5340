"""Scopeboard's binary responses: a header in JSON, followed by columns."""

import json
import struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

HEADER_BYTES = 4


class Points(NamedTuple):
    """The points of one series: int64, float64, float64 [n]."""

    step: NDArray[np.int64]
    wall_time: NDArray[np.float64]
    value: NDArray[np.float64]


def points_by_run(body: bytes) -> dict[str, Points]:
    """Return the series of an answer to `/api/scalars` with `points=0`, by the id of the run."""
    (length,) = struct.unpack_from("<I", body)
    header = json.loads(body[HEADER_BYTES : HEADER_BYTES + length])
    columns = memoryview(body)[HEADER_BYTES + length :]
    return {
        series["run"]: Points(*(_column(columns, series[name]) for name in Points._fields))
        for series in header["series"]
    }


def _column(columns: memoryview, entry: dict[str, Any]) -> NDArray[Any]:
    return np.frombuffer(columns, entry["dtype"], entry["length"], entry["offset"])

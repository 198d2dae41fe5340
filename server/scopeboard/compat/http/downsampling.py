"""Downsampling of series, for clients that expect TensorBoard's limits.

Without a limit, a response has every step. With a limit of n it has the first step, the last step
and n - 2 evenly spaced between them; for n = 1 the last step alone. TensorBoard samples at random
instead: always the last step, seldom the first. To get its steps, all files would have to be read
in the same order and in the same portions.

The limit is, from strongest to weakest: `samples` in the query of a request, a number or
`tensorboard`; the plugin's number in `--samples_per_plugin`; `tensorboard` in that flag; none.
0 means every step.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request

from scopeboard.errors import QueryError
from scopeboard.events.decode.batch import BlobColumns
from scopeboard.store.query.points import RawPoints
from scopeboard.store.values.blob_series import BlobSeries
from scopeboard.types import TENSORBOARD_SAMPLES

EVERY_STEP: Final = 0
_PARAMETER: Final = "samples"
_MAX_DIGITS: Final = 9
_TENSORBOARD_LIMITS: Final = {
    "scalars": 1000,
    "histograms": 51,
    "distributions": 500,
    "images": 10,
    "audio": 10,
    "text": 10,
    "mesh": 10,
    "pr_curves": 100,
}
"""Limits of TensorBoard 2.21: of a plugin, or of its reservoir where that is lower."""
_FALLBACKS: Final = {
    "custom_scalars": "scalars",
    "hparams": "scalars",
    "distributions": "histograms",
}
"""Plugins with the limit of another plugin, unless the flag names them."""


class Sampling:
    """Limits of steps per series.

    Args:
        flag: limits by plugin; the key `TENSORBOARD_SAMPLES` selects TensorBoard's limits for all
            plugins that are not named.
    """

    def __init__(self, flag: Mapping[str, int]) -> None:
        self._flag = flag

    def limit(self, request: Request, plugin: str) -> int:
        """Return the largest number of steps of a series, `EVERY_STEP` for all.

        Raises:
            QueryError: the parameter of the request is invalid.
        """
        fallback = _FALLBACKS.get(plugin, plugin)
        of_tensorboard = _TENSORBOARD_LIMITS.get(fallback, EVERY_STEP)
        of_tensorboard = _TENSORBOARD_LIMITS.get(plugin, of_tensorboard)
        samples = request.query_params.get(_PARAMETER)
        if samples is None:
            name = plugin if plugin in self._flag else fallback
            is_default = TENSORBOARD_SAMPLES in self._flag
            return self._flag.get(name, of_tensorboard if is_default else EVERY_STEP)
        if samples == TENSORBOARD_SAMPLES:
            return of_tensorboard
        if not samples.isascii() or not samples.isdigit() or len(samples) > _MAX_DIGITS:
            raise QueryError(
                f"Invalid {_PARAMETER!r}: {samples!r}. Expected a number of steps, 0 for all, "
                f"or {TENSORBOARD_SAMPLES!r}."
            )
        return int(samples)


def sampled_rows(count: int, limit: int) -> NDArray[np.int64] | None:
    """Return the sampled rows of `count`, int64 and ascending; None for all of them."""
    if limit == EVERY_STEP or count <= limit:
        return None
    if limit == 1:
        return np.array([count - 1])
    return np.linspace(0, count - 1, limit).round().astype(np.int64)


def sampled_points(points: RawPoints, limit: int) -> RawPoints:
    """Return one series downsampled to a limit."""
    rows = sampled_rows(len(points.step), limit)
    if rows is None:
        return points
    return RawPoints(points.step[rows], points.wall_time[rows], points.value[rows], None)


def sampled_series(series: BlobSeries, limit: int) -> BlobSeries:
    """Return a series of logged values downsampled to a limit."""
    rows = sampled_rows(len(series), limit)
    if rows is None:
        return series
    columns = series.columns
    sampled = BlobColumns(
        step=columns.step[rows],
        wall_time=columns.wall_time[rows],
        offset=columns.offset[rows],
        length=columns.length[rows],
        value_index=columns.value_index[rows],
    )
    return replace(series, columns=sampled, file=series.file[rows])

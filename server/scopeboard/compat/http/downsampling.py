"""How many steps of a series are answered, for clients that expect as few as TensorBoard keeps.

Without a limit every step is answered. With one of n, the first and the last step and n - 2 evenly
spaced between them are, the last one alone for n = 1. TensorBoard draws at random instead, always
with the last and seldom with the first; the same steps would come only if all files were read in
the same order and portions.

The limit is, from strongest to weakest: `samples` in the query of a request, a number or
`tensorboard`; the plugin's number in `--samples_per_plugin`; `tensorboard` in that flag; none.
0 stands for every step.
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
_KEPT: Final = {
    "scalars": 1000,
    "histograms": 51,
    "distributions": 500,
    "images": 10,
    "audio": 10,
    "text": 10,
    "mesh": 10,
    "pr_curves": 100,
}
"""What TensorBoard 2.21 answers at most: what its plugins ask for, or less where it keeps less."""
_LIKE: Final = {"custom_scalars": "scalars", "hparams": "scalars", "distributions": "histograms"}
"""Plugins that follow the number of another where the flag does not name them."""


class Sampling:
    """Finds out how many steps are to be answered.

    Args:
        flag: numbers of steps by plugin; `TENSORBOARD_SAMPLES` among them, if it is there, means
            those of TensorBoard for all others.
    """

    def __init__(self, flag: Mapping[str, int]) -> None:
        self._flag = flag

    def limit(self, request: Request, plugin: str) -> int:
        """Return the largest number of steps of a series, `EVERY_STEP` for all.

        Raises:
            QueryError: the request names no number.
        """
        asked = request.query_params.get(_PARAMETER)
        if asked == TENSORBOARD_SAMPLES:
            return _of_tensorboard(plugin)
        if asked is not None:
            if not asked.isascii() or not asked.isdigit() or len(asked) > _MAX_DIGITS:
                raise QueryError(
                    f"The parameter {_PARAMETER!r} is a number of steps, 0 for all, or "
                    f"{TENSORBOARD_SAMPLES!r}; {asked!r} is neither."
                )
            return int(asked)
        named = plugin if plugin in self._flag else _LIKE.get(plugin, plugin)
        if named in self._flag:
            return self._flag[named]
        return _of_tensorboard(plugin) if TENSORBOARD_SAMPLES in self._flag else EVERY_STEP


def _of_tensorboard(plugin: str) -> int:
    return _KEPT.get(plugin) or _KEPT.get(_LIKE.get(plugin, ""), EVERY_STEP)


def chosen(count: int, limit: int) -> NDArray[np.int64] | None:
    """Return which of `count` positions are answered, ascending (int64); None for all of them."""
    if limit == EVERY_STEP or count <= limit:
        return None
    if limit == 1:
        return np.array([count - 1])
    return np.linspace(0, count - 1, limit).round().astype(np.int64)


def sampled_points(points: RawPoints, limit: int) -> RawPoints:
    """Return those points of one series that are answered."""
    which = chosen(len(points.step), limit)
    if which is None:
        return points
    return RawPoints(points.step[which], points.wall_time[which], points.value[which], None)


def sampled_series(series: BlobSeries, limit: int) -> BlobSeries:
    """Return a series of those values that are answered."""
    which = chosen(len(series), limit)
    if which is None:
        return series
    columns = series.columns
    taken = BlobColumns(
        step=columns.step[which],
        wall_time=columns.wall_time[which],
        offset=columns.offset[which],
        length=columns.length[which],
        value_index=columns.value_index[which],
    )
    return replace(series, columns=taken, file=series.file[which])

"""Where on an axis a restarted training took over, as far as the table of blocks tells."""

import numpy as np

from scopeboard.store.query.axis import are_dates
from scopeboard.store.query.range import SeriesBlocks, Window
from scopeboard.store.query.superseded import NEVER


def restart_places(part: SeriesBlocks, window: Window) -> dict[int, list[float]]:
    """Return, for each series (by number) that was restarted, the positions at which it was.

    A position is that of the first point that a later session logged, whether the range holds it
    or not. On an axis of time, one whose wall time is no date is left out.
    """
    cut = np.flatnonzero(part.superseded_from != NEVER)
    if not len(cut):
        return {}
    pairs = zip(part.series[cut].tolist(), part.superseded_from[cut].tolist(), strict=True)
    found = sorted(set(pairs))
    times = {} if window.axis == "step" else _begin_times(part, window)
    places: dict[int, list[float]] = {}
    for series, step in found:
        place = float(step) if window.axis == "step" else times.get((series, step))
        if place is not None:
            places.setdefault(series, []).append(place)
    return places


def _begin_times(part: SeriesBlocks, window: Window) -> dict[tuple[int, int], float]:
    """Return the time at which each session begins that takes over, by its series and step."""
    restarted = np.isin(part.series, part.series[part.superseded_from != NEVER])
    begins = part.taken(np.flatnonzero(restarted & are_dates(part.blocks["min_wall_time"])))
    steps = begins.blocks["min_step"]
    is_own_end = steps == begins.superseded_from
    rows = zip(
        begins.series[~is_own_end].tolist(),
        steps[~is_own_end].tolist(),
        (begins.blocks["min_wall_time"] - window.origins(begins.series))[~is_own_end].tolist(),
        strict=True,
    )
    times: dict[tuple[int, int], float] = {}
    for series, step, time in rows:
        times[series, step] = min(time, times.get((series, step), time))
    return times

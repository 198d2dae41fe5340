"""Restarted training: the points that a later session supersedes.

A session is an event file, or a part of one that begins with SessionLog.START. A job that is
killed and resumed from its last checkpoint logs some steps twice: in the session that was killed,
and again, and validly, in the next one. The rule:

    A session that begins after another has ended takes over every series that both have,
    from the first step that it logged there.

Within a file, sessions follow in the order of the file. Between files, time decides: a session
begins with its earliest wall time and ends with its latest, but not before an earlier session of
its file. Overlapping sessions belong to parallel writers, so neither takes anything over; sessions
without times do not either. The rule is for whole sessions: a step that goes back within one hides
nothing. Superseded points are hidden, never dropped; docs/decisions/0013 has the reason for
deciding by series.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.axis import are_dates
from scopeboard.store.query.range import NEVER, AxisRange, SeriesSet

_SESSION_BITS: Final = 16


@dataclass(frozen=True, slots=True)
class Sessions:
    """The times of sessions; `codes` (int64 [n], ascending) identify file and session.

    `begin` and `end` (float64 [n]) are the first and last wall time in any series; NaN without
    any.
    """

    codes: Ints
    begin: NDArray[np.float64]
    end: NDArray[np.float64]


def sessions_of(blocks: Rows) -> Sessions:
    """Return the sessions of `blocks` (BLOCK [n], in any order)."""
    codes, session = np.unique(_code(blocks), return_inverse=True)
    begin, end = np.full(len(codes), np.nan), np.full(len(codes), np.nan)
    np.fmin.at(begin, session.reshape(-1), blocks["min_wall_time"])
    np.fmax.at(end, session.reshape(-1), blocks["max_wall_time"])
    return Sessions(codes, *_in_file_order(codes >> _SESSION_BITS, begin, end))


def _in_file_order(
    file: Ints, begin: NDArray[np.float64], end: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the times, no session of a file before an earlier one; clocks may go back."""
    same = file[1:] == file[:-1]
    if not same.any():
        return begin, end
    ends, rank = np.unique(np.where(np.isnan(end), -np.inf, end), return_inverse=True)
    last_first = (file.max() - file)[::-1]
    latest = ends[-_least_from_here(last_first, -rank.reshape(-1)[::-1])[::-1]]
    begin = begin.copy()
    begin[1:] = np.where(same, np.maximum(begin[1:], latest[:-1]), begin[1:])
    return begin, np.where(np.isnan(end), end, latest)


def _code(blocks: Rows) -> Ints:
    """Return int64 [n]: a number for each block's file and session, by file and then session."""
    code: Ints = blocks["file"].astype(np.int64) << _SESSION_BITS | blocks["session"]
    return code


def superseded_from(blocks: Rows, runs: NDArray[np.integer], sessions: Sessions) -> Ints:
    """Return int64 [n]: the first superseded step of each block, or NEVER.

    Args:
        blocks: BLOCK [n], all blocks of the series, in any order.
        runs: [n], the run number of each block.
        sessions: the sessions of these blocks; other sessions of the runs may be missing.
    """
    if not len(blocks):
        return np.empty(0, np.int64)
    session = np.searchsorted(sessions.codes, _code(blocks))
    entry = _numbered(blocks["key"], session)  # one series in one session
    one = np.unique(entry, return_index=True)[1]  # one block of each entry
    first_step = np.full(len(one), NEVER, np.int64)
    np.minimum.at(first_step, entry, blocks["min_step"])
    series = _numbered(blocks["key"][one], runs[one])
    in_file = _numbered(series, blocks["file"][one])
    later_in_file = _least_of_later(in_file, blocks["session"][one].astype(np.int64), first_step)
    begin, end = sessions.begin[session[one]], sessions.end[session[one]]
    later = _least_begun_after(series, begin, end, first_step)
    steps: Ints = np.minimum(later, later_in_file)[entry]
    return steps


def _numbered(minor: NDArray[np.integer], major: NDArray[np.integer]) -> Ints:
    """Return int64 [n]: equal numbers, from 0 up, for equal pairs."""
    pairs = major.astype(np.int64) << 32 | minor.astype(np.int64)
    numbers: Ints = np.unique(pairs, return_inverse=True)[1].reshape(-1)
    return numbers


def _least_of_later(group: Ints, order: Ints, value: Ints) -> Ints:
    """Return int64 [n]: the least value among later elements of the group."""
    by_order = np.lexsort((order, group))
    least = _least_from_here(group[by_order], value[by_order])
    next_is_same = np.append(group[by_order][1:] == group[by_order][:-1], False)
    found = np.full(len(group), NEVER, np.int64)
    found[by_order[next_is_same]] = least[np.flatnonzero(next_is_same) + 1]
    return found


def _least_begun_after(
    group: Ints, begin: NDArray[np.float64], end: NDArray[np.float64], value: Ints
) -> Ints:
    """Return int64 [n]: the least value in the group among sessions that begin after the end.

    Of two sessions of zero duration at the same time, neither is after the other.
    """
    timed = np.flatnonzero(begin <= end)  # false without times
    group, begin, end = group[timed], begin[timed], end[timed]
    count = len(timed)
    # Begins and ends of sessions, sorted together: the answer for an end is the least value behind
    # it. A begin at the time of an end is sorted behind it, except for sessions of zero duration,
    # whose ends are sorted behind all such sessions of that time.
    sort_end = np.where(begin == end, end, -np.inf)
    both = np.lexsort(
        (
            np.repeat([0, 1], count),
            np.concatenate([end, sort_end]),
            np.concatenate([begin, end]),
            np.concatenate([group, group]),
        )
    )
    sessions = both[both < count]
    least = np.append(_least_from_here(group[sessions], value[timed][sessions]), NEVER)
    behind = np.append(group[sessions], -1)
    is_end = both >= count
    ends = both[is_end] - count
    at = np.cumsum(~is_end)[is_end]  # the first session behind each end
    found = np.full(len(value), NEVER, np.int64)
    found[timed[ends]] = np.where(behind[at] == group[ends], least[at], NEVER)
    return found


def _least_from_here(group: Ints, value: Ints) -> Ints:
    """Return int64 [n]: the least value from each element on to the end of its group.

    `group` is sorted. Values are ranked below those of all later groups, so that one running
    minimum from the back begins anew with each group.
    """
    values, rank = np.unique(value, return_inverse=True)
    ranked = rank.reshape(-1) + group * len(values)
    return values[np.minimum.accumulate(ranked[::-1])[::-1] - group * len(values)]


def restart_positions(series_set: SeriesSet, axis_range: AxisRange) -> dict[int, list[float]]:
    """Return the positions of restarts by series number, for the restarted series.

    A position is that of the first point of a later session, inside or outside the range. On an
    axis of time, points whose wall time is no date are left out.
    """
    cut = np.flatnonzero(series_set.superseded_from != NEVER)
    if not len(cut):
        return {}
    pairs = zip(
        series_set.series[cut].tolist(), series_set.superseded_from[cut].tolist(), strict=True
    )
    found = sorted(set(pairs))
    times = {} if axis_range.axis == "step" else _begin_times(series_set, axis_range)
    places: dict[int, list[float]] = {}
    for series, step in found:
        place = float(step) if axis_range.axis == "step" else times.get((series, step))
        if place is not None:
            places.setdefault(series, []).append(place)
    return places


def _begin_times(series_set: SeriesSet, axis_range: AxisRange) -> dict[tuple[int, int], float]:
    """Return the start times of the sessions that take over, by series and first step."""
    restarted = np.isin(series_set.series, series_set.series[series_set.superseded_from != NEVER])
    begins = series_set.taken(
        np.flatnonzero(restarted & are_dates(series_set.blocks["min_wall_time"]))
    )
    steps = begins.blocks["min_step"]
    is_own_end = steps == begins.superseded_from
    rows = zip(
        begins.series[~is_own_end].tolist(),
        steps[~is_own_end].tolist(),
        (begins.blocks["min_wall_time"] - axis_range.origins(begins.series))[~is_own_end].tolist(),
        strict=True,
    )
    times: dict[tuple[int, int], float] = {}
    for series, step, time in rows:
        times[series, step] = min(time, times.get((series, step), time))
    return times

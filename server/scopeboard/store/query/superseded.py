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
    """Return the sessions of `blocks` (BLOCK [n], in any order).

    Clocks may go back: no session of a file begins or ends before the end of an earlier one.
    """
    codes, session = np.unique(_code(blocks), return_inverse=True)
    begin, end = np.full(len(codes), np.nan), np.full(len(codes), np.nan)
    np.fmin.at(begin, session.reshape(-1), blocks["min_wall_time"])
    np.fmax.at(end, session.reshape(-1), blocks["max_wall_time"])
    file = codes >> _SESSION_BITS
    same = file[1:] == file[:-1]
    if not same.any():
        return Sessions(codes, begin, end)
    ends, rank = np.unique(np.where(np.isnan(end), -np.inf, end), return_inverse=True)
    last_first = (file.max() - file)[::-1]
    latest = ends[-_least_from_here(last_first, -rank.reshape(-1)[::-1])[::-1]]
    begin[1:] = np.where(same, np.maximum(begin[1:], latest[:-1]), begin[1:])
    return Sessions(codes, begin, np.where(np.isnan(end), end, latest))


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
    order = np.lexsort((blocks["session"][one], in_file))
    least = _least_from_here(in_file[order], first_step[order])
    next_is_same = np.append(in_file[order][1:] == in_file[order][:-1], False)
    later_in_file = np.full(len(one), NEVER, np.int64)
    later_in_file[order[next_is_same]] = least[np.flatnonzero(next_is_same) + 1]

    begin, end = sessions.begin[session[one]], sessions.end[session[one]]
    later = _least_begun_after(series, begin, end, first_step)
    steps: Ints = np.minimum(later, later_in_file)[entry]
    return steps


def _numbered(minor: NDArray[np.integer], major: NDArray[np.integer]) -> Ints:
    """Return int64 [n]: equal numbers, from 0 up, for equal pairs."""
    pairs = major.astype(np.int64) << 32 | minor.astype(np.int64)
    numbers: Ints = np.unique(pairs, return_inverse=True)[1].reshape(-1)
    return numbers


def _least_begun_after(
    group: Ints, begin: NDArray[np.float64], end: NDArray[np.float64], value: Ints
) -> Ints:
    """Return int64 [n]: the least value in the group among sessions that begin after the end.

    Of two sessions of zero duration at the same time, neither is after the other.
    """
    timed = np.flatnonzero(begin <= end)  # false without times
    group, begin, end = group[timed], begin[timed], end[timed]
    count = len(timed)
    # Begins and ends of sessions are sorted together: the result for an end is the least value
    # after it. A begin at the time of an end is sorted after it, but the ends of sessions of zero
    # duration are sorted after all such sessions of that time.
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
    group_after = np.append(group[sessions], -1)
    is_end = both >= count
    ends = both[is_end] - count
    after = np.cumsum(~is_end)[is_end]  # the first session after each end
    result = np.full(len(value), NEVER, np.int64)
    result[timed[ends]] = np.where(group_after[after] == group[ends], least[after], NEVER)
    return result


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
    series, step = series_set.series[cut], series_set.superseded_from[cut]
    restarts = sorted(set(zip(series.tolist(), step.tolist(), strict=True)))
    begin_times: dict[tuple[int, int], float] = {}
    if axis_range.axis != "step":
        # A session that supersedes others has a block that begins with the first superseded step.
        is_dated = are_dates(series_set.blocks["min_wall_time"])
        rows = np.flatnonzero(np.isin(series_set.series, series) & is_dated)
        blocks = series_set.blocks.take(rows)
        rows = rows[blocks["min_step"] != series_set.superseded_from[rows]]
        blocks, series = series_set.blocks.take(rows), series_set.series[rows]
        times = blocks["min_wall_time"] - axis_range.origins(series)
        for key, time in zip(
            zip(series.tolist(), blocks["min_step"].tolist(), strict=True),
            times.tolist(),
            strict=True,
        ):
            begin_times[key] = min(time, begin_times.get(key, time))
    positions: dict[int, list[float]] = {}
    for number, first in restarts:
        position = float(first) if axis_range.axis == "step" else begin_times.get((number, first))
        if position is not None:
            positions.setdefault(number, []).append(position)
    return positions

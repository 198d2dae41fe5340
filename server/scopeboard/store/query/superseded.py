"""Restarted training: which points a later session has taken the place of.

A session is an event file, or a part of one that begins with SessionLog.START. A job that is
killed and resumed from its last checkpoint logs some steps twice: in the session that was killed,
and again, and validly, in the next one. The rule:

    A session that begins after another has ended takes over every series that both have,
    from the first step that it logged there.

Within a file, sessions follow one another as they stand. Between files, time decides: a session
begins with its earliest wall time and ends with its latest, but not before one that stands before
it in its file. Sessions that overlap belong to
writers at work side by side, so neither takes anything over; neither do sessions without times.
The rule is for whole sessions: steps that go back within one hide nothing. What is superseded is
hidden, never dropped, and docs/decisions/0013 tells why each series counts for itself.
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
    """When sessions began and ended; `codes` (int64 [n], ascending) tells which these are.

    `begin` and `end` (float64 [n]) are the first and last wall time that was logged, in any
    series; NaN without any.
    """

    codes: Ints
    begin: NDArray[np.float64]
    end: NDArray[np.float64]


def sessions_of(blocks: Rows) -> Sessions:
    """Return the sessions to which `blocks` (BLOCK [n], in any order) belong."""
    codes, session = np.unique(_code(blocks), return_inverse=True)
    begin, end = np.full(len(codes), np.nan), np.full(len(codes), np.nan)
    np.fmin.at(begin, session.reshape(-1), blocks["min_wall_time"])
    np.fmax.at(end, session.reshape(-1), blocks["max_wall_time"])
    return Sessions(codes, *_in_file_order(codes >> _SESSION_BITS, begin, end))


def _in_file_order(
    file: Ints, begin: NDArray[np.float64], end: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the times, each session of a file put after those before it; clocks may go back."""
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
    """Return int64 [n]: the step from which on each block's points are superseded, or NEVER.

    Args:
        blocks: BLOCK [n], all blocks of the series in question, in any order.
        runs: [n], the number of the run to which each block belongs.
        sessions: these blocks' sessions; where there are others of the run, they may be left out.
    """
    if not len(blocks):
        return np.empty(0, np.int64)
    session = np.searchsorted(sessions.codes, _code(blocks))
    entry = _numbered(blocks["key"], session)  # what one session logged of one series
    one = _one_of_each(entry)  # a block of each entry, for what all of its blocks have in common
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


def _one_of_each(numbers: Ints) -> Ints:
    """Return, for each number from 0 up, the position of one element that has it."""
    first: Ints = np.unique(numbers, return_index=True)[1]
    return first


def _least_of_later(group: Ints, order: Ints, value: Ints) -> Ints:
    """Return int64 [n]: the least value among the elements of the group that come later."""
    by_order = np.lexsort((order, group))
    least = _least_from_here(group[by_order], value[by_order])
    next_is_same = np.append(group[by_order][1:] == group[by_order][:-1], False)
    found = np.full(len(group), NEVER, np.int64)
    found[by_order[next_is_same]] = least[np.flatnonzero(next_is_same) + 1]
    return found


def _least_begun_after(
    group: Ints, begin: NDArray[np.float64], end: NDArray[np.float64], value: Ints
) -> Ints:
    """Return int64 [n]: the least value in the group among sessions begun after one's own end.

    Two moments at the same time are neither after the other.
    """
    timed = np.flatnonzero(begin <= end)  # not so where there are no times
    group, begin, end = group[timed], begin[timed], end[timed]
    count = len(timed)
    # Sessions and the questions about them, sorted together: what stands behind a question is
    # its answer. A session that begins just when another ends stands behind its question, but
    # for moments, whose question stands behind all moments at that time.
    asked_end = np.where(begin == end, end, -np.inf)
    both = np.lexsort(
        (
            np.repeat([0, 1], count),
            np.concatenate([end, asked_end]),
            np.concatenate([begin, end]),
            np.concatenate([group, group]),
        )
    )
    sessions = both[both < count]
    least = np.append(_least_from_here(group[sessions], value[timed][sessions]), NEVER)
    behind = np.append(group[sessions], -1)
    is_question = both >= count
    asked = both[is_question] - count
    at = np.cumsum(~is_question)[is_question]  # the first session behind each question
    found = np.full(len(value), NEVER, np.int64)
    found[timed[asked]] = np.where(behind[at] == group[asked], least[at], NEVER)
    return found


def _least_from_here(group: Ints, value: Ints) -> Ints:
    """Return int64 [n]: the least value from each element on to the end of its group.

    `group` is sorted. Values are ranked below those of all later groups, so that one running
    minimum from the back begins anew with each group.
    """
    values, rank = np.unique(value, return_inverse=True)
    ranked = rank.reshape(-1) + group * len(values)
    return values[np.minimum.accumulate(ranked[::-1])[::-1] - group * len(values)]


def restart_positions(part: SeriesSet, window: AxisRange) -> dict[int, list[float]]:
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


def _begin_times(part: SeriesSet, window: AxisRange) -> dict[tuple[int, int], float]:
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

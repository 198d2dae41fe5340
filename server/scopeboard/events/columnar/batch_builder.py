"""Build batches from the events of both paths, columnar and protobuf.

A batch equals the one of the protobuf path alone. Times and damage are merged by offset. The kind
of a tag depends on its earlier values, so one path must read all of them: if a tag of the columnar
path is also in an event of the other, or its kind contradicts its form, all its records go to the
protobuf path.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.columnar.plain_events import EventRows
from scopeboard.events.columnar.points import Points
from scopeboard.events.columnar.row_times import RowTimes, row_times
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch, BlobColumns, Columns, ScalarTable, joined_tables
from scopeboard.events.decode.event_collector import EventCollector
from scopeboard.events.decode.rounded_integers import ROUNDED
from scopeboard.events.records.framing import Frames
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import Kind, TagKey
from scopeboard.wire.event_pb2 import Event

_READ_AT_ONCE: Final[frozenset[Kind]] = frozenset({"scalars", "hparams"})


class SlowEvent(NamedTuple):
    """An event of the protobuf path; `record` is the index of its record, `offset` in bytes."""

    record: int
    offset: int
    length: int
    event: Event | None


@dataclass(slots=True)
class SessionSpan:
    """Consecutive records of one file without a SessionLog.START after the first event.

    Attributes:
        first: index of the first record.
        stop: index after the last record.
        shift: the difference between an offset in the file and that in the buffer.
        known: the tags known to the run's decoder.
        slow_events: the events of the protobuf path.
        damage: bytes between the records.
    """

    first: int
    stop: int
    shift: int
    known: dict[str, TagMetadata]
    slow_events: list[SlowEvent] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)


class _ResolvedTags(NamedTuple):
    """The runs of numbers, the runs of other values by series, and tags for the protobuf path."""

    numbers: list[int]
    places: dict[TagKey, list[int]]
    clashing: set[str]

    def shifted(self, by: int) -> "_ResolvedTags":
        """Return the same with `by` added to the index of each run."""
        numbers = [run + by for run in self.numbers]
        places = {key: [run + by for run in runs] for key, runs in self.places.items()}
        return _ResolvedTags(numbers, places, self.clashing)


class _CachedTags(NamedTuple):
    """The tags of the runs from `first` on, resolved without earlier knowledge, and the collector.

    Thousands of trainings log the same tags with the same metadata.
    """

    first: int
    resolved: _ResolvedTags
    collector: EventCollector


class BatchBuilder:
    """Builds the batches of sessions, in order.

    Args:
        templates: the templates of `rows`.
        frames: all records.
        rows: the rows of all sessions.
        points: the points of all rows; the owner of a point is its session.
        sessions: in the order of their records.
        decode_slow: returns the event of a record, decoded by protobuf.
    """

    def __init__(
        self,
        templates: TemplateSet,
        frames: Frames,
        rows: EventRows,
        points: Points,
        sessions: list[SessionSpan],
        decode_slow: Callable[[SessionSpan, int], SlowEvent],
    ) -> None:
        self._templates, self._frames, self._rows, self._points = templates, frames, rows, points
        self._sessions, self._decode_slow = sessions, decode_slow
        firsts = [session.first for session in sessions]
        self._row_bounds = [*np.searchsorted(rows.record, firsts).tolist(), len(rows.record)]
        self._run_bounds = np.searchsorted(points.owner, np.arange(len(sessions) + 1)).tolist()
        self._run_firsts = points.first.tolist()
        self._run_slots = points.slot.tolist()
        self._cached_tags: dict[tuple[int, ...], _CachedTags] = {}  # by the slots of the runs
        self._times = row_times(templates, rows, self._row_bounds)

    def batch(self, number: int) -> Batch:
        """Return the batch of session `number`; the decoder of its run learns its tags."""
        session, times = self._sessions[number], self._times[number]
        slow_events, slow_tags = session.slow_events, set[str]()
        while True:
            collector = EventCollector(session.known)
            for item in slow_events:
                collector.add(item.offset, item.length, item.event)
            resolved = self._resolve_tags(number, collector, slow_tags)
            if not resolved.clashing:
                break
            slow_tags |= resolved.clashing
            slow_events, times = self._move_to_slow_path(number, slow_tags)
        rounded = self._points.rounded
        if len(rounded):
            run = np.searchsorted(self._points.first, rounded, "right") - 1
            rounded = rounded[np.isin(run, resolved.numbers)]
        if len(rounded):
            record = self._rows.record[self._points.row[rounded]].min()
            offset = int(self._frames.starts[record]) + session.shift
            collector.count_rounded(len(rounded), offset)
        batch = collector.finish()
        batch.scalars = joined_tables(self._table(resolved.numbers), batch.scalars)
        for key, runs in resolved.places.items():
            batch.blobs[key] = self._blob_columns(runs, session.shift)
        _merge_times(batch, slow_events, times)
        if session.damage:
            batch.damage = sorted([*session.damage, *batch.damage], key=_damage_order)
        return batch

    def _resolve_tags(
        self, number: int, collector: EventCollector, slow_tags: set[str]
    ) -> _ResolvedTags:
        """Resolve the tags of a session's runs."""
        runs = range(self._run_bounds[number], self._run_bounds[number + 1])
        if slow_tags or not collector.is_blank:
            return self._resolve_one_by_one(runs, collector, slow_tags)
        slots = tuple(self._run_slots[runs.start : runs.stop])
        if (cached := self._cached_tags.get(slots)) is not None:
            collector.repeat(cached.collector)
            return cached.resolved.shifted(runs.start - cached.first)
        resolved = self._resolve_one_by_one(runs, collector, slow_tags)
        self._cached_tags[slots] = _CachedTags(runs.start, resolved, collector)
        return resolved

    def _resolve_one_by_one(
        self, runs: range, collector: EventCollector, slow_tags: set[str]
    ) -> _ResolvedTags:
        slots, tags_of_events = self._templates.slots, set(collector.tags)
        resolved = _ResolvedTags([], {}, set())
        numbers: set[str] = set()
        for run in runs:
            slot = slots[self._run_slots[run]]
            key, tag = slot.key, slot.key.tag
            if tag in slow_tags:
                continue
            metadata = collector.learn(tag, slot.evidence)
            if slot.is_number:
                resolved.numbers.append(run)
                numbers.add(tag)
                is_clashing = metadata.kind != "scalars"
            else:
                key = TagKey(metadata.kind, tag)
                resolved.places.setdefault(key, []).append(run)
                is_clashing = metadata.kind in _READ_AT_ONCE or tag in numbers
            if is_clashing or tag in tags_of_events:
                resolved.clashing.add(tag)
            collector.record_metadata(key, metadata)
        return resolved

    def _move_to_slow_path(
        self, number: int, slow_tags: set[str]
    ) -> tuple[list[SlowEvent], RowTimes | None]:
        """Return all events with any of these tags as slow events, and the times of other rows."""
        session = self._sessions[number]
        bounds = slice(self._row_bounds[number], self._row_bounds[number + 1])
        rows = self._rows.select(bounds)
        is_slow = self._templates.templates_with(slow_tags)[rows.template]
        more = [self._decode_slow(session, record) for record in rows.record[is_slow].tolist()]
        kept = rows.select(~is_slow)
        (times,) = row_times(self._templates, kept, [0, len(kept.record)])
        return sorted([*session.slow_events, *more], key=lambda item: item.record), times

    def _table(self, runs: list[int]) -> ScalarTable:
        """Return the points of runs in ascending order; runs of one tag are adjacent."""
        tags: list[str] = []
        ends: list[int] = []
        count = 0
        for run in runs:
            count += self._run_firsts[run + 1] - self._run_firsts[run]
            tag = self._templates.slots[self._run_slots[run]].key.tag
            if tags and tags[-1] == tag:
                ends[-1] = count
            else:
                tags.append(tag)
                ends.append(count)
        return ScalarTable(tags, np.array(ends, np.int64), self._columns(runs))

    def _columns(self, runs: list[int]) -> Columns:
        step, wall_time, value = self._points.columns
        firsts = self._run_firsts
        if not runs or runs[-1] - runs[0] + 1 == len(runs):  # adjacent: no need to copy
            points = slice(firsts[runs[0]], firsts[runs[-1] + 1]) if runs else slice(0)
            return Columns(step[points], wall_time[points], value[points])
        indices = np.concatenate([np.arange(firsts[run], firsts[run + 1]) for run in runs])
        return Columns(step[indices], wall_time[indices], value[indices])

    def _blob_columns(self, runs: list[int], shift: int) -> BlobColumns:
        """Return the file offsets of the points of adjacent runs."""
        points = slice(self._run_firsts[runs[0]], self._run_firsts[runs[-1] + 1])
        columns = self._points.columns
        record = self._rows.record[self._points.row[points]]
        start = self._frames.starts[record]
        counts = [self._run_firsts[run + 1] - self._run_firsts[run] for run in runs]
        indices = [self._templates.slots[self._run_slots[run]].value_index for run in runs]
        return BlobColumns(
            columns.step[points],
            columns.wall_time[points],
            start + shift,
            self._frames.ends[record] - start,
            np.repeat(np.array(indices, np.int64), counts),
        )


def _damage_order(damage: Damage) -> tuple[bool, int]:
    return damage.kind != ROUNDED, damage.offset


def _merge_times(batch: Batch, slow_events: list[SlowEvent], times: RowTimes | None) -> None:
    """Add the times of the rows to a batch, which has those of the slow events."""
    if times is None:
        return
    events = [item.record for item in slow_events if item.event is not None]
    if not events or times.first < events[0]:
        batch.first_wall_time = times.first_wall_time
    if not events or times.last > events[-1]:
        batch.last_wall_time = times.last_wall_time
    steps = [step for step in (batch.last_step, times.last_step) if step is not None]
    batch.last_step = max(steps, default=None)

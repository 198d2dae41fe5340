"""Build batches from the events of both paths, columnar and protobuf.

A batch equals the one of the protobuf path alone. Times and damage are merged by offset. The kind
of a tag depends on its earlier values, so one path must read all of them: if a tag of the columnar
path is also in an event of the protobuf path, or its kind contradicts its form, all its records go
to the protobuf path.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.columnar.plain_events import EventRows, RowTimes, row_times
from scopeboard.events.columnar.points import Points
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch, BlobColumns, Columns, ScalarTable, joined_tables
from scopeboard.events.decode.decoder import EventCollector
from scopeboard.events.records.framing import Frames
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import Kind, TagKey
from scopeboard.wire.event_pb2 import Event

_DECODED_KINDS: Final[frozenset[Kind]] = frozenset({"scalars", "hparams"})
_RECORD: Final = attrgetter("record")


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
        shift: the offset in the file minus the offset in the buffer.
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
    blobs: dict[TagKey, list[int]]
    clashing: set[str]

    def shifted(self, by: int) -> "_ResolvedTags":
        """Return the same with `by` added to the index of each run."""
        numbers = [run + by for run in self.numbers]
        blobs = {key: [run + by for run in runs] for key, runs in self.blobs.items()}
        return _ResolvedTags(numbers, blobs, self.clashing)


class _CachedTags(NamedTuple):
    """Tags resolved without earlier knowledge: of the runs from `first` on, and the collector."""

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
            # All events with any of these tags move to the protobuf path.
            slow_tags |= resolved.clashing
            rows = self._rows.select(slice(self._row_bounds[number], self._row_bounds[number + 1]))
            is_slow = self._templates.templates_with(slow_tags)[rows.template]
            moved = [self._decode_slow(session, row) for row in rows.record[is_slow].tolist()]
            slow_events = sorted([*session.slow_events, *moved], key=_RECORD)
            rows = rows.select(~is_slow)
            (times,) = row_times(self._templates, rows, [0, len(rows.record)])
        rounded = self._points.rounded
        if len(rounded):
            run = np.searchsorted(self._points.first, rounded, "right") - 1
            rounded = rounded[np.isin(run, resolved.numbers)]
        if len(rounded):
            record = self._rows.record[self._points.row[rounded]].min()
            offset = int(self._frames.starts[record]) + session.shift
            collector.count_rounded(len(rounded), offset)
        if session.damage:
            damage = [*session.damage, *collector.batch.damage]
            collector.batch.damage = sorted(damage, key=attrgetter("offset"))
        batch = collector.finish()
        batch.scalars = joined_tables(self._scalar_table(resolved.numbers), batch.scalars)
        for key, runs in resolved.blobs.items():
            batch.blobs[key] = self._blob_columns(runs, session.shift)
        if times is not None:
            _add_times(batch, slow_events, times)
        return batch

    def _resolve_tags(
        self, number: int, collector: EventCollector, slow_tags: set[str]
    ) -> _ResolvedTags:
        """Resolve the tags of a session's runs, but for `slow_tags`.

        Thousands of trainings log the same tags with the same metadata, so that the tags of a
        session without earlier knowledge are resolved once for all sessions with equal slots.
        """
        runs = range(self._run_bounds[number], self._run_bounds[number + 1])
        run_slots = tuple(self._run_slots[runs.start : runs.stop])
        is_cacheable = collector.is_blank and not slow_tags
        if is_cacheable and (cached := self._cached_tags.get(run_slots)) is not None:
            collector.repeat(cached.collector)
            return cached.resolved.shifted(runs.start - cached.first)
        tags_of_events, tags_of_numbers = set(collector.tags), set[str]()
        resolved = _ResolvedTags([], {}, set())
        for run in runs:
            slot = self._templates.slots[self._run_slots[run]]
            key, tag = slot.key, slot.key.tag
            if tag in slow_tags:
                continue
            metadata = collector.learn(tag, slot.evidence)
            if slot.is_number:
                resolved.numbers.append(run)
                tags_of_numbers.add(tag)
                is_clashing = metadata.kind != "scalars"
            else:
                key = TagKey(metadata.kind, tag)
                resolved.blobs.setdefault(key, []).append(run)
                is_clashing = metadata.kind in _DECODED_KINDS or tag in tags_of_numbers
            if is_clashing or tag in tags_of_events:
                resolved.clashing.add(tag)
            collector.record_metadata(key, metadata)
        if is_cacheable:
            self._cached_tags[run_slots] = _CachedTags(runs.start, resolved, collector)
        return resolved

    def _scalar_table(self, runs: list[int]) -> ScalarTable:
        """Return the points of runs in ascending order; runs of one tag are adjacent."""
        tags: list[str] = []
        ends: list[int] = []
        count, firsts = 0, self._run_firsts
        for run in runs:
            count += firsts[run + 1] - firsts[run]
            tag = self._templates.slots[self._run_slots[run]].key.tag
            if tags and tags[-1] == tag:
                ends[-1] = count
            else:
                tags.append(tag)
                ends.append(count)
        points: slice | NDArray[np.int64] = slice(0)
        if runs and runs[-1] - runs[0] + 1 == len(runs):  # adjacent: no need to copy
            points = slice(firsts[runs[0]], firsts[runs[-1] + 1])
        elif runs:
            points = np.concatenate([np.arange(firsts[run], firsts[run + 1]) for run in runs])
        step, wall_time, value = self._points.columns
        columns = Columns(step[points], wall_time[points], value[points])
        return ScalarTable(tags, np.array(ends, np.int64), columns)

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


def _add_times(batch: Batch, slow_events: list[SlowEvent], times: RowTimes) -> None:
    """Add the times of the rows to a batch, which has the times of the slow events."""
    events = [item.record for item in slow_events if item.event is not None]
    if not events or times.first < events[0]:
        batch.first_wall_time = times.first_wall_time
    if not events or times.last > events[-1]:
        batch.last_wall_time = times.last_wall_time
    steps = [step for step in (batch.last_step, times.last_step) if step is not None]
    batch.last_step = max(steps, default=None)

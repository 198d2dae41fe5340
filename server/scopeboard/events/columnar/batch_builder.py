"""Putting batches together from what the two paths read.

A batch is what the protobuf path alone would have left. Times and damage are merged by place. What
a tag is depends on the values before, so a tag must be read by one path only: where a tag of the
fast path turns up in an event of the other too, or is not what its form tells, all its records go
to the protobuf path.
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
    """An event of the protobuf path: its record's index, place in the file, and content."""

    record: int
    offset: int
    length: int
    event: Event | None


@dataclass(slots=True)
class Part:
    """A collector of one file: its records, the loose events among them, and damage between them.

    `shift` is what a place in the file is ahead of that in the buffer; `known` is the memory of the
    run's decoder.
    """

    first: int
    stop: int
    shift: int
    known: dict[str, TagMetadata]
    loose: list[SlowEvent] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)


class _ResolvedTags(NamedTuple):
    """The runs of numbers, those of places by series, and the tags that are not for this path."""

    numbers: list[int]
    places: dict[TagKey, list[int]]
    clashing: set[str]

    def moved(self, by: int) -> "_ResolvedTags":
        """Return the same of runs that stand so many further on."""
        numbers = [run + by for run in self.numbers]
        places = {key: [run + by for run in runs] for key, runs in self.places.items()}
        return _ResolvedTags(numbers, places, self.clashing)


class _CachedTags(NamedTuple):
    """What runs from `first` on said of tags of which nothing was known, and who learned it.

    Thousands of trainings log the same tags, and say the same of them.
    """

    first: int
    resolved: _ResolvedTags
    collector: EventCollector


class Assembly:
    """All that was read of some parts, from which their batches are made, in order.

    Args:
        templates: the templates of `rows`.
        frames: all records.
        rows: those of all parts.
        points: those of all rows; a point's owner is its part.
        parts: in the order of their records.
        decode_slow: returns the event of a record.
    """

    def __init__(
        self,
        templates: TemplateSet,
        frames: Frames,
        rows: EventRows,
        points: Points,
        parts: list[Part],
        decode_slow: Callable[[Part, int], SlowEvent],
    ) -> None:
        self._templates, self._frames, self._rows, self._points = templates, frames, rows, points
        self._parts, self._decode_slow = parts, decode_slow
        firsts = [part.first for part in parts]
        self._row_bounds = [*np.searchsorted(rows.record, firsts).tolist(), len(rows.record)]
        self._run_bounds = np.searchsorted(points.owner, np.arange(len(parts) + 1)).tolist()
        self._run_firsts = points.first.tolist()
        self._run_slots = points.slot.tolist()
        self._cached_tags: dict[tuple[int, ...], _CachedTags] = {}  # by the slots of the runs
        self._times = row_times(templates, rows, self._row_bounds)

    def batch(self, number: int) -> Batch:
        """Return the batch of part `number`; the decoder of its run learns its tags."""
        part, times = self._parts[number], self._times[number]
        loose, left_out = part.loose, set[str]()
        while True:
            collector = EventCollector(part.known)
            for item in loose:
                collector.add(item.offset, item.length, item.event)
            resolved = self._resolve_tags(number, collector, left_out)
            if not resolved.clashing:
                break
            left_out |= resolved.clashing
            loose, times = self._without(number, left_out)
        self._note_rounded(collector, resolved.numbers, part.shift)
        batch = collector.finish()
        batch.scalars = joined_tables(self._table(resolved.numbers), batch.scalars)
        for key, runs in resolved.places.items():
            batch.blobs[key] = self._blob_columns(runs, part.shift)
        _merge_times(batch, loose, times)
        if part.damage:
            batch.damage = sorted([*part.damage, *batch.damage], key=_place_in_list)
        return batch

    def _note_rounded(self, collector: EventCollector, runs: list[int], shift: int) -> None:
        """Tell a collector of the values in some runs that no double holds."""
        points = self._points
        if not len(points.rounded):
            return
        run = np.searchsorted(points.first, points.rounded, "right") - 1
        which = points.rounded[np.isin(run, runs)]
        if len(which):
            record = self._rows.record[points.row[which]].min()
            collector.note_rounded(len(which), int(self._frames.starts[record]) + shift)

    def _resolve_tags(
        self, number: int, collector: EventCollector, left_out: set[str]
    ) -> _ResolvedTags:
        """Let the part's runs say what their tags are."""
        runs = range(self._run_bounds[number], self._run_bounds[number + 1])
        if left_out or not collector.is_blank:
            return self._resolve_one_by_one(runs, collector, left_out)
        slots = tuple(self._run_slots[runs.start : runs.stop])
        if (cached := self._cached_tags.get(slots)) is not None:
            collector.repeat(cached.collector)
            return cached.resolved.moved(runs.start - cached.first)
        resolved = self._resolve_one_by_one(runs, collector, left_out)
        self._cached_tags[slots] = _CachedTags(runs.start, resolved, collector)
        return resolved

    def _resolve_one_by_one(
        self, runs: range, collector: EventCollector, left_out: set[str]
    ) -> _ResolvedTags:
        slots, taken = self._templates.slots, set(collector.tags)
        resolved = _ResolvedTags([], {}, set())
        numbers: set[str] = set()
        for run in runs:
            slot = slots[self._run_slots[run]]
            key, tag = slot.key, slot.key.tag
            if tag in left_out:
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
            if is_clashing or tag in taken:
                resolved.clashing.add(tag)
            collector.note(key, metadata)
        return resolved

    def _without(self, number: int, left_out: set[str]) -> tuple[list[SlowEvent], RowTimes | None]:
        """Return the loose events together with those that log any of these tags.

        Also the times of the rows that are left.
        """
        part = self._parts[number]
        bounds = slice(self._row_bounds[number], self._row_bounds[number + 1])
        rows = self._rows.select(bounds)
        is_out = self._templates.templates_with(left_out)[rows.template]
        more = [self._decode_slow(part, record) for record in rows.record[is_out].tolist()]
        kept = rows.select(~is_out)
        (times,) = row_times(self._templates, kept, [0, len(kept.record)])
        return sorted([*part.loose, *more], key=lambda item: item.record), times

    def _table(self, runs: list[int]) -> ScalarTable:
        """Return the points of some runs, which are in order; runs of one tag are neighbours."""
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
        if not runs or runs[-1] - runs[0] + 1 == len(runs):  # neighbours: no need to copy
            part = slice(firsts[runs[0]], firsts[runs[-1] + 1]) if runs else slice(0)
            return Columns(step[part], wall_time[part], value[part])
        which = np.concatenate([np.arange(firsts[run], firsts[run + 1]) for run in runs])
        return Columns(step[which], wall_time[which], value[which])

    def _blob_columns(self, runs: list[int], shift: int) -> BlobColumns:
        """Return the places of the points of some runs, which are neighbours."""
        part = slice(self._run_firsts[runs[0]], self._run_firsts[runs[-1] + 1])
        columns = self._points.columns
        record = self._rows.record[self._points.row[part]]
        start = self._frames.starts[record]
        counts = [self._run_firsts[run + 1] - self._run_firsts[run] for run in runs]
        indices = [self._templates.slots[self._run_slots[run]].value_index for run in runs]
        return BlobColumns(
            columns.step[part],
            columns.wall_time[part],
            start + shift,
            self._frames.ends[record] - start,
            np.repeat(np.array(indices, np.int64), counts),
        )


def _place_in_list(damage: Damage) -> tuple[bool, int]:
    return damage.kind != ROUNDED, damage.offset


def _merge_times(batch: Batch, loose: list[SlowEvent], times: RowTimes | None) -> None:
    """Widen the batch's times, which are those of the loose events, by those of the rows."""
    if times is None:
        return
    events = [item.record for item in loose if item.event is not None]
    if not events or times.first < events[0]:
        batch.first_wall_time = times.first_wall_time
    if not events or times.last > events[-1]:
        batch.last_wall_time = times.last_wall_time
    steps = [step for step in (batch.last_step, times.last_step) if step is not None]
    batch.last_step = max(steps, default=None)

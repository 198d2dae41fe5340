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
from scopeboard.events.columnar.template_set import TemplateBank
from scopeboard.events.decode.batch import Batch, BlobColumns, Columns, ScalarTable, joined_tables
from scopeboard.events.decode.event_collector import Stretch
from scopeboard.events.decode.rounded_integers import ROUNDED
from scopeboard.events.records.framing import Frames
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import Kind, TagKey
from scopeboard.wire.event_pb2 import Event

_READ_AT_ONCE: Final[frozenset[Kind]] = frozenset({"scalars", "hparams"})


class LooseEvent(NamedTuple):
    """An event of the protobuf path: its record's index, place in the file, and content."""

    record: int
    offset: int
    length: int
    event: Event | None


@dataclass(slots=True)
class Part:
    """A stretch of one file: its records, the loose events among them, and damage between them.

    `shift` is what a place in the file is ahead of that in the buffer; `known` is the memory of the
    run's decoder.
    """

    first: int
    stop: int
    shift: int
    known: dict[str, TagMetadata]
    loose: list[LooseEvent] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)


class _Claimed(NamedTuple):
    """The runs of numbers, those of places by series, and the tags that are not for this path."""

    numbers: list[int]
    places: dict[TagKey, list[int]]
    clashing: set[str]

    def moved(self, by: int) -> "_Claimed":
        """Return the same of runs that stand so many further on."""
        numbers = [run + by for run in self.numbers]
        places = {key: [run + by for run in runs] for key, runs in self.places.items()}
        return _Claimed(numbers, places, self.clashing)


class _Lesson(NamedTuple):
    """What runs from `first` on said of tags of which nothing was known, and who learned it.

    Thousands of trainings log the same tags, and say the same of them.
    """

    first: int
    claimed: _Claimed
    stretch: Stretch


class Assembly:
    """All that was read of some parts, from which their batches are made, in order.

    Args:
        bank: the templates of `rows`.
        frames: all records.
        rows: those of all parts.
        points: those of all rows; a point's owner is its part.
        parts: in the order of their records.
        loosen: returns the event of a record.
    """

    def __init__(
        self,
        bank: TemplateBank,
        frames: Frames,
        rows: EventRows,
        points: Points,
        parts: list[Part],
        loosen: Callable[[Part, int], LooseEvent],
    ) -> None:
        self._bank, self._frames, self._rows, self._points = bank, frames, rows, points
        self._parts, self._loosen = parts, loosen
        firsts = [part.first for part in parts]
        self._row_bounds = [*np.searchsorted(rows.record, firsts).tolist(), len(rows.record)]
        self._run_bounds = np.searchsorted(points.owner, np.arange(len(parts) + 1)).tolist()
        self._run_firsts = points.first.tolist()
        self._run_slots = points.slot.tolist()
        self._lessons: dict[tuple[int, ...], _Lesson] = {}  # by the slots of the runs
        self._times = row_times(bank, rows, self._row_bounds)

    def batch(self, number: int) -> Batch:
        """Return the batch of part `number`; the decoder of its run learns its tags."""
        part, times = self._parts[number], self._times[number]
        loose, left_out = part.loose, set[str]()
        while True:
            stretch = Stretch(part.known)
            for item in loose:
                stretch.add(item.offset, item.length, item.event)
            claimed = self._claim(number, stretch, left_out)
            if not claimed.clashing:
                break
            left_out |= claimed.clashing
            loose, times = self._without(number, left_out)
        self._note_rounded(stretch, claimed.numbers, part.shift)
        batch = stretch.finish()
        batch.scalars = joined_tables(self._table(claimed.numbers), batch.scalars)
        for key, runs in claimed.places.items():
            batch.blobs[key] = self._blob_columns(runs, part.shift)
        _merge_times(batch, loose, times)
        if part.damage:
            batch.damage = sorted([*part.damage, *batch.damage], key=_place_in_list)
        return batch

    def _note_rounded(self, stretch: Stretch, runs: list[int], shift: int) -> None:
        """Tell a stretch of the values in some runs that no double holds."""
        points = self._points
        if not len(points.rounded):
            return
        run = np.searchsorted(points.first, points.rounded, "right") - 1
        which = points.rounded[np.isin(run, runs)]
        if len(which):
            record = self._rows.record[points.row[which]].min()
            stretch.note_rounded(len(which), int(self._frames.starts[record]) + shift)

    def _claim(self, number: int, stretch: Stretch, left_out: set[str]) -> _Claimed:
        """Let the part's runs say what their tags are."""
        runs = range(self._run_bounds[number], self._run_bounds[number + 1])
        if left_out or not stretch.is_blank:
            return self._claim_one_by_one(runs, stretch, left_out)
        slots = tuple(self._run_slots[runs.start : runs.stop])
        if (lesson := self._lessons.get(slots)) is not None:
            stretch.repeat(lesson.stretch)
            return lesson.claimed.moved(runs.start - lesson.first)
        claimed = self._claim_one_by_one(runs, stretch, left_out)
        self._lessons[slots] = _Lesson(runs.start, claimed, stretch)
        return claimed

    def _claim_one_by_one(self, runs: range, stretch: Stretch, left_out: set[str]) -> _Claimed:
        slots, taken = self._bank.slots, set(stretch.tags)
        claimed = _Claimed([], {}, set())
        numbers: set[str] = set()
        for run in runs:
            slot = slots[self._run_slots[run]]
            key, tag = slot.key, slot.key.tag
            if tag in left_out:
                continue
            metadata = stretch.learn(tag, slot.claim)
            if slot.is_number:
                claimed.numbers.append(run)
                numbers.add(tag)
                is_clashing = metadata.kind != "scalars"
            else:
                key = TagKey(metadata.kind, tag)
                claimed.places.setdefault(key, []).append(run)
                is_clashing = metadata.kind in _READ_AT_ONCE or tag in numbers
            if is_clashing or tag in taken:
                claimed.clashing.add(tag)
            stretch.note(key, metadata)
        return claimed

    def _without(self, number: int, left_out: set[str]) -> tuple[list[LooseEvent], RowTimes | None]:
        """Return the loose events together with those that log any of these tags.

        Also the times of the rows that are left.
        """
        part = self._parts[number]
        bounds = slice(self._row_bounds[number], self._row_bounds[number + 1])
        rows = self._rows.select(bounds)
        is_out = self._bank.templates_with(left_out)[rows.template]
        more = [self._loosen(part, record) for record in rows.record[is_out].tolist()]
        kept = rows.select(~is_out)
        (times,) = row_times(self._bank, kept, [0, len(kept.record)])
        return sorted([*part.loose, *more], key=lambda item: item.record), times

    def _table(self, runs: list[int]) -> ScalarTable:
        """Return the points of some runs, which are in order; runs of one tag are neighbours."""
        tags: list[str] = []
        ends: list[int] = []
        count = 0
        for run in runs:
            count += self._run_firsts[run + 1] - self._run_firsts[run]
            tag = self._bank.slots[self._run_slots[run]].key.tag
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
        indices = [self._bank.slots[self._run_slots[run]].value_index for run in runs]
        return BlobColumns(
            columns.step[part],
            columns.wall_time[part],
            start + shift,
            self._frames.ends[record] - start,
            np.repeat(np.array(indices, np.int64), counts),
        )


def _place_in_list(damage: Damage) -> tuple[bool, int]:
    return damage.kind != ROUNDED, damage.offset


def _merge_times(batch: Batch, loose: list[LooseEvent], times: RowTimes | None) -> None:
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

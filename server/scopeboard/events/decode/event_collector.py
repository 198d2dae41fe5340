"""The rows of a batch while its events are read.

The decoder's knowledge of tags changes only when a collector finishes, so that an abandoned
collector has no effect.
"""

from hashlib import blake2b
from itertools import accumulate, chain
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.batch import Batch, BlobColumns, Columns, Ending, ScalarTable
from scopeboard.events.decode.rounded_integers import rounded_damage
from scopeboard.events.records.record_reader import Damage, DamageKind
from scopeboard.events.values.summary import TagEvidence, evidence_of, read_number, resolve_metadata
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.plugins_pb2 import STATUS_FAILURE, HParamsPluginData
from scopeboard.wire.summary_pb2 import Summary

MAX_TAG_CHARACTERS: Final = 1024
# A run's own graphs have no tag in the log; these names are TensorBoard's and ours.
RUN_GRAPH_TAG: Final = "__run_graph__"
META_GRAPH_TAG: Final = "__meta_graph__"

_Row = tuple[int, float, int, int]  # step, wall time, offset and length of the record
_Point = tuple[int, float, float]
_Place = tuple[int, float, int, int, int]
_RUN_GRAPH: Final = TagMetadata("graphs")
_META_GRAPH: Final = TagMetadata("graphs", "meta_graph")
_RUN_METADATA: Final = TagMetadata("run_metadata", "graph_tagged_run_metadata")
_WITH_STEP: Final = frozenset({"summary", "tagged_run_metadata"})


def parse(payload: bytes) -> Event | None:
    """Return the event of a record, None if it has none."""
    try:
        return Event.FromString(payload)
    except DecodeError:
        return None


def is_start(event: Event | None) -> bool:
    """Return whether `event` begins a session."""
    if event is None or not event.HasField("session_log"):
        return False
    return event.session_log.status == SessionLog.START


def listed_tag(tag: str) -> str:
    """Return the displayed name of a tag: shortened if too long, with a digest to be unique."""
    if len(tag) <= MAX_TAG_CHARACTERS:
        return tag
    digest = blake2b(tag.encode(), digest_size=8).hexdigest()
    return f"{tag[:MAX_TAG_CHARACTERS]}… {digest}"


class EventCollector:
    """Collects events, and the damage between them, into one batch.

    Args:
        known: metadata of tags so far; changed by `finish` only.
    """

    def __init__(self, known: dict[str, TagMetadata]) -> None:
        self.batch = Batch()
        self.tags: dict[str, TagMetadata] = {}  # of this batch, with their current metadata
        self._known = known
        self._rounded: list[tuple[int, int]] = []  # offset, and number of values
        self._points: dict[str, list[_Point]] = {}
        self._places: dict[TagKey, list[_Place]] = {}
        self._noted: dict[str, TagMetadata] = {}  # metadata last recorded for a tag
        self._series: dict[str, list[_Place]] = {}  # and the rows of its series

    def add(self, offset: int, length: int, event: Event | None) -> None:
        """Add the event of the record of `length` bytes at `offset`; None if it has no event."""
        if event is None:
            self._damage(offset, length, "not_an_event", "a record that holds no event")
            return
        try:
            self._add_event(offset, length, event)
        except Exception as error:  # noqa: BLE001 - an unforeseen event costs itself, not the file
            message = f"an event that could not be read: {error!r}"
            self._damage(offset, length, "not_an_event", message)

    def learn(self, tag: str, evidence: TagEvidence) -> TagMetadata:
        """Return the metadata of `tag` after a value with this evidence."""
        known = self.tags.get(tag) or self._known.get(tag)
        self.tags[tag] = metadata = resolve_metadata(evidence, known)
        if metadata.guessed:
            self.batch.guessed.add(tag)
        return metadata

    @property
    def is_blank(self) -> bool:
        """Whether no tag is known yet, neither from before nor from this batch."""
        return not (self.tags or self._known or self.batch.metadata)

    def repeat(self, other: "EventCollector") -> None:
        """Share the tags of another collector from now on."""
        self.tags = other.tags
        self.batch.guessed, self.batch.metadata = other.batch.guessed, other.batch.metadata

    def record_metadata(self, key: TagKey, metadata: TagMetadata) -> None:
        """Record the metadata of a series; logged metadata replaces guessed metadata."""
        known = self.batch.metadata.get(key)
        if known is None or (known.guessed and not metadata.guessed):
            self.batch.metadata[key] = metadata

    def count_rounded(self, count: int, offset: int) -> None:
        """Count values that were rounded to a double, the first in the record at `offset`."""
        self._rounded.append((offset, count))

    def finish(self) -> Batch:
        """Return the batch, and add its tags to the known tags."""
        batch = self.batch
        batch.known = {
            tag: metadata
            for tag, metadata in self.tags.items()
            if (known := self._known.get(tag)) is not metadata and known != metadata
        }
        self._known.update(batch.known)
        if self._points:
            batch.scalars = _scalar_table(self._points)
        if self._rounded:
            count = sum(count for _, count in self._rounded)
            batch.damage.insert(0, rounded_damage(count, min(self._rounded)[0]))
        batch.blobs = {key: _blob_columns(rows) for key, rows in self._places.items()}
        return batch

    def _add_event(self, offset: int, length: int, event: Event) -> None:
        what = event.WhichOneof("what")
        row = (event.step, event.wall_time, offset, length)
        batch = self.batch
        if batch.first_wall_time is None:
            batch.first_wall_time = event.wall_time
        batch.last_wall_time = event.wall_time
        if what in _WITH_STEP and (batch.last_step is None or event.step > batch.last_step):
            batch.last_step = event.step
        if what == "summary":
            values = event.summary.value
            for index in range(len(values)):  # quicker than an iterator for the one there mostly is
                self._add_value(row, index, values[index])
        elif what == "graph_def":
            self._place(RUN_GRAPH_TAG, _RUN_GRAPH, row, 0)
        elif what == "meta_graph_def":
            self._place(META_GRAPH_TAG, _META_GRAPH, row, 0)
        elif what == "tagged_run_metadata":
            tag = self._bounded(event.tagged_run_metadata.tag, row)
            self._place(tag, _RUN_METADATA, row, 0)
        elif what == "session_log" and is_start(event):
            self.batch.ending, self.batch.resumed = None, True
        elif what == "session_log" and event.session_log.status == SessionLog.STOP:
            self.batch.ending = "done"

    def _add_value(self, row: _Row, index: int, value: Summary.Value) -> None:
        tag = value.tag
        if len(tag) > MAX_TAG_CHARACTERS:
            tag = self._bounded(tag, row)
        metadata = self.learn(tag, evidence_of(value))
        if metadata.kind == "scalars":
            self._add_scalar(tag, metadata, row, value)
            return
        if metadata.kind == "hparams":
            self.batch.ending = _ending(metadata) or self.batch.ending
        self._place(tag, metadata, row, index)

    def _add_scalar(self, tag: str, metadata: TagMetadata, row: _Row, value: Summary.Value) -> None:
        step, wall_time, offset, length = row
        try:
            number = read_number(value)
        except DamagedDataError as error:
            self._damage(offset, length, "bad_value", f"tag {tag!r}, step {step}: {error}")
            return
        if metadata is not self._noted.get(tag):
            self._noted[tag] = metadata
            self.record_metadata(TagKey("scalars", tag), metadata)
            self._points.setdefault(tag, [])
        self._points[tag].append((step, wall_time, float(number)))
        if float(number) != number and isinstance(number, int):
            self.count_rounded(1, offset)

    def _place(self, tag: str, metadata: TagMetadata, row: _Row, index: int) -> None:
        if metadata is not self._noted.get(tag):
            self._noted[tag] = metadata
            key = TagKey(metadata.kind, tag)
            self.record_metadata(key, metadata)
            self._series[tag] = self._places.setdefault(key, [])
        self._series[tag].append((*row, index))

    def _bounded(self, tag: str, row: _Row) -> str:
        """Return the displayed name of a tag; record a warning if it is shortened."""
        if len(tag) <= MAX_TAG_CHARACTERS:
            return tag
        _, _, offset, length = row
        message = f"a tag of {len(tag)} characters is shown cut"
        self._damage(offset, length, "long_tag", message)
        return listed_tag(tag)

    def _damage(self, offset: int, length: int, kind: DamageKind, message: str) -> None:
        self.batch.damage.append(Damage(offset, length, kind, message))


def _ending(metadata: TagMetadata) -> Ending | None:
    """Return how the run ended if this is the hparams plugin's session_end_info."""
    try:
        content = HParamsPluginData.FromString(metadata.content)
    except DecodeError:
        return None
    if content.WhichOneof("data") != "session_end_info":
        return None
    return "failed" if content.session_end_info.status == STATUS_FAILURE else "done"


def _scalar_table(points: dict[str, list[_Point]]) -> ScalarTable:
    ends = np.fromiter(accumulate(map(len, points.values())), np.int64, len(points))
    step, wall_time, value = zip(*chain.from_iterable(points.values()), strict=True)
    columns = Columns(np.array(step, np.int64), np.array(wall_time), np.array(value, np.float64))
    return ScalarTable(list(points), ends, columns)


def _blob_columns(rows: list[_Place]) -> BlobColumns:
    step, wall_time, *places = zip(*rows, strict=True)
    offset, length, index = (np.array(place, np.int64) for place in places)
    return BlobColumns(
        np.array(step, np.int64), np.array(wall_time, np.float64), offset, length, index
    )

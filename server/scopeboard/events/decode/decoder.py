"""Records to columns, one by one: the protobuf path of ingest.

Only the first value of a tag carries its metadata, so the decoder stores it for later values. One
decoder therefore serves all files of a run, in reading order. Unreadable bytes become a `Damage` in
the batch, of the smallest unit that contains them.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import accumulate, chain
from types import MappingProxyType
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.batch import Batch, BlobColumns, Columns, Ending, ScalarTable
from scopeboard.events.decode.rounded_integers import rounded_damage
from scopeboard.events.records.long_record import LongRecord
from scopeboard.events.records.record_reader import Damage, Record
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

_Record = tuple[int, float, int, int]  # step, wall time, offset and length of the record
_Point = tuple[int, float, float]  # step, wall time, value
_Blob = tuple[int, float, int, int, int]  # a record, and the index of the value in its summary
_NO_TAGS: Final[Mapping[str, TagMetadata]] = MappingProxyType({})
_RUN_GRAPH: Final = TagMetadata("graphs")
_META_GRAPH: Final = TagMetadata("graphs", "meta_graph")
_RUN_METADATA: Final = TagMetadata("run_metadata", "graph_tagged_run_metadata")
_WITH_STEP: Final = frozenset({"summary", "tagged_run_metadata"})


class EventDecoder:
    """Decodes the records of one run into batches, and stores the metadata of its tags.

    Args:
        known: metadata of the run's tags from earlier records; copied.
    """

    __slots__ = ("known",)

    def __init__(self, known: Mapping[str, TagMetadata] = _NO_TAGS) -> None:
        self.known = dict(known)

    def decode(self, records: Iterable[Record | LongRecord | Damage]) -> list[Batch]:
        """Return the batches of `records`; damage from framing is passed on.

        Each SessionLog.START that is not the first record begins another batch.
        """
        batches: list[Batch] = []
        collector, is_first = EventCollector(self.known), True
        for record in records:
            if isinstance(record, Damage):
                collector.batch.damage.append(record)
            else:
                event = parse(record.payload)
                if is_start(event) and not is_first:
                    batches.append(collector.finish())
                    collector = EventCollector(self.known)
                collector.add(record.offset, record.length, event)
            is_first = False
        return [*batches, collector.finish()]


class EventCollector:
    """Collects events, and the damage between them, into one batch.

    The known tags change only in `finish`, so an abandoned collector has no effect.

    Args:
        known: metadata of tags so far.
    """

    def __init__(self, known: dict[str, TagMetadata]) -> None:
        self.batch = Batch()
        self.tags: dict[str, TagMetadata] = {}  # of this batch, with their current metadata
        self._known = known
        self._rounded: list[tuple[int, int]] = []  # offset, and number of values
        self._points: dict[str, list[_Point]] = {}
        self._blobs: dict[TagKey, list[_Blob]] = {}
        self._recorded: dict[str, TagMetadata] = {}  # metadata last recorded for a tag
        self._blobs_of: dict[str, list[_Blob]] = {}  # and the blobs of its series

    def add(self, offset: int, length: int, event: Event | None) -> None:
        """Add the event of the record of `length` bytes at `offset`; None if it has no event."""
        if event is None:
            damage = Damage(offset, length, "not_an_event", "a record without an event")
            self.batch.damage.append(damage)
            return
        try:
            self._add_event(offset, length, event)
        except Exception as error:  # noqa: BLE001 - a defect costs one event, not the file
            message = f"an event that could not be read: {error!r}"
            self.batch.damage.append(Damage(offset, length, "not_an_event", message))

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
            points = self._points.values()
            ends = np.fromiter(accumulate(map(len, points)), np.int64, len(points))
            rows = zip(*chain.from_iterable(points), strict=True)
            kinds = (np.int64, np.float64, np.float64)
            columns = Columns._make(map(np.array, rows, kinds))
            batch.scalars = ScalarTable(list(self._points), ends, columns)
        for key, blobs in self._blobs.items():
            step, wall_time, *rest = zip(*blobs, strict=True)
            batch.blobs[key] = BlobColumns(
                np.array(step, np.int64),
                np.array(wall_time, np.float64),
                *(np.array(column, np.int64) for column in rest),
            )
        if self._rounded:
            count = sum(count for _, count in self._rounded)
            batch.damage.insert(0, rounded_damage(count, min(self._rounded)[0]))
        return batch

    def _add_event(self, offset: int, length: int, event: Event) -> None:
        content = event.WhichOneof("what")
        record = (event.step, event.wall_time, offset, length)
        batch = self.batch
        if batch.first_wall_time is None:
            batch.first_wall_time = event.wall_time
        batch.last_wall_time = event.wall_time
        if content in _WITH_STEP and (batch.last_step is None or event.step > batch.last_step):
            batch.last_step = event.step
        if content == "summary":
            values = event.summary.value
            for index in range(len(values)):  # faster than an iterator for a single value
                self._add_value(record, index, values[index])
        elif content == "graph_def":
            self._add_blob(RUN_GRAPH_TAG, _RUN_GRAPH, record, 0)
        elif content == "meta_graph_def":
            self._add_blob(META_GRAPH_TAG, _META_GRAPH, record, 0)
        elif content == "tagged_run_metadata":
            tag = self._bounded(event.tagged_run_metadata.tag, record)
            self._add_blob(tag, _RUN_METADATA, record, 0)
        elif content == "session_log" and is_start(event):
            batch.ending, batch.resumed = None, True
        elif content == "session_log" and event.session_log.status == SessionLog.STOP:
            batch.ending = "done"

    def _add_value(self, record: _Record, index: int, value: Summary.Value) -> None:
        tag, step, wall_time, offset, length = value.tag, *record
        if len(tag) > MAX_TAG_CHARACTERS:
            tag = self._bounded(tag, record)
        metadata = self.learn(tag, evidence_of(value))
        if metadata.kind != "scalars":
            if metadata.kind == "hparams":
                self.batch.ending = _ending(metadata) or self.batch.ending
            self._add_blob(tag, metadata, record, index)
            return
        try:
            number = read_number(value)
        except DamagedDataError as error:
            message = f"tag {tag!r}, step {step}: {error}"
            self.batch.damage.append(Damage(offset, length, "bad_value", message))
            return
        if metadata is not self._recorded.get(tag):
            self._recorded[tag] = metadata
            self.record_metadata(TagKey("scalars", tag), metadata)
            self._points.setdefault(tag, [])
        self._points[tag].append((step, wall_time, float(number)))
        if float(number) != number and isinstance(number, int):
            self.count_rounded(1, offset)

    def _add_blob(self, tag: str, metadata: TagMetadata, record: _Record, index: int) -> None:
        if metadata is not self._recorded.get(tag):
            self._recorded[tag] = metadata
            key = TagKey(metadata.kind, tag)
            self.record_metadata(key, metadata)
            self._blobs_of[tag] = self._blobs.setdefault(key, [])
        self._blobs_of[tag].append((*record, index))

    def _bounded(self, tag: str, record: _Record) -> str:
        """Return the displayed name of a tag; add a warning if it is shortened."""
        if len(tag) > MAX_TAG_CHARACTERS:
            _, _, offset, length = record
            message = f"a tag of {len(tag)} characters is shortened"
            self.batch.damage.append(Damage(offset, length, "long_tag", message))
        return listed_tag(tag)


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


def _ending(metadata: TagMetadata) -> Ending | None:
    """Return how the run ended if this is the hparams plugin's session_end_info."""
    try:
        content = HParamsPluginData.FromString(metadata.content)
    except DecodeError:
        return None
    if content.WhichOneof("data") != "session_end_info":
        return None
    return "failed" if content.session_end_info.status == STATUS_FAILURE else "done"

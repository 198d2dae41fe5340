"""Records in, columns out: the protobuf path of ingest.

The decoder remembers the metadata of each tag, because only a tag's first value carries it. One
decoder therefore serves all files of a run, in the order in which they are read. Whatever cannot
be read is a `Damage` in the batch, and costs the smallest thing that holds it.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.batch import Batch, BlobColumns, Columns, Ending, TagMetadata
from scopeboard.events.record import Damage, DamageKind, Record
from scopeboard.events.summary import classify, read_scalar
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.plugins_pb2 import STATUS_FAILURE, HParamsPluginData
from scopeboard.wire.summary_pb2 import Summary

MAX_TAG_CHARACTERS: Final = 1024
# A run's own graphs have no tag in the log; these names are TensorBoard's and ours.
RUN_GRAPH_TAG: Final = "__run_graph__"
META_GRAPH_TAG: Final = "__meta_graph__"

_Point = tuple[int, float, float]
_Place = tuple[int, float, int, int, int]


class EventDecoder:
    """Turns the records of one run into batches, remembering what its tags are."""

    def __init__(self) -> None:
        self._known: dict[str, TagMetadata] = {}

    def decode(self, records: Iterable[Record | Damage]) -> Batch:
        """Return all that `records` hold; damage found in framing is passed on."""
        gathering = _Gathering(self._known)
        for record in records:
            if isinstance(record, Damage):
                gathering.batch.damage.append(record)
            else:
                gathering.add(record)
        return gathering.finish()


class _Gathering:
    """The rows of a batch while it is being read."""

    def __init__(self, known: dict[str, TagMetadata]) -> None:
        self.batch = Batch()
        self._known = known
        self._points: dict[str, list[_Point]] = {}
        self._places: dict[TagKey, list[_Place]] = {}

    def add(self, record: Record) -> None:
        try:
            event = Event.FromString(record.payload)
        except DecodeError:
            self._damage(record, "not_an_event", "a record that holds no event")
            return
        try:
            self._add_event(record, event)
        except Exception as error:  # noqa: BLE001 - an unforeseen event costs itself, not the file
            self._damage(record, "not_an_event", f"an event that could not be read: {error!r}")

    def finish(self) -> Batch:
        self.batch.scalars = {tag: _columns(rows) for tag, rows in self._points.items()}
        self.batch.blobs = {key: _blob_columns(rows) for key, rows in self._places.items()}
        return self.batch

    def _add_event(self, record: Record, event: Event) -> None:
        self._note_times(event)
        match event.WhichOneof("what"):
            case "summary":
                for index, value in enumerate(event.summary.value):
                    self._add_value(record, event, index, value)
            case "graph_def":
                self._place(RUN_GRAPH_TAG, event, record, 0, TagMetadata("graphs"))
            case "meta_graph_def":
                metadata = TagMetadata("graphs", "meta_graph")
                self._place(META_GRAPH_TAG, event, record, 0, metadata)
            case "tagged_run_metadata":
                tag = self._bounded(event.tagged_run_metadata.tag, record)
                metadata = TagMetadata("run_metadata", "graph_tagged_run_metadata")
                self._place(tag, event, record, 0, metadata)
            case "session_log" if event.session_log.status == SessionLog.START:
                self.batch.ending, self.batch.resumed = None, True

    def _note_times(self, event: Event) -> None:
        batch = self.batch
        if batch.first_wall_time is None:
            batch.first_wall_time = event.wall_time
        batch.last_wall_time = event.wall_time
        if event.WhichOneof("what") in {"summary", "tagged_run_metadata"}:
            step = event.step
            batch.last_step = step if batch.last_step is None else max(step, batch.last_step)

    def _add_value(self, record: Record, event: Event, index: int, value: Summary.Value) -> None:
        tag = self._bounded(value.tag, record)
        self._known[tag] = metadata = classify(value, self._known.get(tag))
        if metadata.kind == "hparams":
            self.batch.ending = _ending(metadata) or self.batch.ending
        if metadata.kind != "scalars":
            self._place(tag, event, record, index, metadata)
            return
        try:
            number = read_scalar(value)
        except DamagedDataError as error:
            self._damage(record, "bad_value", f"tag {tag!r}, step {event.step}: {error}")
            return
        self._note(TagKey("scalars", tag), metadata)
        self._points.setdefault(tag, []).append((event.step, event.wall_time, number))

    def _note(self, key: TagKey, metadata: TagMetadata) -> None:
        """Keep a tag's metadata; what was logged replaces what was guessed before it."""
        known = self.batch.metadata.get(key)
        if known is None or (known.guessed and not metadata.guessed):
            self.batch.metadata[key] = metadata

    def _place(
        self, tag: str, event: Event, record: Record, index: int, metadata: TagMetadata
    ) -> None:
        key = TagKey(metadata.kind, tag)
        self._note(key, metadata)
        row = (event.step, event.wall_time, record.offset, record.length, index)
        self._places.setdefault(key, []).append(row)

    def _bounded(self, tag: str, record: Record) -> str:
        """Return the tag, cut where it is too long to be listed but still unlike any other."""
        if len(tag) <= MAX_TAG_CHARACTERS:
            return tag
        self._damage(record, "long_tag", f"a tag of {len(tag)} characters is shown cut")
        digest = blake2b(tag.encode(), digest_size=8).hexdigest()
        return f"{tag[:MAX_TAG_CHARACTERS]}… {digest}"

    def _damage(self, record: Record, kind: DamageKind, message: str) -> None:
        self.batch.damage.append(Damage(record.offset, record.length, kind, message))


def _ending(metadata: TagMetadata) -> Ending | None:
    """Return how the run ended if this is the hparams plugin's session_end_info."""
    try:
        content = HParamsPluginData.FromString(metadata.content)
    except DecodeError:
        return None
    if content.WhichOneof("data") != "session_end_info":
        return None
    return "failed" if content.session_end_info.status == STATUS_FAILURE else "done"


def _columns(rows: list[_Point]) -> Columns:
    step, wall_time, value = zip(*rows, strict=True)
    return Columns(
        np.array(step, np.int64), np.array(wall_time, np.float64), np.array(value, np.float64)
    )


def _blob_columns(rows: list[_Place]) -> BlobColumns:
    step, wall_time, *places = zip(*rows, strict=True)
    offset, length, index = (np.array(place, np.int64) for place in places)
    return BlobColumns(
        np.array(step, np.int64), np.array(wall_time, np.float64), offset, length, index
    )

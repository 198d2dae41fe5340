"""Records to columns: the protobuf path of ingest.

Only the first value of a tag carries its metadata, so the decoder stores it for later values. One
decoder therefore serves all files of a run, in reading order. Unreadable bytes become a `Damage` in
the batch, of the smallest unit that contains them.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.event_collector import (
    META_GRAPH_TAG,
    RUN_GRAPH_TAG,
    EventCollector,
    is_start,
    parse,
)
from scopeboard.events.records.long_record import LongRecord
from scopeboard.events.records.record_reader import Damage, Record
from scopeboard.events.values.tag_metadata import TagMetadata

__all__ = ["META_GRAPH_TAG", "RUN_GRAPH_TAG", "EventDecoder"]

_NO_TAGS: Final[Mapping[str, TagMetadata]] = MappingProxyType({})


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

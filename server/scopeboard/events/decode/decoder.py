"""Records in, columns out: the protobuf path of ingest.

The decoder remembers the metadata of each tag, because only a tag's first value carries it. One
decoder therefore serves all files of a run, in the order in which they are read. Whatever cannot
be read is a `Damage` in the batch, and costs the smallest thing that holds it.
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

_NOTHING: Final[Mapping[str, TagMetadata]] = MappingProxyType({})


class EventDecoder:
    """Turns the records of one run into batches, remembering what its tags are.

    Args:
        known: what earlier records said of the run's tags; copied.
    """

    __slots__ = ("known",)

    def __init__(self, known: Mapping[str, TagMetadata] = _NOTHING) -> None:
        self.known = dict(known)

    def decode(self, records: Iterable[Record | LongRecord | Damage]) -> list[Batch]:
        """Return all that `records` hold; damage found in framing is passed on.

        There is a batch for what comes first, and one for each SessionLog.START behind something.
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

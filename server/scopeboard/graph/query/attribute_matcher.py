"""Match an attribute against the distinct attribute sets of a graph."""

from contextlib import suppress
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Flags
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.model.attribute_values import attribute_text
from scopeboard.graph.model.text_search import TextBuffer
from scopeboard.graph.query.query_parser import AttributePattern
from scopeboard.wire.graph_pb2 import NodeDef

_SETS_BETWEEN_CHECKS: Final = 1024


def match_attribute_sets(
    encoded: list[bytes], pattern: AttributePattern, check: CancelCheck
) -> Flags:
    """Return for each set, a NodeDef in bytes, whether it has a matching attribute.

    Values over 1 KiB are in no set, so they never match.

    Raises:
        QueryError: the pattern is invalid.
    """
    entries: list[tuple[int, str]] = []  # of all sets: row of the set, key
    for row, data in enumerate(encoded):
        with suppress(DecodeError):  # only a damaged cache has such bytes
            entries += [(row, key) for key in NodeDef.FromString(data).attr]
        if row % _SETS_BETWEEN_CHECKS == 0:
            check()
    keys = sorted({key for _, key in entries})
    matches = TextBuffer(keys).matching(pattern.name, check)
    matching_keys = {key for key, matching in zip(keys, matches.tolist(), strict=True) if matching}
    entries = [(row, key) for row, key in entries if key in matching_keys]
    if pattern.value is not None:
        nodes = (NodeDef.FromString(encoded[row]) for row, _ in entries)
        texts = [
            attribute_text(node.attr[key]) for node, (_, key) in zip(nodes, entries, strict=True)
        ]
        matches = TextBuffer(texts).matching(pattern.value, check)
        entries = [entries[index] for index in np.flatnonzero(matches).tolist()]
    has_match = np.zeros(len(encoded), dtype=np.bool_)
    has_match[[row for row, _ in entries]] = True
    return has_match

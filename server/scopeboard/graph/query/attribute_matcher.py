"""Which sets of attributes have one that is sought."""

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


def sets_with(encoded: list[bytes], pattern: AttributePattern, check: CancelCheck) -> Flags:
    """Return for each set, a NodeDef in bytes, whether it has the attribute.

    Values over 1 KiB are in no set, so that they are not found.

    Raises:
        QueryError: the pattern is wrong.
    """
    places: list[tuple[int, str]] = []
    for row, data in enumerate(encoded):
        places += [(row, key) for key in _decode(data).attr]
        if row % _SETS_BETWEEN_CHECKS == 0:
            check()
    keys = sorted({key for _, key in places})
    matches = TextBuffer(keys).matching(pattern.name, check)
    sought = {key for key, is_sought in zip(keys, matches.tolist(), strict=True) if is_sought}
    places = [(row, key) for row, key in places if key in sought]
    if pattern.value is not None:
        texts = [attribute_text(_decode(encoded[row]).attr[key]) for row, key in places]
        fits = TextBuffer(texts).matching(pattern.value, check).tolist()
        places = [place for place, is_it in zip(places, fits, strict=True) if is_it]
    found = np.zeros(len(encoded), dtype=np.bool_)
    found[[row for row, _ in places]] = True
    return found


def _decode(data: bytes) -> NodeDef:
    try:
        return NodeDef.FromString(data)
    except DecodeError:  # it was sound when it was kept
        return NodeDef()

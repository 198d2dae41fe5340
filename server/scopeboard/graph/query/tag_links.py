"""Which tags of a run belong to a node of its graph, and by which rule.

* `summary`: an op inside the node writes it: the tag is what the constant says that names the op
  (images and sounds add `/image/0` and the like to it).
* `prefix`: it begins with the path of the node, as `layer1/weights/mean` does with `layer1`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Flags
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.types import Kind, TagKey
from scopeboard.wire.graph_pb2 import NodeDef

Rule = Literal["summary", "prefix"]
MAX_TAGS: Final = 200
_MAX_SUMMARIES: Final = 5000
# Which input of a summary op is its tag: of TensorFlow 1's the first; of TensorFlow 2's, writer and
# step stand before it, and in one of them the value too.
_TAG_SLOTS: Final = {
    "ScalarSummary": 0,
    "HistogramSummary": 0,
    "ImageSummary": 0,
    "AudioSummary": 0,
    "AudioSummaryV2": 0,
    "TensorSummaryV2": 0,
    "WriteScalarSummary": 2,
    "WriteHistogramSummary": 2,
    "WriteImageSummary": 2,
    "WriteAudioSummary": 2,
    "WriteSummary": 3,
}
_SUFFIXES: Final = ("/image", "/audio")


@dataclass(frozen=True, slots=True)
class TagLink:
    """A tag, what its values are, and the rule by which it belongs to a node."""

    tag: str
    kind: Kind
    rule: Rule


@dataclass(frozen=True, slots=True)
class TagLinks:
    """The tags of a node, those that it writes first; there are `total`."""

    total: int
    tags: list[TagLink]


def find_tags(graph: OpGraph, inside: Flags, path: str, keys: Iterable[TagKey]) -> TagLinks:
    """Return which of a run's tags belong to a node.

    Args:
        graph: the graph.
        inside: a flag for each op that is in the node.
        path: the full name of the node; of the top level, which is empty, no tag is found.
        keys: the tags of the run.
    """
    written = _written_tags(graph, inside)
    found = []
    for key in keys:
        plain = next((key.tag.partition(end)[0] for end in _SUFFIXES if end in key.tag), key.tag)
        if key.tag in written or plain in written:
            found.append(TagLink(key.tag, key.kind, "summary"))
        elif path and (key.tag == path or key.tag.startswith(f"{path}/")):
            found.append(TagLink(key.tag, key.kind, "prefix"))
    found.sort(key=lambda link: (link.rule == "prefix", link.tag))
    return TagLinks(len(found), found[:MAX_TAGS])


def _written_tags(graph: OpGraph, inside: Flags) -> set[str]:
    """Return the tags that summary ops among some ops write, as far as constants tell."""
    slots = np.array([_TAG_SLOTS.get(name, -1) for name in graph.op_types], dtype=np.int64)
    wanted = np.where(inside, slots[graph.op_type], -1)
    edges = graph.edges
    is_tag = (edges.kind != CONTROL) & (wanted[edges.target] == edges.slot)
    sources = np.unique(edges.source[is_tag])[:_MAX_SUMMARIES]
    return {tag for op in sources.tolist() for tag in _constant_texts(graph, op)}


def _constant_texts(graph: OpGraph, op: int) -> list[str]:
    """Return the strings that a constant holds; none of what is no constant."""
    row = int(graph.attributes[op])
    try:
        node = NodeDef.FromString(graph.attribute_sets[row] if row >= 0 else b"")
    except DecodeError:
        return []
    return [text.decode("utf-8", "replace") for text in node.attr["value"].tensor.string_val]

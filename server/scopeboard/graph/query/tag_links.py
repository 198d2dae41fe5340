"""The tags of a run that belong to a node of its graph, and the rule that links them.

* `summary`: an op inside the node writes the tag, which a constant names. The tags of images and
  sounds have `/image/0` and the like after it.
* `prefix`: the tag begins with the path of the node, as `layer1/weights/mean` with `layer1`.
* `module`, `parameter`, `rule`: the tag names the node, or one inside it, in another way: see
  `tag_scopes.match`.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Flags
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.types import Kind, TagKey
from scopeboard.wire.graph_pb2 import NodeDef

Rule = Literal["summary", "prefix", "module", "parameter", "rule"]
_ORDER: Final = get_args(Rule)
MAX_TAGS: Final = 200
_MAX_SUMMARIES: Final = 5000
# The input of a summary op that is its tag: the first one in TensorFlow 1; in TensorFlow 2, it
# follows the writer and the step, and in one op also the value.
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
    """A tag, the kind of its values, and the rule that links it to a node."""

    tag: str
    kind: Kind
    rule: Rule


@dataclass(frozen=True, slots=True)
class TagLinks:
    """The tags of a node, `total` of them; those of each rule together, by `Rule`."""

    total: int
    tags: list[TagLink]


def find_tags(
    graph: OpGraph,
    inside: Flags,
    path: str,
    keys: Iterable[TagKey],
    named: Mapping[TagKey, Rule] = MappingProxyType({}),
) -> TagLinks:
    """Return the tags of a run that belong to a node.

    Args:
        graph: the graph.
        inside: a flag for each op that is in the node.
        path: the full name of the node; the top level, whose name is empty, has no tags by prefix.
        keys: the tags of the run.
        named: those among them that name the node, or one inside it, in another way.
    """
    slots = np.array([_TAG_SLOTS.get(name, -1) for name in graph.op_types], dtype=np.int64)
    tag_slot = np.where(inside, slots[graph.op_type], -1)
    edges = graph.edges
    is_tag = (edges.kind != CONTROL) & (tag_slot[edges.target] == edges.slot)
    written: set[str] = set()  # by summary ops whose tag is a constant
    for op in np.unique(edges.source[is_tag])[:_MAX_SUMMARIES].tolist():
        row = int(graph.attributes[op])
        with suppress(DecodeError):
            node = NodeDef.FromString(graph.attribute_sets[row] if row >= 0 else b"")
            texts = node.attr["value"].tensor.string_val  # empty unless the op is a constant
            written.update(text.decode("utf-8", "replace") for text in texts)
    links = []
    for key in keys:
        stem = next((key.tag.partition(end)[0] for end in _SUFFIXES if end in key.tag), key.tag)
        if key.tag in written or stem in written:
            links.append(TagLink(key.tag, key.kind, "summary"))
        elif path and (key.tag == path or key.tag.startswith(f"{path}/")):
            links.append(TagLink(key.tag, key.kind, "prefix"))
        elif key in named:
            links.append(TagLink(key.tag, key.kind, named[key]))
    links.sort(key=lambda link: (_ORDER.index(link.rule), link.tag))
    return TagLinks(len(links), links[:MAX_TAGS])

"""The trainable variables of a graph, from a MetaGraphDef.

A program of TensorFlow 1 lists them in `collection_def["trainable_variables"]`; a SavedModel of
TensorFlow 2 has a flag at each variable object. A list is exact for its own graph. A FileWriter
logs the graph and its MetaGraphDef as two events, so the list of another message of the same run
counts if the graph has every variable in it.
"""

import json
from collections.abc import Hashable, Sequence
from hashlib import blake2b
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.costs.variable_ops import VARIABLES
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import CACHE_VERSION
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.fields import DELIMITED
from scopeboard.protowire.nested import Span, Window
from scopeboard.store.derived import DerivedValues, LocalValues
from scopeboard.wire.meta_graph_pb2 import (
    CollectionDef,
    MetaGraphDef,
    SavedObjectGraph,
    VariableDef,
)

MAX_LIST_BYTES: Final = 32 << 20
_COLLECTION: Final = b"trainable_variables"
_MAX_CACHED: Final = 1000

Names = frozenset[str]


class TrainableVariables:
    """Reads the lists of MetaGraphDefs, each once. Callers may come from any thread.

    Args:
        values: stores lists where readers may lack the event files.
    """

    def __init__(self, values: DerivedValues | None = None) -> None:
        self.has_failed = False
        """Whether a MetaGraphDef could not be read."""
        self._values = values or LocalValues()
        self._lists: LRUCache[Hashable, Names] = LRUCache(_MAX_CACHED)

    def lists_of(self, metas: Sequence[GraphBytes]) -> tuple[Names, ...]:
        """Return the distinct lists of MetaGraphDefs, in their order.

        A MetaGraphDef that has no list or cannot be read is left out.
        """
        lists: dict[Names, None] = {}
        for meta in metas:
            try:
                key = meta.key()
                names = self._lists.find(key)
                if names is None:
                    names = self._stored(key, meta)
                    self._lists.put(key, names)
            except NotFoundError:
                self.has_failed = True
                continue
            except (DamagedDataError, DecodeError):
                continue
            if names:
                lists[names] = None
        return tuple(lists)

    def _stored(self, key: tuple[Hashable, ...], meta: GraphBytes) -> Names:
        """Return the list of a MetaGraphDef, empty without one, from the stored values if it is."""
        digest = blake2b(repr(key).encode("utf-8", "surrogateescape"), digest_size=16)
        name = f"trainable {CACHE_VERSION} {digest.hexdigest()}"
        stored = self._values.find(name) if self._values.has_everything else None
        if stored is not None:
            return frozenset(json.loads(stored))
        names = read_trainable(Window(meta.read_at, meta.size())) or frozenset()
        if self._values.has_everything:
            self._values.put(name, json.dumps(sorted(names)).encode())
        return names


def read_trainable(window: Window) -> Names | None:
    """Return the names of variables that a MetaGraphDef lists as trainable, None without a list.

    A graph of objects has no list if its names repeat.

    Raises:
        DamagedDataError: it cannot be read.
        DecodeError: a list in it cannot be read.
        NotFoundError: its bytes cannot be read now.
    """
    objects: Names | None = None
    for field in window.fields(window.whole):
        span = Span(field.start, field.end)
        if field.wire_type != DELIMITED:
            continue
        if field.number == MetaGraphDef.COLLECTION_DEF_FIELD_NUMBER:
            names = _names_in_collection(window, span)
            if names is not None:
                return names
        elif field.number == MetaGraphDef.OBJECT_GRAPH_DEF_FIELD_NUMBER:
            nodes = SavedObjectGraph.FromString(_read(window, span)).nodes
            variables = [node.variable for node in nodes if node.HasField("variable")]
            are_unique = len({variable.name for variable in variables}) == len(variables)
            trainable = frozenset(variable.name for variable in variables if variable.trainable)
            objects = trainable if are_unique else None
    return objects


def find_fitting(graph: OpGraph, lists: Sequence[Names]) -> Names | None:
    """Return the first list whose names are all variables of the main graph, None without one."""
    if not lists:
        return None
    ops = graph.ops_of_types(VARIABLES)
    variables = {graph.names[op] for op in ops[ops < graph.main_count].tolist()}
    return next((names for names in lists if names <= variables), None)


def _names_in_collection(window: Window, entry: Span) -> Names | None:
    """Return the names in one entry of `collection_def`, None for another collection."""
    keys = window.children(entry, 1)
    values = window.children(entry, 2)
    if not keys or not values or window.read_at(*keys[0]) != _COLLECTION:
        return None
    collection = CollectionDef.FromString(_read(window, values[0]))
    definitions = map(VariableDef.FromString, collection.bytes_list.value)
    tensors = [*collection.node_list.value, *(each.variable_name for each in definitions)]
    return frozenset(name.rpartition(":")[0] or name for name in tensors)


def _read(window: Window, span: Span) -> bytes:
    if span.end - span.start > MAX_LIST_BYTES:
        raise DamagedDataError("The list of variables is too large to read.")
    return window.read_at(*span)

"""Which variables of a graph a MetaGraphDef says are trainable.

A program of TensorFlow 1 lists them in `collection_def["trainable_variables"]`; a SavedModel of
TensorFlow 2 says it of each variable object. Such a list is exact for the graph that it belongs to.
A FileWriter logs the graph and its MetaGraphDef as two events, so the list of another message of
the same run counts if every variable in it is one of the graph's.
"""

from collections.abc import Hashable, Sequence
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.costs.variable_ops import VARIABLES
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.fields import DELIMITED
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.meta_graph_pb2 import (
    CollectionDef,
    MetaGraphDef,
    SavedObjectGraph,
    VariableDef,
)

MAX_LIST_BYTES: Final = 32 << 20
_COLLECTION: Final = b"trainable_variables"
_MAX_KNOWN: Final = 1000

Names = frozenset[str]


class TrainableVariables:
    """Reads the lists of MetaGraphDefs, each once. Callers may come from any thread."""

    def __init__(self) -> None:
        self._known: LRUCache[Hashable, Names] = LRUCache(_MAX_KNOWN)

    def lists_of(self, metas: Sequence[GraphBytes]) -> tuple[Names, ...]:
        """Return the lists of some MetaGraphDefs, in their order; those without one are left out.

        What cannot be read has none.
        """
        lists = [self._list_of(meta) for meta in metas]
        return tuple(dict.fromkeys(names for names in lists if names))

    def _list_of(self, meta: GraphBytes) -> Names:
        """Return the list of a MetaGraphDef, empty where there is none."""
        try:
            key = meta.key()
            names = self._known.find(key)
            if names is None:
                names = read_trainable(Window(meta.read_at, meta.size())) or frozenset()
                self._known.put(key, names)
        except (DamagedDataError, NotFoundError, DecodeError):
            return frozenset()
        return names


def read_trainable(window: Window) -> Names | None:
    """Return the names of variables that a MetaGraphDef lists as trainable, None without a list.

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
            found = _of_collection(window, span)
            if found is not None:
                return found
        elif field.number == MetaGraphDef.OBJECT_GRAPH_DEF_FIELD_NUMBER:
            objects = _of_objects(_read(window, span))
    return objects


def find_fitting(graph: OpGraph, lists: Sequence[Names]) -> Names | None:
    """Return the first list of which every name is a variable of the main graph."""
    if not lists:
        return None
    ops = graph.ops_of_types(VARIABLES)
    variables = {graph.names[op] for op in ops[ops < graph.main_count].tolist()}
    return next((names for names in lists if names <= variables), None)


def _of_collection(window: Window, entry: Span) -> Names | None:
    """Return what one entry of `collection_def` lists, None if it is another collection."""
    keys = window.children(entry, 1)
    values = window.children(entry, 2)
    if not keys or not values or window.read_at(*keys[0]) != _COLLECTION:
        return None
    collection = CollectionDef.FromString(_read(window, values[0]))
    definitions = map(VariableDef.FromString, collection.bytes_list.value)
    tensors = [*collection.node_list.value, *(each.variable_name for each in definitions)]
    return frozenset(name.rpartition(":")[0] or name for name in tensors)


def _of_objects(data: bytes) -> Names | None:
    """Return the trainable ones of variable objects, None where names repeat."""
    nodes = SavedObjectGraph.FromString(data).nodes
    variables = [node.variable for node in nodes if node.HasField("variable")]
    names = {variable.name for variable in variables}
    if len(names) < len(variables):
        return None
    return frozenset(variable.name for variable in variables if variable.trainable)


def _read(window: Window, span: Span) -> bytes:
    if span.end - span.start > MAX_LIST_BYTES:
        raise DamagedDataError("The list of variables is too large to be read.")
    return window.read_at(*span)

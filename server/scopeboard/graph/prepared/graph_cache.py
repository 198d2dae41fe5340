"""Parsed graphs and their results among the derived values of a log: see `store.derived`.

A value `IDENTITY-VERSION` is one graph, for all runs that logged it. A value
`IDENTITY-VERSION.derived` has its tree, costs and structures; a list of trainable variables adds
its digest before `.derived`. One that is damaged counts as missing.
"""

from contextlib import suppress
from hashlib import blake2b
from typing import Final

from scopeboard.graph.graphdef.parser import ParsedGraph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import CACHE_VERSION
from scopeboard.graph.prepared.derived import Derived, decode_derived, encode_derived
from scopeboard.graph.prepared.op_graph_codec import decode_graph, encode_graph
from scopeboard.store.derived import DerivedValues, LocalValues

_VERSION: Final = blake2b(CACHE_VERSION.encode(), digest_size=4).hexdigest()
_DERIVED: Final = ".derived"


class GraphCache:
    """The cached graphs of one log directory.

    Args:
        values: stores them; by default, nothing is stored.
    """

    def __init__(self, values: DerivedValues | None = None) -> None:
        self._values = values or LocalValues()

    @property
    def has_everything(self) -> bool:
        """Whether graphs that take little time to parse are stored, too."""
        return self._values.has_everything

    def find(self, identity: str) -> ParsedGraph | None:
        """Return a cached graph, None if there is no valid one."""
        data = self._values.find_large(name_of(identity))
        return None if data is None else decode_graph(data)

    def find_derived(self, identity: str, graph: OpGraph, variant: str = "") -> Derived | None:
        """Return the cached results of a graph, None if there are no valid ones.

        `variant` names the list of trainable variables: see `put_derived`.
        """
        data = self._values.find_large(f"{name_of(identity)}{variant}{_DERIVED}")
        return None if data is None else decode_derived(data, graph)

    def put(self, identity: str, parsed: ParsedGraph) -> bool:
        """Store a graph if it fits the bounds, and return whether it is in the cache."""
        with suppress(OSError):
            self._values.put_large(name_of(identity), encode_graph(parsed))
        return self._values.has_large(name_of(identity))

    def put_derived(self, identity: str, derived: Derived, variant: str = "") -> None:
        """Store the results of a graph, if the graph itself is in the cache.

        `variant` is a digest of the list of trainable variables, empty without a list.
        """
        if self._values.has_large(name_of(identity)):
            name = f"{name_of(identity)}{variant}{_DERIVED}"
            with suppress(OSError):
                self._values.put_large(name, encode_derived(derived))


def name_of(identity: str) -> str:
    """Return what the names of the values of a graph begin with."""
    return f"{identity}-{_VERSION}"

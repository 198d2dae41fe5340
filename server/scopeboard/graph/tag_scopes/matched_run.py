"""The scalars and histograms of a run, matched with the scopes of a graph."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.tag_scopes.match import TagMatches, match_tags
from scopeboard.graph.tag_scopes.report import MEASURED
from scopeboard.graph.tag_scopes.tag_rules import TagRule
from scopeboard.store.store import Store
from scopeboard.types import RunId


class MatchedRun(NamedTuple):
    """A graph with the key of its bytes, and the matched tags of a run, an id."""

    graph: PreparedGraph
    graph_key: Hashable
    run: RunId
    found: TagMatches


def match_run(
    store: Store,
    handle: GraphHandle,
    grouping: Grouping,
    run: str | None,
    rules: Sequence[TagRule],
    check: CancelCheck,
) -> MatchedRun:
    """Match the tags of a run with the scopes of a graph.

    Args:
        store: the runs.
        handle: of the graph.
        grouping: of its nodes.
        run: the id of the run; None for that of the graph.
        rules: of the viewer.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: the bytes hold no graph.
        NotFoundError: the bytes of the graph cannot be read now.
    """
    graph = handle.graph(grouping, check)
    run_id = handle.entry.run_id if run is None else RunId(run)
    keys = [tag.key for tag in store.tags() if run_id in tag.runs and tag.key.kind in MEASURED]
    return MatchedRun(graph, handle.key, run_id, match_tags(graph, keys, rules, check))

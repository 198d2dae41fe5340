"""Queries about the tags of a run and the scopes of a graph that they describe."""

from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.tag_scopes.matched_run import MatchedRun, match_run
from scopeboard.graph.tag_scopes.tag_rules import parse_tag_rules
from scopeboard.store.store import Store


class ScopeTagsQuery(GroupingQuery):
    """`run` is the id of a run, by default that of the graph.

    `tag_rule` are rules of the viewer, `PATTERN -> SCOPE`, such as
    `act/block_* -> Net/Block[*]`: a `*` stands for any text.
    """

    run: str | None = None
    tag_rule: list[str] = Field(default_factory=list)

    def matched(self, store: Store, graph: GraphHandle, check: CancelCheck) -> MatchedRun:
        """Return the matched tags; see `match_run`.

        Raises:
            QueryError: a rule is malformed.
        """
        rules = parse_tag_rules(self.tag_rule)
        return match_run(store, graph, self.grouping(), self.run, rules, check)

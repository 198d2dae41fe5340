"""The grouping of nodes: parameters of all queries about the nodes of a graph."""

from pydantic import BaseModel, Field

from scopeboard.graph.hierarchy.grouping import DEFAULT_THRESHOLD, FoldRule, Grouping, PrefixRule
from scopeboard.graph.scope.extraction import SplitRule


class GroupingQuery(BaseModel):
    """The grouping of nodes.

    `series` is the minimum number of members of a group, 0 for no groups; `ungroup` and `group` are
    names of groups that the viewer has ungrouped, or grouped although they are smaller.
    `prefixes` is where nodes are grouped by prefixes of their names: `auto` where a scope has more
    than 40 nodes and this helps, `all` in all scopes, `none`. `group=s/*` groups them in the scope
    `s`, `group=*` at the top level, `ungroup` likewise not.
    `split_rule` is `roles`, by which bookkeeping leaves the main graph first and all that repeats
    is folded, or `tensorboard`, whose only groups are series nodes.
    """

    series: int = Field(default=DEFAULT_THRESHOLD, ge=0)
    ungroup: list[str] = Field(default_factory=list)
    group: list[str] = Field(default_factory=list)
    prefixes: PrefixRule = "auto"
    split_rule: SplitRule = "roles"

    def grouping(self) -> Grouping:
        """Return the grouping for the graph engine."""
        rule: FoldRule = "tensorboard" if self.split_rule == "tensorboard" else "repeats"
        return Grouping(
            threshold=self.series,
            ungrouped=frozenset(self.ungroup),
            grouped=frozenset(self.group),
            rule=rule,
            prefixes=self.prefixes,
        )

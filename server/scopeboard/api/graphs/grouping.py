"""The grouping of series nodes: parameters of all queries about the nodes of a graph."""

from pydantic import BaseModel, Field

from scopeboard.graph.hierarchy.grouping import DEFAULT_THRESHOLD, Grouping


class GroupingQuery(BaseModel):
    """The grouping of ops.

    `series` is the minimum length of a series node, 0 for none; `ungroup` and `group` are names of
    series nodes that the viewer has ungrouped, or grouped although they are shorter.
    """

    series: int = Field(default=DEFAULT_THRESHOLD, ge=0)
    ungroup: list[str] = Field(default_factory=list)
    group: list[str] = Field(default_factory=list)

    def grouping(self) -> Grouping:
        """Return the grouping for the graph engine."""
        return Grouping(self.series, frozenset(self.ungroup), frozenset(self.group))

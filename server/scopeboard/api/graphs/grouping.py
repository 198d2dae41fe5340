"""How a viewer has series nodes grouped: parameters of all questions about the nodes of a graph."""

from pydantic import BaseModel, Field

from scopeboard.graph.hierarchy.grouping import DEFAULT_THRESHOLD, Grouping


class GroupingQuery(BaseModel):
    """How ops are grouped.

    `series` is the least length of a series node, 0 for none; `ungroup` and `group` name those that
    the viewer took apart, or put together in spite of it.
    """

    series: int = Field(default=DEFAULT_THRESHOLD, ge=0)
    ungroup: list[str] = Field(default_factory=list)
    group: list[str] = Field(default_factory=list)

    def grouping(self) -> Grouping:
        """Return what the engine is asked."""
        return Grouping(self.series, frozenset(self.ungroup), frozenset(self.group))

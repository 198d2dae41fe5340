"""Which runs of like-named ops are shown as series nodes: the viewer's part of the rule."""

from dataclasses import dataclass, field
from typing import Final

from scopeboard.errors import QueryError

DEFAULT_THRESHOLD: Final = 5  # TensorBoard's `seriesNodeMinSize`
SHORTEST: Final = 2  # one op is no series, whatever the threshold


@dataclass(frozen=True, slots=True)
class Grouping:
    """When a run of ops becomes a series node.

    `threshold` is the least number of members; 0 turns grouping off. `ungrouped` and `grouped` are
    full names of series nodes that a viewer took apart, or put together in spite of the threshold.

    Raises:
        QueryError: the threshold is negative.
    """

    threshold: int = DEFAULT_THRESHOLD
    ungrouped: frozenset[str] = field(default_factory=frozenset)
    grouped: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        """Refuse what has no meaning."""
        if self.threshold < 0:
            raise QueryError("The least length of a series is a number from 0 (no series) upwards.")

    @property
    def shortest(self) -> int:
        """Return how many members a run must have to be looked at; 0 when none need be."""
        if self.grouped:
            return SHORTEST
        return max(self.threshold, SHORTEST) if self.threshold else 0

    def groups(self, name: str, members: int) -> bool:
        """Tell whether the run that would have this name is shown as a series node."""
        if name in self.ungrouped or name in self.grouped:
            return name not in self.ungrouped
        return 0 < self.threshold <= members


DEFAULT_GROUPING: Final = Grouping()

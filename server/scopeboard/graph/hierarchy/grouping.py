"""The choice of runs that are shown as series nodes, from the viewer's settings."""

from dataclasses import dataclass, field
from typing import Final

from scopeboard.errors import QueryError

DEFAULT_THRESHOLD: Final = 5  # TensorBoard's `seriesNodeMinSize`
SHORTEST: Final = 2  # one op is no series node at any threshold


@dataclass(frozen=True, slots=True)
class Grouping:
    """The settings that make a run of ops a series node.

    `threshold` is the minimum number of members; 0 turns grouping off. `ungrouped` and `grouped`
    are full names of series nodes that a viewer ungrouped, or grouped below the threshold.

    Raises:
        QueryError: the threshold is negative.
    """

    threshold: int = DEFAULT_THRESHOLD
    ungrouped: frozenset[str] = field(default_factory=frozenset)
    grouped: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        """Validate the threshold."""
        if self.threshold < 0:
            raise QueryError("The minimum series length must be 0 (no series nodes) or more.")

    @property
    def shortest(self) -> int:
        """Return the minimum length of runs to find; 0 when no run can be grouped."""
        if self.grouped:
            return SHORTEST
        return max(self.threshold, SHORTEST) if self.threshold else 0

    def groups(self, name: str, members: int) -> bool:
        """Return whether the run with this name is shown as a series node."""
        if name in self.ungrouped or name in self.grouped:
            return name not in self.ungrouped
        return 0 < self.threshold <= members


DEFAULT_GROUPING: Final = Grouping()

"""The choice of what is folded into groups, from the viewer's settings."""

from dataclasses import dataclass, field
from typing import Final, Literal

from scopeboard.errors import QueryError

FoldRule = Literal["repeats", "tensorboard"]
"""What is folded: all that repeats, or TensorBoard's series alone."""

DEFAULT_THRESHOLD: Final = 5  # TensorBoard's `seriesNodeMinSize`
SHORTEST: Final = 2  # one op is no series node at any threshold


@dataclass(frozen=True, slots=True)
class Grouping:
    """The settings that fold nodes into a group.

    `threshold` is the minimum number of members; 0 turns grouping off. `ungrouped` and `grouped`
    are full names of groups that a viewer ungrouped, or grouped below the threshold.

    Raises:
        QueryError: the threshold is negative.
    """

    threshold: int = DEFAULT_THRESHOLD
    ungrouped: frozenset[str] = field(default_factory=frozenset)
    grouped: frozenset[str] = field(default_factory=frozenset)
    rule: FoldRule = "repeats"

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
        """Return whether the members of the group with this name are shown as one node."""
        if name in self.ungrouped or name in self.grouped:
            return name not in self.ungrouped
        return 0 < self.threshold <= members


DEFAULT_GROUPING: Final = Grouping()
NO_GROUPING: Final = Grouping(threshold=0)

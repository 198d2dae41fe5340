"""The responses of `/api/state`: the parts of saved state."""

from dataclasses import dataclass
from typing import Any

from scopeboard.state.document import Part
from scopeboard.state.state_file import StateFile


@dataclass
class PartAnswer:
    """A part and its revision, on which a change has to be based (0: never written)."""

    revision: int
    value: dict[str, Any]

    @classmethod
    def of(cls, part: Part) -> "PartAnswer":
        """Return the answer for a part."""
        return cls(part.revision, part.value)


@dataclass
class StateAnswer:
    """The parts by name with their revisions, and whether they can be changed."""

    read_only: bool
    revisions: dict[str, int]

    @classmethod
    def of(cls, state: StateFile) -> "StateAnswer":
        """Return the answer for saved state."""
        return cls(state.read_only, {name: part.revision for name, part in state.parts().items()})

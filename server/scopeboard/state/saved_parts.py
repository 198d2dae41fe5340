"""Parts that users have saved, in a file or on a server."""

from typing import Protocol

from scopeboard.state.document import Part


class SavedParts(Protocol):
    """The parts by name, to be read: those of a state file, or of a server."""

    def read(self, name: str) -> Part:
        """Return a part; its revision is 0 if there is none.

        Raises:
            QueryError: the name is invalid.
        """

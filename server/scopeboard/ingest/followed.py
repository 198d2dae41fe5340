"""What the loader keeps of each run and file that it follows."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from scopeboard.events.decode import EventDecoder
from scopeboard.ingest.event_file import EventFile
from scopeboard.types import RunId

_LONGEST_BACK_OFF: Final = 60.0  # seconds


@dataclass(slots=True)
class FollowedFile:
    """An event file by its name in the run.

    `failure` is why it could not be read last time; it is tried again from `retry_at` on
    (seconds since the epoch), ever more seldom. `started` tells that the store has heard of it.
    """

    name: str
    file: EventFile
    points: int = 0
    started: bool = False
    failure: str | None = None
    retry_at: float = 0.0
    _back_off: float = 0.0

    def look(self, now: float) -> bool:
        """Tell whether reading may bring something new; see `EventFile.look`."""
        return now >= self.retry_at and self.file.look(now)

    def fail(self, error: OSError, now: float) -> bool:
        """Put the next try off; tell whether the reason is a new one."""
        self._back_off = min(max(1.0, self._back_off * 2), _LONGEST_BACK_OFF)
        self.retry_at = now + self._back_off
        reason = error.strerror or str(error)
        is_new, self.failure = reason != self.failure, reason
        return is_new

    def succeed(self) -> None:
        """Forget earlier failures."""
        self.started, self.failure, self._back_off = True, None, 0.0


@dataclass(slots=True)
class FollowedRun:
    """A run and its files. Its decoder remembers the metadata of its tags from file to file.

    `pending` are the files that may hold something new, in the order of their names: a tag's
    metadata stands in the file that logged it first.
    """

    id: RunId
    decoder: EventDecoder = field(default_factory=EventDecoder)
    files: dict[str, FollowedFile] = field(default_factory=dict)
    pending: deque[FollowedFile] = field(default_factory=deque)

    def modified_at(self) -> float:
        """Return when the newest of its files was last written to, as last looked at."""
        return max((followed.file.modified_at for followed in self.files.values()), default=0.0)

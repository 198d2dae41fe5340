"""How far a pass is that writes the next generation, for the pages of readers.

One small object beside the manifest, which says so while a pass takes more than a moment. It is
replaced without a comparison: of several writers, the last one counts, and nothing depends on it.
"""

import json
from contextlib import suppress
from dataclasses import asdict, replace
from secrets import token_hex
from typing import Final, NamedTuple

from scopeboard.files.objects import Objects
from scopeboard.store.progress import NO_PROGRESS, Progress

PROGRESS: Final = "progress.json"
STALE_SECONDS: Final = 60.0
"""After this time without news, the writer counts as gone."""

_MOMENT: Final = 2.0  # seconds until the first news of a pass, and between two of them


class PassProgress:
    """Writes the progress of passes, one after another.

    Args:
        objects: the directory of the index.
        moment: seconds until the first news of a pass, and between two of them.
    """

    def __init__(self, objects: Objects, moment: float = _MOMENT) -> None:
        self._objects = objects
        self._moment = moment
        self._due: float | None = None  # when there is news again; None between two passes
        self._last = NO_PROGRESS
        self._is_written = False

    def report(self, progress: Progress, now: float) -> None:
        """Write the progress of a pass, if it is time; `now` is in seconds of any clock."""
        self._last = progress
        if self._due is None:
            self._due = now + self._moment
        elif progress.state == "reading":
            self.repeat(now)

    def repeat(self, now: float) -> None:
        """Write the last progress again, if it is time: the pass goes on, with other work."""
        if self._due is not None and now >= self._due:
            self._due = now + self._moment
            self._write(self._last, "reading")

    def end(self) -> None:
        """Say that the pass has ended, if its progress was written."""
        self._due = None
        if self._is_written:
            self._write(NO_PROGRESS, "ready")

    def _write(self, progress: Progress, state: str) -> None:
        text = json.dumps(asdict(progress) | {"state": state, "stamp": token_hex(8)})
        with suppress(OSError):  # readers then show none
            self._objects.write(PROGRESS, text.encode("ascii"))
            self._is_written = state == "reading"


class _Seen(NamedTuple):
    """News of a pass, and when they were first seen, in seconds of a clock of this machine."""

    stamp: str
    at: float


class PassView:
    """What a reader sees of passes. The clocks of writers do not count.

    Args:
        objects: the directory of the index.
    """

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._seen = _Seen("", 0.0)

    def look(self, now: float) -> Progress | None:
        """Return the progress of a pass that goes on, None without one.

        Args:
            now: in seconds of any clock that does not go back.
        """
        try:
            found = self._objects.find(PROGRESS)
            fields = {} if found is None else json.loads(found.data)
            stamp = fields.pop("stamp", "")
            progress = Progress(**fields) if fields.get("state") == "reading" else None
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        if stamp != self._seen.stamp:
            self._seen = _Seen(stamp, now)
        if progress is None or now > self._seen.at + STALE_SECONDS:
            return None
        return replace(progress, state="indexing")

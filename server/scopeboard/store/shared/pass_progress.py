"""How far a pass is that writes the next generation, for the pages of readers.

One small object beside the manifest, which says so while a pass takes more than a moment. It is
replaced without a comparison: of several writers, the last one counts, and nothing depends on it.
"""

import json
from contextlib import suppress
from dataclasses import asdict, replace
from time import time
from typing import Final

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
        self._is_written = False

    def report(self, progress: Progress, now: float) -> None:
        """Write the progress of a pass, if it is time; `now` is in seconds of any clock."""
        if self._due is None:
            self._due = now + self._moment
        elif now >= self._due and progress.state == "reading":
            self._due = now + self._moment
            self._write(progress)

    def end(self) -> None:
        """Say that the pass has ended, if its progress was written."""
        self._due = None
        if self._is_written:
            self._is_written = False
            self._write(replace(NO_PROGRESS, state="ready"))

    def _write(self, progress: Progress) -> None:
        text = json.dumps(asdict(progress) | {"written": time()})
        with suppress(OSError):  # readers then show none
            self._objects.write(PROGRESS, text.encode("ascii"))
            self._is_written = progress.state == "reading"


def find_progress(objects: Objects, now: float) -> Progress | None:
    """Return the progress of a pass that goes on, in seconds since the epoch; None without one."""
    try:
        found = objects.find(PROGRESS)
        fields = {} if found is None else json.loads(found.data)
        if fields.pop("written", 0.0) < now - STALE_SECONDS or fields.get("state") != "reading":
            return None
        return Progress(**fields | {"state": "indexing"})
    except (OSError, ValueError, TypeError, AttributeError):
        return None

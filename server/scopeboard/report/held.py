"""The responses in a report, up to its size."""

import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from typing import Final

from scopeboard.report.question import PageResponse, Pairs

_LEAST_GAIN: Final = 0.9  # a body that compresses less is stored as it is

Entry = tuple[str, Pairs, str, bool, str]
"""Path, parameters, media type, whether the body is compressed (zlib), the body in base64."""


class HeldAnswers:
    """Responses in the order of their addition, up to a number of bytes.

    Images, audio and video are stored uncompressed, since the browser loads them by URL. A response
    that does not fit is counted by its noun and by a name, such as its tag, and so are all later
    responses of that noun: smaller responses that matter less do not fill the gap.
    """

    def __init__(self, budget: int) -> None:
        self.entries: list[Entry] = []
        self.kept: Counter[str] = Counter()
        self.left_out: dict[str, Counter[str]] = {}
        self.too_many: dict[tuple[str, int], Counter[str]] = {}
        self._room = budget

    def holds(self, path: str, pairs: Pairs) -> bool:
        """Return whether the report has the response to a request."""
        return any(entry[0] == path and entry[1] == pairs for entry in self.entries)

    def is_full(self, noun: str) -> bool:
        """Return whether a response of this noun did not fit."""
        return noun in self.left_out

    def keep(self, path: str, pairs: Pairs, answer: PageResponse) -> None:
        """Add a response that the page requires, even beyond the limit."""
        entry = _entry(path, pairs, answer)
        self.entries.append(entry)
        self._room -= len(entry[-1])

    def take(
        self, noun: str, name: str, answers: Iterable[tuple[str, Pairs, PageResponse]]
    ) -> bool:
        """Add responses, all or none; return whether they fit."""
        entries = [_entry(*each) for each in answers]
        size = sum(len(entry[-1]) for entry in entries)
        if size > self._room:
            self.leave(noun, name)
            return False
        self.entries += entries
        self._room -= size
        self.kept[noun] += 1
        return True

    def leave(self, noun: str, name: str) -> None:
        """Count something that did not fit."""
        self.left_out.setdefault(noun, Counter())[name] += 1

    def leave_beyond(self, noun: str, name: str, count: int, most: int) -> None:
        """Count what exceeds the limit `most` of a noun."""
        if count > 0:
            self.too_many.setdefault((noun, most), Counter())[name] += count


def _entry(path: str, pairs: Pairs, answer: PageResponse) -> Entry:
    body, is_compressed = answer.body, False
    if not answer.media_type.startswith(("image/", "audio/", "video/")):
        compressed = zlib.compress(body, 9)
        if len(compressed) < _LEAST_GAIN * len(body):
            body, is_compressed = compressed, True
    return path, pairs, answer.media_type, is_compressed, b64encode(body).decode()

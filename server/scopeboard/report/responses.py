"""The responses in a report, up to its size limit."""

import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from scopeboard.report.client import PageResponse, Pairs

_MIN_GAIN: Final = 0.9  # a body that compresses less is stored uncompressed


class Entry(NamedTuple):
    """A response in the file.

    Attributes:
        path: the path of the request.
        pairs: its parameters.
        media_type: the media type of the body.
        is_compressed: whether the body is compressed (zlib).
        text: the body in base64.
    """

    path: str
    pairs: Pairs
    media_type: str
    is_compressed: bool
    text: str

    @classmethod
    def of(cls, path: str, pairs: Pairs, response: PageResponse) -> "Entry":
        """Return the entry of a response, compressed if that saves at least a tenth."""
        body, is_compressed = response.body, False
        if not response.media_type.startswith(("image/", "audio/", "video/")):
            compressed = zlib.compress(body, 9)
            if len(compressed) < _MIN_GAIN * len(body):
                body, is_compressed = compressed, True
        return cls(path, pairs, response.media_type, is_compressed, b64encode(body).decode())


class RecordedResponses:
    """Responses in the order of their addition, up to a number of bytes.

    Images, audio and video are stored uncompressed, since the browser loads them by URL. A response
    that does not fit is counted by its noun and by a name, such as its tag, and so are all later
    responses of that noun: smaller responses that matter less do not fill the gap.

    Attributes:
        entries: the responses.
        counts: the number of added groups of responses by noun.
        omitted: names of the groups beyond the size limit, by noun.
        too_many: names of the groups beyond another limit, by noun and limit.
    """

    def __init__(self, size_limit: int) -> None:
        self.entries: list[Entry] = []
        self.counts: Counter[str] = Counter()
        self.omitted: dict[str, Counter[str]] = {}
        self.too_many: dict[tuple[str, int], Counter[str]] = {}
        self._remaining = size_limit

    def has(self, path: str, pairs: Pairs) -> bool:
        """Return whether the report has the response to a request."""
        return any(entry.path == path and entry.pairs == pairs for entry in self.entries)

    def is_full(self, noun: str) -> bool:
        """Return whether a response of this noun did not fit."""
        return noun in self.omitted

    def require(self, path: str, pairs: Pairs, response: PageResponse) -> None:
        """Add a response that the page requires, even beyond the limit."""
        entry = Entry.of(path, pairs, response)
        self.entries.append(entry)
        self._remaining -= len(entry.text)

    def add(
        self, noun: str, name: str, responses: Iterable[tuple[str, Pairs, PageResponse]]
    ) -> bool:
        """Add responses, all or none; return whether they fit."""
        entries = [Entry.of(*each) for each in responses]
        size = sum(len(entry.text) for entry in entries)
        if size > self._remaining:
            self.omit(noun, name)
            return False
        self.entries += entries
        self._remaining -= size
        self.counts[noun] += 1
        return True

    def omit(self, noun: str, name: str) -> None:
        """Count a group of responses that did not fit."""
        self.omitted.setdefault(noun, Counter())[name] += 1

    def omit_beyond(self, noun: str, name: str, count: int, limit: int) -> None:
        """Count the groups beyond the limit of a noun."""
        if count > 0:
            self.too_many.setdefault((noun, limit), Counter())[name] += count

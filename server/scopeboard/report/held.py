"""The answers that a report holds, as many as have room in it."""

import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from typing import Final

from scopeboard.report.question import Answer, Pairs

_LEAST_GAIN: Final = 0.9  # what packing takes less off is held as it is: it is packed already

Entry = tuple[str, Pairs, str, bool, str]
"""Path, pairs, media type, whether the body is packed (zlib), the body in base64."""


class HeldAnswers:
    """Answers in the order in which they were given, within a number of bytes.

    Pictures and sounds are held as they are: a browser is to find them at an address. What has no
    room is counted by its noun and by the name of what it is of, such as its tag, and so is all of
    that noun that comes after it: no gap is filled by what matters less and happens to be smaller.
    """

    def __init__(self, budget: int) -> None:
        self.entries: list[Entry] = []
        self.kept: Counter[str] = Counter()
        self.left_out: dict[str, Counter[str]] = {}
        self.too_many: dict[tuple[str, int], Counter[str]] = {}
        self._room = budget

    def holds(self, path: str, pairs: Pairs) -> bool:
        """Tell whether the answer to a question is kept."""
        return any(entry[0] == path and entry[1] == pairs for entry in self.entries)

    def is_full(self, noun: str) -> bool:
        """Tell whether something of a noun had no room."""
        return noun in self.left_out

    def keep(self, path: str, pairs: Pairs, answer: Answer) -> None:
        """Keep an answer without which there is no page, whatever room there is."""
        entry = _entry(path, pairs, answer)
        self.entries.append(entry)
        self._room -= len(entry[-1])

    def take(self, noun: str, name: str, answers: Iterable[tuple[str, Pairs, Answer]]) -> bool:
        """Keep answers that make sense together only, if they have room; return whether."""
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
        """Note that something is not in the report for want of room."""
        self.left_out.setdefault(noun, Counter())[name] += 1

    def leave_beyond(self, noun: str, name: str, count: int, most: int) -> None:
        """Note that of something, a report holds at most so many, and how many more there are."""
        if count > 0:
            self.too_many.setdefault((noun, most), Counter())[name] += count


def _entry(path: str, pairs: Pairs, answer: Answer) -> Entry:
    body, is_packed = answer.body, False
    if not answer.media_type.startswith(("image/", "audio/", "video/")):
        packed = zlib.compress(body, 9)
        if len(packed) < _LEAST_GAIN * len(body):
            body, is_packed = packed, True
    return path, pairs, answer.media_type, is_packed, b64encode(body).decode()

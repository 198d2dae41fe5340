"""Search in many texts at once.

Python takes a tenth of a second to search two hundred thousand names one by one. NumPy searches
them as one buffer of lines in a few milliseconds: it compares the rarest byte of the pattern with
all bytes of the buffer, and the other bytes only at its matches.

Letters match in either case unless the pattern has a capital. A glob may match from the start of
any segment of a path, and then to the end: `*` is any text, slashes included, and `?` any one
character. It becomes an expression in which each star but the last takes the shortest match and
never backtracks, which is correct for globs and linear in the text. A viewer's regular expression
is matched with one line at a time (see `patterns`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.patterns import compile_pattern

Mode = Literal["substring", "exact", "end", "glob", "expression"]
MAX_PATTERN_CHARACTERS: Final = 1000
_NEWLINE: Final = 0x0A
_SLASH: Final = 0x2F
_LINES_BETWEEN_CHECKS: Final = 4096
_SAMPLE: Final = 1 << 16  # bytes to estimate the frequency of each value
_SPARSE: Final = 4  # candidate lines below this fraction of all are matched one by one


@dataclass(frozen=True, slots=True)
class TextPattern:
    """A pattern for texts: a substring, the exact text, a glob or a regular expression.

    `end` is a text that is the last segments of a path, from the start of one. With `keeps_case`,
    upper and lower case always differ.
    """

    mode: Mode
    text: str
    keeps_case: bool = False

    @property
    def ignores_case(self) -> bool:
        """Return whether letters match in either case: the pattern has no capital."""
        if self.keeps_case:
            return False
        text = re.sub(r"\\.", "", self.text) if self.mode == "expression" else self.text
        return not any(letter.isupper() for letter in text)


class TextBuffer:
    """Texts as one buffer of lines.

    Args:
        texts: any texts; a line break within one counts as a space.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        joined = "\n".join(texts)
        if joined.count("\n") != max(len(texts) - 1, 0):
            joined = "\n".join(text.replace("\n", " ") for text in texts)
        self._count = len(texts)
        self._lines = (joined + "\n").encode("utf-8", "replace") if texts else b""

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._count

    def matching(self, pattern: TextPattern, check: CancelCheck = never_cancelled) -> Flags:
        """Return for each text whether it matches.

        Raises:
            QueryError: the pattern is wrong or too long.
        """
        if len(pattern.text) > MAX_PATTERN_CHARACTERS:
            raise QueryError(f"A pattern may have at most {MAX_PATTERN_CHARACTERS:,} characters.")
        matches = np.zeros(self._count, dtype=np.bool_)
        if not self._count:
            return matches
        text, lines = pattern.text, self._lines
        if pattern.ignores_case:
            text = text.lower()
            lines = lines.lower() if lines.isascii() else lines.decode().lower().encode()
        ends = np.flatnonzero(np.frombuffer(lines, dtype=np.uint8) == _NEWLINE)
        starts = np.concatenate(([0], ends[:-1] + 1))
        if pattern.mode == "expression":
            offsets = np.fromiter(_find_expression(pattern, lines, starts, check), dtype=np.int64)
        elif pattern.mode == "glob":
            offsets = _find_glob(text, lines, starts)
        else:
            literal = text.encode("utf-8", "replace")
            offsets = _find_literal(lines, literal, starts)
            if pattern.mode in {"exact", "end"}:
                buffer = np.frombuffer(lines, dtype=np.uint8)
                begins = (offsets == 0) | (buffer[offsets - 1] == _NEWLINE)
                if pattern.mode == "end":
                    begins |= buffer[offsets - 1] == _SLASH
                offsets = offsets[begins & (buffer[offsets + len(literal)] == _NEWLINE)]
        matches[np.searchsorted(starts, offsets, side="right") - 1] = True
        return matches


def _find_literal(lines: bytes, literal: bytes, starts: Indices) -> Indices:
    """Return every offset of some bytes in the lines; of no bytes, the start of each line."""
    if not literal:
        return starts
    if _NEWLINE in literal:
        return np.empty(0, dtype=np.int64)
    buffer = np.frombuffer(lines, dtype=np.uint8)
    frequency = np.bincount(buffer[:: max(buffer.size // _SAMPLE, 1)], minlength=256)
    rarest = min(range(len(literal)), key=lambda index: frequency[literal[index]])
    offsets = np.flatnonzero(buffer == literal[rarest]) - rarest
    offsets = offsets[(offsets >= 0) & (offsets <= len(lines) - len(literal))]
    for index, byte in enumerate(literal):
        offsets = offsets[buffer[offsets + index] == byte]
    return offsets


def _find_expression(
    pattern: TextPattern, lines: bytes, starts: Indices, check: CancelCheck
) -> Iterator[int]:
    """Yield the start of each line that matches a regular expression."""
    matches = compile_pattern(pattern.text, ignore_case=pattern.ignores_case)
    texts = lines.decode().split("\n")[:-1]
    for first in range(0, len(texts), _LINES_BETWEEN_CHECKS):
        check()
        batch = slice(first, first + _LINES_BETWEEN_CHECKS)
        yield from compress(starts[batch].tolist(), map(matches, texts[batch]))


def _find_glob(text: str, lines: bytes, starts: Indices) -> Indices:
    """Return an offset in each line that matches a glob.

    Only lines with the glob's longest literal are candidates. A `?` spans the bytes of one
    character. With a star, the first segment of the path that matches the beginning
    suffices.
    """
    any_character = rb"(?:[^\x80-\xff\n]|[\xc0-\xff][\x80-\xbf]*)"
    begin, *rest = [
        any_character.join(re.escape(text.encode("utf-8", "replace")) for text in piece.split("?"))
        for piece in re.sub(r"\*+", "*", text).split("*")
    ]
    if rest:
        first = rb"(?m)^(?>(?:[^\n/]*/)*?" + begin + rb")"
        stars = [rb"(?>[^\n]*?" + piece + rb")" for piece in rest[:-1]]
        expression = re.compile(first + b"".join(stars) + rb"[^\n]*" + rest[-1] + rb"$")
    else:
        expression = re.compile(rb"(?m)^(?:[^\n]*/)?" + begin + rb"$")
    literal = max(re.split(r"[*?]", text), key=len)
    offsets = _find_literal(lines, literal.encode("utf-8", "replace"), starts)
    rows = np.unique(np.searchsorted(starts, offsets, side="right") - 1)
    if rows.size * _SPARSE < starts.size:
        ends = np.append(starts[1:], len(lines))[rows] - 1
        spans = zip(starts[rows].tolist(), ends.tolist(), strict=True)
        matching = [start for start, end in spans if expression.search(lines, start, end)]
        return np.array(matching, dtype=np.int64)
    last = len(lines) - 1  # otherwise the end of the buffer would count as an empty line
    return np.fromiter((m.start() for m in expression.finditer(lines, 0, last)), dtype=np.int64)
